// The gizmo over the picture, and how far something has been dragged.

#include <imgui.h>

#include <cmath>
#include <string>

#include "app/body_view.h"
#include "app/hand.h"
#include "ui/format.h"
#include "ui/options.h"
#include "ui/theme.h"
#include "view/goal_picture.h"

namespace app {
namespace {

using Kind = view::GizmoPart::Kind;

constexpr const char* axis_names[] = {"x", "y", "z"};

/// Colours of x, y, z as frames have them; of the line of sight, that of text.
glm::vec4 color_of(const view::Palette& palette, view::GizmoPart part) {
  return part.axis > 2 ? palette.text_dim : view::axis_color(palette, part.axis);
}

std::string with_sign(double value, int digits) {
  return (value < 0 ? "−" : "+") + ui::fixed(std::abs(value), digits);
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
    const float alpha = stroke.strength * (stroke.taken ? 1.f : 0.22f);
    const glm::vec4 ink = hot ? palette_.text : color_of(palette_, stroke.part);
    const bool square = stroke.part.kind == Kind::Plane;
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

  /// Beside an arrow's tip.
  void letter(const view::GizmoStroke& head, glm::vec2 center) {
    const char* name = axis_names[head.part.axis];
    const glm::vec2 tip = head.points[1], way = tip - center;
    const glm::vec2 middle = tip + 0.7f * em_ * way / std::max(glm::length(way), 1.f);
    const ImVec2 size = ImGui::CalcTextSize(name), there = at(middle);
    outlined({std::round(there.x - 0.5f * size.x), std::round(there.y - 0.5f * size.y)}, name,
             ui::color(color_of(palette_, head.part), head.strength));
  }

  /// Through the whole view.
  void line(glm::vec2 a, glm::vec2 b, const glm::vec4& ink) {
    list_.AddLine(at(a), at(b), ui::color(ink, 0.7f), 0.09f * em_);
  }

  /// Beside the place, within the view: what is said, and below it, dim, what one can do.
  void label(glm::vec2 beside, const std::string& said, const std::string& help) {
    const float pad = 0.5f * em_;
    const ImVec2 first = ImGui::CalcTextSize(said.c_str()),
                 second = help.empty() ? ImVec2() : ImGui::CalcTextSize(help.c_str());
    const float width = std::max(first.x, second.x) + 2 * pad, height = first.y + second.y + pad;
    const float x = std::clamp(beside.x, pad, std::max(pad, rect_.width - width - pad));
    const float y = std::clamp(beside.y - height, pad, std::max(pad, rect_.height - height - pad));
    const ImVec2 a = at({std::round(x), std::round(y)});
    list_.AddRectFilled(a, {a.x + width, a.y + height}, ui::color(palette_.panel, 0.9f),
                        0.4f * em_);
    list_.AddText({a.x + pad, a.y + 0.5f * pad}, ui::color(palette_.text), said.c_str());
    if (!help.empty())
      list_.AddText({a.x + pad, a.y + 0.5f * pad + first.y}, ui::color(palette_.text_dim),
                    help.c_str());
  }

 private:
  /// With an edge of the panel's colour, so that it is legible on anything.
  void outlined(ImVec2 at, const char* said, ImU32 ink) {
    for (const ImVec2 off : {ImVec2(-1, 0), {1, 0}, {0, -1}, {0, 1}})
      list_.AddText({at.x + off.x, at.y + off.y}, ui::color(palette_.background_top, 0.8f), said);
    list_.AddText(at, ink, said);
  }

  ImDrawList& list_;
  const ui::Rect& rect_;
  const view::Palette& palette_;
  float em_;
  std::vector<ImVec2> points_;
};

}  // namespace

/// "x +0.30", "+15.0°".
std::string Hand::how_far() const {
  const view::GizmoPart part = drag_.part();
  constexpr double degrees = 57.29577951308232;
  if (part.turns()) {
    const float angle =
        part.kind == Kind::Ball ? glm::length(change_.turn) : glm::dot(change_.turn, drag_.axis());
    const std::string about = part.kind == Kind::Ring && part.axis < 3 ? axis_names[part.axis] : "";
    return about + (about.empty() ? "" : " ") + with_sign(degrees * angle, 1) + "°";
  }
  std::string said;
  for (int axis = 0; axis < 3; ++axis) {
    const bool along = part.kind == Kind::Free || (part.kind == Kind::Axis) == (axis == part.axis);
    if (along)
      said += (said.empty() ? "" : "   ") + std::string(axis_names[axis]) + " " +
              with_sign(glm::dot(change_.shift, gizmo_.axes[axis]), 2);
  }
  return said;
}

void Hand::draw(const ui::Context& context, const Place& place, const ui::Rect& rect) const {
  if (!shown_) return;
  const view::Palette& palette = ui::options::palette(*context.options);
  Painter painter(rect, palette, place.em);
  const auto center = place.camera.project(gizmo_.center);
  if (!center) return;
  const view::GizmoPart active = holds() ? drag_.part() : hot_part_;
  const bool all = context.options->flag(ui::options::show_gizmo());
  if (holds() && (active.kind == Kind::Axis || (active.kind == Kind::Ring && active.axis < 3))) {
    const float far = rect.width / std::max(place.camera.pixels_per_unit(gizmo_.center), 1e-6f);
    const auto a = place.camera.project(gizmo_.center - far * drag_.axis()),
               b = place.camera.project(gizmo_.center + far * drag_.axis());
    if (a && b) painter.line(*a, *b, color_of(palette, active));
  }
  for (const view::GizmoStroke& stroke : strokes_) {
    const bool hot = stroke.part == active;
    if (holds() ? !hot : !all) continue;
    painter.stroke(stroke, hot);
    if (stroke.part.kind == Kind::Axis && stroke.filled) painter.letter(stroke, *center);
  }
  if (!holds() || resizing_) return;
  const bool turns = drag_.part().turns();
  const char* other = !(gizmo_.moves && gizmo_.turns) ? "" : turns ? "   R: move" : "   R: turn";
  const std::string help = !by_keys_ ? ""
                           : !typed_.empty()
                               ? typed_ + "_"
                               : std::string("X Y Z: axis   digits: ") +
                                     (turns ? "angle" : "how far") + other + "   Enter, Esc";
  painter.label(*center + glm::vec2(1.5f * place.em, -0.6f * gizmo_.size), how_far(), help);
}

}  // namespace app
