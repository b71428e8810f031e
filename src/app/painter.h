#pragma once
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "ui/kit/theme.h"
#include "ui/layout.h"
#include "view/gizmo.h"
#include "view/palette.h"
#include "view/pictures/goal_picture.h"

namespace app {

constexpr const char* axis_names[] = {"x", "y", "z"};

/// Returns the colour of x, y or z as in frames, or the text's colour for the line of sight.
inline glm::vec4 color_of(const view::Palette& palette, view::GizmoPart part) {
  return part.axis > 2 ? palette.text_dim : view::axis_color(palette, part.axis);
}

/// Draws on the background of Dear ImGui, over a part of the window.
class Painter {
 public:
  Painter(const ui::Rect& rect, const view::Palette& palette, float em)
      : list_(*ImGui::GetBackgroundDrawList()), rect_(rect), palette_(palette), em_(em) {
    list_.PushClipRect({rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height}, true);
  }
  ~Painter() { list_.PopClipRect(); }
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  ImVec2 at(glm::vec2 p) const { return {rect_.x + p.x, rect_.y + p.y}; }

  void stroke(const view::GizmoStroke& stroke, bool hot) {
    const float alpha = stroke.strength * (stroke.pickable ? 1.f : 0.22f);
    const glm::vec4 ink = hot ? palette_.text : color_of(palette_, stroke.part);
    const bool square = stroke.part.kind == view::GizmoPart::Kind::Plane;
    points_.clear();
    for (const glm::vec2& point : stroke.points) points_.push_back(at(point));
    const auto count = static_cast<int>(points_.size());
    const float width = em_ * (hot ? 0.22f : 0.14f);
    if (stroke.filled)
      list_.AddConvexPolyFilled(points_.data(), count,
                                ui::color(ink, alpha * (square && !hot ? 0.45f : 1)));
    if (square || !stroke.filled)
      list_.AddPolyline(points_.data(), count, ui::color(ink, alpha),
                        square ? ImDrawFlags_Closed : ImDrawFlags_None,
                        square ? 0.5f * width : width);
  }

  void letter(const view::GizmoStroke& head, glm::vec2 center) {
    const char* name = axis_names[head.part.axis];
    const glm::vec2 tip = head.points[1], way = tip - center;
    const ImVec2 size = ImGui::CalcTextSize(name);
    const glm::vec2 half{0.5f * size.x, 0.5f * size.y}, view{rect_.width, rect_.height};
    const glm::vec2 middle = tip + 0.7f * em_ * way / std::max(glm::length(way), 1.f);
    const ImVec2 there = at(glm::clamp(middle, half, glm::max(view - half, half)));
    const float left = std::round(there.x - half.x), top = std::round(there.y - half.y);
    // With an edge of the background's colour, it is legible on anything.
    for (const ImVec2 off : {ImVec2(-1, 0), {1, 0}, {0, -1}, {0, 1}})
      list_.AddText({left + off.x, top + off.y}, ui::color(palette_.background_top, 0.8f), name);
    list_.AddText({left, top}, ui::color(color_of(palette_, head.part), head.strength), name);
  }

  void ring(glm::vec2 center, float radius, const glm::vec4& ink, float alpha = 1) {
    list_.AddCircle(at(center), radius, ui::color(ink, alpha), 24, 0.12f * em_);
  }
  /// Draws a handle with an edge, to be dragged.
  void knob(glm::vec2 center, float radius, const glm::vec4& ink, float alpha = 1) {
    list_.AddCircleFilled(at(center), radius, ui::color(ink, alpha), 20);
    list_.AddCircle(at(center), radius, ui::color(palette_.background_top, 0.9f * alpha), 20,
                    0.1f * em_);
  }
  void path(const std::vector<glm::vec2>& way, const glm::vec4& ink, float alpha, float width) {
    points_.clear();
    for (const glm::vec2& point : way) points_.push_back(at(point));
    list_.AddPolyline(points_.data(), static_cast<int>(points_.size()), ui::color(ink, alpha),
                      ImDrawFlags_None, width * em_);
  }
  void dashes(glm::vec2 a, glm::vec2 b, const glm::vec4& ink) {
    const float length = glm::distance(a, b), dash = 0.5f * em_;
    if (!(length > 1) || !(length < 1e5f)) return;
    const glm::vec2 way = (b - a) / length;
    for (float from = 0; from < length; from += 1.6f * dash)
      list_.AddLine(at(a + from * way), at(a + std::min(from + dash, length) * way), ui::color(ink),
                    0.16f * em_);
  }

  void line(glm::vec2 a, glm::vec2 b, const glm::vec4& ink) {
    list_.AddLine(at(a), at(b), ui::color(ink, 0.7f), 0.09f * em_);
  }

  /// Draws a text beside a point, within the view, and a dim help text below it.
  void label(glm::vec2 beside, const std::string& text, const std::string& help = {}) {
    const float pad = 0.5f * em_;
    const ImVec2 first = ImGui::CalcTextSize(text.c_str()),
                 second = help.empty() ? ImVec2() : ImGui::CalcTextSize(help.c_str());
    const float width = std::max(first.x, second.x) + 2 * pad, height = first.y + second.y + pad;
    const float x = std::clamp(beside.x, pad, std::max(pad, rect_.width - width - pad));
    const float y = std::clamp(beside.y - height, pad, std::max(pad, rect_.height - height - pad));
    const ImVec2 a = at({std::round(x), std::round(y)});
    list_.AddRectFilled(a, {a.x + width, a.y + height}, ui::color(palette_.panel, 0.9f),
                        0.4f * em_);
    list_.AddText({a.x + pad, a.y + 0.5f * pad}, ui::color(palette_.text), text.c_str());
    if (!help.empty())
      list_.AddText({a.x + pad, a.y + 0.5f * pad + first.y}, ui::color(palette_.text_dim),
                    help.c_str());
  }

 private:
  ImDrawList& list_;
  const ui::Rect& rect_;
  const view::Palette& palette_;
  float em_;
  std::vector<ImVec2> points_;
};

}  // namespace app
