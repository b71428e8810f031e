#include "cli/interrupt.h"

#include <csignal>

namespace cli {

void prepare_system(void (*on_signal)(int signal)) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    struct sigaction old {};
    sigaction(signal, nullptr, &old);
    if (old.sa_handler == SIG_IGN) continue;
    struct sigaction action {};  // no SA_RESTART, so that waiting for a pipe ends too
    action.sa_handler = on_signal;
    sigaction(signal, &action, nullptr);
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace cli
