#include "ui/kit/highlight.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

#include "lessons/quantity.h"

namespace ui {
namespace {

/// Returns the strength of the pulsing highlight: strong at first, weaker after some seconds.
float beat(double since) {
  const double calm = 0.3 + 0.7 * std::exp(-since / 5);
  return static_cast<float>(0.7 + 0.3 * calm * std::sin(2 * std::numbers::pi * 0.8 * since));
}

/// Returns whether it is done in that panel.
bool is_done_in(std::string_view name, const sim::LoggedCommand& one, const base::Settings& world) {
  if (const auto* set = std::get_if<sim::SetParameter>(&one.command))
    return name == (world.find(set->key) ? "targets" : "parameters");
  return name == "method" && (std::holds_alternative<sim::ChooseMethod>(one.command) ||
                              std::holds_alternative<sim::SetPriority>(one.command));
}

}  // namespace

void pulse(const Panel& panel, ImVec2 from, ImVec2 to, float out) {
  const glm::vec4& accent = panel.look.palette->accent;
  const float line = hairline(panel.look),
              alpha =
                  panel.look.reduced_motion ? 1 : beat(ImGui::GetTime() - panel.state.lesson.since);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float rounding = ImGui::GetStyle().FrameRounding + out;
  from = {from.x - out, from.y - out};
  if (ImGui::GetScrollY() == 0)  // keeps the top edge of the frame visible
    from.y = std::max(from.y, list.GetClipRectMin().y + 2 * line);
  to = {to.x + out, to.y + out};
  list.AddRect(from, to, color(accent, 0.3f * alpha), rounding, 0, 5 * line);
  list.AddRect(from, to, color(accent, alpha), rounding, 0, 2 * line);
  panel.state.lesson.framed.push_back(in_window({from.x, from.y, to.x - from.x, to.y - from.y}));
}

PointedAt in_window(const Rect& whole) {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float top = std::max(whole.y, at.y), foot = std::min(whole.y + whole.height, at.y + size.y);
  return {whole, {whole.x, top, whole.width, std::max(foot - top, 0.f)}};
}

bool points_at(const Panel& panel, std::string_view name) {
  if (!panel.context.course) return false;
  return std::ranges::any_of(panel.context.course->step().look_at, [&](const lessons::Spot& spot) {
    return spot.kind == lessons::Spot::Kind::Panel && spot.panel == name;
  });
}

bool is_needed(const Panel& panel, std::string_view name) {
  if (points_at(panel, name)) return true;
  if (!panel.context.course || !panel.context.course->step().task || name.empty()) return false;
  const lessons::Task& task = *panel.context.course->step().task;
  const base::Settings& world = panel.simulation().world();
  const auto measures = [&](const lessons::Condition& one) {
    const auto* quantity = lessons::find_quantity(one.quantity);
    return quantity && quantity->plot == name;
  };
  return std::ranges::any_of(task.until, measures) ||
         std::ranges::any_of(task.solution,
                             [&](const auto& one) { return is_done_in(name, one, world); });
}

bool needs_only_some(const Panel& panel, const std::vector<std::string_view>& names) {
  return !panel.state.lesson.all &&
         std::ranges::any_of(names, [&](std::string_view name) { return is_needed(panel, name); });
}

void more_button(const Panel& panel, const char* words) {
  ImGui::Dummy({0, std::round(0.3f * panel.em())});
  if (chip(panel.look, words, false)) panel.state.lesson.all = true;
}

Highlight::Highlight(const Panel& panel, std::string_view name)
    : panel_(panel), is_highlighted_(points_at(panel, name)) {
  if (panel.state.lesson.unfold_frames > 0 && is_needed(panel, name)) unfold_sections(true);
  from_ = ImGui::GetCursorScreenPos();
}

Highlight::~Highlight() {
  unfold_sections(false);
  if (!is_highlighted_) return;
  LessonStrip& strip = panel_.state.lesson;
  const float unit = panel_.em(), out = std::round(0.3f * unit);
  const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float end = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
  if (end <= from_.y) return;  // nothing was drawn
  const ImGuiID id = ImGui::GetID("");
  if (strip.unfold_frames > 0 && strip.scrolled != id) {  // the first highlight of a column
    strip.scrolled = id;
    if (from_.y - out < window.y || end + out > window.y + size.y)
      ImGui::SetScrollFromPosY(from_.y - out - window.y, 0);
  }
  const float right = from_.x + ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({window.x - unit, window.y}, {window.x + size.x + unit, window.y + size.y});
  pulse(panel_, from_, {right, end}, out);
  list.PopClipRect();
}

void highlight_window(const Panel& panel, std::string_view name) {
  if (!points_at(panel, name)) return;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, {at.x + size.x, at.y + size.y});
  pulse(panel, at, {at.x + size.x, at.y + size.y}, -std::round(0.2f * panel.em()));
  list.PopClipRect();
}

}  // namespace ui
