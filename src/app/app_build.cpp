// The part of App that builds a body in the window.

#include "app/app.h"
#include "base/error.h"
#include "files/output_file.h"
#include "formats/scene/scene_file.h"
#include "ui/input/build_actions.h"
#include "ui/options/options.h"

namespace app {

/// A body is built while the panel for it is shown, except in lessons and on the stage. The start
/// screen, which another scene closes, only interrupts.
void App::follow_build() {
  const base::Settings& options = preferences_.options;
  const bool wanted = options.flag(ui::options::show_plots()) &&
                      ui::options::right_panel(options).name == "build" &&
                      !options.flag(ui::options::presenter()) && (building_ || !ui_.starting()) &&
                      !classroom_.course();
  if (wanted && !building_) {
    building_ = true;
    builder_.begin(session_->simulation());
    if (builder_.on()) show_draft();
  } else if (!wanted && building_) {
    building_ = false;
    if (builder_.edits()) {
      builder_.take_settings(session_->simulation());
      builder_.play(true);
      show_draft();
    }
    builder_.leave();
  }
  tell_of_build();
}

/// Gives the interface the state of the builder.
void App::tell_of_build() {
  context_.building = {};
  if (!builder_.on() || ui_.starting()) return;
  context_.building = {.draft = &builder_.draft(),
                       .plays = builder_.plays(),
                       .unsaved = builder_.unsaved(),
                       .undo_label = builder_.drafts().undo_label(),
                       .redo_label = builder_.drafts().redo_label()};
}

/// Shows the scene of the current draft without moving the camera.
void App::show_draft() {
  const double speed = session_->clock().speed;
  auto session = std::make_unique<sim::Session>(builder_.simulation());
  session->post(sim::SetPaused{builder_.edits()});
  session->post(sim::SetSpeed{speed});
  follow(std::move(session), true);
  context_.selected =
      builder_.edits() ? ui::selection_of(builder_.draft().chosen) : view::Selection{};
  tell_of_build();
}

void App::execute(ui::ChangeBody& request) {
  if (!builder_.edits()) return;
  sim::build::Draft draft = request.change(builder_.draft());  // may throw before any change
  if (!request.selects) draft.chosen = ui::selected_item(context_);
  builder_.drafts().present().chosen = ui::selected_item(context_);  // Undo restores this selection
  builder_.take_settings(session_->simulation());
  const bool ends = builder_.draft().scene.recording && !draft.scene.recording;
  builder_.drafts().change(std::move(draft), request.label, request.topic);
  show_draft();
  if (ends)
    ui_.message(
        "The recording is of the body as it was: it is dropped, and its targets rest in the middle "
        "of their ways. Undo brings it back.");
}

void App::execute(ui::Build& request) {
  using What = ui::Build::What;
  if (request.what == What::New) {
    keep_body();
    builder_.take_settings(session_->simulation());
    builder_.begin(sim::build::new_body());
    building_ = true;
    classroom_.leave();
    context_.scene.clear();
    base_.clear();
    scene_file_.clear();
    session_file_.clear();
    show_draft();
    return body_.home_to_build(session_->simulation());
  }
  if (!builder_.on()) return;
  base::UndoStack<sim::build::Draft>& drafts = builder_.drafts();
  switch (request.what) {
    case What::Play:
      builder_.take_settings(session_->simulation());
      builder_.play(builder_.edits());
      return show_draft();
    case What::Seal:
      return drafts.seal();
    case What::Drop:
      drafts.drop();
      break;
    case What::Undo:
    case What::Redo: {
      const bool undo = request.what == What::Undo;
      const std::string label = undo ? drafts.undo_label() : drafts.redo_label();
      if (!(undo ? drafts.undo() : drafts.redo())) return;
      ui_.message((undo ? "Undone: " : "Redone: ") + label);
      break;
    }
    case What::New:
      break;
  }
  builder_.take_settings(session_->simulation());
  show_draft();
}

std::string App::unsaved_body() {
  return builder_.unsaved() ? formats::to_toml(*builder_.scene()) : std::string();
}

/// Saves an unsaved body among the user's scenes before another scene opens or the program ends.
void App::keep_body() {
  if (!builder_.unsaved() || options_.frames > 0) return;
  const std::filesystem::path file =
      new_file(Folder::Documents, builder_.draft().scene.name, "toml");
  files::write_file(file, formats::to_toml(*builder_.scene()));
  builder_.saved();
  used(file.string());
  if (platform_->download(file))
    return ui_.message("The body that was being built was downloaded: " + file.filename().string());
  ui_.message("The body that was being built is kept as " + file.string(), file.string());
}

}  // namespace app
