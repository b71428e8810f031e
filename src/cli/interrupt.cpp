#include "cli/interrupt.h"

#include <csignal>

namespace cli {
namespace {

volatile std::sig_atomic_t asked = 0;
bool (*ask)() = nullptr;

void on_signal(int signal) {
  if (asked == 0) asked = signal;
  if (signal != SIGPIPE) std::signal(signal, SIG_DFL);  // a second one ends the program at once
}

}  // namespace

void watch_interrupts() { prepare_system(on_signal); }

void watch_interrupts_by(bool (*is_interrupted)()) { ask = is_interrupted; }

void stop_if_interrupted() {
  if (asked || (ask && ask())) throw Interrupted();
}

int interrupted_by() { return asked; }

}  // namespace cli
