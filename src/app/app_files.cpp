// Saving from the window: screenshots, recordings, scenes, sessions, maps.

#include "app/app.h"
#include "app/window_picture.h"
#include "base/error.h"
#include "files/output_file.h"
#include "formats/map_csv.h"
#include "formats/scene_file.h"
#include "formats/session_file.h"
#include "render/picture.h"
#include "sweep/drawing.h"

namespace app {

/// Of all of the window, or of the part that the map is in.
void App::take_picture() {
  const bool map = picture_wanted_ == Wanted::Map;
  picture_wanted_ = Wanted::Nothing;
  try {
    const std::string name = map ? session_->simulation().scene().name + "-map" : "ikscope";
    const std::filesystem::path file = platform_->new_file(Folder::Pictures, name, "png");
    files::write_file(file, png(*platform_, map ? ui_.map_picture() : ui::Rect()));
    ui_.message((map ? "Saved a picture of the map as " : "Saved a screenshot as ") +
                file.string());
  } catch (const std::exception& error) {
    ui_.error(error.what());
  }
}

void App::toggle_recording() {
  if (film_) return ui_.message(stop_recording());
  const Size size = platform_->framebuffer();
  film_ = platform_->film(platform_->new_file(Folder::Pictures, "ikscope", "mp4"), size);
  ui_.message("Recording; " + ui::shown_key(ui::Action::Record) + " stops");
  if (!film_->remark().empty()) ui_.message(film_->remark());
}

void App::record() {
  const Size size = platform_->framebuffer();
  try {
    film_->add(render::read_pixels(size.width, size.height));
  } catch (const std::exception& error) {
    if (!options_.video.empty()) {
      film_.reset();  // said once is enough
      throw;
    }
    ui_.error(error.what());
    requests_.add(ui::Perform{ui::Action::Record});  // what there is of it is kept
  }
}

/// Returns what is to be said. Throws base::Error if the film is not whole; it has ended in any
/// case.
std::string App::stop_recording() {
  const std::unique_ptr<Film> film = std::move(film_);
  film->finish();
  return "Saved " + std::to_string(film->frames()) + " frames as " + film->place().string();
}

/// What cannot be opened again does not stay.
void App::save(ui::Action action) {
  const std::string& name = session_->simulation().scene().name;
  const bool all = action == ui::Action::SaveSession;
  const std::filesystem::path file =
      platform_->new_file(Folder::Documents, all ? name + "-session" : name, "toml");
  files::write_file(file, all ? formats::to_toml(formats::session_of(session_->timeline()))
                              : formats::to_toml(session_->simulation().snapshot()));
  try {
    all ? (void)formats::load_session(file) : (void)formats::load(file);
  } catch (const base::Error& error) {
    std::filesystem::remove(file);
    throw base::Error("Not saved, because it could not be opened again: " +
                      std::string(error.what()));
  }
  ui_.message("Saved as " + file.string());
}

void App::execute(ui::SaveText& request) { save(request.name, request.ending, request.text); }

void App::save(const std::string& name, const std::string& ending, const std::string& text) {
  const std::filesystem::path file = platform_->new_file(Folder::Documents, name, ending);
  files::write_file(file, text);
  ui_.message("Saved as " + file.string());
}

void App::execute(ui::SaveMap& request) {
  const std::vector<const sweep::Result*> maps = sweep::results(mapper_.work());
  if (maps.empty()) return;
  const std::string& title = session_->simulation().scene().name;
  if (request.kind == ui::MapFile::Png) {
    picture_wanted_ = Wanted::Map;  // when it has been drawn
  } else if (request.kind == ui::MapFile::Svg) {
    save(title + "-map", "svg", sweep::map_svg(maps, ui::map_view(preferences_.options)));
  } else {
    const std::string& scene = context_.scene.empty() ? title : context_.scene;
    for (const sweep::Result* one : maps)
      save(title + "-map-" + one->grid.scene->method, "csv", formats::map_csv(*one, scene));
  }
}

}  // namespace app
