#pragma once
#include <string>
#include <string_view>

#include "ui/input/keys.h"

namespace ui {

/// Returns a lesson's text with names in braces replaced by keys: "{restart}" becomes "R", a
/// method's name the key that chooses it. Other braces stay. If `touched`, for users without a
/// keyboard, text in brackets with a key, "Restart ({restart})", is left out.
std::string with_keys(std::string_view text, bool touched);

/// Returns whether a browser keeps this key for itself: for tabs, the address, zoom, developer
/// tools.
bool is_of_browser(Chord chord);

/// Returns the key of an action, or of one of its choices, as menus show it; empty if it has none.
/// In a page, it is one that the browser does not use.
std::string shown_key(Action action, int argument = 0, bool in_page = false);
std::string shown_key(const Shortcut& shortcut, bool in_page);  ///< the keys of all its choices

}  // namespace ui
