#pragma once
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>

namespace test {

/// Returns the number of threads of this process. A joined thread remains visible for a moment, so
/// this waits until the number stays the same.
inline long threads_now() {
  namespace fs = std::filesystem;
  const auto seen = [] {
    return std::distance(fs::directory_iterator("/proc/self/task"), fs::directory_iterator());
  };
  constexpr int enough = 5;  // times
  long number = seen();
  for (int same = 0; same < enough; ++same) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (const long now = seen(); now != number) {
      number = now;
      same = -1;
    }
  }
  return number;
}

}  // namespace test
