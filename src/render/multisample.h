#pragma once
#include "render/gl_object.h"

namespace render {

/// A framebuffer with several samples per pixel, resolved into another by two blits: OpenGL ES
/// resolves only into a buffer of the same format and to the same position.
class Multisample {
 public:
  /// Binds it, and recreates it if its size or the number of samples has changed. The driver limits
  /// `samples`.
  void bind(int width, int height, int samples);
  /// Resolves it into a rectangle of the same size in `target`, and binds `target`.
  void resolve(GLuint target, int x, int y) const;

 private:
  Renderbuffer color_, depth_, resolved_color_;
  Framebuffer framebuffer_, resolved_;
  int width_ = 0, height_ = 0, samples_ = 0;
};

}  // namespace render
