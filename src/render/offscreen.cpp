#include "render/offscreen.h"

#include <algorithm>
#include <string>

#include "base/error.h"

namespace render {
namespace {

GLint max_side() {
  GLint buffer = 0, viewport[2] = {};
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &buffer);
  glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
  return std::min({buffer, viewport[0], viewport[1]});
}

}  // namespace

Offscreen::Offscreen(int width, int height) : width_(width), height_(height) {
  if (std::max(width, height) > max_side())
    throw base::Error(
        "A picture of {} × {} pixels is larger than the graphics driver can draw, {} a side; lower "
        "the scale of pictures.",
        width, height, max_side());
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  color_ = attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, width, height, 0);
  depth_ = attach(GL_DEPTH_STENCIL_ATTACHMENT, GL_DEPTH24_STENCIL8, width, height, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
    throw base::Error(
        "The graphics driver has no memory for a picture of {} × {} pixels; lower the scale of "
        "pictures.",
        width, height);
  }
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

void Offscreen::show(int width, int height) const {
  const double scale =
      std::min(static_cast<double>(width) / width_, static_cast<double>(height) / height_);
  const auto wide = static_cast<int>(scale * width_), high = static_cast<int>(scale * height_);
  const int left = (width - wide) / 2, foot = (height - high) / 2;
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before_));
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glBlitFramebuffer(0, 0, width_, height_, left, foot, left + wide, foot + high,
                    GL_COLOR_BUFFER_BIT, GL_LINEAR);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_);
}

void Multisample::bind(int width, int height, int samples) {
  if (width == width_ && height == height_ && samples == samples_)
    return glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  width_ = width;
  height_ = height;
  samples_ = samples;
  resolved_ = Framebuffer::make();
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_);
  resolved_color_ = attach(GL_COLOR_ATTACHMENT0, GL_RGBA8, width, height, 0);
  framebuffer_ = Framebuffer::make();
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
