// Saving from the window: scenes, sessions, figures, settings.

#include <algorithm>

#include "app/app.h"
#include "app/files/figure_picture.h"
#include "base/error.h"
#include "chart/drawing.h"
#include "files/output_file.h"
#include "formats/assets.h"
#include "formats/map_csv.h"
#include "formats/scene/scene_file.h"
#include "formats/session_file.h"
#include "render/picture.h"

namespace app {
namespace {

constexpr double seconds_until_saved = 1;  // after the last change of a setting
constexpr int frames_of_the_start = 20;  // which may take long and has other things to do than save
constexpr double seconds_until_tried_again = 30;
constexpr Size least_window{480, 320};

void make_folder_of(const std::filesystem::path& file) {
  std::error_code wrong;
  std::filesystem::create_directories(file.parent_path(), wrong);
  if (wrong)
    throw base::Error("The folder " + file.parent_path().string() +
                      " cannot be made: " + wrong.message() + ". Choose another place.");
}

}  // namespace

/// The first time it asks where.
void App::save(ui::Action action) {
  const bool all = action == ui::Action::SaveSession;
  const std::filesystem::path& file = all ? session_file_ : scene_file_;
  if (!file.empty() && action != ui::Action::SaveSceneAs) return save(action, file);
  const std::string name = scene_name();
  ask_where(action,
            file.empty() ? documents_.proposal(all ? name + "-session" : name) : file.string());
}

std::string App::scene_name() const {
  if (builder_.on()) return builder_.draft().scene.name;
  return context_.saved_name.empty() ? session_->simulation().scene().name : context_.saved_name;
}

/// By the desktop's dialog, or else by ours.
void App::ask_where(ui::Action action, const std::string& file) {
  const char* title = action == ui::Action::SaveSession ? "Save session" : "Save scene";
  platform_->ask({title, file}, [this, action, file](const FileAnswer& answer) {
    if (!answer.asked) return ui_.ask_where(action, short_form(file), context_);
    if (answer.file.empty()) return;
    ui::Request save = ui::SaveAs{action, answer.file.string()};
    execute(save);
  });
}

void App::execute(ui::Browse&) {
  platform_->ask({"Open scene", {}}, [this](const FileAnswer& answer) {
    if (!answer.asked)
      return ui_.error("The desktop shows no dialog for files. Type the path here.");
    if (answer.file.empty()) return;
    ui_.close_picker();
    ui::Request open = ui::Open{answer.file.string()};
    execute(open);
  });
}

/// What the chosen targets' scene is like; nothing if the body is another one by now.
std::string App::base_of_targets() const { return builder_.unsaved() ? std::string() : base_; }

/// The text decides: what is shown is what the saved file would show. Of a body that is being built
/// it is one change.
void App::execute(ui::UseTargets& request) {
  chosen_ = request.scene;
  const std::string base = base_of_targets();
  const std::string text = formats::targets_scene(base, *chosen_);
  if (request.save)
    return ask_where(ui::Action::SaveTargets, documents_.proposal(chosen_->name + "-targets"));
  const std::shared_ptr<const sim::Scene> scene = formats::parse(text, "the targets");
  if (builder_.edits()) {
    ui::ChangeBody change{.label = "Choose targets", .topic = "", .change = [&](const auto&) {
                            return sim::build::Draft{*scene, {}};
                          }};
    return execute(change);
  }
  open(scene);
  classroom_.leave();
  base_ = base;
}

/// It goes on from where it is; lessons have scenes of their own.
void App::execute(ui::TurnUpright& request) {
  auto scene = std::make_shared<sim::Scene>(session_->simulation().snapshot());
  scene->up = request.up;
  scene->notices.clear();  // they have been shown
  const std::string base = base_;
  open(std::move(scene));
  base_ = base;
}

/// It is open from then on.
void App::save_targets(const std::filesystem::path& file) {
  if (!chosen_) return;
  const std::string text = formats::targets_scene(base_of_targets(), *chosen_, file);
  (void)formats::parse(text, file.string());
  make_folder_of(file);
  files::write_file(file, text);
  ui::Open open{file.string()};
  execute(open);
  previews_.forget(file.string());
  report_saved(file);
}

/// Refuses to write what could not be opened again.
void App::save(ui::Action action, const std::filesystem::path& file) {
  if (action == ui::Action::SaveTargets) return save_targets(file);
  const bool all = action == ui::Action::SaveSession;
  if (!all && builder_.on()) builder_.take_settings(session_->simulation());
  sim::Scene scene = builder_.on() ? *builder_.scene() : session_->simulation().snapshot();
  scene.name = name_in(file, scene_name());
  const std::string text =
      all ? formats::to_toml(formats::session_of(session_->timeline())) : formats::to_toml(scene);
  try {
    all ? (void)formats::parse_session(text, file.string())
        : (void)formats::parse(text, file.string());
  } catch (const base::Error& error) {
    throw base::Error("Not saved, because it could not be opened again: " +
                      std::string(error.what()));
  }
  try {
    make_folder_of(file);
    files::write_file(file, text);
  } catch (const base::Error&) {  // another place may do
    ask_where(action, file.string());
    throw;
  }
  (all ? session_file_ : scene_file_) = file;
  if (!all) context_.scene = base_ = file.string();
  if (!all) context_.saved_name = scene.name;
  if (!all && builder_.on()) {
    builder_.drafts().present().scene.name = scene.name;
    builder_.saved();
  }
  previews_.forget(file.string());
  used(file.string());
  report_saved(file);
}

void App::report_saved(const std::filesystem::path& file) {
  if (platform_->download(file)) return ui_.message("Downloaded " + file.filename().string());
  ui_.message("Saved as " + file.string(), file.string());
}

/// If it is a file of the user, it is a recent one.
void App::used(const std::string& scene) {
  const auto is_ours = [&](const ui::SceneEntry& one) {
    std::error_code error;
    return scene == one.name ||
           std::filesystem::equivalent(full_path(scene), formats::find_scene(one.name), error);
  };
  if (std::ranges::any_of(scenes_, is_ours)) return;
  documents_.used(scene);
  preferences_.recent = documents_.recent();
  settings_changed();
}

void App::save(Folder folder, const std::string& name, const std::string& ending,
               const std::string& content) {
  const std::filesystem::path file = new_file(folder, name, ending);
  files::write_file(file, content);
  report_saved(file);
}

void App::execute(ui::SaveTable& request) {
  save(Folder::Documents, request.name, "csv", request.text);
}

void App::execute(ui::SaveMapTable&) {
  const std::string title = scene_name();
  const std::string& scene = context_.scene.empty() ? title : context_.scene;
  for (const sweep::Result* one : sweep::results(mapper_.work()))
    save(Folder::Documents, title + " Map " + one->grid.scene->method, "csv",
         formats::map_csv(*one, scene));
}

void App::execute(ui::SaveFigure& request) {
  if (request.kind == ui::FileKind::Svg)
    return save(Folder::Documents, request.name, "svg", chart::svg(request.drawing));
  save(Folder::Pictures, request.name, "png",
       render::encode_png(figure_picture(request.drawing, *platform_->offscreen_ui()),
                          figure_pixels_per_inch));
}

/// Settings are saved soon after a change, so that nothing is lost however the program ends.
void App::keep_settings(double time) {
  const Size size = platform_->size();
  const bool resized =
      size.width != preferences_.window.width || size.height != preferences_.window.height;
  if (resized && !options_.size && !platform_->full_screen() && !platform_->minimised() &&
      size.width >= least_window.width && size.height >= least_window.height) {
    preferences_.window = size;
    unsaved_since_ = time;
  }
  if (ui_.map_choice() != preferences_.map) {
    preferences_.map = ui_.map_choice();
    unsaved_since_ = time;
  }
  if (unsaved_since_ < 0 || frames_ < frames_of_the_start ||
      time - unsaved_since_ < seconds_until_saved)
    return;
  try {
    save_own_settings();
  } catch (const std::exception& error) {
    ui_.error(error.what());
    unsaved_since_ = time + seconds_until_tried_again;
  }
}

void App::save_own_settings() {
  Preferences own = classroom_.own();
  platform_->take_settings(settings_file_);
  save_settings(settings_file_, own, saved_);
  platform_->give_settings(settings_file_);
  saved_ = std::move(own);
  unsaved_since_ = -1;
}

}  // namespace app
