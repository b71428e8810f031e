#pragma once
#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "base/digits.h"

namespace formats {

/// The words of a text: what stands between white space.
class TextWords {
 public:
  explicit TextWords(std::string_view text) : rest_(text) {}

  /// Returns the next word, on any line; empty at the end of the text.
  std::string_view next() {
    skip_space();
    return take(static_cast<size_t>(std::ranges::find_if(rest_, is_space) - rest_.begin()));
  }
  bool ended() const { return rest_.empty(); }
  size_t line() const { return line_; }  ///< of the last word

 protected:
  static bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
  void skip_space() {
    for (; !rest_.empty() && is_space(rest_.front()); rest_.remove_prefix(1))
      line_ += rest_.front() == '\n';
  }
  std::string_view take(size_t most) {
    const std::string_view taken = rest_.substr(0, most);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
  size_t line_ = 1;
};

/// Returns the number that a word is, which may begin with "+".
inline std::optional<double> number_from(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  return base::number(word);
}

}  // namespace formats
