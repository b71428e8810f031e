#include "ui/kit/fields.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/digits.h"
#include "ui/kit/format.h"

namespace ui {

std::optional<std::string> typed_field(const Panel& panel, const char* id, const std::string& value,
                                       float width, TabStops::Kind kind) {
  char typed[200];
  std::snprintf(typed, sizeof typed, "%s", value.c_str());
  ImGui::SetNextItemWidth(width);
  // In dialogs Tab is for TabStops, not for Dear ImGui.
  ImGui::PushAllowKeyboardFocus(panel.look.stops != &panel.state.stops);
  ImGui::InputText(id, typed, sizeof typed, ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopAllowKeyboardFocus();
  const bool ended = ImGui::IsItemDeactivatedAfterEdit();
  add_tab_stop(panel.look, kind);
  std::string& last = panel.state.field_text;
  if (ImGui::IsItemActive()) {
    panel.state.field_active = true;
    last = typed;
  }
  if (!ended || key_pressed(ImGuiKey_Escape, true)) return {};
  // After a click elsewhere, Dear ImGui has dropped what was typed.
  const std::string now = typed != value ? typed : last;
  return now != value ? std::optional(now) : std::nullopt;
}

void label_of_field(const Panel& panel, std::string_view label, float column) {
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetCursorPosX();
  text(panel.look.fonts.body, panel.look.palette->text_dim,
       shortened(panel.look.fonts.body, std::string(label), (column - 0.3f) * panel.em()));
  ImGui::SameLine(left + std::round(column * panel.em()));
}

std::optional<std::string> text_field(const Panel& panel, const char* label,
                                      const std::string& value, std::string_view help) {
  const IdScope scope(label);
  label_of_field(panel, label);
  auto typed = typed_field(panel, "##text", value, ImGui::GetContentRegionAvail().x);
  tooltip(panel.look, help);
  return typed;
}

std::optional<std::vector<double>> number_fields(const Panel& panel, std::string_view label,
                                                 const std::vector<double>& values,
                                                 std::string_view help, float column, float kept) {
  const IdScope scope(label);
  label_of_field(panel, label, column);
  const float gap = std::round(0.3f * panel.em());
  const auto count = static_cast<float>(values.size());
  const float room = ImGui::GetContentRegionAvail().x - kept * panel.em();
  const float width = std::floor((room - (count - 1) * gap) / count);
  double largest = 0;
  for (const double value : values)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  std::optional<std::vector<double>> changed;
  for (size_t i = 0; i < values.size(); ++i) {
    constexpr double rounding = 1e-12;  // what is so small beside the others is zero
    const double value = std::abs(values[i]) < rounding * largest ? 0 : values[i];
    if (i > 0) ImGui::SameLine(0, gap);
    const IdScope one(static_cast<int>(i));
    const std::string shown =
        std::isfinite(value) ? base::shortest(base::round_to(value, 6) + 0.) : std::string("none");
    if (const auto typed = typed_field(panel, "##number", shown, width)) {
      const std::string_view text(*typed);
      const auto number = base::number(text.substr(text.starts_with('+') ? 1 : 0));
      if (number && std::isfinite(*number)) {
        changed = changed.value_or(values);
        (*changed)[i] = *number;
      } else if (text.empty() || text == "none") {
        changed = changed.value_or(values);
        (*changed)[i] = std::nan("");
      } else {
        panel.state.toasts.add(
            base::format("\"{}\" is not a number; expected one such as 0.25.", *typed),
            Toasts::Kind::Error);
      }
    }
    tooltip(panel.look, help);
  }
  return changed;
}

std::optional<int> choice_field(const Panel& panel, std::string_view label,
                                std::span<const std::string_view> choices, int chosen, float column,
                                float kept) {
  const IdScope scope(label);
  label_of_field(panel, label, column);
  const int now = choose(panel.look, "choice", choices, chosen,
                         ImGui::GetContentRegionAvail().x - kept * panel.em());
  if (kept == 0) ImGui::Dummy({0, std::round(0.15f * panel.em())});
  if (now < 0 || now == chosen) return {};
  return now;
}

int button_row(const Panel& panel, std::span<const std::string> labels,
               std::span<const std::string> help) {
  const float gap = std::round(0.3f * panel.em()), count = static_cast<float>(labels.size());
  const float width = std::floor((ImGui::GetContentRegionAvail().x - (count - 1) * gap) / count);
  int pressed = -1;
  for (size_t i = 0; i < labels.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    if (button(panel.look, labels[i], {width, 0})) pressed = static_cast<int>(i);
    tooltip(panel.look, help[i]);
  }
  return pressed;
}

}  // namespace ui
