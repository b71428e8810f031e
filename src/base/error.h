#pragma once
#include <stdexcept>

namespace base {

/// Bad input. what() is one sentence for the user: what is wrong, where, what was expected.
/// Thrown while things are set up (a scene, an option), never by an update.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace base
