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

struct Descriptor {
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number;
};

/// Opens a file without blocking. A pipe may replace a regular file at any moment, and is then
/// opened without waiting for its writer, and refused; some files in /proc would block too.
int open_to_read(const std::string& file) {
  return open(file.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

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
    throw base::Error(name +
                      ": this is the pointer of Git LFS to the file; run git lfs pull in its "
                      "folder, and open it again");
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    base::fail_at_line(name, 1,
                       "the file is in UTF-16; expected UTF-8: save it with that encoding");
  return plain_lines(bytes);
}

std::string begin_of(const std::filesystem::path& file, size_t most_bytes) {
  struct stat status {};
  const std::string name = file.string();
  if (stat(name.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  const Descriptor in(open_to_read(name));
  if (in.number < 0 || fstat(in.number, &status) != 0 || !S_ISREG(status.st_mode)) return {};
  std::string text(most_bytes, '\0');
  const ssize_t read = read_some(in.number, text.data(), text.size());
  text.resize(read > 0 ? static_cast<size_t>(read) : 0);
  return text;
}

std::string read_bytes(const std::filesystem::path& file, const Kind& kind) {
  const std::string name = file.string(), expected = std::string("; expected ") + kind.expected;
  const auto unreadable = [&](int error) {
    return base::Error(name + ": cannot be read, " + std::strerror(error) + expected);
  };
  const auto check_kind = [&](const struct stat& status) {
    if (S_ISDIR(status.st_mode)) throw base::Error(name + ": this is a folder" + expected);
    if (!S_ISREG(status.st_mode))
      throw base::Error(name + ": this is not a regular file" + expected);
  };
  struct stat status {};
  if (stat(name.c_str(), &status) != 0) {
    if (errno != ENOENT && errno != ENOTDIR) throw unreadable(errno);
    throw base::Error(name + ": there is no such file" + expected);
  }
  check_kind(status);  // checked before opening, since opening alone triggers some devices
  const Descriptor in(open_to_read(name));
  if (in.number < 0 || fstat(in.number, &status) != 0) throw unreadable(errno);
  check_kind(status);

  const auto check_size = [&](size_t bytes) {
    if (bytes > kind.most_bytes)
      throw base::Error(name + ": the file is larger than " +
                        std::to_string(kind.most_bytes / megabyte) + " MB" + expected +
                        ", which is smaller");
  };
  const auto size = static_cast<size_t>(status.st_size);
  check_size(size);
  std::string text;
  for (size_t count = 0;;) {  // the file may grow meanwhile, and some report 0
    constexpr size_t block = 1 << 16;
    text.resize(std::max(count + block, size + 1));
    const ssize_t read = read_some(in.number, text.data() + count, text.size() - count);
    if (read < 0) throw unreadable(errno);
    count += static_cast<size_t>(read);
    check_size(count);
    if (read == 0) {
      text.resize(count);
      return text;
    }
  }
}

}  // namespace files
