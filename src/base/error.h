#pragma once
#include <stdexcept>
#include <string>

#include "base/text.h"

namespace base {

/// Bad input. what() is one sentence for the user: what is wrong, where, what was expected.
/// Thrown while things are set up (a scene, an option), never by an update.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
  /// Fills in the values as base::format does.
  template <class... Values>
  requires(sizeof...(Values) > 0) explicit Error(FormatText<sizeof...(Values)> text,
                                                 const Values&... values)
      : runtime_error(base::format(text, values...)) {}
};

/// Throws an Error about a line of a file; about the whole file if the line is 0.
[[noreturn]] inline void fail_at_line(const std::string& source, size_t line,
                                      const std::string& sentence) {
  if (line == 0) throw Error("{}: {}", source, sentence);
  throw Error("{}:{}: {}", source, line, sentence);
}

}  // namespace base
