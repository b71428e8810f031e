#include "fuzz/watchdog.h"

#include <unistd.h>

#include <fstream>
#include <string>

namespace fuzz {
namespace {

constexpr int wait_us = 2000;
constexpr int64_t most_waits = 60'000'000 / wait_us;
constexpr double most_seconds = 20;

}  // namespace

double Watchdog::processor_time() const {
  const std::string process = std::to_string(process_);
  std::ifstream in("/proc/" + process + "/task/" + process + "/stat");
  std::string text;
  std::getline(in, text, ')');  // the name may have spaces
  int64_t user = 0, system = 0;
  for (int field = 3; field < 14; ++field) in >> text;
  in >> user >> system;
  return static_cast<double>(user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

bool Watchdog::wait(int64_t progress) {
  usleep(wait_us);
  if (progress != progress_) {
    progress_ = progress;
    waits_ = 0;
    since_ = processor_time();
  }
  return ++waits_ > most_waits || (waits_ % 100 == 0 && processor_time() - since_ > most_seconds);
}

}  // namespace fuzz
