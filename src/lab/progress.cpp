#include "lab/progress.h"

#include <unistd.h>

#include <cstdio>

namespace lab {

Progress::Progress(std::string label, int64_t total)
    : label_(std::move(label)), total_(total), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void Progress::draw() {
  using namespace std::chrono_literals;
  const Clock::time_point now = Clock::now();
  if (now - begin_ < 1s || (shown_ && now - drawn_ < 100ms)) return;
  drawn_ = now;
  shown_ = true;
  const double share = static_cast<double>(done_) / static_cast<double>(total_);
  const double left = std::chrono::duration<double>(now - begin_).count() * (1 / share - 1);
  constexpr int cells = 30;
  std::string bar;
  for (int i = 0; i < cells; ++i) bar += i < share * cells ? "█" : "░";
  std::fprintf(stderr, "\r\033[K%s  %s %3.0f %%  %.0f s left", label_.c_str(), bar.c_str(),
               100 * share, left);
}

}  // namespace lab
