#pragma once
#include <cstdio>
#include <string>

#include "base/text.h"

namespace app {

/// Writes a message as a line on stderr. (Streams would make what a page loads larger.)
inline void report(const std::string& message) {
  std::fprintf(stderr, "ikscope: %s\n", base::printable(message).c_str());
}

}  // namespace app
