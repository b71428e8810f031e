#pragma once
#include "lessons/course.h"
#include "ui/panel.h"

namespace ui {

/// Returns the options that show a lesson's current step; later ones override earlier ones. What
/// the step points at and what its task needs and measures is shown, in presentation mode, too; the
/// rest is folded; the timeline stays as it is. The views of earlier steps in the same scene
/// remain.
std::vector<SetOption> view_of(const lessons::Course& course);

/// Returns whether the task's solution sets that parameter, or one of its conditions is about it.
bool concerns(const lessons::Task& task, std::string_view key);

}  // namespace ui
