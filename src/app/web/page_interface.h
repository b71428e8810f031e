#pragma once
#include "app/options.h"

namespace app {

/// Starts the program of the page. Throws base::Error or render::Error.
void begin_page(const Options& options);

}  // namespace app
