#pragma once
#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ui/panel.h"

namespace ui {

/// Names and numbers of the body that is being built, typed. Labels stand on the left, in one
/// column.

/// What was typed; nothing while it is, or if it was left as it was.
std::optional<std::string> text_field(const Panel& panel, const char* label,
                                      const std::string& value, std::string_view help);
/// Of three numbers one has a number: "x", "y", "z" stand in the fields.
std::optional<std::vector<double>> number_fields(const Panel& panel, const char* label,
                                                 const std::vector<double>& values,
                                                 std::string_view help);
std::optional<int> choice_field(const Panel& panel, const char* label,
                                std::span<const std::string_view> choices, int chosen);
/// Buttons beside each other in the whole width; the one pressed, or -1.
int button_row(const Panel& panel, std::span<const std::string> labels,
               std::span<const std::string> help);

}  // namespace ui
