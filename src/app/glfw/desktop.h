#pragma once
#include <string>
#include <string_view>

namespace app {

/// Returns whether the user has told the desktop to do without animations, as GTK's settings.ini
/// and KDE's kdeglobals say it: files, so that nothing has to be asked on a bus.
bool wants_less_motion();

/// The value of a key in a section of such a file; empty if it is not there.
std::string ini_value(std::string_view text, std::string_view section, std::string_view key);

}  // namespace app
