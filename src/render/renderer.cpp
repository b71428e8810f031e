#include "render/renderer.h"

#include <algorithm>

namespace render {
namespace {

// The numbers of vertices and pieces that the shaders make from gl_VertexID.
constexpr int background_vertices = 36 * (2 * 8 + 4);  // shaders/background.vert
constexpr int grid_pieces = 12;                        // shaders/grid.vert
constexpr int ring_vertices = 3 * (2 * 40 + 4);        // shaders/ring.vert
constexpr std::initializer_list<int> block_floats{3, 3, 3, 3, 4};
const glm::vec3 towards_light = glm::normalize(glm::vec3(-0.38f, 0.95f, 0.3f));

static_assert(sizeof(view::Ball) == 8 * sizeof(float));      // as ring.vert and disc.vert read it
static_assert(sizeof(view::Segment) == 15 * sizeof(float));  // as segment.vert reads it
static_assert(sizeof(view::Block) == 16 * sizeof(float));    // as block.vert reads it
static_assert(sizeof(view::Facet) == 14 * sizeof(float));    // as facet.vert reads it
static_assert(sizeof(Solid) == 12 * sizeof(float));

/// Uploads a list to a shape, sorted: the opaque ones first, each group from far to near, since
/// partly covered pixels of an outline blend with the background.
void upload_sorted(auto& shape, auto& list, const auto& nearness) {
  const auto translucent =
      std::partition(list.begin(), list.end(), [](const auto& one) { return one.color.a >= 1; });
  const auto farther = [&](const auto& p, const auto& q) { return nearness(p) < nearness(q); };
  std::sort(list.begin(), translucent, farther);
  std::sort(translucent, list.end(), farther);
  shape.opaque = static_cast<int>(translucent - list.begin());
  shape.instances.upload(list);
}

}  // namespace

Renderer::Renderer(const std::filesystem::path& shader_folder)
    : background_(load_program(shader_folder, "background.vert", "background.frag")),
      grid_(load_program(shader_folder, "grid.vert", "line.frag")),
      ground_shadow_(load_program(shader_folder, "ground_shadow.vert", "ground_shadow.frag")),
      solids_{load_program(shader_folder, "solid.vert", "solid.frag"), {4, 4, 4}},
      boxes_{load_program(shader_folder, "block.vert", "block.frag"), block_floats},
      cylinders_{load_program(shader_folder, "block.vert", "cylinder.frag"), block_floats},
      ellipsoids_{load_program(shader_folder, "block.vert", "ellipsoid.frag"), block_floats},
      discs_{load_program(shader_folder, "disc.vert", "disc.frag"), {4, 4}},
      rings_{load_program(shader_folder, "ring.vert", "line.frag"), {4, 4}, ring_vertices},
      segments_{load_program(shader_folder, "segment.vert", "line.frag"), {3, 3, 4, 4, 1}},
      facets_{load_program(shader_folder, "facet.vert", "facet.frag"), {3, 3, 3, 4, 1}, 3},
      meshes_(shader_folder),
      shadow_map_(shader_folder) {
  glGetIntegerv(GL_MAX_SAMPLES, &max_msaa_);
}

void Renderer::collect(const view::DrawList& list, const glm::mat4& view) {
  solid_list_.clear();
  caster_list_.clear();
  const auto add_limb = [](std::vector<Solid>& solids, const view::Limb& limb) {
    solids.push_back({{limb.a, limb.ra}, {limb.b, limb.rb}, limb.color});
  };
  const auto add_ball = [this](const view::Ball& ball) {
    const glm::vec4 end(ball.center, ball.radius);
    solid_list_.push_back({end, end, ball.color});
  };
  for (const view::Limb& limb : list.limbs) add_limb(solid_list_, limb);
  for (const view::Limb& limb : list.shadow_casters) add_limb(caster_list_, limb);
  std::ranges::for_each(list.balls, add_ball);
  std::ranges::for_each(list.markers, add_ball);
  const glm::vec3 back(view[0].z, view[1].z, view[2].z);
  upload_sorted(solids_, solid_list_,
                [&](const Solid& s) { return glm::dot(back, glm::vec3(s.from + s.to)); });
  for (const auto& [shape, blocks] : {std::pair(&cylinders_, &list.cylinders),
                                      {&ellipsoids_, &list.ellipsoids},
                                      {&boxes_, &list.blocks}}) {
    block_list_ = *blocks;
    upload_sorted(*shape, block_list_,
                  [&](const view::Block& b) { return glm::dot(back, b.center); });
  }
  meshes_.collect(list.meshes);
  shadow_casters_.upload(caster_list_);
  rings_.instances.upload(list.markers);
  discs_.instances.upload(list.discs);
  segments_.instances.upload(list.segments);
  facets_.instances.upload(list.facets);
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
  shadow_map_.fit(frame_, solid_list_, caster_list_, list.blocks);

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
  has_shadow_ = options.ground && options.shadow &&
                solids_.instances.count() + shadow_casters_.count() + boxes_.instances.count() > 0;
  if (has_shadow_) shadow_map_.draw(solids_.instances, shadow_casters_, boxes_.instances);

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
  discs_.draw();
  if (!has_shadow_) return;
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
  const auto draw_blocks = [this](int part) {
    for (const Shape* blocks : {&cylinders_, &ellipsoids_, &boxes_}) {
      if (blocks->opaque == 0) continue;
      glUseProgram(blocks->program);
      glUniform1i(blocks->part, part);
      blocks->draw(0, blocks->opaque);
      glUniform1i(blocks->part, 0);
    }
  };
  draw_blocks(1);
  solids_.draw(0, solids_.opaque);
  glDepthMask(GL_FALSE);
  draw_blocks(2);
  glDepthMask(GL_TRUE);
}

void Renderer::draw_translucent() const {
  const std::initializer_list<const Shape*> shapes{&solids_, &cylinders_, &ellipsoids_, &boxes_};
  if (!meshes_.any_translucent() && std::ranges::none_of(shapes, &Shape::translucent)) return;
  const auto draw_all = [&] {
    meshes_.draw(true);
    for (const Shape* one : shapes) one->draw(one->opaque, one->translucent());
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
  glDepthMask(GL_FALSE);
  facets_.draw();
  glDepthMask(GL_TRUE);
}

void Renderer::draw_lines() const {
  glDepthMask(GL_FALSE);
  rings_.draw();
  segments_.draw();
  glDepthMask(GL_TRUE);
}

}  // namespace render
