#include <emscripten.h>

#include <exception>
#include <iostream>
#include <string_view>

#include "app/options.h"
#include "app/web/page_interface.h"
#include "base/text.h"

/// Starts the program. The page's script passes a link, if there is one, and --no-settings in a
/// figure of another page; it then calls page_frame() for each frame.
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
    std::cerr << "ikscope: " << base::printable(error.what()) << "\n";
    return 1;
  }
  return 0;
}
