#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace ui {

/// How a message is shown: in one line, without control characters, at most so many bytes. What is
/// too long loses its middle ("…"): first every long word and quoted name, so that file and line
/// stay, then the whole.
std::string shown(std::string_view message, size_t most = 500);

}  // namespace ui
