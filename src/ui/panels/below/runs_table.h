#pragma once
#include "ui/panel.h"

namespace ui {

/// The numbers of several runs, a line each.
void runs_table(const Panel& panel);
Figure runs_figure();

}  // namespace ui
