#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "ik/methods/method.h"
#include "ui/input/keyboard.h"
#include "ui/panels/controls/tasks.h"

namespace ui {
namespace {

constexpr const char* payload_type = "task";

void move(const Panel& panel, int from, int to) {
  std::vector<int> order = panel.simulation().run().solver().order();
  if (from == to || to < 0 || to >= static_cast<int>(order.size())) return;
  const int moved = order[static_cast<size_t>(from)];
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, moved);
  panel.context.request(sim::SetPriority{std::move(order)});
}

/// The last item takes rows that are dropped on it.
void drop_target(const Panel& panel, int place) {
  if (!ImGui::BeginDragDropTarget()) return;
  const ImGuiPayload* payload =
      ImGui::AcceptDragDropPayload(payload_type, ImGuiDragDropFlags_AcceptBeforeDelivery |
                                                     ImGuiDragDropFlags_AcceptNoDrawDefaultRect);
  if (payload) {
    const int from = *static_cast<const int*>(payload->Data);
    if (payload->IsDelivery()) move(panel, from, place);
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    const float y = from < place ? b.y : a.y, half = hairline(panel.look);
    if (from != place)
      ImGui::GetWindowDrawList()->AddRectFilled({a.x, y - half}, {b.x, y + half},
                                                color(panel.look.palette->accent));
  }
  ImGui::EndDragDropTarget();
}

/// Whether the lesson's task is done with them.
bool are_meant(const Panel& panel) {
  const lessons::Course* course = panel.context.course;
  return course && course->step().task && !course->done() &&
         std::ranges::any_of(course->step().task->solution, [](const sim::LoggedCommand& one) {
           return std::holds_alternative<sim::SetPriority>(one.command);
         });
}

void task_row(const Panel& panel, int place, int effector, int last) {
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em(), height = ImGui::GetFrameHeight();
  const float side = std::round(1.4f * unit), gap = std::round(0.1f * unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, width = room - 2 * (side + gap);
  const std::string& name = panel.simulation().skeleton().effector(effector).name;
  ImGui::PushID(place);
  ImGui::InvisibleButton("task", {std::max(width, 1.f), height});
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (ImGui::BeginDragDropSource()) {
    ImGui::SetDragDropPayload(payload_type, &place, sizeof place);
    text(name);
    ImGui::EndDragDropSource();
  }
  drop_target(panel, place);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (lit)
    list.AddRectFilled(at, {at.x + width, at.y + height}, color(p.raised),
                       ImGui::GetStyle().FrameRounding);
  const float y = at.y + std::round(0.5f * (height - unit));
  const std::string number = std::to_string(place + 1);
  list.AddText({at.x + 0.5f * unit, y}, color(p.text_dim), number.c_str());
  mark(list, effector, {at.x + 2.1f * unit, at.y + std::round(0.5f * height)}, 0.3f * unit,
       color(view::series_color(p, effector)));
  list.PushClipRect(at, {at.x + width, at.y + height}, true);
  list.AddText({at.x + 2.8f * unit, y}, color(p.text), name.c_str());
  list.PopClipRect();

  const float top = at.y + std::round(0.5f * (height - side));
  ImGui::SetCursorScreenPos({at.x + room - 2 * side - gap, top});
  if (place > 0) {
    if (icon_button(panel.look, "up", Icon::Up, side, false)) move(panel, place, place - 1);
    tooltip(panel.look, "Raise its priority");
  }
  ImGui::SetCursorScreenPos({at.x + room - side, top});
  if (place < last) {
    if (icon_button(panel.look, "down", Icon::Fold, side, false)) move(panel, place, place + 1);
    tooltip(panel.look, "Lower its priority");
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({room, height});
  ImGui::PopID();
}

}  // namespace

void tasks(const Panel& panel) {
  const ik::Solver& solver = panel.simulation().run().solver();
  const std::vector<int> order = solver.order();
  if (!solver.method().uses_order || order.size() < 2) return;
  if (!section(panel.look, "Tasks")) return;
  note(panel.look, "Highest priority first; drag to reorder.");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, std::round(0.1f * panel.em())));
  const int last = static_cast<int>(order.size()) - 1;
  const bool meant = are_meant(panel);
  if (panel.look.stops && meant) panel.look.stops->begin_here();
  for (int place = 0; place <= last; ++place)
    task_row(panel, place, order[static_cast<size_t>(place)], last);
  if (LessonStrip& strip = panel.state.lesson; meant && strip.unfold > 0) {
    strip.scrolled = ImGui::GetID("");
    ImGui::SetScrollHereY(0.8f);  // they are below the formula
  }
  ImGui::PopStyleVar();
}

}  // namespace ui
