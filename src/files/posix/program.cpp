#include "files/program.h"

#include <system_error>

namespace files {

std::filesystem::path program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

}  // namespace files
