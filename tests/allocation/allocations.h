#pragma once
#include <atomic>

// The C library's allocation functions, which operator new and Eigen come down to, count, and fail
// when they are told to.
#ifdef __GLIBC__
#define IKSCOPE_COUNTS_ALLOCATIONS
#endif

namespace test {

// Atomic: the compiler does not expect that they change where memory is taken.
extern std::atomic<long> allocations;      ///< so far
extern std::atomic<long> until_one_fails;  ///< allocations; -1: none fails

}  // namespace test
