#include <emscripten.h>

#include <exception>
#include <string_view>

#include "app/options.h"
#include "app/web/page.h"

/// Takes a link, if there is one, and --no-settings in a figure of another page.
int main(int argc, char** argv) {
  try {
    app::Options options;
    for (int i = 1; i < argc; ++i) {
      if (std::string_view(argv[i]) == "--no-settings")
        options.settings = false;
      else
        options.link = argv[i];
    }
    options.start = options.link.empty();
    app::begin_page(options);
  } catch (const std::exception& error) {
    app::report(error.what());
    return 1;
  }
  return 0;
}
