#include "files/folder_lock.h"
#include "files/program.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>
#include <thread>

namespace files {

FolderLock::FolderLock(const std::filesystem::path& folder)
    : folder_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  const auto taken = [this] {
    return folder_ >= 0 && flock(folder_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  };
  for (int i = 0; i < 100 && taken(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

FolderLock::~FolderLock() {
  if (folder_ >= 0) close(folder_);
}

std::filesystem::path program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

}  // namespace files
