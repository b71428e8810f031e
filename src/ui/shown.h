#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace ui {

/// How a text of somebody else (a name, a message that quotes one) is shown: in one line, without
/// control characters, at most so many bytes. What is too long loses its middle ("…"): first every
/// long word and quoted name, so that file and line stay, then the whole.
std::string shown(std::string_view text, size_t most = 500);
constexpr size_t longest_name = 100;  ///< in a title or a row

}  // namespace ui
