#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace lab {

/// Shows a progress bar on a terminal if the work takes longer than a second.
class Progress {
 public:
  Progress(std::string label, int64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance() {
    if (terminal_ && ((++done_ & 255) == 0 || total_ < 256)) draw();
  }
  void set(int64_t done) {
    done_ = done;
    if (terminal_ && done > 0) draw();
  }

 private:
  using Clock = std::chrono::steady_clock;
  void draw();

  std::string label_;
  int64_t total_, done_ = 0;
  Clock::time_point begin_ = Clock::now(), drawn_ = begin_;
  bool terminal_, shown_ = false;
};

}  // namespace lab
