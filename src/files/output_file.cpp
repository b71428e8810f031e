#include "files/output_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

#include "base/error.h"

namespace files {
namespace fs = std::filesystem;

OutputFile::OutputFile(const fs::path& path) : path_(path) {
  std::error_code error;
  if (path_.empty())
    throw base::Error("the name of the output file is empty; expected a file name");
  if (fs::is_directory(path_, error))
    throw base::Error(path_.string() + ": this is a folder; expected the name of an output file");
  if (fs::is_symlink(path_, error)) {  // the link stays, its target is replaced
    if (const fs::path real = fs::weakly_canonical(path_, error); !error) path_ = real;
  }
  const fs::file_status old = fs::status(path_, error);
  if (fs::exists(old) && !fs::is_regular_file(old)) {
    file_ = std::fopen(path_.string().c_str(), "wb");
  } else {
    if (fs::exists(old)) {  // what may not be written may not be replaced
      const int writable = open(path_.string().c_str(), O_WRONLY | O_CLOEXEC);
      if (writable < 0) fail();
      close(writable);
    }
    open_beside();
    if (file_ && fs::exists(old)) fs::permissions(temporary_, old.permissions(), error);
  }
  if (!file_) fail();
}

void OutputFile::open_beside() {
  constexpr size_t longest = 200;  // a file's name can have 255
  const std::string name = path_.filename().string().substr(0, longest);
  for (int number = 0, file = -1; file < 0; ++number) {  // a program that died may have left one
    temporary_ = path_.parent_path() / base::format("{}.part{}", name, getpid());
    if (number > 0) temporary_ += std::to_string(-number);
    file = open(temporary_.string().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) continue;
    if (file < 0) temporary_.clear();  // nothing to remove
    if (file < 0) return;
    file_ = fdopen(file, "wb");
  }
}

OutputFile::~OutputFile() {
  if (file_) std::fclose(file_);
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

void OutputFile::fail(std::error_code reason) {
  throw base::Error("{}: cannot be written, {}", path_.string(), reason.message());
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
}

void OutputFile::commit() {
  if (std::fflush(file_) != 0) fail();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail();
  if (temporary_.empty()) return;
  std::error_code error;
  fs::rename(temporary_, path_, error);
  if (error) fail(error);
  temporary_.clear();
}

void OutputFile::write_all(std::string_view text) {
  write(text);
  commit();
}

std::unique_ptr<OutputFile> output_to(const fs::path& path) {
  return path.empty() ? nullptr : std::make_unique<OutputFile>(path);
}

void write_file(const fs::path& path, std::string_view text) { OutputFile(path).write_all(text); }

bool same_file(const fs::path& one, const fs::path& other) {
  std::error_code error;
  if (fs::exists(one, error) && fs::exists(other, error))
    return fs::is_regular_file(one, error) && fs::equivalent(one, other, error);
  return fs::weakly_canonical(fs::absolute(one, error), error) ==
         fs::weakly_canonical(fs::absolute(other, error), error);
}

}  // namespace files
