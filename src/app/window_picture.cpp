#include "app/window_picture.h"

namespace app {

std::string png(const Platform& platform, const ui::Rect& part) {
  const Size pixels = platform.framebuffer();
  render::Picture picture = render::read_pixels(pixels.width, pixels.height);
  const float ratio = static_cast<float>(pixels.width) / static_cast<float>(platform.size().width);
  const auto to_pixels = [ratio](float length) { return static_cast<int>(length * ratio); };
  if (!part.empty())
    picture = render::cropped(picture, to_pixels(part.x), to_pixels(part.y), to_pixels(part.width),
                              to_pixels(part.height));
  return render::encode_png(picture);
}

}  // namespace app
