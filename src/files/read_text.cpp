#include "files/read_text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace files {
namespace {

/// A regular file, open to be read.
struct Input {
  int number = -1;
  size_t size = 0;
  std::string wrong;  ///< why it cannot be read, if it cannot

  explicit Input(const std::string& name) {
    struct stat status {};
    if (stat(name.c_str(), &status) != 0) {
      wrong = errno == ENOENT || errno == ENOTDIR ? "there is no such file" : unreadable();
      return;
    }
    wrong = wrong_kind(status);
    if (!wrong.empty()) return;  // opening alone triggers some devices
    // A pipe may replace a regular file at any moment, and is then opened without waiting for its
    // writer, and refused; some files in /proc would block too.
    number = open(name.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    wrong = number < 0 || fstat(number, &status) != 0 ? unreadable() : wrong_kind(status);
    size = static_cast<size_t>(status.st_size);
  }
  ~Input() {
    if (number >= 0) close(number);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  static std::string unreadable() { return std::string("cannot be read, ") + std::strerror(errno); }
  static std::string wrong_kind(const struct stat& status) {
    return S_ISREG(status.st_mode)   ? ""
           : S_ISDIR(status.st_mode) ? "this is a folder"
                                     : "this is not a regular file";
  }
};

ssize_t read_some(int file, char* to, size_t count) {
  ssize_t read = 0;
  do read = ::read(file, to, count);
  while (read < 0 && errno == EINTR);
  return read;
}

}  // namespace

std::string plain_lines(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  if (text.find('\r') == text.npos) return text;
  if (text.find('\n') == text.npos) std::ranges::replace(text, '\r', '\n');  // of an old Macintosh
  const auto end = text.end();
  auto out = text.begin();
  for (auto in = text.begin(); in != end; ++in)
    if (*in != '\r' || in + 1 == end || in[1] != '\n') *out++ = *in;
  text.erase(out, end);
  return text;
}

std::string read_text(const std::filesystem::path& file, const Kind& kind) {
  const std::string bytes = read_bytes(file, kind), name = file.string();
  if (bytes.starts_with(lfs_pointer))
    throw base::Error(
        "{}: this is the pointer of Git LFS to the file; run git lfs pull in its folder, and open "
        "it again",
        name);
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    base::fail_at_line(name, 1,
                       "the file is in UTF-16; expected UTF-8: save it with that encoding");
  return plain_lines(bytes);
}

std::string begin_of(const std::filesystem::path& file, size_t most_bytes) {
  const Input in(file.string());
  if (!in.wrong.empty()) return {};
  std::string text(most_bytes, '\0');
  const ssize_t read = read_some(in.number, text.data(), text.size());
  text.resize(read > 0 ? static_cast<size_t>(read) : 0);
  return text;
}

std::string read_bytes(const std::filesystem::path& file, const Kind& kind) {
  const auto fail = [&](std::string_view what) {
    throw base::Error("{}: {}; expected {}", file.string(), what, kind.expected);
  };
  const Input in(file.string());
  if (!in.wrong.empty()) fail(in.wrong);
  const auto check_size = [&](size_t bytes) {
    if (bytes > kind.most_bytes)
      throw base::Error("{}: the file is larger than {} MB; expected {}, which is smaller",
                        file.string(), kind.most_bytes / megabyte, kind.expected);
  };
  check_size(in.size);
  std::string text;
  for (size_t count = 0;;) {  // the file may grow meanwhile, and some report 0
    constexpr size_t block = 1 << 16;
    text.resize(std::max(count + block, in.size + 1));
    const ssize_t read = read_some(in.number, text.data() + count, text.size() - count);
    if (read < 0) fail(Input::unreadable());
    count += static_cast<size_t>(read);
    check_size(count);
    if (read == 0) {
      text.resize(count);
      return text;
    }
  }
}

}  // namespace files
