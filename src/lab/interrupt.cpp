#include "lab/interrupt.h"

#include <csignal>

namespace lab {
namespace {

volatile std::sig_atomic_t asked = 0;

void on_signal(int signal) {
  asked = 1;
  std::signal(signal, SIG_DFL);  // a second one ends the program at once
}

}  // namespace

void watch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

void stop_if_interrupted() {
  if (asked) throw Interrupted();
}

}  // namespace lab
