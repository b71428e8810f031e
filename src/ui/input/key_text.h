#pragma once
#include <string>
#include <string_view>

#include "ui/input/keys.h"

namespace ui {

/// A lesson's text with keys for names in braces: "{restart}" becomes "R", a method's name the key
/// that chooses it. Other braces stay. Touched: for who has no keyboard; what stands in brackets,
/// "Restart ({restart})", is left out.
std::string with_keys(std::string_view text, bool touched);

/// Returns whether a browser keeps this key for itself: for tabs, the address, zoom, developer
/// tools.
bool is_of_browser(Chord chord);

/// The key of an action, or of one of its choices, as menus show it; empty if it has none. In a
/// page one that the browser leaves to it.
std::string shown_key(Action action, int argument = 0, bool in_page = false);
std::string shown_key(const Shortcut& shortcut, bool in_page);  ///< of all its choices

}  // namespace ui
