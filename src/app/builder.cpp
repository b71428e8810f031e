#include "app/builder.h"

#include <utility>

#include "app/classroom.h"
#include "app/files/documents.h"
#include "app/files/saver.h"
#include "base/error.h"
#include "files/output_file.h"
#include "formats/scene/scene_file.h"
#include "ui/input/build_actions.h"
#include "ui/options/options.h"

namespace app {
namespace {

/// Copies method and settings, but keeps held joints and the order of effectors, of one body.
void copy_method(const sim::RunSpec& from, const sim::RunSpec& of_body, sim::RunSpec& to) {
  to = {.method = from.method, .settings = from.settings};
  to.order = of_body.order;
  to.held = of_body.held;
}

}  // namespace

/// Continues with the scene that the builder has made, or begins with another one.
void Builder::begin(const sim::Simulation& shown) {
  mode_ = Mode::Edits;
  if (drafts_ && shown.scene_ptr() == made_) return take_settings();
  if (shown.skeleton().joints() > max_joints) return drafts_.reset();
  sim::Scene scene = shown.snapshot();
  scene.time = 0;
  scene.forget_coordinates();
  for (sim::RunSpec& run : scene.others) run.forget_coordinates();
  begin(Draft{scene, {}});
  settings_ = std::move(scene);
}

void Builder::begin(Draft draft) {
  mode_ = Mode::Edits;
  settings_.settings.clear();
  settings_.others.clear();
  settings_.obstacles.clear();
  drafts_.emplace(std::move(draft));
  saved_ = drafts_->revision();
}

void Builder::take_settings() {
  sim::Scene now = parts_.simulation().snapshot();
  static_cast<sim::RunSpec&>(settings_) = now;
  settings_.others = std::move(now.others);
  settings_.obstacles = std::move(now.obstacles);
}

std::shared_ptr<const sim::Scene> Builder::scene() {
  sim::Scene scene = draft().scene;
  const sim::RunSpec own = scene;
  copy_method(settings_, own, scene);
  scene.others.clear();
  for (const sim::RunSpec& run : settings_.others) {
    sim::RunSpec& other = scene.others.emplace_back();
    copy_method(run, own, other);
    other.order.clear();
  }
  scene.obstacles = settings_.obstacles;
  return std::make_shared<const sim::Scene>(std::move(scene));
}

/// Drops settings that no longer suit the body, such as a λ for one ten times as large.
sim::Simulation Builder::simulation() {
  made_ = scene();
  std::optional<sim::Simulation> made;
  try {
    made.emplace(made_);
  } catch (const base::Error&) {
    settings_.settings.clear();
    settings_.others.clear();
    made_ = scene();
    made.emplace(made_);
  }
  if (mode_ == Mode::Edits) {
    const std::vector<double> zero(static_cast<size_t>(made_->skeleton->joints()));
    made->apply(sim::SetPose{zero});
  }
  return std::move(*made);
}

void Builder::follow(bool wanted) {
  if (wanted && mode_ == Mode::Off) {
    begin(parts_.simulation());
    if (on()) show();
  } else if (!wanted && mode_ != Mode::Off) {
    if (edits()) {
      take_settings();
      mode_ = Mode::Plays;
      show();
    }
    mode_ = Mode::Off;
  }
  update_context();
}

/// Gives the interface the state of the construction.
void Builder::update_context() {
  parts_.context.building = {};
  if (!on() || parts_.ui.shows_start()) return;
  parts_.context.building = {.draft = &draft(),
                             .plays = mode_ == Mode::Plays,
                             .unsaved = unsaved(),
                             .undo_label = drafts_->undo_label(),
                             .redo_label = drafts_->redo_label()};
}

/// Shows the scene of the current draft without moving the camera.
void Builder::show() {
  const double speed = parts_.session().clock().speed;
  auto session = std::make_unique<sim::Session>(simulation());
  session->post(sim::SetPaused{edits()});
  session->post(sim::SetSpeed{speed});
  parts_.show(std::move(session));
  parts_.context.selected = edits() ? ui::selection_of(draft().chosen) : view::Selection{};
  update_context();
}

void Builder::change(ui::ChangeBody& request) {
  if (!edits()) return;
  Draft changed = request.change(draft());  // may throw before any change
  if (!request.selects) changed.chosen = ui::selected_item(parts_.context);
  drafts_->present().chosen = ui::selected_item(parts_.context);  // Undo restores this selection
  take_settings();
  const bool ends = draft().scene.recording && !changed.scene.recording;
  drafts_->change(std::move(changed), request.label, request.topic);
  show();
  if (ends)
    parts_.ui.message(
        "The recording belongs to the original body and was removed; its targets rest in the "
        "middle of their paths. Undo restores it.");
}

void Builder::execute(ui::Build request) {
  if (request == ui::Build::New) {
    save_unsaved();
    take_settings();
    begin(sim::build::new_body());
    show();
    parts_.classroom.leave();
    return parts_.body.home_to_build();
  }
  if (!on()) return;
  const bool undo = request == ui::Build::Undo;
  if (request == ui::Build::Seal) return drafts_->seal();
  if (request == ui::Build::Play) mode_ = edits() ? Mode::Plays : Mode::Edits;
  if (request == ui::Build::Drop) drafts_->discard_last();
  if (undo || request == ui::Build::Redo) {
    const std::string label = undo ? drafts_->undo_label() : drafts_->redo_label();
    if (!(undo ? drafts_->undo() : drafts_->redo())) return;
    parts_.ui.message((undo ? "Undone: " : "Redone: ") + label);
  }
  take_settings();
  show();
}

void Builder::forget() {
  mode_ = Mode::Off;
  drafts_.reset();
  made_.reset();
  settings_ = {};
}

void Builder::note_saved(const std::string& name) {
  if (!drafts_) return;
  drafts_->present().scene.name = name;
  saved_ = drafts_->revision();
}

std::string Builder::unsaved_text() { return unsaved() ? formats::to_toml(*scene()) : ""; }

void Builder::save_unsaved() {
  if (!unsaved() || parts_.start.frames > 0) return;
  const std::filesystem::path file = new_file(Folder::Documents, draft().scene.name, "toml");
  files::write_file(file, unsaved_text());
  saved_ = drafts_->revision();
  parts_.saver.note_used(file.string());
  if (parts_.platform.download(file))
    return parts_.ui.message("The unsaved body was downloaded: " + file.filename().string());
  parts_.ui.message("The unsaved body was saved as " + file.string(), file.string());
}

}  // namespace app
