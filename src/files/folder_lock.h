#pragma once
#include <filesystem>

namespace files {

/// Between programs: one reads and writes in a folder, others that want to wait; but no longer than
/// half a second, in case it hangs. Without a folder, or where there are no locks, it does nothing.
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
