#pragma once
#include <string>

namespace render {

/// Names of the errors GL has reported since the last call, "" if none.
std::string gl_errors();

}  // namespace render
