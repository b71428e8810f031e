// The part of App that draws the window and saves pictures of it.

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "app/app.h"
#include "render/error.h"
#include "render/offscreen.h"
#include "ui/options/options.h"

namespace app {
namespace options = ui::options;

/// Draws the window and saves the pictures that were asked for, without messages, which are drawn
/// last. While a film of another size is recorded, the window shows that film.
void App::show() {
  const bool filmed = studio_ && studio_->shows() == Studio::Shows::Window;
  const bool hidden = !options_.film.empty();
  if (hidden && studio_ && !studio_->due() && !is_last()) return record();  // not visible
  std::optional<render::Offscreen> target;
  if (filmed) target.emplace(studio_->pixels().width, studio_->pixels().height);
  draw();
  if (picture_wanted_ != Wanted::Nothing) take_picture();
  if (studio_) record();
  if (is_last()) save_last();
  if (hidden) return;
  platform_->draw_interface(Platform::Part::Remarks);
  const Size pixels = platform_->framebuffer();
  if (target) target->show(pixels.width, pixels.height);
}

/// Returns the size in pixels of what is drawn.
Size App::pixels() const {
  return studio_ && studio_->shows() == Studio::Shows::Window ? studio_->pixels()
                                                              : platform_->framebuffer();
}

/// Draws into the bound framebuffer, which is `enlarged` times as large.
void App::draw(int enlarged) {
  const Size pixels = this->pixels(), size = laid_out();
  const float ratio =
      static_cast<float>(pixels.width) / static_cast<float>(std::max(size.width, 1));
  glViewport(0, 0, enlarged * pixels.width, enlarged * pixels.height);
  const glm::vec4 panel =
      ui::options::palette(preferences_.options).panel;  // the background behind the panels
  glClearColor(panel.r, panel.g, panel.b, 1);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  const sim::why::Verdict* verdict = verdict_of(context_);
  body_.show_found(ui_.state().shows_found_pose && verdict ? verdict->pose : std::nullopt);
  for (const ui::View& view : ui_.views())
    body_.draw(session_->simulation(), view,
               static_cast<float>(enlarged * (size.height + bottom_margin())), ratio, ui_.scale(),
               std::min(msaa(), body_.max_msaa()), preferences_.options, context_.selected,
               ui_.spotlight(), classroom_.rings());
  const auto time = profile_.measure(ui::Work::Gl);
  platform_->draw_interface(Platform::Part::Interface);
}

/// Lays the interface out for a window `enlarged` times as large. This takes several frames, since
/// Dear ImGui learns the size of contents in one frame and uses it in the next.
void App::lay_out(const ui::Scrolls& scrolls, int enlarged) {
  constexpr int enough = 3;
  const auto factor = static_cast<float>(enlarged);
  if (ui_.set_scale(ui_scale(), factor * scaled())) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    const ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    if (std::max(fonts.TexWidth, fonts.TexHeight) > largest)
      throw render::Error(
          "The text of this picture is too large for the graphics driver; choose a smaller size of "
          "pictures, or a smaller UI scale.");
    platform_->fonts_changed();
  }
  for (int i = 0; i < enough; ++i) {
    const Size size = laid_out();
    platform_->new_frame({.size = Size{enlarged * size.width, enlarged * size.height},
                          .bottom_margin = enlarged * bottom_margin(),
                          .mouse = enlarged == 1});
    scrolls.set(factor);
    ui_.draw(context_);
    ImGui::Render();
  }
}

/// Returns a picture of the window: as it has just been drawn, or laid out again at a larger scale,
/// so that all of it is sharp.
render::Picture App::picture_of_window() {
  const Size pixels = this->pixels();
  const int times = options::picture_times(preferences_.options);
  if (times == 1) return render::read_pixels(pixels.width, pixels.height);
  const int width = times * pixels.width, height = times * pixels.height;
  const render::Offscreen target(width, height);
  const ui::Scrolls scrolls;
  ui::Requests ignored;
  context_.requests = &ignored;
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
  context_.requests = &requests_;
  if (failure) std::rethrow_exception(failure);
  return picture;
}

/// Returns a picture of the body alone.
render::Picture App::picture_of_view() {
  const int times = options::picture_times(preferences_.options);
  const bool transparent = preferences_.options.flag(options::picture_transparent());
  const Size pixels = this->pixels(), size = laid_out();
  const float ratio = static_cast<float>(times) * static_cast<float>(pixels.width) /
                      static_cast<float>(std::max(size.width, 1));
  const ui::Rect& body = ui_.body();
  const auto width = static_cast<int>(ratio * body.width),
             height = static_cast<int>(ratio * body.height);
  if (width <= 0 || height <= 0)
    throw render::Error("The window has no room for the 3D view; enlarge it to save a picture.");
  const render::Offscreen target(width, height);
  if (!transparent) {  // fills the gaps between several views
    const glm::vec4 panel = ui::options::palette(preferences_.options).panel;
    glClearColor(panel.r, panel.g, panel.b, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  for (ui::View view : ui_.views()) {
    view.rect.x -= body.x;
    view.rect.y -= body.y;
    body_.draw(session_->simulation(), view, body.height, ratio, ui_.scale(),
               std::min(msaa(), body_.max_msaa()), preferences_.options, context_.selected,
               ui_.spotlight(), classroom_.rings(), transparent);
  }
  return render::read_pixels(width, height, transparent);
}

void App::take_picture() {
  const bool window = std::exchange(picture_wanted_, Wanted::Nothing) == Wanted::Window;
  try {
    save(Folder::Pictures, window ? "ikscope" : scene_name() + " 3D view", "png",
         render::encode_png(window ? picture_of_window() : picture_of_view()));
  } catch (const std::bad_alloc&) {
    ui_.error("There is not enough memory for a picture so large; choose a smaller size.");
  } catch (const std::exception& error) {
    ui_.error(error.what());
  }
}

/// Saves the pictures that --screenshot and --view-picture ask for.
void App::save_last() {
  if (screenshot_) {
    screenshot_->write(render::encode_png(picture_of_window()));
    screenshot_->commit();
  }
  if (view_picture_) {
    view_picture_->write(render::encode_png(picture_of_view()));
    view_picture_->commit();
  }
}

}  // namespace app
