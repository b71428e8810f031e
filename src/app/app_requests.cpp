// The user's requests, executed between frames, and the pictures that they ask for.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>
#include <map>
#include <new>
#include <utility>
#include <variant>

#include "app/app.h"
#include "app/map_words.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/assets.h"
#include "formats/exports/settings_text.h"
#include "formats/moments/moment.h"
#include "formats/session_file.h"
#include "ik/model/pose_goal.h"
#include "ui/options/options.h"
#include "ui/stage.h"

namespace app {
namespace {

template <class... Lambdas>
struct Overloaded : Lambdas... {
  using Lambdas::operator()...;
};
template <class... Lambdas>
Overloaded(Lambdas...) -> Overloaded<Lambdas...>;

}  // namespace

/// Reports a failed request; the program continues unchanged.
void App::execute(ui::Request& request) {
  links_.note_change();
  const auto execute_one = Overloaded{
      [this](sim::Command& one) { session_->post(std::move(one)); },
      [this](ui::SetOption& one) {
        parts_.options().set(one.option->key, one.value);
        classroom_.note_option_set(one.option->key);
        keeper_.changed();
      },
      [this](ui::Open& one) { open(one); },
      [this](ui::ListFiles& one) { saver_.list_folder(one.typed); },
      [this](ui::SaveAs& one) { saver_.save(one.what, one.file); },
      [this](ui::UseTargets& one) { saver_.use_targets(one); },
      [this](ui::TurnUpright& one) { saver_.turn_upright(one); },
      [this](ui::Browse&) { saver_.browse(); },
      [this](ui::OpenLesson& one) { classroom_.begin(Classroom::load(one.name), one.step); },
      [this](ui::GoToStep& one) { classroom_.go(one.step); },
      [this](ui::Answer& one) { classroom_.answer(one.choice); },
      [this](ui::Select& one) { select(one.selection); },
      [this](ui::AddObstacle& one) { add_obstacle(one.shape); },
      [this](ui::SaveTable& one) { saver_.save(one); },
      [this](ui::SaveMapTable&) { saver_.save(mapper_.work()); },
      [this](ui::SaveFigure& one) { saver_.save(one); },
      [this](ui::StartFilm& one) { recorder_.start(one); },
      [this](ui::OpenFolder& one) {
        if (!platform_->open_folder(one.file)) ui_.message("It is " + one.file);
      },
      [this](ui::Perform& one) { perform(one); },
      [this](ui::ChangeBody& one) { builder_.change(one); },
      [this](ui::Build& one) {
        builder_.execute(one);
        if (one == ui::Build::New) saver_.forget();
      },
      [this](ui::Solve& one) { searcher_.execute(one); },
      [this](ui::Choose& one) { choosing_.execute(one); },
      [this](ui::PressKey& one) {
        if (ui::is_typing() || !body_.key(one.chord)) ui_.key(one.chord, one.repeat, context_);
      }};
  try {
    std::visit(execute_one, static_cast<ui::AnyRequest&>(request));
  } catch (const std::bad_alloc&) {
    ui_.error("There is not enough memory for that.");
  } catch (const std::exception& error) {
    ui_.error(error.what());
  }
  context_.course = classroom_.course();
}

void App::open(const ui::Open& request) {
  if (formats::is_link(request.name)) return links_.open(request.name);
  if (Classroom::is_lesson(request.name)) {
    classroom_.begin(Classroom::load(request.name));
    return saver_.note_used(request.name);
  }
  if (saver_.follow_track(request.name)) return;
  const formats::SessionFile file = formats::load_scene(formats::find_scene(request.name));
  parts_.open(sim::Simulation(file.scene));  // a lesson's view gives way to the file's
  show_map_words(file.view, parts_);
  saver_.note_opened(request.name);
  saver_.note_used(request.name);
}

/// Selects a part. Selects the position if a pose is clicked.
void App::select(const view::Selection& selection) {
  context_.selected = selection;
  const ik::Skeleton& skeleton = session_->simulation().skeleton();
  const int target = selection.target();
  if (target >= 0 && target < skeleton.effectors())
    context_.selected.index = ik::pose_head(skeleton, target);
}

void App::add_obstacle(ik::Obstacle::Shape shape) {
  session_->post(sim::PutObstacle{-1, body_.new_obstacle(shape)});
  const auto count = static_cast<int>(session_->simulation().obstacles().size());
  context_.selected = {view::Selection::Kind::Obstacle, count};
}

void App::perform(const ui::Perform& request) {
  using ui::Action;
  const int argument = request.argument;
  const auto save = [&] { saver_.save(request.action); };
  const std::map<Action, std::function<void()>> effects{
      {Action::HomeView, [&] { body_.home(); }},
      {Action::FrameBody, [&] { body_.frame(); }},
      {Action::LookFrom, [&] { body_.fly_to_side(argument); }},
      {Action::NextSide, [&] { body_.fly_to_side(-1); }},
      {Action::GrabTarget, [&] { body_.grab(); }},
      {Action::NudgeTarget,
       [&] { body_.nudge(argument / 2 % 3, argument % 2 == 0, argument >= 6); }},
      {Action::FullScreen, [&] { platform_->toggle_full_screen(); }},
      {Action::Screenshot, [&] { wanted_picture_ = Wanted::Window; }},  // once the frame is drawn
      {Action::ViewPicture, [&] { wanted_picture_ = Wanted::View; }},
      {Action::Record, [&] { recorder_.toggle(); }},
      {Action::SaveScene, save},
      {Action::SaveSceneAs, save},
      {Action::SaveSession, save},
      {Action::HandIn, [&] { save_hand_in(); }},
      {Action::MakeLesson, [&] { saver_.make_lesson(); }},
      {Action::CopyLink, [&] { links_.copy(); }},
      {Action::CopySettings, [&] { copy_settings(static_cast<size_t>(argument)); }},
      {Action::ShowQrCode, [&] { links_.show_qr_code(); }},
      {Action::ShowStart, [&] { ui_.show_start(); }},
      {Action::RepeatStep, [&] { classroom_.repeat(false); }},
      {Action::DoTask, [&] { classroom_.repeat(true); }},
      {Action::LeaveLesson, [&] { classroom_.leave(); }},
      {Action::Quit, [&] { platform_->close(); }}};
  if (const auto effect = effects.find(request.action); effect != effects.end()) effect->second();
}

void App::take_picture() {
  const bool window = std::exchange(wanted_picture_, Wanted::Nothing) == Wanted::Window;
  try {
    saver_.save(
        Folder::Pictures, window ? "ikscope" : saver_.scene_name() + " 3D view", "png",
        render::encode_png(window ? window_picture_.of_window() : window_picture_.of_view()));
  } catch (const std::bad_alloc&) {
    ui_.error("There is not enough memory for such a large picture; choose a smaller size.");
  } catch (const std::exception& error) {
    ui_.error(error.what());
  }
}

void App::save_hand_in() {
  if (const std::optional<formats::HandIn> hand_in = classroom_.hand_in())
    saver_.save(Folder::Documents, classroom_.course()->lesson().name + "-hand-in", "toml",
                formats::to_toml(*hand_in));
}

void App::copy_settings(size_t form) {
  const formats::SettingsFormInfo& info = formats::settings_forms.at(form);
  const std::string& scene = context_.scene;
  const std::string text = formats::settings_text(info.form, session_->simulation(), scene);
  ImGui::SetClipboardText(text.c_str());
  const bool needs_file = info.form != formats::SettingsForm::Scene &&
                          info.form != formats::SettingsForm::Cpp && scene.empty();
  ui_.message(
      base::format("Copied: {}{}", info.title,
                   needs_file ? ". It opens scene.toml: save the scene under that name." : ""));
}

/// Opens a simulation at the current speed. Saves a body that was being built.
void App::open(sim::Simulation simulation) {
  const bool paused = session_->clock().paused && !builder_.edits();
  builder_.save_unsaved();
  auto session = std::make_unique<sim::Session>(std::move(simulation));
  session->post(sim::SetPaused{paused});
  session->post(sim::SetSpeed{session_->clock().speed});
  show_session(std::move(session));
  saver_.forget();
  builder_.forget();
}

void Parts::open(sim::Simulation simulation) const {
  open_in_lesson(std::move(simulation));
  classroom.leave();
}

/// Diagnoses the moment. The verdict is recorded with its curves and shown again with them.
void App::diagnose(const sim::Simulation& simulation) {
  if (session_->timeline().in_past()) return show_recorded_verdict();
  diagnosis_->observe(simulation, simulation.run().serial);
  if (diagnosis_->is_news()) session_->set_verdict(diagnosis_->verdict());
}

void App::show_recorded_verdict() {
  still_frame_count_ = 0;
  const sim::Simulation& simulation = session_->simulation();
  diagnosis_->recall(simulation, simulation.run().serial, session_->history().verdict());
}

/// Diagnoses the moment while time stands. A moment of the past first shows its recorded verdict;
/// once it has been shown for 12 frames, its last steps are computed again and diagnosed.
void App::diagnose_still_moment() {
  constexpr int stays = 12;  // frames
  const sim::Simulation& simulation = session_->simulation();
  const int serial = simulation.run().serial;
  const bool in_past = session_->timeline().in_past();
  if (in_past && !diagnosis_->is_about(simulation, serial)) show_recorded_verdict();
  if (in_past && ++still_frame_count_ == stays)
    session_->timeline().replay_last(sim::why::Window::length, [&](const sim::Simulation& earlier) {
      diagnosis_->look_back(earlier, serial);
    });
  diagnosis_->ponder(simulation, serial);
}

/// Reports what is ignored in the body's file: one notice in a message, all of them on stderr.
void App::show_notices() {
  const std::vector<std::string>& all = session_->simulation().scene().notices;
  if (all.empty()) return;
  for (const std::string& one : all) report(platform_->reworded(base::sentence(one)));
  const auto more = static_cast<int>(all.size()) - 1;
  const std::string first = base::sentence(all[0]);
  ui_.message(more == 0
                  ? first
                  : base::format("{} {} under Scene.", first, base::counted(more, "more notice")));
}

/// Shows this session from now on. If memory is short, the previous session stays.
void App::show_session(std::unique_ptr<sim::Session> session, bool same_view) {
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
    show_recorded_verdict();
    classroom_.recall(session_->simulation(), session_->history());
  });
  context_.mesh_notices.clear();
  if (same_view)
    body_.rebuild(session->simulation(), has_fixed_step());
  else
    body_.show(session->simulation(), has_fixed_step());
  if (error_trace_ && session->simulation().scene_ptr() != session_->simulation().scene_ptr())
    end_trace();  // its columns belong to the previous scene
  session_ = std::move(session);
  searcher_.forget();
  context_.search = {};
  diagnosis_ = std::move(diagnosis);
  context_.diagnosis = &*diagnosis_;
  context_.session = session_.get();
  context_.selected = {};
  links_.stop_fast_forward();
  context_.saved_name.clear();
  requests_.forget_commands();
  if (!same_view) show_notices();
}

