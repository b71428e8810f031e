#pragma once
#include <stdexcept>

namespace render {

/// An error in one sentence for the user: what could not be drawn or written, and why.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace render
