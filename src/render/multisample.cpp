#include "render/multisample.h"

namespace render {

void Multisample::bind(int width, int height, int samples) {
  if (width == width_ && height == height_ && samples == samples_) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    return;
  }
  width_ = width;
  height_ = height;
  samples_ = samples;
  resolved_ = make_framebuffer();
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_);
  resolved_color_ = attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, width, height, 0);
  framebuffer_ = make_framebuffer();
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  color_ = attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, width, height, samples);
  depth_ = attach(GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, width, height, samples);
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
