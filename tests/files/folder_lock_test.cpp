#include "files/folder_lock.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "support.h"

namespace {

using files::FolderLock;
using namespace std::chrono_literals;

class Lock : public test::Folder {};

TEST_F(Lock, OneWaitsForTheOther) {
  std::optional<FolderLock> first(folder_);
  std::atomic<bool> has = false;
  std::thread other([&] {
    const FolderLock second(folder_);
    has = true;
  });
  std::this_thread::sleep_for(100ms);
  EXPECT_FALSE(has);
  first.reset();
  other.join();
  EXPECT_TRUE(has);
}

TEST_F(Lock, NobodyWaitsForEver) {
  const FolderLock first(folder_);
  const auto begin = std::chrono::steady_clock::now();
  const FolderLock second(folder_);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 400ms);
}

TEST_F(Lock, WithoutAFolderThereIsNone) {
  auto least = std::chrono::steady_clock::duration::max();  // other programs may come between
  for (int i = 0; i < 20; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const FolderLock nowhere(folder_ / "missing"), neither("/dev/null");
    least = std::min(least, std::chrono::steady_clock::now() - begin);
  }
  EXPECT_LT(least, 400ms);
}

}  // namespace
