#pragma once
#include <string>

namespace render {

/// Returns the names of the errors that GL has reported since the last call, "" if none.
std::string gl_errors();
std::string renderer_name();  ///< what GL calls the driver

}  // namespace render