/// Lets the user build while the build panel is shown, except in lessons and presentation mode.
void App::update_builder() {
  const base::Settings& options = parts_.options();
  builder_.follow(options.flag(ui::options::show_plots()) &&
                  ui::options::right_panel(options).name == "build" &&
                  !options.flag(ui::options::presenter()) &&
                  (builder_.on() || !ui_.shows_start()) && !classroom_.course());
}

/// Keeps a pose search while the window, or a film of one panel, shows its panel.
void App::update_searcher(double seconds) {
  const auto is_search = [](const ui::PanelInfo* panel) { return panel && panel->name == "solve"; };
  const bool shown =
      is_search(ui::column_shown(context_)) ||
      (recorder_.is_recording() && is_search(ui::options::film_panel(parts_.options())));
  searcher_.follow(shown && !builder_.edits() && !context_.is_fast_forwarding,
                   is_frozen_ ? 0 : seconds);
}

/// Tries the commands that are due now on a copy first, so that a refused one changes nothing.
void App::play(std::vector<sim::LoggedCommand> commands) {
  const auto later = std::ranges::find_if(
      commands, [](const sim::LoggedCommand& one) { return one.tick > 0 || one.run_serial >= 0; });
  sim::Simulation trial = session_->simulation();
  for (auto one = commands.begin(); one != later; ++one) trial.apply(one->command);
  for (auto one = commands.begin(); one != later; ++one) requests_.add(one->command);
  commands.erase(commands.begin(), later);
  for (sim::LoggedCommand& one : commands) one.tick += session_->timeline().now();
  if (!commands.empty()) session_->play(std::move(commands));
  links_.note_change();
}

void App::answer(double number) {
  const lessons::Course* course = classroom_.course();
  if (!course || !course->step().question) throw base::Error("there is no question to answer now");
  const std::vector<std::string>& answers = course->step().question->answers;
  if (!(number >= 1 && number <= answers.size()) || number != std::floor(number))
    throw base::Error("answer cannot be {}; expected a number from 1 to {}", base::shortest(number),
                      answers.size());
  requests_.add(ui::Answer{static_cast<int>(number) - 1});
}

}  // namespace app
