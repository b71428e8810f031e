#pragma once
#include <filesystem>

#include "app/window.h"

namespace app {

/// What has been drawn of this frame, before it is swapped away, as PNG; whole or not at all.
/// Throws ik::Error or render::Error.
void save_picture(const std::filesystem::path& file, const Window& window);

/// A time-stamped name that is not taken yet, in the user's pictures folder if there is one, else
/// in the folder the program was started from.
std::filesystem::path new_screenshot_file();

}  // namespace app
