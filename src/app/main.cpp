#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <iostream>

#include "app/app.h"
#include "app/options.h"
#include "ik/text.h"
#include "lab/interrupt.h"

namespace {

app::App* running = nullptr;

/// Xlib ends the program by exit() when its display is gone.
void on_exit() {
  if (!running) return;
  running->keep_all();
  _exit(1);  // not to end what other threads still work with
}

int run(const app::Options& options) {
  app::App app(options);
  running = &app;
  const int code = app.run();
  running = nullptr;
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  lab::watch_interrupts();
  std::atexit(on_exit);
  try {
    int status = 0;
    const std::optional<app::Options> options = app::parse_options(argc, argv, status);
    return options ? run(*options) : status;
  } catch (const std::exception& error) {
    std::cerr << "ikscope: " << ik::printable(error.what()) << "\n";
    return 1;
  }
}
