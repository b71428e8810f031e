#pragma once
#include <string>
#include <string_view>

namespace app {

/// Returns whether the desktop is set to avoid animations, according to GTK's settings.ini and
/// KDE's kdeglobals. These are files, so no bus is needed.
bool wants_less_motion();

/// Returns the value of a key in a section of such a file, or an empty text.
std::string ini_value(std::string_view text, std::string_view section, std::string_view key);

}  // namespace app
