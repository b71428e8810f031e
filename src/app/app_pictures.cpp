// Draws a frame of the window and saves pictures of it.

#include <exception>
#include <new>
#include <optional>
#include <utility>

#include "app/app.h"
#include "render/offscreen.h"
#include "render/picture.h"

namespace app {

/// Draws the window and saves the pictures that were asked for, without messages, which are drawn
/// last. While a film of another size is recorded, the window shows that film.
void App::show() {
  const bool hidden = !options_.film.empty();
  if (hidden && recorder_.on() && !recorder_.is_due() && !is_last())
    return recorder_.record(picture_);  // not visible
  std::optional<render::Offscreen> target;
  if (recorder_.films_window()) target.emplace(recorder_.pixels().width, recorder_.pixels().height);
  picture_.draw();
  if (picture_wanted_ != Wanted::Nothing) take_picture();
  if (recorder_.on()) recorder_.record(picture_);
  if (is_last()) save_last();
  if (hidden) return;
  platform_->imgui->render(ImGuiBackend::Part::Remarks);
  const Size pixels = platform_->framebuffer();
  if (target) target->show(pixels.width, pixels.height);
}

void App::take_picture() {
  const bool window = std::exchange(picture_wanted_, Wanted::Nothing) == Wanted::Window;
  try {
    saver_.save(Folder::Pictures, window ? "ikscope" : saver_.scene_name() + " 3D view", "png",
                render::encode_png(window ? picture_.of_window() : picture_.of_view()));
  } catch (const std::bad_alloc&) {
    ui_.error("There is not enough memory for such a large picture; choose a smaller size.");
  } catch (const std::exception& error) {
    ui_.error(error.what());
  }
}

void App::save_last() {
  if (screenshot_) screenshot_->write_all(render::encode_png(picture_.of_window()));
  if (view_picture_) view_picture_->write_all(render::encode_png(picture_.of_view()));
}

}  // namespace app
