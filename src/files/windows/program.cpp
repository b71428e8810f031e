#include "files/program.h"

#include <windows.h>

#include <string>

namespace files {

std::filesystem::path program() {
  constexpr size_t longest = 32'768;  // letters of a path
  std::wstring name(longest, L'\0');
  name.resize(GetModuleFileNameW(nullptr, name.data(), longest));
  return name;
}

}  // namespace files
