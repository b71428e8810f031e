#pragma once
#include <string>

#include "sweep/picture.h"

namespace lab {

/// A map for a terminal: one character per cell or group of cells; coloured or in shades.
std::string map_text(const sweep::Result& result, const sweep::View& view, bool colored);

}  // namespace lab
