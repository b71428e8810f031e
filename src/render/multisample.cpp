#include "render/multisample.h"

namespace render {
namespace {

Renderbuffer storage(GLenum format, int width, int height, int samples) {
  Renderbuffer buffer = make_renderbuffer();
  glBindRenderbuffer(GL_RENDERBUFFER, buffer);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
  return buffer;
}

}  // namespace

void Multisample::bind(int width, int height, int samples) {
  if (width == width_ && height == height_ && samples == samples_) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    return;
  }
  width_ = width;
  height_ = height;
  samples_ = samples;
  color_ = storage(GL_RGBA8, width, height, samples);
  depth_ = storage(GL_DEPTH24_STENCIL8, width, height, samples);
  resolved_color_ = storage(GL_RGBA8, width, height, 0);
  resolved_ = make_framebuffer();
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, resolved_color_);
  framebuffer_ = make_framebuffer();
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, depth_);
}

void Multisample::resolve(GLuint target, int x, int y) const {
  glDisable(GL_SCISSOR_TEST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_);
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
  glBlitFramebuffer(0, 0, width_, height_, x, y, x + width_, y + height_, GL_COLOR_BUFFER_BIT,
                    GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
}

}  // namespace render
