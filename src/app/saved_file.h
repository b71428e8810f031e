#pragma once
#include <filesystem>
#include <string>

#include "app/window.h"
#include "ui/layout.h"

namespace app {

/// This frame, before it is swapped, as PNG, or a part of it in window coordinates. Throws
/// render::Error.
std::string png(const Window& window, const ui::Rect& part = {});

/// A text, whole or not at all. Throws base::Error.
void save_text(const std::filesystem::path& file, const std::string& text);

/// The folders for files that the user saves.
enum class Folder { Pictures, Documents };

/// A time-stamped name that is not taken yet and that a file can have anywhere,
/// "name-2026-01-31-120000.ending", in the user's folder of that kind if there is one, else in the
/// folder the program was started from.
std::filesystem::path new_file(Folder folder, const std::string& name, const std::string& ending);

}  // namespace app
