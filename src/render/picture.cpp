#include "render/picture.h"

#include <glad/gl.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <system_error>

#include "render/error.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace render {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

struct Sink {
  std::FILE* file;
  bool ok = true;
};

void write(void* context, void* data, int size) {
  auto& sink = *static_cast<Sink*>(context);
  const auto bytes = static_cast<size_t>(size);
  sink.ok = sink.ok && std::fwrite(data, 1, bytes, sink.file) == bytes;
}

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& why) {
  throw Error("The picture " + file.string() + " cannot be written: " + why + ".");
}

}  // namespace

Picture read_pixels(int width, int height) {
  Picture picture{std::max(width, 0), std::max(height, 0), {}};
  const size_t row = 3 * static_cast<size_t>(picture.width);
  picture.rgb.resize(row * picture.height);
  if (picture.rgb.empty()) return picture;
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, picture.rgb.data());
  for (int top = 0, bottom = height - 1; top < bottom; ++top, --bottom) {  // GL's first is lowest
    std::swap_ranges(&picture.rgb[top * row], &picture.rgb[top * row] + row,
                     &picture.rgb[bottom * row]);
  }
  return picture;
}

void save_png(const std::filesystem::path& file, const Picture& picture) {
  if (picture.rgb.empty()) fail(file, "the window has no size");
  std::filesystem::path part = file;
  part += ".part";
  errno = 0;
  std::unique_ptr<std::FILE, Close> out(std::fopen(part.c_str(), "wb"));
  if (!out) fail(file, std::strerror(errno));
  Sink sink{out.get()};
  errno = 0;
  const int encoded = stbi_write_png_to_func(write, &sink, picture.width, picture.height, 3,
                                             picture.rgb.data(), 3 * picture.width);
  const bool closed = std::fclose(out.release()) == 0;
  const int reason = errno;
  std::error_code renamed;
  if (encoded != 0 && sink.ok && closed) {
    std::filesystem::rename(part, file, renamed);
    if (!renamed) return;
  }
  std::error_code ignored;
  std::filesystem::remove(part, ignored);
  fail(file, renamed ? renamed.message() : std::strerror(reason == 0 ? ENOSPC : reason));
}

}  // namespace render
