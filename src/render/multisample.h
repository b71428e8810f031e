#pragma once
#include "render/gl_object.h"

namespace render {

/// A framebuffer with several samples a pixel, resolved into another by a blit.
class Multisample {
 public:
  /// Binds it, recreated if size or samples changed. samples: limited by the driver.
  void bind(int width, int height, int samples);
  /// Resolves it into a rectangle of the same size of `target` and binds that.
  void resolve(GLuint target, int x, int y) const;

 private:
  Renderbuffer color_, depth_;
  Framebuffer framebuffer_;
  int width_ = 0, height_ = 0, samples_ = 0;
};

}  // namespace render
