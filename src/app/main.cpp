#include <exception>
#include <iostream>

#include "app/app.h"
#include "app/options.h"
#include "base/text.h"
#include "cli/interrupt.h"

int main(int argc, char** argv) {
  cli::watch_interrupts();
  try {
    int status = 0;
    const std::optional<app::Options> options = app::parse_options(argc, argv, status);
    return options ? app::App(*options).run() : status;
  } catch (const std::exception& error) {
    std::cerr << "ikscope: " << base::printable(error.what()) << "\n";
    return 1;
  }
}
