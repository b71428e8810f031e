#pragma once
#include "ui/context.h"

namespace ui {

/// Lets a target go where it is to; of a pose its position and its orientation, undone as one.
void release_target(const Context& context, int target, sim::ReleaseTarget::To to);

}  // namespace ui
