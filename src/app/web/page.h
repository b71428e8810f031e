#pragma once
#include <memory>

#include "app/platform.h"

namespace app {
struct Options;

/// Opens the page of a browser; an OpenPlatform. Throws base::Error: one sentence, if there is no
/// WebGL 2.
std::unique_ptr<Platform> open_page(Size, bool hidden);

/// Starts the program of the page. Throws base::Error.
void begin_page(const Options& options);

}  // namespace app
