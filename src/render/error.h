#pragma once
#include <stdexcept>
#include <string>

namespace render {

/// An error in one sentence for the user: what could not be drawn or written, and why.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns the names of the errors that GL has reported since the last call, "" if none.
std::string gl_errors();
std::string renderer_name();  ///< what GL calls the driver

}  // namespace render
