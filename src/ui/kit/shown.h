#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace ui {

/// A message for display: one line, without control characters, at most `most` bytes. Long texts
/// are shortened in the middle ("…"): first long words and quoted names, so that file and line
/// remain, then the whole.
std::string shown(std::string_view message, size_t most = 500);

/// Names files in this folder, which users do not know, as they do: "wrong.toml, line 12: ..." for
/// "/folder/wrong.toml:12: ...".
std::string without_folder(std::string_view message, std::string_view folder);

}  // namespace ui
