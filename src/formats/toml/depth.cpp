#include "formats/toml/depth.h"

#include <algorithm>

namespace formats {
namespace {

/// Where the quoted text that begins at `begin` ends; a wrong one at the end of its line.
size_t end_of_quotes(std::string_view text, size_t begin) {
  const char quote = text[begin];
  const bool escapes = quote == '"';
  const bool many_lines = text.substr(begin, 3) == std::string_view(escapes ? "\"\"\"" : "'''");
  for (size_t i = begin + (many_lines ? 3 : 1); i < text.size(); ++i) {
    if (escapes && text[i] == '\\') {
      ++i;
    } else if (!many_lines && (text[i] == quote || text[i] == '\n')) {
      return i + 1;
    } else if (many_lines && text.substr(i, 3) == text.substr(begin, 3)) {
      i += 3;
      for (int more = 0; more < 2 && i < text.size() && text[i] == quote; ++more) ++i;  // """a"""""
      return i;
    }
  }
  return text.size();
}

}  // namespace

size_t line_nested_too_deep(std::string_view text) {
  constexpr int most_dots = 16, most_brackets = 32;
  int dots = 0, brackets = 0;  // of the current key; open brackets around it
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = end_of_quotes(text, i);
      continue;
    }
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c == '.') ++dots;
    if (c == '[' || c == '{') ++brackets;
    if (c == ']' || c == '}') brackets = std::max(0, brackets - 1);
    if (std::string_view("\n,=[]{}").find(c) != std::string_view::npos) dots = 0;
    if (dots > most_dots || brackets > most_brackets)
      return 1 + static_cast<size_t>(std::count(text.begin(), text.begin() + i, '\n'));
    ++i;
  }
  return 0;
}

}  // namespace formats
