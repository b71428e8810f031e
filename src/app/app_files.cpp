// What a person keeps of the window: pictures, films, scenes, sessions, maps.

#include "app/app.h"
#include "app/saved_file.h"
#include "ik/error.h"
#include "lab/map_file.h"
#include "map/drawing.h"
#include "render/picture.h"
#include "scene/scene_file.h"

namespace app {

/// Of all of the window, or of the part that the map is in.
void App::take_picture() {
  const bool map = picture_wanted_ == Wanted::Map;
  picture_wanted_ = Wanted::Nothing;
  try {
    const std::string name = map ? session_->simulation().scene().name + "-map" : "ikscope";
    const std::filesystem::path file = new_file(Folder::Pictures, name, "png");
    save_picture(file, window_, map ? ui_.map_picture() : ui::Rect());
    ui_.message((map ? "Saved the map's picture as " : "Saved the window's picture as ") +
                file.string());
  } catch (const std::exception& error) {
    ui_.error(error.what());
  }
}

void App::toggle_recording() {
  if (video_) return stop_recording();
  const Size size = window_.framebuffer();
  try {
    video_.emplace(new_file(Folder::Pictures, "ikscope", "mp4"), size.width, size.height);
    ui_.message("Recording; " + ui::shown_key(ui::Action::Record) + " ends it");
  } catch (const ik::Error& error) {
    ui_.error(error.what());
  }
}

void App::record() {
  const Size size = window_.framebuffer();
  try {
    video_->add(render::read_pixels(size.width, size.height));
  } catch (const std::exception& error) {
    if (!options_.video.empty()) throw;
    ui_.error(error.what());
    stop_recording();
  }
}

void App::stop_recording() {
  Video video = std::move(*video_);
  video_.reset();
  try {
    video.finish();
    ui_.message("Saved " + std::to_string(video.frames()) + " frames as " + video.place().string());
  } catch (const ik::Error& error) {
    if (!options_.video.empty()) throw;
    ui_.error(error.what());
  }
}

void App::save(ui::Action action) {
  const std::string& name = session_->simulation().scene().name;
  if (action == ui::Action::SaveSession)
    save(name + "-session", "toml", scene::to_toml(scene::session_of(session_->timeline())));
  else
    save(name, "toml", scene::to_toml(session_->simulation().snapshot()));
}

void App::save(const std::string& name, const std::string& ending, const std::string& text) {
  try {
    const std::filesystem::path file = new_file(Folder::Documents, name, ending);
    save_text(file, text);
    ui_.message("Saved as " + file.string());
  } catch (const ik::Error& error) {
    ui_.error(error.what());
  }
}

void App::execute(ui::SaveMap& request) {
  const std::vector<const map::Result*> maps = map::results(mapper_.work());
  if (maps.empty()) return;
  const std::string& title = session_->simulation().scene().name;
  if (request.kind == ui::MapFile::Png) {
    picture_wanted_ = Wanted::Map;  // when it has been drawn
  } else if (request.kind == ui::MapFile::Svg) {
    save(title + "-map", "svg", map::map_svg(maps, ui::map_view(kept_.options)));
  } else {
    const std::string& scene = context_.scene.empty() ? title : context_.scene;
    for (const map::Result* one : maps)
      save(title + "-map-" + one->grid.scene->method, "csv", lab::map_csv(*one, scene));
  }
}

}  // namespace app
