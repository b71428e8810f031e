#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

namespace files {

/// A kind of file that is read: how a sentence names it, and the size beyond which it is taken for
/// a mistake and not read.
struct Kind {
  const char* expected;
  size_t most_bytes;
};

constexpr size_t megabyte = size_t{1} << 20;
constexpr Kind scene{"a scene file (.toml)", 64 * megabyte};  ///< sessions open as scenes too
constexpr Kind session{"a session file (.toml)", 64 * megabyte};
constexpr Kind lesson{"a lesson (.toml)", megabyte};
constexpr Kind settings{"settings (.toml)", megabyte};
constexpr Kind map{"a map as CSV", 1200 * megabyte};  ///< the largest one, with all digits

/// The text of a regular file, with line ends \n and without a byte order mark, however it was
/// written. Never waits for a pipe or a device. Throws base::Error: which file, what is wrong, what
/// was expected.
std::string read_text(const std::filesystem::path& file, const Kind& kind);

/// What read_text() makes of the bytes of a file.
std::string plain_lines(std::string text);

}  // namespace files
