#pragma once
#include <string>

#include "sweep/picture.h"

namespace lab {

/// A map for a terminal: a letter a cell, or for several; coloured, or in shades.
std::string map_text(const sweep::Result& result, const sweep::View& view, bool colored);

}  // namespace lab
