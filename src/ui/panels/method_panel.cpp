#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ik/method.h"
#include "ui/panels/panels.h"

namespace ui {
namespace {

/// A formula's parts, which three blanks separate.
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

void method_button(const Panel& panel, const ik::MethodInfo& method, int place, bool chosen) {
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = std::round(1.8f * unit);
  const std::string title(method.title), name(method.name);
  const std::string unable =
      method.unable ? method.unable(panel.simulation().skeleton()) : std::string();
  if (ImGui::InvisibleButton(name.c_str(), {std::max(width, 1.f), height}) && !chosen &&
      unable.empty())
    panel.perform(Action::ChooseMethod, place);
  const bool hovered = ImGui::IsItemHovered() && unable.empty();
  if (begin_tooltip(panel.look)) {
    text(unable.empty() ? method.when : unable);
    note(panel.look, method.source);
    end_tooltip();
  }
  const float ink = unable.empty() ? 1 : 0.45f;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || hovered)
    list.AddRectFilled(at, {at.x + width, at.y + height}, color(chosen ? p.accent : p.raised),
                       ImGui::GetStyle().FrameRounding);
  float x = at.x + std::round(0.3f * unit);
  if (const std::string key = shown_key(Action::ChooseMethod, place); !key.empty())
    x += key_cap(panel.look, {x, at.y + std::round(0.5f * (height - 1.25f * unit))}, key, chosen,
                 false);
  const float y = at.y + std::round(0.5f * (height - unit));
  list.AddText({x + 0.6f * unit, y}, color(chosen ? p.accent_text : p.text, ink), title.c_str());
  ImFont* small = panel.look.fonts.small;
  const float name_width = text_size(small, name).x;
  const float right = at.x + width - name_width - 0.5f * unit;
  if (right > x + unit + text_size(panel.look.fonts.body, title).x)
    list.AddText(small, small->FontSize, {right, at.y + 0.5f * (height - small->FontSize)},
                 color(chosen ? p.accent_text : p.text_dim, ink), name.c_str());
}

/// The formula on a sheet of its own, and what to try.
void formula_card(const Panel& panel, const ik::MethodInfo& method) {
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em(), pad = std::round(0.6f * unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({at.x + pad, at.y + pad});
  ImGui::BeginGroup();
  ImGui::PushTextWrapPos(ImGui::GetCursorPos().x + width - 2 * pad);
  for (std::string_view line : lines(method.formula)) text(line);
  {
    const TextStyle style(panel.look.fonts.small, p.accent);
    text(method.hint);
  }
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + pad;
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(at, {at.x + width, bottom}, color(p.window), ImGui::GetStyle().ChildRounding);
  list.AddRectFilled(at, {at.x + std::round(0.18f * unit), bottom}, color(p.accent),
                     ImGui::GetStyle().ChildRounding);
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos({at.x, bottom});
  ImGui::Dummy({width, 0});
}

}  // namespace

void method_panel(const Panel& panel) {
  if (!section(panel.look, "Method")) return;
  const ik::MethodInfo& at_work = panel.simulation().run().solver().method();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, std::round(0.1f * panel.em())));
  int place = 0;
  for (const ik::MethodInfo* method : ik::methods()) {
    method_button(panel, *method, place, method == &at_work);
    ++place;
  }
  ImGui::PopStyleVar();
  formula_card(panel, at_work);
}

}  // namespace ui
