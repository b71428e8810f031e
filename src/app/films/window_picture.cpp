#include "app/films/window_picture.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <exception>

#include "app/classroom.h"
#include "base/error.h"
#include "render/offscreen.h"
#include "ui/kit/scale.h"
#include "ui/options/options.h"

namespace app {
namespace options = ui::options;

/// Returns no less than what keeps letters legible in a smaller film.
float WindowPicture::enlargement() const {
  const std::optional<Size> filmed = parts_.recorder.layout_size();
  const auto now = static_cast<float>(layout_size().height + parts_.recorder.bottom_margin());
  const float ratio = now / static_cast<float>(std::max(parts_.platform.size().height, 1));
  return ratio >= 1 || !filmed ? std::max(ratio, 1.f)
                               : std::max(ratio, std::min(1.f, 1 / plain_ui_scale()));
}

float WindowPicture::plain_ui_scale() const {
  const double wanted = parts_.options()[options::ui_scale()];
  if (wanted != options::ui_scale().special_value) return static_cast<float>(wanted);
  const ui::Monitor monitor = parts_.platform.monitor();
  return parts_.start.frames > 0  // the same on every monitor
             ? monitor.content_scale
             : ui::automatic_scale(monitor, static_cast<float>(parts_.platform.size().width));
}

float WindowPicture::ui_scale() const {
  const float scale = plain_ui_scale();
  if (parts_.context.embedded_figure || !parts_.options().flag(options::presenter())) return scale;
  const bool automatic = parts_.options()[options::ui_scale()] == options::ui_scale().special_value;
  return ui::presented_scale(scale, automatic,
                             static_cast<float>(layout_size().height) / enlargement());
}

int WindowPicture::msaa() const {
  const int wanted = options::number(parts_.options(), options::msaa);
  return std::min(wanted < 0 ? (is_software_ ? 0 : 4) : wanted, parts_.body.max_msaa());
}

/// Fills the framebuffer with the background that is behind the panels and between views.
void WindowPicture::clear() const {
  const glm::vec4 panel = options::palette(parts_.options()).panel;
  glClearColor(panel.r, panel.g, panel.b, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

/// ratio: framebuffer pixels per pixel of Dear ImGui.
void WindowPicture::draw_body(const ui::View& view, float window_height, float ratio,
                              bool transparent) {
  parts_.body.draw(view, window_height, ratio, parts_.ui.scale(), msaa(), parts_.ui.spotlight(),
                   parts_.classroom.rings(), transparent);
}

void WindowPicture::draw(int enlarged) {
  const Size pixels = parts_.recorder.output_size(), size = layout_size();
  const float ratio =
      static_cast<float>(pixels.width) / static_cast<float>(std::max(size.width, 1));
  glViewport(0, 0, enlarged * pixels.width, enlarged * pixels.height);
  clear();
  parts_.body.show_poses(parts_.ui.ghost_poses(parts_.context));
  parts_.body.show_slice(parts_.ui.slice(parts_.context));
  for (const ui::View& view : parts_.ui.views())
    draw_body(view, static_cast<float>(enlarged * (size.height + parts_.recorder.bottom_margin())),
              ratio);
  const auto time = parts_.profile.measure(ui::Work::Gl);
  parts_.platform.imgui->render(ImGuiBackend::Part::Interface);
}

void WindowPicture::draw_views(Size size, int bottom_margin) {
  clear();
  const auto plain = static_cast<float>(std::max(parts_.platform.size().height, 1));
  const float ratio = static_cast<float>(size.height) / plain;
  const ui::Rect all{0, 0, static_cast<float>(size.width) / ratio,
                     plain - static_cast<float>(bottom_margin) / ratio};
  const view::Camera camera = parts_.body.camera();
  const bool grid = parts_.options()[options::compare_view()] != 0;
  constexpr float gap = 2;
  for (const ui::View& view :
       ui::arrange_views(all, parts_.simulation(), grid, parts_.ui.state().large_run, gap))
    draw_body(view, plain, ratio);
  parts_.body.set_camera(camera);
}

/// Lays out several frames, since Dear ImGui uses content sizes measured in the frame before.
void WindowPicture::lay_out(const ui::ScrollPositions& scrolls, int enlarged) {
  constexpr int frame_count = 3;
  const auto factor = static_cast<float>(enlarged);
  if (parts_.ui.set_scale(ui_scale(), factor * enlargement())) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    const ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    if (std::max(fonts.TexWidth, fonts.TexHeight) > largest)
      throw base::Error(
          "The text of this picture is too large for the graphics driver; lower the scale of "
          "pictures or the UI scale.");
    parts_.platform.imgui->fonts_changed();
  }
  for (int i = 0; i < frame_count; ++i) {
    const Size size = layout_size();
    parts_.platform.new_frame({.size = Size{enlarged * size.width, enlarged * size.height},
                               .bottom_margin = enlarged * parts_.recorder.bottom_margin(),
                               .mouse = enlarged == 1});
    scrolls.set(factor);
    parts_.ui.draw(parts_.context);
    ImGui::Render();
  }
}

render::Picture WindowPicture::of_window() {
  const Size pixels = parts_.recorder.output_size();
  const int times = options::number(parts_.options(), options::picture_scale);
  if (times == 1) return render::read_pixels(pixels.width, pixels.height);
  const int width = times * pixels.width, height = times * pixels.height;
  const render::Offscreen target(width, height);
  const ui::ScrollPositions scrolls;
  ui::Requests ignored;
  parts_.context.requests = &ignored;
  render::Picture picture;
  std::exception_ptr failure;
  try {
    lay_out(scrolls, times);
    draw(times);
    picture = render::read_pixels(width, height);
  } catch (...) {
    failure = std::current_exception();
  }
  lay_out(scrolls, 1);
  parts_.context.requests = &parts_.requests;
  if (failure) std::rethrow_exception(failure);
  return picture;
}

render::Picture WindowPicture::of_view() {
  const int times = options::number(parts_.options(), options::picture_scale);
  const bool transparent = parts_.options().flag(options::picture_transparent());
  const float ratio = static_cast<float>(times) *
                      static_cast<float>(parts_.recorder.output_size().width) /
                      static_cast<float>(std::max(layout_size().width, 1));
  const ui::Rect& body = parts_.ui.body();
  const auto width = static_cast<int>(ratio * body.width),
             height = static_cast<int>(ratio * body.height);
  if (width <= 0 || height <= 0)
    throw base::Error("The window has no room for the 3D view; enlarge it to save a picture.");
  const render::Offscreen target(width, height);
  if (!transparent) clear();
  for (ui::View view : parts_.ui.views()) {
    view.rect.x -= body.x;
    view.rect.y -= body.y;
    draw_body(view, body.height, ratio, transparent);
  }
  return render::read_pixels(width, height, transparent);
}

}  // namespace app
