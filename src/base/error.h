#pragma once
#include <stdexcept>
#include <string>

namespace base {

/// Bad input. what() is one sentence for the user: what is wrong, where, what was expected.
/// Thrown while things are set up (a scene, an option), never by an update.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws an Error about a line of a file; about the whole file if the line is 0.
[[noreturn]] inline void fail_at_line(const std::string& source, size_t line,
                                      const std::string& sentence) {
  throw Error(source + (line > 0 ? ":" + std::to_string(line) : "") + ": " + sentence);
}

}  // namespace base
