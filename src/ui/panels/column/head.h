#pragma once
#include "ui/panel.h"

namespace ui {

/// The head of the right column: which of its panels is shown; its left edge can be dragged.
void column_head(const Panel& panel);

}  // namespace ui
