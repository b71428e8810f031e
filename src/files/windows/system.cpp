#include "files/folder_lock.h"
#include "files/program.h"

#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>
#include <windows.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>

namespace files {

/// Folders cannot be locked, so a file in them is. Windows removes it when the program ends.
FolderLock::FolderLock(const std::filesystem::path& folder) : folder_(-1) {
  const std::filesystem::path file = folder / ".lock";
  const auto taken = [&] {
    folder_ = _wsopen(file.c_str(), _O_RDWR | _O_CREAT | _O_TEMPORARY | _O_NOINHERIT, _SH_DENYRW,
                      _S_IREAD | _S_IWRITE);
    return folder_ < 0 && errno == EACCES;
  };
  for (int i = 0; i < 100 && taken(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

FolderLock::~FolderLock() {
  if (folder_ >= 0) _close(folder_);
}

std::filesystem::path program() {
  constexpr size_t longest = 32'768;  // letters of a path
  std::wstring name(longest, L'\0');
  name.resize(GetModuleFileNameW(nullptr, name.data(), longest));
  return name;
}

}  // namespace files
