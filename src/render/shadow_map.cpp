#include "render/shadow_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace render {
namespace {

/// Returns the next power of 1.2, so that the edges of a moving body do not flicker.
float rounded_up(float length) {
  return std::pow(1.2f, std::ceil(std::log(std::max(length, 1e-6f)) / std::log(1.2f) + 0.1f));
}

}  // namespace

ShadowMap::ShadowMap(const std::filesystem::path& shader_folder)
    : program_(load_program(shader_folder, "shadow.vert", "shadow.frag")),
      block_program_(load_program(shader_folder, "block_shadow.vert", "block_shadow.frag")),
      contact_(glGetUniformLocation(program_, "contact")) {
  GLint bound = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  set_size(1);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
}

void ShadowMap::set_size(int texels) {
  if (texels == size_) return;
  size_ = texels;
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RG8, size_, size_, 0, GL_RG, GL_UNSIGNED_BYTE, nullptr);
}

void ShadowMap::fit(Frame& frame, std::span<const Solid> solids,
                    std::span<const Solid> shadow_casters,
                    std::span<const view::Block> blocks) const {
  const glm::vec3 light(frame.light);
  const glm::vec3 x = glm::normalize(glm::cross(glm::vec3(0, 0, 1), light));
  const glm::vec3 y = glm::cross(light, x);
  glm::vec2 low(std::numeric_limits<float>::max()), high(-low);
  const auto hold = [&](glm::vec3 p, glm::vec2 half) {
    const glm::vec2 point(glm::dot(x, p), glm::dot(y, p));
    const float soft = 0.1f * std::max(p.y - frame.ground.y, 0.f) / light.y;
    low = glm::min(low, point - half - soft);
    high = glm::max(high, point + half + soft);
  };
  const auto hold_both = [&](const Solid& solid) {
    for (const glm::vec4& ball : {solid.from, solid.to}) {
      hold(glm::vec3(ball), glm::vec2(2 * ball.w));
      // This is the shadow of the sky's light, in the area where it is strong.
      const float height = std::max(ball.y - frame.ground.y, 0.f);
      if (height < 0.2f * frame.ground_show.x)
        hold({ball.x, frame.ground.y, ball.z}, glm::vec2(2.5f * ball.w + 0.4f * height));
    }
  };
  std::ranges::for_each(solids, hold_both);
  std::ranges::for_each(shadow_casters, hold_both);
  for (const view::Block& block : blocks) {
    glm::vec2 half(0);
    for (const glm::vec3& side : {block.x, block.y, block.z})
      half += glm::abs(glm::vec2(glm::dot(x, side), glm::dot(y, side)));
    hold(block.center, 1.2f * half);
  }
  if (solids.empty() && shadow_casters.empty() && blocks.empty()) low = high = glm::vec2(0);
  const glm::vec2 half(rounded_up(0.5f * (high.x - low.x)), rounded_up(0.5f * (high.y - low.y)));
  const glm::vec2 texel = 2.f * half / static_cast<float>(size_);
  const glm::vec2 center = glm::round(0.5f * (low + high) / texel) * texel;
  frame.shadow_x = glm::vec4(x, -center.x) / half.x;
  frame.shadow_y = glm::vec4(y, -center.y) / half.y;
  frame.shadow_size = {half, std::max(texel.x, texel.y), frame.shadow_size.w};
}

void ShadowMap::draw(const Instances& solids, const Instances& shadow_casters,
                     const Instances& blocks) const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, size_, size_);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glClearColor(0, 0, 0, 0);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_BLEND);
  glBlendEquation(GL_MAX);  // limbs that meet do not darken the ground twice
  glUseProgram(block_program_);
  glColorMask(GL_TRUE, GL_FALSE, GL_FALSE, GL_FALSE);
  blocks.draw(4);
  glUseProgram(program_);
  for (const bool contact : {false, true}) {
    glColorMask(!contact, contact, GL_FALSE, GL_FALSE);
    glUniform1f(contact_, contact);
    solids.draw(4);
    shadow_casters.draw(4);
  }
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glBlendEquation(GL_FUNC_ADD);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture_);
}

}  // namespace render
