#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace files {

/// A kind of input file: its name in messages, and the largest size that is read.
struct Kind {
  const char* expected;
  size_t most_bytes;
};

constexpr size_t megabyte = size_t{1} << 20;
constexpr Kind scene{"a scene file (.toml)", 64 * megabyte};  ///< sessions open as scenes too
constexpr Kind robot{"a robot (.urdf, .xml)", 64 * megabyte};
constexpr Kind motion{"a motion capture file (.bvh)", 200 * megabyte};
constexpr Kind session{"a session file (.toml)", 64 * megabyte};
constexpr Kind lesson{"a lesson (.toml)", megabyte};
constexpr Kind document{"a document (.md)", megabyte};
constexpr Kind film{"a script for a film (.toml)", megabyte};
constexpr Kind settings{"settings (.toml)", megabyte};
constexpr Kind mesh{"a mesh (.stl, .obj, .dae, .ply, .gltf, .glb)", 300 * megabyte};
/// The limit is that of the largest map, with all digits.
constexpr Kind map{"a map or solves as CSV", 1200 * megabyte};

/// How the pointer begins that Git LFS leaves until the real file is fetched.
constexpr std::string_view lfs_pointer = "version https://git-lfs.github.com/";

/// Reads the text of a regular file, with line ends \n and without a byte order mark. Never waits
/// for a pipe or a device. Throws base::Error: which file, what is wrong, what was expected.
std::string read_text(const std::filesystem::path& file, const Kind& kind);
/// Reads the bytes of a regular file, unchanged.
std::string read_bytes(const std::filesystem::path& file, const Kind& kind);
/// Returns the first bytes of a regular file, to recognise its format; empty if it cannot be read.
std::string begin_of(const std::filesystem::path& file, size_t most_bytes);

/// Converts a file's bytes as read_text() does.
std::string plain_lines(std::string text);

}  // namespace files
