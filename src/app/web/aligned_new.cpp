#include <cstdlib>
#include <new>

/// Allocates memory at multiples of 16 as desktops do, not of 8 as Emscripten does. Eigen adds
/// numbers in pairs from the first such multiple on, so sums then agree to the last digit.
void* operator new(std::size_t size) {
  constexpr std::size_t alignment = 16;
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, size > 0 ? size : 1) != 0) throw std::bad_alloc();
  return memory;
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
