#pragma once
#include <vector>

#include "lessons/lesson.h"
#include "ui/panel.h"

namespace ui {

/// The values of options with which a lesson's step shows what it points at and what its task is
/// done and measured with, and folds the rest; the timeline stays as it is. several: its scene has
/// several runs.
std::vector<OptionValue> needed_by(const lessons::Step& step, bool several);

/// Whether the task's solution sets that parameter, or one of its conditions is about it.
bool concerns(const lessons::Task& task, std::string_view key);

}  // namespace ui
