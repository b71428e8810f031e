#pragma once
#include "ui/panel.h"

namespace ui {

// Parts of the explanation, `height` pixels high:
void why_panel(const Panel& panel, float height);     ///< singular values and gains
void matrix_panel(const Panel& panel, float height);  ///< J

}  // namespace ui
