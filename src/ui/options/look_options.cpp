#include "ui/options/options.h"
#include "view/palette.h"

namespace ui::options {

const base::Parameter& theme() {
  static const base::Parameter parameter = [] {
    base::Parameter themes{
        .key = "theme",
        .symbol = "Theme",
        .unit = "",
        .default_value = 0,
        .explanation =
            "Dark for a screen, light for a projector or a printed page, high contrast "
            "for letters that stand out."};
    for (const view::Palette* palette : view::palettes()) themes.choices.push_back(palette->name);
    return themes;
  }();
  return parameter;
}

const view::Palette& palette(const base::Settings& settings) {
  return *view::palettes()[static_cast<size_t>(settings[theme()])];
}

const base::Parameter& motion() {
  static const base::Parameter parameter{
      .key = "motion",
      .symbol = "Motion",
      .unit = "",
      .default_value = 0,
      .choices = {"system", "full", "reduced"},
      .explanation =
          "Reduced: the camera jumps in the place of flying, nothing fades or pulses. "
          "System does what the desktop is set to.",
  };
  return parameter;
}

bool is_calm(const base::Settings& settings, bool system) {
  const double choice = settings[motion()];
  return choice == 2 || (choice == 0 && system);
}

const base::Parameter& show_marks() {
  static const auto parameter = base::toggle(
      "show_marks", "Marks in the view", false,
      "Draws beside each effector, or each run, the mark that its curve and its row have: for grey "
      "projectors, and for whoever cannot tell the colours apart.",
      "");
  return parameter;
}

const base::Parameter& ui_scale() {
  static const base::Parameter parameter{
      .key = "ui_scale",
      .symbol = "UI scale",
      .unit = "",
      .min = 0.5,
      .max = 3,
      .default_value = 0,
      .special = "auto",
      .special_value = 0,
      .explanation = "Size of text and controls; auto follows the monitor's size and resolution.",
  };
  return parameter;
}

}  // namespace ui::options
