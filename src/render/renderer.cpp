#include "render/renderer.h"

#include <algorithm>

namespace render {
namespace {

// The numbers of vertices and pieces that the shaders make from gl_VertexID.
constexpr int background_vertices = 36 * (2 * 8 + 4);  // shaders/background.vert
constexpr int grid_pieces = 12;                        // shaders/grid.vert
constexpr int ring_vertices = 3 * (2 * 40 + 4);        // shaders/ring.vert
const glm::vec3 towards_light = glm::normalize(glm::vec3(-0.38f, 0.95f, 0.3f));

static_assert(sizeof(view::Ball) == 8 * sizeof(float));      // as ring.vert and disc.vert read it
static_assert(sizeof(view::Segment) == 15 * sizeof(float));  // as segment.vert reads it
static_assert(sizeof(view::Block) == 16 * sizeof(float));    // as block.vert reads it
static_assert(sizeof(view::Facet) == 14 * sizeof(float));    // as facet.vert reads it
static_assert(sizeof(Solid) == 12 * sizeof(float));

/// Sorts the opaque shapes first, each group from far to near, since partly covered pixels of an
/// outline blend with the background. Returns how many are opaque.
int sort(auto& shapes, const auto& nearness) {
  const auto translucent = std::partition(shapes.begin(), shapes.end(),
                                          [](const auto& shape) { return shape.color.a >= 1; });
  const auto farther = [&](const auto& p, const auto& q) { return nearness(p) < nearness(q); };
  std::sort(shapes.begin(), translucent, farther);
  std::sort(translucent, shapes.end(), farther);
  return static_cast<int>(translucent - shapes.begin());
}

}  // namespace

Renderer::Renderer(const std::filesystem::path& shader_folder)
    : background_(load_program(shader_folder, "background.vert", "background.frag")),
      grid_(load_program(shader_folder, "grid.vert", "line.frag")),
      disc_(load_program(shader_folder, "disc.vert", "disc.frag")),
      ground_shadow_(load_program(shader_folder, "ground_shadow.vert", "ground_shadow.frag")),
      solid_(load_program(shader_folder, "solid.vert", "solid.frag")),
      ring_(load_program(shader_folder, "ring.vert", "line.frag")),
      segment_(load_program(shader_folder, "segment.vert", "line.frag")),
      facet_(load_program(shader_folder, "facet.vert", "facet.frag")),
      boxes_{load_program(shader_folder, "block.vert", "block.frag")},
      cylinders_{load_program(shader_folder, "block.vert", "cylinder.frag")},
      ellipsoids_{load_program(shader_folder, "block.vert", "ellipsoid.frag")},
      meshes_(shader_folder),
      shadow_map_(shader_folder) {
  glGetIntegerv(GL_MAX_SAMPLES, &max_msaa_);
}

void Renderer::collect(const view::DrawList& list, const glm::mat4& view) {
  sorted_.clear();
  shade_list_.clear();
  const auto add_limb = [](std::vector<Solid>& solids, const view::Limb& limb) {
    solids.push_back({{limb.a, limb.ra}, {limb.b, limb.rb}, limb.color});
  };
  const auto add_ball = [this](const view::Ball& ball) {
    const glm::vec4 end(ball.center, ball.radius);
    sorted_.push_back({end, end, ball.color});
  };
  for (const view::Limb& limb : list.limbs) add_limb(sorted_, limb);
  for (const view::Limb& limb : list.shades) add_limb(shade_list_, limb);
  std::ranges::for_each(list.balls, add_ball);
  std::ranges::for_each(list.markers, add_ball);
  const glm::vec3 back(view[0].z, view[1].z, view[2].z);
  opaque_ = sort(sorted_, [&](const Solid& s) { return glm::dot(back, glm::vec3(s.from + s.to)); });
  const auto collect_blocks = [&](Blocks& kind, const std::vector<view::Block>& blocks) {
    kind.sorted = blocks;
    kind.opaque = sort(kind.sorted, [&](const view::Block& b) { return glm::dot(back, b.center); });
    kind.instances.upload(kind.sorted);
  };
  collect_blocks(boxes_, list.blocks);
  collect_blocks(cylinders_, list.cylinders);
  collect_blocks(ellipsoids_, list.ellipsoids);
  meshes_.collect(list.meshes);

  solids_.upload(sorted_);
  shades_.upload(shade_list_);
  rings_.upload(list.markers);
  discs_.upload(list.discs);
  segments_.upload(list.segments);
  facets_.upload(list.facets);
}

void Renderer::fill_frame(const view::DrawList& list, const view::Camera& camera,
                          const Viewport& viewport, const view::Palette& palette,
                          const DrawOptions& options) {
  const glm::vec2 size(viewport.width, viewport.height);
  frame_.view = camera.view();
  frame_.projection = camera.projection();
  const glm::mat3 to_world = glm::transpose(glm::mat3(frame_.view));
  const glm::vec3 eye = -(to_world * glm::vec3(frame_.view[3]));
  const float far = camera.orthographic() ? 100 * list.ground.radius : 0;
  frame_.eye = {eye + far * to_world[2], std::max(options.pixel_scale, 0.1f)};
  frame_.viewport = {size, 0.5f * size.x * frame_.projection[0][0],
                     0.5f * size.y * frame_.projection[1][1]};
  frame_.light = {towards_light, palette.dark ? 1 : 0};
  frame_.ground = {list.ground.center, list.ground.step};
  grid_lines_ = std::clamp(static_cast<int>(list.ground.radius / list.ground.step), 0, 200);
  frame_.ground_show = {list.ground.radius, options.ground, options.outline * options.pixel_scale,
                        grid_lines_};
  frame_.background_top = palette.background_top;
  frame_.background_bottom = palette.background_bottom;
  frame_.ground_color = palette.ground;
  frame_.grid_color = palette.grid;
  // Haze grows from none in front of the scene's centre to its most behind it, in ground radii.
  constexpr float most = 0.4f, nothing = -0.3f, all = 0.7f;
  const float slope = most / ((all - nothing) * std::max(list.ground.radius, 1e-6f));
  const float middle = (frame_.view * glm::vec4(list.ground.center, 1)).z;
  frame_.haze = {0.5f * glm::vec3(palette.background_top + palette.background_bottom),
                 slope * (middle - nothing * list.ground.radius)};
  frame_.shadow_size.w = slope;
  shadow_map_.fit(frame_, sorted_, shade_list_, boxes_.sorted);

  glBindBuffer(GL_UNIFORM_BUFFER, frame_buffer_);
  glBufferData(GL_UNIFORM_BUFFER, sizeof(Frame), &frame_, GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame_buffer_);
}

void Renderer::draw(const view::DrawList& list, const view::Camera& camera,
                    const Viewport& viewport, const view::Palette& palette,
                    const DrawOptions& options) {
  if (viewport.width <= 0 || viewport.height <= 0) return;
  GLint window = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &window);
  const auto target = static_cast<GLuint>(window);

