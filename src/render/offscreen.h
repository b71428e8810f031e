#pragma once
#include "render/gl_object.h"

namespace render {

/// A framebuffer for a picture, initially transparent. While the object lives, drawing and reading
/// use it; afterwards the previous framebuffer is bound again.
class Offscreen {
 public:
  /// Throws base::Error if the picture is larger than the driver supports.
  Offscreen(int width, int height);
  ~Offscreen() { glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_)); }

  /// Draws it as large as possible in the middle of the framebuffer bound before, of this size.
  void show(int width, int height) const;

 private:
  int width_, height_;
  GLint before_ = 0;
  Renderbuffer color_, depth_;
  Framebuffer framebuffer_ = Framebuffer::make();
};

/// A framebuffer with several samples per pixel, resolved into another by two blits: OpenGL ES
/// resolves only into a buffer of the same format and to the same position.
class Multisample {
 public:
  /// Binds it, made anew for another size or number of `samples`, which the driver limits.
  void bind(int width, int height, int samples);
  /// Resolves it into a rectangle of the same size in `target`, and binds `target`.
  void resolve(GLuint target, int x, int y) const;

 private:
  Renderbuffer color_, depth_, resolved_color_;
  Framebuffer framebuffer_, resolved_;
  int width_ = 0, height_ = 0, samples_ = 0;
};

}  // namespace render
