#include "ui/panels/build/fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "ui/format.h"

namespace ui {
namespace {

constexpr float label_width = 5.2f;  // em

void label_of_field(const Panel& panel, const char* label) {
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetCursorPosX();
  {
    const TextStyle style(panel.look.fonts.body, panel.look.palette->text_dim);
    text(label);
  }
  ImGui::SameLine(left + std::round(label_width * panel.em()));
}

/// A field of this width with a text; what it holds once it is left or Enter is pressed.
std::optional<std::string> typed_field(const Panel& panel, const char* id, const std::string& value,
                                       float width) {
  char typed[200];
  std::snprintf(typed, sizeof typed, "%s", value.c_str());
  ImGui::SetNextItemWidth(width);
  ImGui::InputText(id, typed, sizeof typed, ImGuiInputTextFlags_AutoSelectAll);
  const bool ended = ImGui::IsItemDeactivatedAfterEdit();
  if (panel.look.stops) panel.look.stops->add(panel.look, TabStops::Kind::Field);
  std::string& last = panel.state.field_text;
  if (ImGui::IsItemActive()) {
    panel.state.field_active = true;
    last = typed;
  }
  if (!ended || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) return {};
  // Left by a click elsewhere it has forgotten what was typed.
  const std::string now = typed != value ? typed : last;
  return now != value ? std::optional(now) : std::nullopt;
}

}  // namespace

std::optional<std::string> text_field(const Panel& panel, const char* label,
                                      const std::string& value, std::string_view help) {
  ImGui::PushID(label);
  label_of_field(panel, label);
  auto typed = typed_field(panel, "##text", value, ImGui::GetContentRegionAvail().x);
  tooltip(panel.look, help);
  ImGui::PopID();
  return typed;
}

std::optional<std::vector<double>> number_fields(const Panel& panel, const char* label,
                                                 const std::vector<double>& values,
                                                 std::string_view help) {
  ImGui::PushID(label);
  label_of_field(panel, label);
  const float gap = std::round(0.3f * panel.em());
  const auto count = static_cast<float>(values.size());
  const float width = std::floor((ImGui::GetContentRegionAvail().x - (count - 1) * gap) / count);
  std::optional<std::vector<double>> changed;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    ImGui::PushID(static_cast<int>(i));
    const std::string shown = std::isfinite(values[i])
                                  ? base::shortest(base::round_to(values[i], 6) + 0.)
                                  : std::string("none");
    if (const auto typed = typed_field(panel, "##number", shown, width)) {
      double value = 0;
      const std::string_view number(*typed);
      const char* from = number.data() + (number.starts_with('+') ? 1 : 0);
      const auto read = std::from_chars(from, number.data() + number.size(), value);
      if (read.ec == std::errc() && read.ptr == number.data() + number.size() &&
          std::isfinite(value)) {
        changed = changed.value_or(values);
        (*changed)[i] = value;
      } else if (number.empty() || number == "none") {
        changed = changed.value_or(values);
        (*changed)[i] = std::nan("");
      } else {
        panel.state.toasts.add("\"" + *typed + "\" is no number; expected one such as 0.25.",
                               Toasts::Kind::Error);
      }
    }
    tooltip(panel.look, help);
    ImGui::PopID();
  }
  ImGui::PopID();
  return changed;
}

std::optional<int> choice_field(const Panel& panel, const char* label,
                                std::span<const std::string_view> choices, int chosen) {
  ImGui::PushID(label);
  label_of_field(panel, label);
  const int now = choose(panel.look, "choice", choices, chosen, ImGui::GetContentRegionAvail().x);
  ImGui::Dummy({0, std::round(0.15f * panel.em())});
  ImGui::PopID();
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
    if (button(panel.look, labels[i].c_str(), {width, 0})) pressed = static_cast<int>(i);
    tooltip(panel.look, help[i]);
  }
  return pressed;
}

}  // namespace ui
