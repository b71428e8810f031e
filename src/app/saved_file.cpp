#include "app/saved_file.h"

#include <cctype>
#include <cstdlib>
#include <ctime>

#include "files/output_file.h"
#include "render/picture.h"

namespace app {
namespace fs = std::filesystem;
namespace {

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

}  // namespace

std::string png(const Window& window, const ui::Rect& part) {
  const Size pixels = window.framebuffer();
  render::Picture picture = render::read_pixels(pixels.width, pixels.height);
  const float ratio = static_cast<float>(pixels.width) / static_cast<float>(window.size().width);
  const auto to_pixels = [ratio](float length) { return static_cast<int>(length * ratio); };
  if (!part.empty())
    picture = render::cropped(picture, to_pixels(part.x), to_pixels(part.y), to_pixels(part.width),
                              to_pixels(part.height));
  return render::encode_png(picture);
}

void save_text(const fs::path& file, const std::string& text) {
  files::OutputFile output(file);
  output.write(text);
  output.commit();
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
  fs::path file = base.string() + "." + ending;
  std::error_code error;
  for (int i = 2; fs::exists(file, error); ++i)
    file = base.string() + "-" + std::to_string(i) + "." + ending;
  return file;
}

}  // namespace app
