#include "app/screenshot.h"

#include <cstdlib>
#include <ctime>

#include "lab/output_file.h"
#include "render/picture.h"

namespace app {
namespace fs = std::filesystem;
namespace {

fs::path pictures_folder() {
  std::error_code error;
  if (const char* pictures = std::getenv("XDG_PICTURES_DIR");
      pictures && fs::is_directory(pictures, error))
    return pictures;
  if (const char* home = std::getenv("HOME"))
    if (const fs::path pictures = fs::path(home) / "Pictures"; fs::is_directory(pictures, error))
      return pictures;
  return fs::absolute(".", error).lexically_normal();
}

}  // namespace

void save_picture(const fs::path& file, const Window& window) {
  const Size pixels = window.framebuffer();
  const std::string png = render::encode_png(render::read_pixels(pixels.width, pixels.height));
  lab::OutputFile output(file);
  output.write(png);
  output.commit();
}

fs::path new_screenshot_file() {
  const std::time_t now = std::time(nullptr);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", std::localtime(&now));
  const fs::path base = pictures_folder() / ("ikscope-" + std::string(stamp));
  fs::path file = base.string() + ".png";
  std::error_code error;
  for (int i = 2; fs::exists(file, error); ++i)
    file = base.string() + "-" + std::to_string(i) + ".png";
  return file;
}

}  // namespace app
