#pragma once
#include <vector>

#include "lessons/course.h"
#include "ui/panel.h"

namespace ui {

/// The values of options with which a lesson's current step is shown, later ones over earlier
/// ones: what it points at and what its task is done and measured with is there, on the stage too,
/// the rest is folded; the timeline stays as it is. The views of the steps before it that work on
/// the same scene remain.
std::vector<OptionValue> view_of(const lessons::Course& course);

/// Returns whether the task's solution sets that parameter, or one of its conditions is about it.
bool concerns(const lessons::Task& task, std::string_view key);

}  // namespace ui
