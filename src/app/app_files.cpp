// Saving from the window: scenes, sessions, figures.

#include "app/app.h"
#include "base/error.h"
#include "chart/svg.h"
#include "files/output_file.h"
#include "formats/map_csv.h"
#include "formats/scene_file.h"
#include "formats/session_file.h"
#include "render/picture.h"
#include "ui/rasterize.h"

namespace app {

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
  ui_.message("Saved as " + file.string(), file.string());
}

void App::save(Folder folder, const std::string& name, const std::string& ending,
               const std::string& content) {
  const std::filesystem::path file = platform_->new_file(folder, name, ending);
  files::write_file(file, content);
  ui_.message("Saved as " + file.string(), file.string());
}

void App::execute(ui::SaveTable& request) {
  save(Folder::Documents, request.name, "csv", request.text);
}

void App::execute(ui::SaveMapTable&) {
  const std::string& title = session_->simulation().scene().name;
  const std::string& scene = context_.scene.empty() ? title : context_.scene;
  for (const sweep::Result* one : sweep::results(mapper_.work()))
    save(Folder::Documents, title + " Map " + one->grid.scene->method, "csv",
         formats::map_csv(*one, scene));
}

void App::execute(ui::SaveFigure& request) {
  if (request.kind == ui::FileKind::Svg)
    return save(Folder::Documents, request.name, "svg", chart::svg(request.drawing));
  ui::Pixels pixels = ui::rasterize(request.drawing);
  save(Folder::Pictures, request.name, "png",
       render::encode_png({pixels.width, pixels.height, std::move(pixels.rgb), 3},
                          ui::pixels_per_inch));
}

}  // namespace app
