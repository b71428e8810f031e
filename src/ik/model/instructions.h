#pragma once
#include <string_view>

namespace ik {

/// The instructions that the loaded build of this library is made of: "x86-64", "AVX2 and FMA",
/// "AVX-512", or "generic" on other processors. Results differ between them by rounding.
std::string_view instructions();

}  // namespace ik
