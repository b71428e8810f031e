#include <algorithm>
#include <cmath>

#include <variant>
#include "base/text.h"
#include "ik/methods/method.h"
#include "ui/kit/formula.h"
#include "ui/panel.h"

namespace ui {
namespace {

constexpr const char* payload_type = "task";

void move(const Panel& panel, int from, int to) {
  std::vector<int> order = panel.solver().order();
  if (from == to || to < 0 || to >= static_cast<int>(order.size())) return;
  const int moved = order[static_cast<size_t>(from)];
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, moved);
  panel.context.request(sim::SetPriority{std::move(order)});
}

/// Lets rows be dropped on the last item.
void drop_target(const Panel& panel, int index) {
  if (!ImGui::BeginDragDropTarget()) return;
  const ImGuiPayload* payload =
      ImGui::AcceptDragDropPayload(payload_type, ImGuiDragDropFlags_AcceptBeforeDelivery |
                                                     ImGuiDragDropFlags_AcceptNoDrawDefaultRect);
  if (payload) {
    const int from = *static_cast<const int*>(payload->Data);
    if (payload->IsDelivery()) move(panel, from, index);
    const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
    const float y = from < index ? b.y : a.y, half = hairline(panel.look);
    if (from != index) fill({a.x, y - half}, {b.x - a.x, 2 * half}, panel.palette.accent, 0);
  }
  ImGui::EndDragDropTarget();
}

/// Returns whether the lesson's task is solved by their order.
bool solves_task(const Panel& panel) {
  const lessons::Course* course = panel.context.course;
  return course && course->step().task && !course->is_done() &&
         std::ranges::any_of(course->step().task->solution, [](const sim::LoggedCommand& one) {
           return std::holds_alternative<sim::SetPriority>(one.command);
         });
}

void task_row(const Panel& panel, int index, int effector, int last) {
  const view::Palette& p = panel.palette;
  const float unit = panel.em(), height = ImGui::GetFrameHeight();
  const float side = std::round(1.4f * unit), gap = std::round(0.1f * unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, width = room - 2 * (side + gap);
  const std::string& name = panel.skeleton().effector(effector).name;
  const IdScope scope(index);
  click_area("task", at, {width, height});
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (ImGui::BeginDragDropSource()) {
    ImGui::SetDragDropPayload(payload_type, &index, sizeof index);
    text(name);
    ImGui::EndDragDropSource();
  }
  drop_target(panel, index);
  if (lit) fill(at, {width, height}, p.raised);
  ImFont* font = panel.fonts.body;
  draw_line(font, {at.x + 0.5f * unit, at.y}, height, p.text_dim, std::to_string(index + 1));
  draw_mark(effector, {at.x + 2.1f * unit, at.y + std::round(0.5f * height)}, 0.3f * unit,
            view::series_color(p, effector));
  draw_line(font, {at.x + 2.8f * unit, at.y}, height, p.text,
            shortened(font, name, width - 2.8f * unit));

  const float top = at.y + centred(height, side);
  ImGui::SetCursorScreenPos({at.x + room - 2 * side - gap, top});
  if (index > 0) {
    if (icon_button(panel.look, "up", Icon::Up, side, false)) move(panel, index, index - 1);
    tooltip(panel.look, "Raise its priority");
  }
  ImGui::SetCursorScreenPos({at.x + room - side, top});
  if (index < last) {
    if (icon_button(panel.look, "down", Icon::Fold, side, false)) move(panel, index, index + 1);
    tooltip(panel.look, "Lower its priority");
  }
  occupy(at, {room, height});
}

void tasks(const Panel& panel) {
  const std::vector<int> order = panel.solver().order();
  if (!panel.method().uses_order || order.size() < 2) return;
  if (!section(panel.look, "Tasks")) return;
  note(panel.look, "Highest priority first; drag to reorder.");
  const StyleVar spacing(ImGuiStyleVar_ItemSpacing, {0, std::round(0.1f * panel.em())});
  const int last = static_cast<int>(order.size()) - 1;
  const bool of_task = solves_task(panel);
  if (panel.look.stops && of_task) panel.look.stops->begin_here();
  for (int index = 0; index <= last; ++index)
    task_row(panel, index, order[static_cast<size_t>(index)], last);
  if (LessonStrip& strip = panel.state.lesson; of_task && strip.unfold_frames > 0) {
    strip.scrolled = ImGui::GetID("");
    ImGui::SetScrollHereY(0.8f);  // the tasks are below the formula
  }
}

/// Returns a formula's parts, which are separated by three spaces.
std::vector<std::string_view> lines(std::string_view formula) {
  std::vector<std::string_view> parts;
  while (!formula.empty()) {
    const size_t end = std::min(formula.find("   "), formula.size());
    parts.push_back(formula.substr(0, end));
    formula.remove_prefix(end);
    formula.remove_prefix(std::min(formula.find_first_not_of(' '), formula.size()));
  }
  return parts;
}

/// Draws a button with a method's key and name, `width` wide; the tooltip has the rest.
void method_button(const Panel& panel, const ik::MethodInfo& method, int index, bool chosen,
                   float width) {
  const view::Palette& p = panel.palette;
  const float unit = panel.em();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = pressed_height(panel.look, 1.45f);
  const std::string unable = method.unable(panel.skeleton());
  if (click_area(method.name, at, {width, height}) && !chosen && unable.empty())
    panel.perform(Action::ChooseMethod, index);
  add_tab_stop(panel.look);
  const bool hovered = ImGui::IsItemHovered() && unable.empty();
  if (ImGui::IsItemHovered()) {
    const float left = ImGui::GetWindowPos().x;  // keeps the other methods visible
    const Tooltip tip =
        open_tooltip_beside(panel.look, {left, at.y, ImGui::GetWindowWidth(), height}, true);
    text(panel.fonts.strong, method.title);
    text(unable.empty() ? std::string(method.when) : "Not available for this body: " + unable);
    note(panel.look, method.source);
  }
  const float ink = unable.empty() ? 1 : 0.45f;
  if (chosen || hovered) fill(at, {width, height}, chosen ? p.accent : p.raised);
  float x = at.x + std::round(0.3f * unit);
  if (const std::string key = panel.key(Action::ChooseMethod, index); !key.empty())
    key_cap(panel.look, {x, at.y + centred(height, 1.25f * unit)}, key, chosen);
  x += std::round((panel.context.touch ? 0.5f : 2.4f) * unit);
  draw_line(panel.fonts.body, {x, at.y}, height, color(chosen ? p.accent_text : p.text, ink),
            method.name);
}

/// Draws a line of the formula whose symbols show their current values. It breaks between pieces.
void formula_line(const Panel& panel, const std::vector<Token>& tokens, float width) {
  const view::Palette& p = panel.palette;
  ImFont* font = panel.fonts.body;
  const float size = std::round(1.1f * panel.em()), scale = size / font->FontSize;
  const float high = std::round(1.45f * size), indent = panel.em();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImVec2 at = start;
  const auto piece = [&](std::string_view s, const glm::vec4& ink) {
    const float wide = scale * text_size(font, s).x;
    if (at.x + wide > start.x + width && at.x > start.x + indent)
      at = {start.x + indent, at.y + high};
    const ImVec2 here = at;
    list.AddText(font, size, {here.x, here.y + 0.5f * (high - size)}, color(ink), s.data(),
                 s.data() + s.size());
    at.x += wide;
    return ImVec2(here.x, wide);
  };
  for (int id = 0; const Token& token : tokens) {
    ++id;
    if (!token.symbol()) {
      for (size_t begin = 0; begin < token.text.size();) {  // words may go to the next line
        const size_t end = std::min(token.text.find(' ', begin), token.text.size() - 1) + 1;
        piece(token.text.substr(begin, end - begin), p.text_dim);
        begin = end;
      }
      continue;
    }
    const ImVec2 extent = piece(token.text, p.text);
    const ImVec2 corner{extent.x, at.y};
    const IdScope scope(id);
    click_area(token.text, corner, {extent.y, high});
    const bool hovered = ImGui::IsItemHovered();
    const float line = hairline(panel.look);
    fill({corner.x, corner.y + high - line}, {extent.y, line},
         color(p.accent, hovered ? 1.f : 0.35f), 0);
    if (hovered) {
      fill(corner, {extent.y, high}, color(p.accent, 0.18f));
      const Tooltip tip = open_tooltip_beside(panel.look);
      if (const std::string value = token_value(token, panel.solver()); !value.empty()) {
        const TextStyle style(panel.fonts.strong);
        const bool number = token.parameter || token.reading >= 0;
        text(base::format("{}{}{}", token.text, number ? " = " : ":  ", value));
      }
      text(token.meaning);
    }
  }
  occupy(start, {width, at.y + high - start.y});
}

void formula_card(const Panel& panel, const ik::MethodInfo& method) {
  const float unit = panel.em(), pad = std::round(0.6f * unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({at.x + pad, at.y + pad});
  ImGui::BeginGroup();
  ImGui::PushTextWrapPos(ImGui::GetCursorPos().x + width - 2 * pad);
  text(panel.fonts.strong, method.title);
  auto [formula, first_time] = panel.state.formulas.try_emplace(&method);
  for (std::string_view line : lines(method.formula))
    if (first_time) formula->second.push_back(formula_tokens(line, method));
  for (int number = 0; const std::vector<Token>& line : formula->second) {
    const IdScope scope(++number);
    formula_line(panel, line, width - 2 * pad);
  }
  text(panel.fonts.small, panel.palette.accent, method.hint);
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + pad;
  list.ChannelsSetCurrent(0);
  const float height = bottom - at.y, rounding = ImGui::GetStyle().ChildRounding;
  fill(at, {width, height}, panel.palette.window, rounding);
  fill(at, {std::round(0.18f * unit), height}, panel.palette.accent, rounding);
  list.ChannelsMerge();
  occupy({at.x, bottom}, {width, 0});
}

/// Says what the scene asks for and the method leaves out; empty if nothing.
std::string ignored(const ik::MethodInfo& method, const ik::Skeleton& skeleton) {
  if (!method.positions_alone) return {};
  std::string first;
  int count = 0;
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (!skeleton.effector(i).goal.of_point() && count++ == 0)
      first = base::in_quotes(skeleton.effector(i).name);
  if (count == 0) return {};
  return base::format("{} uses only position goals: it ignores {}{}.", method.title, first,
                      count == 1 ? "" : " and " + base::counted(count - 1, "other goal"));
}

void method_panel(const Panel& panel) {
  if (!section(panel.look, "Method")) return;
  const float gap = std::round(0.1f * panel.em());
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, gap));
  const float room = ImGui::GetContentRegionAvail().x;
  const int most = panel.look.fingers ? 3 : 2;
  const int columns = std::clamp(static_cast<int>(room / (7 * panel.em())), 1, most);
  const int count = static_cast<int>(ik::methods().size()), rows = (count + columns - 1) / columns;
  const float width =
      std::floor((room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  for (int row = 0; row < rows; ++row) {  // down the first column, then the second
    for (int index = row; index < count; index += rows) {
      if (index != row) ImGui::SameLine();
      const ik::MethodInfo* method = ik::methods()[static_cast<size_t>(index)];
      method_button(panel, *method, index, method == &panel.method(), width);
    }
  }
  ImGui::PopStyleVar();
  if (const std::string remark = ignored(panel.method(), panel.skeleton()); !remark.empty())
    note(panel.look, remark);
}

/// Describes the method, below the parameters that it is tuned with.
void formula_panel(const Panel& panel) {
  formula_card(panel, panel.method());
  tasks(panel);
}

}  // namespace

void declare_method_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "method", .title = "Method", .rank = 120, .draw = method_panel});
  panels.add({.name = "formula",
              .part_of = "method",
              .title = "Formula",
              .rank = 132,
              .draw = formula_panel});
}

}  // namespace ui
