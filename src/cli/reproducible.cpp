#include "cli/reproducible.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "base/error.h"
#include "ik/model/instructions.h"

namespace cli {

#if defined(__x86_64__) && defined(__GLIBC__)
namespace {

bool asked_for(int count, char** words) {
  for (int i = 1; i < count && std::strcmp(words[i], "--") != 0; ++i)
    if (std::strcmp(words[i], reproducible_option) == 0) return true;
  const char* set = std::getenv("IKSCOPE_REPRODUCIBLE");
  return set && *set != '\0';
}

}  // namespace

void use_common_instructions(int count, char** words) {
  if (!asked_for(count, words)) return;
  // The loader and the C library choose by this variable: see "Hardware Capability Tunables" of
  // glibc. Programs started by this one do not inherit it.
  constexpr const char* variable = "GLIBC_TUNABLES";
  const std::string mask = ":glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F";
  const char* set = std::getenv(variable);
  std::string tunables = set ? set : "";
  if (!tunables.ends_with(mask)) {
    setenv(variable, (tunables + mask).c_str(), 1);
    execv("/proc/self/exe", words);
    throw base::Error("{}: the program cannot restart itself ({}); set {}={}", reproducible_option,
                      std::strerror(errno), variable, mask.substr(1));
  }
  tunables.resize(tunables.size() - mask.size());
  setenv(variable, tunables.c_str(), 1);
  if (ik::instructions() != "x86-64")
    throw base::Error("{}: this build always uses {}; build it with IKSCOPE_NATIVE off",
                      reproducible_option, ik::instructions());
}
#else
void use_common_instructions(int, char**) {}
#endif

}  // namespace cli
