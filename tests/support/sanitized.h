#pragma once

namespace test {

/// Whether the sanitizers are at work, under which long tests are made shorter.
#ifdef IKSCOPE_SANITIZED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

}  // namespace test
