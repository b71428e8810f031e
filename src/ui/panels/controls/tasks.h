#pragma once
#include "ui/panel.h"

namespace ui {

/// The order of priority of the effectors, below the method that has one.
void tasks(const Panel& panel);

}  // namespace ui
