#pragma once
#include <string>

#include "app/platform.h"
#include "ui/layout.h"

namespace app {

/// What has been drawn of this frame, before it is swapped away, as PNG, or a part of it in window
/// coordinates. Throws render::Error.
std::string png(const Platform& platform, const ui::Rect& part = {});

}  // namespace app
