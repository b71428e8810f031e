#pragma once
#include "app/options.h"

namespace app {

/// Starts the program of the page, which page_frame() then draws. Throws base::Error or
/// render::Error.
void begin_page(const Options& options);

}  // namespace app
