#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace ui {

/// A message for display: one line, without control characters, at most `most` bytes. Long texts
/// are shortened in the middle ("…"): first long words and quoted names, so that file and line
/// remain, then the whole.
std::string shown(std::string_view message, size_t most = 500);

}  // namespace ui
