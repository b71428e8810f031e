#pragma once
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

/// Something is wrong with the program, not with the text.
struct Fault : std::logic_error {
  using std::logic_error::logic_error;
};

/// One of the program's readers, and what must be true of whatever it is given.
struct Reader {
  std::string_view name;
  /// Texts that are right, to begin with.
  std::vector<std::string> (*texts)();
  /// Reads a text and uses what was read: writes it and reads it back, runs it. Throws base::Error
  /// if the text is refused, with a sentence; Fault if anything else is the matter.
  void (*read)(const std::string& text);
};

/// Scenes, sessions, lessons, maps, robots, and with the window settings.
std::span<const Reader> readers();

/// Words that mean something to one reader or another: keys, methods, motions, verbs.
std::vector<std::string> known_words();

/// Whether the text is accepted. Throws Fault, or what the program should not have thrown.
bool accepts(const Reader& reader, const std::string& text);

}  // namespace fuzz
