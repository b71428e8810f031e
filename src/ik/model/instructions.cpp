#include "ik/model/instructions.h"

namespace ik {

std::string_view instructions() {
#if defined(__AVX512F__)
  return "AVX-512";
#elif defined(__AVX2__) && defined(__FMA__)
  return "AVX2 and FMA";
#elif defined(__x86_64__)
  return "x86-64";
#else
  return "generic";
#endif
}

}  // namespace ik
