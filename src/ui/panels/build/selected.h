#pragma once
#include <string>

#include "ui/panel.h"

namespace ui {

/// The name of an effector's target, and its motion.
struct TargetName {
  int target = -1;
  std::string motion = {};
};
TargetName target_of(const sim::build::Draft& draft, int effector);

/// Draws the selected part of the body that is being built: its name, its numbers and its actions.
void selected_part(const Panel& panel, const sim::build::Draft& draft);

}  // namespace ui
