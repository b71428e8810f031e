#pragma once
#include <cstddef>
#include <string_view>

namespace formats {

/// The first line in which a TOML text nests keys or values deeper than any file of ours; 0 if none
/// does. A parser descends into nested tables and destroys them one inside the other, so that
/// a.a.a.a... of some 100,000 would exhaust the stack.
size_t line_nested_too_deep(std::string_view text);

}  // namespace formats
