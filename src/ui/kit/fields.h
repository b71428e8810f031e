#pragma once
#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ui/panel.h"

namespace ui {

/// Names and numbers that are typed, in panels and dialogs. Labels stand on the left, in one column
/// of so many em.
constexpr float label_column = 5.2f;
void label_of_field(const Panel& panel, std::string_view label, float column = label_column);

/// Returns what was typed; nothing while it is being typed, or if it did not change.
std::optional<std::string> text_field(const Panel& panel, const char* label,
                                      const std::string& value, std::string_view help);
/// The numbers, one of which was typed: not a number (nan) where the field was emptied. `kept`: the
/// width to the right of them that is left free, em.
std::optional<std::vector<double>> number_fields(const Panel& panel, std::string_view label,
                                                 const std::vector<double>& values,
                                                 std::string_view help, float column = label_column,
                                                 float kept = 0);
std::optional<int> choice_field(const Panel& panel, std::string_view label,
                                std::span<const std::string_view> choices, int chosen,
                                float column = label_column, float kept = 0);
/// Buttons beside each other in the whole width; the one pressed, or -1.
int button_row(const Panel& panel, std::span<const std::string> labels,
               std::span<const std::string> help);

}  // namespace ui
