#pragma once
#include <Eigen/Core>

#include "ui/panel.h"

namespace ui {

/// Fields for names and numbers. Labels are on the left, in a column of this width, em.
constexpr float label_column = 5.2f;
void label_of_field(const Panel& panel, std::string_view label, float column = label_column);

/// Draws a field of this width, pixels. Returns its new text when it is left or Enter is pressed.
std::optional<std::string> typed_field(const Panel& panel, const char* id, const std::string& value,
                                       float width, TabStops::Kind kind = TabStops::Kind::Field);

/// Returns what was typed; nothing while it is being typed, or if it did not change.
std::optional<std::string> text_field(const Panel& panel, const char* label,
                                      const std::string& value, std::string_view help);
/// Draws fields for numbers, with `kept` em free beside them. Returns typed ones, nan if emptied.
std::optional<std::vector<double>> number_fields(const Panel& panel, std::string_view label,
                                                 const std::vector<double>& values,
                                                 std::string_view help, float column = label_column,
                                                 float kept = 0);
std::optional<int> choice_field(const Panel& panel, std::string_view label,
                                std::span<const std::string_view> choices, int chosen,
                                float column = label_column, float kept = 0);
/// Draws buttons over the whole width. Returns the one pressed, or -1.
int button_row(const Panel& panel, std::span<const std::string> labels,
               std::span<const std::string> help);

}  // namespace ui
