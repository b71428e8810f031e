#pragma once
#include "render/gl_object.h"

namespace render {

/// A framebuffer for a picture, transparent at first. What is drawn and read while it lives is in
/// it; afterwards the one before is bound again.
class Offscreen {
 public:
  /// Throws Error if that is more than the driver can draw.
  Offscreen(int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// Draws it as large as possible in the middle of the framebuffer that was bound before, which
  /// has this size.
  void show(int width, int height) const;

 private:
  int width_, height_;
  GLint before_ = 0;
  Renderbuffer color_ = make_renderbuffer(), depth_ = make_renderbuffer();
  Framebuffer framebuffer_ = make_framebuffer();
};

}  // namespace render
