#include "lab/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "ik/error.h"

namespace lab {
namespace fs = std::filesystem;

OutputFile::OutputFile(const fs::path& path) : path_(path) {
  std::error_code error;
  if (fs::is_directory(path_, error))
    throw ik::Error(path_.string() + ": this is a folder; expected the name of a file to write");
  if (fs::is_symlink(path_, error)) {  // the link stays, what it names is replaced
    if (const fs::path real = fs::weakly_canonical(path_, error); !error) path_ = real;
  }
  const bool special = fs::exists(path_, error) && !fs::is_regular_file(path_, error);
  if (!special) temporary_ = path_.string() + ".part" + std::to_string(getpid());
  file_ = std::fopen((special ? path_ : temporary_).c_str(), "wb");
  if (!file_) fail();
}

OutputFile::~OutputFile() {
  if (file_) std::fclose(file_);
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

void OutputFile::fail() {
  throw ik::Error(path_.string() + ": cannot be written, " + std::strerror(errno));
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
}

void OutputFile::commit() {
  if (std::fflush(file_) != 0) fail();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) fail();
  temporary_.clear();
}

}  // namespace lab
