#pragma once
#include <string>

#include "map/picture.h"

namespace lab {

/// A map for a terminal: a letter a cell, or for several; coloured, or in shades.
std::string map_text(const map::Result& result, const map::View& view, bool colored);

}  // namespace lab
