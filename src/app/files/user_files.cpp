#include "app/files/user_files.h"

#include <cctype>
#include <cstdlib>
#include <ctime>

namespace app {
namespace fs = std::filesystem;

fs::path folder_of(Folder folder) {
  const bool pictures = folder == Folder::Pictures;
  std::error_code error;
  if (const char* given = std::getenv(pictures ? "XDG_PICTURES_DIR" : "XDG_DOCUMENTS_DIR");
      given && fs::is_directory(given, error))
    return given;
  if (const char* home = std::getenv("HOME"))
    if (const fs::path usual = fs::path(home) / (pictures ? "Pictures" : "Documents");
        fs::is_directory(usual, error))
      return usual;
  return fs::absolute(".", error).lexically_normal();
}

fs::path new_file(Folder folder, const std::string& name, const std::string& ending) {
  constexpr size_t longest = 150;  // bytes, of 255 that a file's name can have
  std::string plain = name.substr(0, longest);
  for (char& letter : plain)
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '-';
  const std::time_t now = std::time(nullptr);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", std::localtime(&now));
  const fs::path base = folder_of(folder) / (plain + "-" + stamp);
  const std::string dotted = ending.empty() ? "" : "." + ending;
  fs::path file = base.string() + dotted;
  std::error_code error;
  for (int i = 2; fs::exists(file, error); ++i)
    file = base.string() + "-" + std::to_string(i) + dotted;
  return file;
}

}  // namespace app
