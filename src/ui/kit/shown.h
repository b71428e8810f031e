#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace ui {

/// Returns a message for display: one line, without control characters, at most `most` bytes. Long
/// texts are shortened in the middle ("…"): first long words and quoted names, so that file and
/// line remain, then the whole text.
std::string shown(std::string_view message, size_t most = 500);

/// Removes a folder unknown to users from a message: "wrong.toml, line 12: ..." for
/// "/folder/wrong.toml:12: ...".
std::string without_folder(std::string_view message, std::string_view folder);

}  // namespace ui
