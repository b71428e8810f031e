#pragma once
#include "render/gl_object.h"

namespace render {

/// A framebuffer for a picture, initially transparent. While the object lives, drawing and reading
/// use it; afterwards the previous framebuffer is bound again.
class Offscreen {
 public:
  /// Throws Error if the picture is larger than the driver supports.
  Offscreen(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// Draws the picture as large as possible in the middle of the previously bound framebuffer of
  /// this size.
  void show(int width, int height) const;

 private:
  int width_, height_;
  GLint before_ = 0;
  Renderbuffer color_, depth_;
  Framebuffer framebuffer_ = make_framebuffer();
};

}  // namespace render
