#pragma once
#include <string>
#include <string_view>

namespace lab {

/// Returns JSON, the list that `ikscope-lab list --json` has under this key: "methods",
/// "parameters", ... Throws base::Error naming the keys.
std::string listed(std::string_view what);

}  // namespace lab