  shadow_map_.set_size(options.shadow_texels);
  collect(list, camera.view());
  fill_frame(list, camera, viewport, palette, options);
  glDisable(GL_CULL_FACE);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  shadow_ = options.ground && options.shadow &&
            solids_.count() + shades_.count() + boxes_.instances.count() > 0;
  if (shadow_) shadow_map_.draw(solids_, shades_, boxes_.instances);

  const int samples = std::clamp(options.msaa, 0, max_msaa_);
  int x = viewport.x, y = viewport.y;
  if (samples > 0) {
    multisample_.bind(viewport.width, viewport.height, samples);
    x = y = 0;
  } else {
    glBindFramebuffer(GL_FRAMEBUFFER, target);
  }
  glViewport(x, y, viewport.width, viewport.height);
  glScissor(x, y, viewport.width, viewport.height);
  glEnable(GL_SCISSOR_TEST);
  draw_background(options.transparent);
  if (options.ground) draw_ground();
  draw_opaque();
  draw_facets();
  draw_lines();
  draw_translucent();
  if (samples > 0) multisample_.resolve(target, viewport.x, viewport.y);

  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glBindVertexArray(0);
  glUseProgram(0);
}

void Renderer::draw_background(bool transparent) const {
  glDepthMask(GL_TRUE);
  glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);
  glBindVertexArray(no_vertices_);
  if (transparent) {
    glClearColor(0, 0, 0, 0);
    return glClear(GL_COLOR_BUFFER_BIT);
  }
  glUseProgram(background_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, background_vertices);
}

void Renderer::draw_ground() const {  // without depth; solids below it are drawn over it, frosted
  glEnable(GL_BLEND);
  glUseProgram(grid_);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, 2 * (2 * grid_lines_ + 1) * grid_pieces);
  glUseProgram(disc_);
  discs_.draw(4);
  if (!shadow_) return;
  glUseProgram(ground_shadow_);
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void Renderer::draw_opaque() const {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glEnable(GL_BLEND);
  meshes_.draw(false);
  // Blocks of several kinds are not sorted among each other and among limbs, and overlap them.
  // Surfaces behind an outline have to be drawn before the outline.
  draw_opaque_blocks(1);
  glUseProgram(solid_);
  solids_.draw(4, 0, opaque_);
  glDepthMask(GL_FALSE);
  draw_opaque_blocks(2);
  glDepthMask(GL_TRUE);
}

void Renderer::draw_opaque_blocks(int part) const {
  for (const Blocks* kind : {&cylinders_, &ellipsoids_, &boxes_}) {
    if (kind->opaque == 0) continue;
    glUseProgram(kind->program);
    glUniform1i(kind->part, part);
    kind->instances.draw(4, 0, kind->opaque);
    glUniform1i(kind->part, 0);
  }
}

void Renderer::draw_translucent() const {
  const std::initializer_list<const Blocks*> kinds{&cylinders_, &ellipsoids_, &boxes_};
  bool any = solids_.count() > opaque_ || meshes_.any_translucent();
  for (const Blocks* kind : kinds) any |= kind->instances.count() > kind->opaque;
  if (!any) return;
  const auto draw_all = [&] {
    meshes_.draw(true);
    glUseProgram(solid_);
    solids_.draw(4, opaque_, solids_.count() - opaque_);
    for (const Blocks* kind : kinds) {
      glUseProgram(kind->program);
      kind->instances.draw(4, kind->opaque, kind->instances.count() - kind->opaque);
    }
  };
  // Depth comes first, then colour, so that only the outside of a translucent body is visible.
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  draw_all();
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glEnable(GL_STENCIL_TEST);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  glStencilFunc(GL_ALWAYS, 1, 1);
  draw_all();
  // The body was drawn over all lines; the lines in front of it are drawn again where it is.
  glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
  glStencilFunc(GL_EQUAL, 1, 1);
  draw_lines();
  glDisable(GL_STENCIL_TEST);
}

void Renderer::draw_facets() const {
  if (facets_.count() == 0) return;
  glDepthMask(GL_FALSE);
  glUseProgram(facet_);
  facets_.draw(3);
  glDepthMask(GL_TRUE);
}

void Renderer::draw_lines() const {
  glDepthMask(GL_FALSE);
  glUseProgram(ring_);
  rings_.draw(ring_vertices);
  glUseProgram(segment_);
  segments_.draw(4);
  glDepthMask(GL_TRUE);
}

}  // namespace render
