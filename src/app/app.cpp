#include "app/app.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <limits>
#include <utility>

#include "app/input_queue.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/model/instructions.h"
#include "remote/cells.h"
#include "remote/reach.h"
#include "render/error.h"
#include "ui/input/gamepad.h"
#include "ui/options/options.h"
#include "ui/stage.h"

namespace app {
namespace options = ui::options;
namespace {

constexpr double frame_of_a_bounded_run = 1 / sim::Clock::steps_per_second;
constexpr double time_budget = 1.0 / 30;  // s, for the steps of one frame
constexpr double longest_frame = 0.1;     // s, so that a stall of the machine causes no jump

/// The fraction of a frame to wait when the driver has no vertical sync, as software renderers do.
/// It is slightly less than one, so that vertical sync decides where it exists.
constexpr double frame_wait_fraction = 0.9;

/// Returns the built-in scenes by name, without reading them.
std::vector<ui::SceneEntry> list_scenes() {
  std::vector<ui::SceneEntry> entries;
  for (const std::string& name : formats::scene_names()) entries.push_back({.name = name});
  return entries;
}

/// Reads all built-in scenes. A scene that cannot be read is listed with the error message that
/// opening it would show.
std::vector<ui::SceneEntry> described_scenes() {
  std::vector<ui::SceneEntry> entries = list_scenes();
  for (ui::SceneEntry& entry : entries) {
    try {
      const auto scene = formats::load(formats::find_scene(entry.name));
      entry.description = scene->description;
      entry.group = scene->group;
    } catch (const base::Error& error) {
      entry.description = error.what();
    }
  }
  return entries;
}

std::unique_ptr<sim::Session> make_session(Options& options) {
  formats::SessionFile file = formats::open(options.run);
  if (options.frames == 0 && !options.film.empty())  // as long as the session
    options.frames = static_cast<int>(std::clamp<int64_t>(file.steps, 1, 1'000'000'000));
  sim::Simulation simulation(file.scene);
  formats::apply(simulation, options.run);
  auto session = std::make_unique<sim::Session>(std::move(simulation));
  session->play(std::move(file.commands));
  return session;
}

}  // namespace

App::App(Options options, const OpenPlatform& open)
    : options_(directed(std::move(options))),
      settings_file_(options_.settings ? settings_file(start_messages_) : ""),
      preferences_(load_settings(settings_file_, start_messages_)),
      saved_(preferences_),
      session_(make_session(options_)),
      first_lesson_(options_.lesson.empty() ? nullptr : Classroom::load(options_.lesson)),
      screenshot_(options_.screenshot.empty()
                      ? nullptr
                      : std::make_unique<files::OutputFile>(options_.screenshot)),
      view_picture_(options_.view_picture.empty()
                        ? nullptr
                        : std::make_unique<files::OutputFile>(options_.view_picture)),
      platform_(open(window_size(), !options_.film.empty())),
      body_(formats::data_folder() / "shaders", profile_, platform_->workers(1),
            remote::search_by(platform_->remote_pool()), platform_->workers(2),
            [this] { return platform_->mesh_reader(); }),
      scenes_(list_scenes()),
      classroom_(
          preferences_,
          [this](auto scene) -> sim::Session& { return this->open(std::move(scene)); },
          [this] { settings_changed(); }),
      mapper_(platform_->workers(jobs::spare_cores()), remote::cells_by(platform_->remote_pool())),
      documents_(folder_of(Folder::Documents), preferences_.recent, platform_->address().empty()),
      previews_(options_.settings ? cache_folder() : std::filesystem::path()),
      last_(platform_->now()) {
  if (options_.ui_scale) preferences_.options.set(options::ui_scale().key, *options_.ui_scale);
  if (options_.msaa) preferences_.options.set(options::msaa().key, *options_.msaa);
  if (options_.picture_scale)
    preferences_.options.set(options::picture_scale().key, *options_.picture_scale);
  if (options_.transparent) preferences_.options.set(options::picture_transparent().key, 1);
  if (!script_ && options::right_panel(preferences_.options).name == "build")
    preferences_.options.set(options::right_column().key, 0);  // the user has not asked for it
  const base::Parameter& theme = options::theme();
  if (platform_->looks_light() && preferences_.options[theme] == theme.default_value)
    preferences_.options.set_text(theme.key, "light");
  saved_.options = preferences_.options;  // options of this start are not saved
  platform_->vsync(options_.frames == 0);
  platform_->on_key = [this](int key, bool ctrl, bool shift, bool alt, bool repeat) {
    requests_.add(ui::PressKey{{key, ctrl, shift, alt}, repeat});
  };
  context_.reworded = [this](std::string text) { return platform_->reworded(std::move(text)); };
  ui_.reword(context_.reworded);
  platform_->on_lost = [this] { keep_all(); };
  platform_->on_drop = [this](const std::filesystem::path& file) {
    requests_.add(ui::Open{file.string()});
  };

  context_.closes = platform_->closes();
  context_.encoder = platform_->encodes();
  context_.film_formats = platform_->film_ending().empty();
  context_.profile = &profile_;
  context_.options = &preferences_.options;
  context_.scenes = scenes_;
  context_.lessons = classroom_.entries();
  context_.version =
      std::string(formats::version()) + ", calculates with " + std::string(ik::instructions());
  context_.maps = &mapper_.work();
  context_.requests = &requests_;
  context_.image = [this](size_t number, int width, int height,
                          std::span<const std::array<uint8_t, 4>> pixels) -> void* {
    if (number >= images_.size()) images_.resize(number + 1);
    images_[number].set(width, height, pixels);
    return reinterpret_cast<void*>(static_cast<uintptr_t>(images_[number].id()));
  };

  context_.places = &documents_.places();
  context_.browses = platform_->may_ask();
  context_.preview = [this](const std::string& scene, int width, int height) {
    return previews_.find(scene, {width, height}, options::palette(preferences_.options));
  };

  ui_.set_map_choice(preferences_.map);
  context_.scene = base_ = options_.run.scene;
  if (!options_.run.scene.empty()) used(options_.run.scene);
  follow(std::move(session_));
  if (first_lesson_) classroom_.begin(std::move(first_lesson_), options_.step - 1);
  context_.course = classroom_.course();
  if (!options_.link.empty()) {
    ui::Request link = ui::Open{options_.link};
    execute(link);
  }
  if (options_.start && preferences_.options.flag(options::show_start())) ui_.show_start();
  if (!options_.error_csv.empty())
    error_trace_.emplace(options_.error_csv, formats::TraceFile::Kind::Errors,
                         session_->simulation());
  if (!options_.film.empty()) begin_film();
  for (const std::string& message : start_messages_) {
    std::cerr << "ikscope: " << base::printable(message) << "\n";
    ui_.error(message);
  }
}

/// Returns the size the window opens with. A film of another size than the window's is laid out as
/// in a small window, so that the back row can read it.
Size App::window_size() const {
  constexpr Size of_a_film{1280, 720};
  const bool own = options_.film_options.contains(options::film_size().key) || script_;
  return options_.size.value_or(!options_.film.empty() && own ? of_a_film : preferences_.window);
}

Size App::laid_out() const { return filmed_size().value_or(platform_->size()); }

/// Returns the factor by which a picture of another size is enlarged. Letters stay legible in a
/// smaller film.
float App::scaled() const {
  const auto now = static_cast<float>(laid_out().height + bottom_margin());
  const float ratio = now / static_cast<float>(std::max(platform_->size().height, 1));
  return ratio >= 1 || !filmed_size() ? std::max(ratio, 1.f)
                                      : std::max(ratio, std::min(1.f, 1 / plain_ui_scale()));
}

float App::plain_ui_scale() const {
  const double wanted = preferences_.options[options::ui_scale()];
  const bool automatic = wanted == options::ui_scale().special_value;
  if (!automatic) return static_cast<float>(wanted);
  const ui::Monitor monitor = platform_->monitor();
  return options_.frames > 0  // the same on every monitor
             ? monitor.content_scale
             : ui::automatic_scale(monitor, static_cast<float>(platform_->size().width));
}

float App::ui_scale() const {
  const double wanted = preferences_.options[options::ui_scale()];
  const bool automatic = wanted == options::ui_scale().special_value;
  const float scale = plain_ui_scale();
  if (excerpt_) return scale;
  if (!preferences_.options.flag(options::presenter())) return scale;
  return ui::presented_scale(scale, automatic, static_cast<float>(laid_out().height) / scaled());
}

int App::msaa() const {
  const int wanted = options::msaa_samples(preferences_.options[options::msaa()]);
  return wanted < 0 ? (software_ ? 0 : 4) : wanted;
}

void App::settings_changed() { unsaved_since_ = platform_->now(); }

/// Clears the selection if the selected part no longer exists.
void App::check_selection() {
  const sim::Simulation& simulation = session_->simulation();
  const auto obstacles = static_cast<int>(simulation.obstacles().size());
  const auto targets = static_cast<int>(simulation.targets().size());
  const view::Selection& selected = context_.selected;
  const bool part = selected.joint() >= 0 || selected.effector() >= 0;
  const ik::Skeleton& body = simulation.skeleton();
  if (selected.obstacle() >= obstacles || selected.target() >= targets ||
      selected.joint() >= body.joints() || selected.effector() >= body.effectors() ||
      (part && !builder_.edits()))
    context_.selected = {};
}

int App::run() {
  const double begin = platform_->now();
  attempt([this] {
    while (frame()) {
      if (options_.frames == 0)
        platform_->rest_until(last_ + frame_wait_fraction / platform_->refresh_rate());
      if (options_.most_fps > 0) platform_->rest_until(last_ + 1. / options_.most_fps);
    }
  });
  const double seconds = platform_->now() - begin;
  report_gl_errors();
  requests_.execute([this](ui::Request& last) {  // the choices of the last frame are saved, too
    if (auto* option = std::get_if<ui::SetOption>(&last)) execute(*option);
  });
  keep_all();
  if (options_.frames > 0)
    std::printf("%d frames in %.2f s: %.1f frames per second\n", frames_, seconds,
                frames_ / seconds);
  if (const int signal = cli::interrupted_by()) return 128 + signal;
  return failures_.empty() && gl_errors_.empty() ? 0 : 1;
}

bool App::frame() {
  const bool all = options_.frames > 0 && frames_ >= options_.frames;
  if (platform_->should_close() || all || cli::interrupted_by()) return false;
  // This waits for the first picture, because reading takes longer than most work; in a page all
  // files are local.
  if (frames_ == 2) context_.scenes = scenes_ = described_scenes();
  platform_->poll();
  const double time = platform_->now();
  const double elapsed = std::min(time - last_, longest_frame);
  last_ = time;
  frame(bounded() ? frame_of_a_bounded_run : elapsed);
  profile_.end_frame(platform_->now(), updates_);
  keep_settings(time);
  return true;
}

void App::frame(double seconds) {
  direct();
  requests_.execute([this](ui::Request& request) { execute(request); });
  follow_build();
  if (ui_.set_scale(ui_scale(), scaled())) platform_->fonts_changed();
  platform_->new_frame({.size = filmed_size(),
                        .bottom_margin = bottom_margin(),
                        .seconds = bounded() ? seconds : 0});
  advance(seconds);
  for (const std::string& message : session_->take_messages()) {
    ui_.error(message);
    if (script_) std::cerr << "ikscope: " << base::printable(message) << "\n";  // films show none
  }
  for (const MeshLoader::LoadMessage& message : body_.load(session_->simulation())) {
    message.wrong ? ui_.error(message.text) : ui_.message(message.text);
    if (message.wrong && bounded())
      std::cerr << "ikscope: " << base::printable(message.text) << "\n";
  }
  sound();

  check_selection();
  update_title();
  {
    const auto time = profile_.measure(ui::Work::Panels);
    ++frames_;
    context_.excerpt = excerpt_ ? &*excerpt_ : nullptr;
    context_.touch = platform_->touched();
    context_.fingers = platform_->for_fingers();
    context_.film_seconds = studio_ ? studio_->now() : -1;
    context_.calm = options::is_calm(preferences_.options, platform_->wants_less_motion());
    body_.set_calm(context_.calm);
    ui_.draw(context_);
    context_.covered = ui_.starting();
  }
  follow_map();
  const double worked = mapper_.worked();
  profile_.add(ui::Work::Map, worked - std::exchange(map_worked_, worked));
  if (!platform_->minimised()) body_.interact(context_, ui_.views());
  guide(static_cast<float>(seconds));
  if (!platform_->minimised())
    body_.mark(session_->simulation(), ui_.views(), preferences_.options);
  body_.advance(static_cast<float>(seconds));
  {
    const auto time = profile_.measure(ui::Work::Panels);
    ImGui::Render();
  }
  if (platform_->minimised()) return;

  previews_.make_one([this](const sim::Simulation& simulation, Size size) {
    return body_.preview(simulation, size, preferences_.options);
  });
  show();
  constexpr int seldom = 60;  // frames; a browser answers only after all is drawn
  if (bounded() || frames_ % seldom == 0) report_gl_errors();
  const auto time = profile_.measure(ui::Work::Swap);
  platform_->swap();
}

/// Computes the steps that are due. The time not spent in updates counts as time of the metrics.
void App::advance(double seconds) {
  updates_ns_ = updates_ = 0;
  const double begin = platform_->now();
  fast_forward();
  context_.is_fast_forwarding = is_fast_forwarding();
  session_->advance(arrival_ || rests_ ? 0 : seconds,
                    bounded() ? std::numeric_limits<double>::infinity() : time_budget);
  const sim::Simulation& simulation = session_->simulation();
  if (session_->clock().paused && session_->steps_last_frame() == 0 &&
      !session_->timeline().in_past())
    diagnosis_->ponder(simulation, simulation.run().serial);
  const double updates = 1e-9 * static_cast<double>(updates_ns_);
  profile_.add(ui::Work::Update, updates);
  profile_.add(ui::Work::Metrics, std::max(0., platform_->now() - begin - updates));
}

/// Plays the sound of the selected run while time advances.
void App::sound() {
  const base::Parameter& option = ui::options::sound();
  const bool on = preferences_.options.flag(option) && !bounded();
  if (!on && !sounding_) return;
  sounding_ = on;
  ui::Tone tone;
  const sim::History& history = session_->history();
  constexpr int heard = 6;  // steps: a tenth of a second
  if (on && !session_->clock().paused)
    tone = ui::tone_of(history.mean(sim::channel::oscillation, heard));
  if (platform_->play(tone) || !on) return;
  ui_.error("There is no sound: this machine has nothing that plays it.");
  preferences_.options.set(option.key, 0);
}

/// Applies held keys and the gamepad together.
void App::guide(float seconds) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool busy = io.WantTextInput || io.WantCaptureKeyboard ||  // for example, in a list
                    ui_.arrows_taken();
  const view::Gamepad gamepad = platform_->gamepad();
  for (const ui::PadControl& control : ui::pad_controls())
    if (ui::pressed(control, gamepad, pad_)) requests_.add(ui::PressKey{control.chord});
  pad_ = gamepad;
  const view::Guidance pad = ui::guidance(gamepad);
  const bool sliding =
      ui::on_stage(context_) && context_.selected.target() < 0;  // the large slider
  view::GuideKeys keys = held_guide_keys();
  if (ui::turns_pages(context_)) keys.nearer = keys.farther = false;
  view::Guidance both = view::guidance(busy || sliding ? view::GuideKeys{} : keys);
  if (io.KeyShift) std::swap(both.move, both.spin);
  both.move = glm::clamp(both.move + pad.move, -1.f, 1.f);
  both.spin = glm::clamp(both.spin + pad.spin, -1.f, 1.f);
  both.turn = pad.turn;
  body_.guide(context_, both, seconds);
}

void App::update_title() {
  const sim::Simulation& simulation = session_->simulation();
  std::string title = studio_ ? "● " : "";
  title += classroom_.course() ? classroom_.place() : scene_name();
  title += " · ";
  title += simulation.run().solver().method().title;
  title += " · ikscope";
  if (title != title_) platform_->title(title_ = title);
}

/// Reports the first OpenGL error. OpenGL keeps an error until it is queried.
void App::report_gl_errors() {
  const std::string errors = render::gl_errors();
  if (errors.empty() || !gl_errors_.empty()) return;
  gl_errors_ = errors;
  std::cerr << "ikscope: OpenGL reported " << errors << " by frame " << frames_ << " on "
            << platform_->renderer() << "\n";
}

bool App::attempt(const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const std::exception& error) {
    failures_.emplace_back(error.what());
    return false;
  }
}

/// Writes a row of the error trace. The trace ends if writing fails, for example on a full disk;
/// the program continues.
void App::trace(const sim::Simulation& simulation) {
  if (!error_trace_ || attempt([&] { error_trace_->add(simulation); })) return;
  ui_.error(failures_.back());
  error_trace_.reset();
}

void App::end_trace() {
  attempt([this] {
    if (error_trace_) error_trace_->commit();
  });
  error_trace_.reset();
}

/// Saves the settings if they have unsaved changes.
void App::keep_settings() {
  if (unsaved_since_ >= 0) save_own_settings();
}

void App::keep_all() {
  end_trace();
  attempt([this] {
    if (studio_) std::cout << stop_recording() << std::endl;
  });
  attempt([this] { keep_body(); });
  attempt([this] { keep_settings(); });
  unsaved_since_ = -1;
  for (const std::string& failure : failures_)
    std::cerr << "ikscope: " << base::printable(failure) << "\n";
}

}  // namespace app
