#pragma once
#include <filesystem>

#include "app/window.h"
#include "render/picture.h"

namespace app {

/// What has been drawn of this frame, before it is swapped away.
render::Picture window_picture(const Window& window);

/// A time-stamped name that is not taken yet, in the user's pictures folder if there is one, else
/// in the folder the program was started from.
std::filesystem::path new_screenshot_file();

}  // namespace app
