#include "cli/interrupt.h"

#include <sys/ioctl.h>
#include <unistd.h>

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

size_t terminal_columns() {
  winsize size{};
  const bool known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return known ? size.ws_col : 0;
}

}  // namespace cli
