#include <exception>

#include "app/app.h"
#include "app/glfw/desktop.h"
#include "app/options.h"
#include "cli/interrupt.h"
#include "cli/reproducible.h"
#include "files/program.h"
#include "ui/kit/fonts.h"

int main(int argc, char** argv) {
  cli::watch_interrupts();
  try {
    cli::use_common_instructions(argc, argv);
    int status = 0;
    const std::optional<app::Options> options = app::parse_options(argc, argv, status);
    if (!options) return status;
    ui::look_for_fonts_in(files::program().parent_path() / "../share/ikscope/fonts");  // unpacked
    return app::App(*options, app::open_window).run();
  } catch (const std::exception& error) {
    app::report_end(error.what());
    return 1;
  }
}
