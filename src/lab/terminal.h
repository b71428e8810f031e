#pragma once
#include <cstddef>

namespace lab {

/// Returns the width of the terminal that shows standard output; 0 if none does.
size_t terminal_columns();

}  // namespace lab
