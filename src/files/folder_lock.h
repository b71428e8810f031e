#pragma once
#include <filesystem>

namespace files {

/// Locks a folder between programs: others wait while one reads and writes, but no longer than half
/// a second, in case it hangs. Does nothing without a folder or on systems without locks.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int folder_;
};

}  // namespace files
