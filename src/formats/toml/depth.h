#pragma once
#include <cstddef>
#include <string_view>

namespace formats {

/// The first line in which a TOML text nests keys or values deeper than any of our formats; 0 if
/// none. A parser handles nested tables recursively, so that about 100,000 levels of a.a.a.a...
/// would exhaust the stack.
size_t line_nested_too_deep(std::string_view text);

}  // namespace formats
