// The user's requests, executed between frames.

#include <imgui.h>

#include <exception>
#include <iostream>
#include <new>
#include <type_traits>
#include <utility>
#include <variant>

#include "app/app.h"
#include "base/text.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/model/pose_goal.h"

namespace app {

/// Reports a failed request; the program continues unchanged.
void App::execute(ui::Request& request) {
  ++changes_;
  try {
    std::visit([this](auto& one) { execute(one); }, request);
  } catch (const std::bad_alloc&) {
    ui_.error("There is not enough memory for that.");
  } catch (const std::exception& error) {
    ui_.error(error.what());
  }
  context_.course = classroom_.course();
}

void App::execute(sim::Command& command) { session_->post(std::move(command)); }

void App::execute(ui::SetOption& request) {
  preferences_.options.set(request.key, request.value);
  classroom_.chosen(request.key);
  settings_changed();
}

void App::execute(ui::Open& request) {
  if (formats::is_link(request.name)) return open_link(request.name);
  if (Classroom::is_lesson(request.name)) {
    classroom_.begin(Classroom::load(request.name));
    return used(request.name);
  }
  open(formats::load(formats::find_scene(request.name)));
  classroom_.leave();
  context_.scene = base_ = request.name;
  used(request.name);
}

void App::execute(ui::LookAt& request) { documents_.look_at(request.typed); }
void App::execute(ui::SaveAs& request) { save(request.what, request.file); }

void App::execute(ui::OpenLesson& request) {
  classroom_.begin(Classroom::load(request.name), request.step);
}
void App::execute(ui::GoToStep& request) { classroom_.go(request.step); }
void App::execute(ui::Answer& request) { classroom_.answer(request.choice); }

/// Selects a part. Selects the position if a pose is clicked.
void App::execute(ui::Select& request) {
  context_.selected = request.selection;
  const ik::Skeleton& skeleton = session_->simulation().skeleton();
  const int target = context_.selected.target();
  if (target >= 0 && target < skeleton.effectors())
    context_.selected.index = ik::pose_head(skeleton, target);
}

void App::execute(ui::AddObstacle& request) {
  const sim::Simulation& simulation = session_->simulation();
  session_->post(sim::PutObstacle{-1, body_.new_obstacle(request.shape, simulation)});
  const auto count = static_cast<int>(simulation.obstacles().size());
  context_.selected = {view::Selection::Kind::Obstacle, count};
}

void App::execute(ui::PressKey& request) {
  if (ui::typing() || !body_.key(context_, request.chord))
    ui_.key(request.chord, request.repeat, context_);
}

void App::execute(ui::Perform& request) {
  switch (request.action) {
    case ui::Action::HomeView:
      return body_.home(session_->simulation());
    case ui::Action::FrameBody:
      return body_.frame(session_->simulation());
    case ui::Action::LookFrom:
      return body_.look_from(session_->simulation(), request.argument);
    case ui::Action::NextSide:
      return body_.look_from(session_->simulation(), -1);
    case ui::Action::GrabTarget:
      return body_.grab(context_);
    case ui::Action::NudgeTarget:
      return body_.nudge(context_, request.argument / 2 % 3, request.argument % 2 == 0,
                         request.argument >= 6);
    case ui::Action::FullScreen:
      return platform_->toggle_full_screen();
    case ui::Action::Screenshot:
      picture_wanted_ = Wanted::Window;  // taken once the frame is drawn
      return;
    case ui::Action::ViewPicture:
      picture_wanted_ = Wanted::View;
      return;
    case ui::Action::Record:
      return toggle_recording();
    case ui::Action::SaveScene:
    case ui::Action::SaveSceneAs:
    case ui::Action::SaveSession:
      return save(request.action);
    case ui::Action::CopyLink:
      return copy_link();
    case ui::Action::ShowQrCode:
      return show_qr_code();
    case ui::Action::ShowStart:
      return ui_.show_start();
    case ui::Action::RepeatStep:
    case ui::Action::DoTask:
    case ui::Action::LeaveLesson:
      return classroom_.act(request.action);
    case ui::Action::Quit:
      return platform_->close();
    default:
      return;
  }
}

/// Opens a scene at the current speed. Saves a body that was being built.
sim::Session& App::open(std::shared_ptr<const sim::Scene> scene) {
  return open(sim::Simulation(std::move(scene)));
}

sim::Session& App::open(sim::Simulation simulation) {
  const bool paused = session_->clock().paused && !builder_.edits();
  keep_body();
  auto session = std::make_unique<sim::Session>(std::move(simulation));
  session->post(sim::SetPaused{paused});
  session->post(sim::SetSpeed{session_->clock().speed});
  follow(std::move(session));
  context_.scene.clear();
  base_.clear();
  scene_file_.clear();
  session_file_.clear();
  builder_.forget();
  building_ = false;
  return *session_;
}

/// Diagnoses the current moment. The verdict is recorded with the moment's curves and shown again
/// with them.
void App::diagnose(const sim::Simulation& simulation) {
  const sim::Timeline& timeline = session_->timeline();
  if (timeline.in_past()) return recall_verdict();
  diagnosis_->observe(simulation, simulation.run().serial);
  if (diagnosis_->is_news()) session_->say(diagnosis_->verdict());
}

void App::recall_verdict() {
  const sim::Simulation& simulation = session_->simulation();
  diagnosis_->recall(simulation, simulation.run().serial, session_->history().verdict());
}

/// Reports what the program ignores in the body's file: the first notice in a message, all of them
/// in the scene's card and on stderr.
void App::show_notices() {
  const std::vector<std::string>& all = session_->simulation().scene().notices;
  if (all.empty()) return;
  for (const std::string& one : all)
    std::cerr << "ikscope: " << base::printable(base::sentence(one)) << "\n";
  const auto more = static_cast<int>(all.size()) - 1;
  ui_.message(base::sentence(all[0]) +
              (more > 0 ? " " + base::counted(more, "more notice") + " under Scene." : ""));
}

/// Shows this session from now on. If memory is short, the previous session stays.
void App::follow(std::unique_ptr<sim::Session> session, bool same_view) {
  std::optional<sim::why::Diagnosis> diagnosis(std::in_place, session->simulation().skeleton());
  session->on_step([this](const sim::Simulation& simulation) {
    for (const sim::Run& run : simulation.runs()) {
      updates_ns_ += run.step_ns();
      updates_ += run.report().updates;
    }
    updates_ns_ += simulation.crowd().step_ns();
    updates_ += simulation.crowd().updates();
    body_.record(simulation);
    diagnose(simulation);
    trace(simulation);
    classroom_.observe(simulation);
  });
  session->on_jump([this] {
    body_.record(session_->simulation());
    recall_verdict();
    classroom_.recall(session_->simulation(), session_->history());
  });
  if (same_view)
    body_.rebuild(session->simulation(), bounded());
  else
    body_.show(session->simulation(), bounded());
  if (error_trace_ && session->simulation().scene_ptr() != session_->simulation().scene_ptr())
    end_trace();  // its columns belong to the previous scene
  session_ = std::move(session);
  diagnosis_ = std::move(diagnosis);
  context_.diagnosis = &*diagnosis_;
  context_.session = session_.get();
  context_.selected = {};
  arrival_.reset();
  context_.saved_name.clear();
  requests_.forget_commands();
  if (!same_view) show_notices();
}

}  // namespace app
