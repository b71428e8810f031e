#include "app/app.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <utility>

#include "app/map_words.h"
#include "base/error.h"
#include "cli/interrupt.h"
#include "formats/assets.h"
#include "formats/exports/settings_text.h"
#include "formats/scene/scene_file.h"
#include "formats/session_file.h"
#include "ik/model/instructions.h"
#include "remote/work.h"
#include "render/error.h"
#include "render/offscreen.h"
#include "ui/input/gamepad.h"
#include "ui/options/options.h"
#include "ui/stage.h"

namespace app {
namespace options = ui::options;
namespace {

constexpr double fixed_step = 1 / sim::Clock::steps_per_second;
constexpr double time_budget = 1.0 / 30;  // s, for the steps of one frame
constexpr double longest_frame = 0.1;     // s, so that a stall of the machine causes no jump

/// The fraction of a frame to wait; below 1, so that vertical sync decides if there is one.
constexpr double frame_wait_fraction = 0.9;

/// Returns the built-in scenes; if `described`, with what their files or the errors in them say.
std::vector<ui::SceneEntry> list_scenes(bool described) {
  std::vector<ui::SceneEntry> entries;
  for (const std::string& name : formats::scene_names()) {
    entries.push_back({.name = name});
    if (described) try {
        const auto scene = formats::load(formats::find_scene(name));
        entries.back().description = scene->description;
        entries.back().group = scene->group;
      } catch (const base::Error& error) {
        entries.back().description = error.what();
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
  options.view = std::move(file.view);
  return session;
}

}  // namespace

App::App(Options options, const OpenPlatform& open)
    : options_(apply_film_script(std::move(options), script_)),
      keeper_(options_.settings, start_messages_),
      session_(make_session(options_)),
      first_lesson_(options_.lesson.empty() ? nullptr : Classroom::load(options_.lesson)),
      screenshot_(files::output_to(options_.screenshot)),
      view_picture_(files::output_to(options_.view_picture)),
      platform_(open(window_size(), !options_.film.empty())),
      parts_{.start = options_,
             .platform = *platform_,
             .keeper = keeper_,
             .profile = profile_,
             .body = body_,
             .ui = ui_,
             .context = context_,
             .requests = requests_,
             .classroom = classroom_,
             .builder = builder_,
             .saver = saver_,
             .recorder = recorder_,
             .current = session_,
             .frames = frames_,
             .open_in_lesson = [this](auto simulation) { this->open(std::move(simulation)); },
             .show = [this](auto session) { show_session(std::move(session), true); }},
      body_(formats::data_folder() / "shaders", context_, profile_, *platform_),
      scenes_(list_scenes(false)),
      classroom_(parts_),
      mapper_(platform_->workers(jobs::spare_core_count()),
              remote::cells_by(platform_->remote_pool())),
      builder_(parts_),
      searcher_(parts_),
      choosing_(parts_),
      saver_(parts_),
      recorder_(parts_, script_ ? &*script_ : nullptr),
      window_picture_(parts_),
      links_(parts_),
      frame_start_(platform_->now()) {
  base::Settings& settings = keeper_.preferences.options;
  for (const auto& [key, text] : options_.window) settings.set_text(key, text);
  if (const std::string_view column = options::right_panel(settings).name;
      !script_ && (column == "build" || column == "solve"))
    settings.set(options::right_column().key, 0);  // the user has not asked for it
  const base::Parameter& theme = options::theme();
  if (platform_->looks_light() && settings[theme] == theme.default_value)
    settings.set_text(theme.key, "light");
  keeper_.leave_options_out();  // those of this start are not saved
  platform_->vsync(options_.frames == 0);
  platform_->imgui->input.on_key = [this](const InputQueue::Key& key) {
    requests_.add(ui::PressKey{{key.writes, key.ctrl, key.shift, key.alt}, key.repeat});
  };
  ui_.set_rewording([this](std::string text) { return platform_->reworded(std::move(text)); });
  platform_->on_lost = [this] { save_all(); };
  platform_->on_drop = [this](const auto& file) { requests_.add(ui::Open{file.string()}); };

  for (const formats::SettingsFormInfo& one : formats::settings_forms)
    context_.copied_forms.push_back(one.title);
  context_.can_close = platform_->can_close();
  context_.has_encoder = platform_->can_encode();
  context_.offers_film_formats = platform_->film_ending().empty();
  context_.profile = &profile_;
  context_.options = &settings;
  context_.scenes = scenes_;
  context_.lessons = classroom_.entries();
  context_.version = base::format("{}, calculates with {}", formats::version(), ik::instructions());
  context_.maps = &mapper_.work();
  context_.requests = &requests_;
  context_.image = [this](size_t number, int width, int height,
                          std::span<const std::array<uint8_t, 4>> pixels) -> void* {
    if (number >= images_.size()) images_.resize(number + 1);
    images_[number].set(width, height, pixels);
    return reinterpret_cast<void*>(static_cast<uintptr_t>(images_[number].id()));
  };

  context_.listing = &saver_.listing();
  context_.has_file_dialog = platform_->may_have_dialog();
  context_.preview = [this](const std::string& scene, int width, int height) {
    return saver_.previews().find(scene, {width, height}, options::palette(parts_.options()));
  };

  ui_.choose_map(keeper_.preferences.map);
  saver_.note_opened(options_.run.scene);
  if (!options_.run.scene.empty()) saver_.note_used(options_.run.scene);
  show_session(std::move(session_));
  show_map_words(options_.view, parts_);
  if (first_lesson_) classroom_.begin(std::move(first_lesson_), options_.step - 1);
  context_.course = classroom_.course();
  if (!options_.link.empty()) {
    ui::Request link = ui::Open{options_.link};
    execute(link);
  }
  if (options_.start && settings.flag(options::show_start())) ui_.show_start();
  if (!options_.error_csv.empty())
    error_trace_.emplace(options_.error_csv, formats::TraceFile::Kind::Errors,
                         session_->simulation());
  if (!options_.film.empty()) recorder_.begin(start_messages_);
  for (const std::string& message : start_messages_) {
    report(platform_->reworded(message));
    ui_.error(message);
  }
}

/// Returns the size of the window; small for a film of its own size, so that its text is large.
Size App::window_size() const {
  constexpr Size of_a_film{1280, 720};
  const bool own = options_.window.contains(options::film_size().key) || script_;
  return options_.size.value_or(!options_.film.empty() && own ? of_a_film
                                                              : keeper_.preferences.window);
}

int App::run() {
  const double begin = platform_->now();
  attempt([this] {
    while (frame()) {
      if (options_.frames == 0)
        platform_->wait_until(frame_start_ + frame_wait_fraction / platform_->refresh_rate());
      if (options_.max_fps > 0) platform_->wait_until(frame_start_ + 1. / options_.max_fps);
    }
  });
  const double seconds = platform_->now() - begin;
  report_gl_errors();
  requests_.execute([this](ui::Request& last) {  // the choices of the last frame are saved, too
    if (std::holds_alternative<ui::SetOption>(last)) execute(last);
  });
  save_all();
  if (options_.frames > 0)
    std::printf("%d frames in %.2f s: %.1f frames per second\n", frames_, seconds,
                frames_ / seconds);
  if (const int signal = cli::interrupted_by()) return 128 + signal;
  return failures_.empty() && gl_errors_.empty() ? 0 : 1;
}

bool App::frame() {
  const bool all = options_.frames > 0 && frames_ >= options_.frames;
  if (platform_->should_close() || all || cli::interrupted_by()) return false;
  // This waits for the first picture, because reading takes longer than most work.
  if (frames_ == 2) context_.scenes = scenes_ = list_scenes(true);
  platform_->poll();
  const double time = platform_->now();
  const double elapsed = std::min(time - frame_start_, longest_frame);
  frame_start_ = time;
  frame(has_fixed_step() ? fixed_step : elapsed);
  profile_.end_frame(platform_->now(), updates_);
  keeper_.follow(parts_, time);
  return true;
}

void App::frame(double seconds) {
  recorder_.run_script();
  requests_.execute([this](ui::Request& request) { execute(request); });
  update_builder();
  if (ui_.set_scale(window_picture_.ui_scale(), window_picture_.enlargement()))
    platform_->imgui->fonts_changed();
  platform_->new_frame({.size = recorder_.layout_size(),
                        .bottom_margin = recorder_.bottom_margin(),
                        .seconds = has_fixed_step() ? seconds : 0});
  advance(seconds);
  for (const std::string& message : session_->take_messages()) {
    ui_.error(message);
    if (script_) report(message);  // films show none
  }
  for (const MeshLoader::LoadMessage& one : body_.load()) {
    one.is_error ? ui_.error(one.text) : ui_.message(one.text);
    if (!one.is_error) continue;
    report(platform_->reworded(one.text));
    context_.mesh_notices.push_back(one.text);
  }
  update_sound();

  const view::Selection& selected = context_.selected;
  const bool part = selected.joint() >= 0 || selected.effector() >= 0;
  if (!exists(session_->simulation(), selected) || (part && !builder_.edits()))
    context_.selected = {};
  update_title();
  {
    const auto time = profile_.measure(ui::Work::Panels);
    ++frames_;
    context_.touch = platform_->touched();
    context_.fingers = platform_->for_fingers();
    context_.film_seconds = recorder_.now();
    context_.moves_slice = body_.moves_slice();
    context_.reduced_motion =
        options::reduces_motion(keeper_.preferences.options, platform_->wants_less_motion());
    ui_.draw(context_);
    context_.covered = ui_.shows_start();
  }
  recorder_.follow(mapper_);
  const double worked = mapper_.worker_seconds();
  profile_.add(ui::Work::Map, worked - std::exchange(map_work_time_, worked));
  if (!platform_->minimised()) body_.interact(ui_.views());
  jog(static_cast<float>(seconds));
  if (!platform_->minimised()) body_.draw_marks(ui_.views());
  body_.advance(static_cast<float>(seconds));
  {
    const auto time = profile_.measure(ui::Work::Panels);
    ImGui::Render();
  }
  if (platform_->minimised()) return;

  saver_.previews().make_one(parts_);
  draw_window();
  constexpr int seldom = 60;  // frames; a browser answers only after all is drawn
  if (has_fixed_step() || frames_ % seldom == 0) report_gl_errors();
  const auto time = profile_.measure(ui::Work::Swap);
  platform_->swap();
}

/// Draws the window and saves the pictures that were asked for, without messages, which are drawn
/// last. While a film of another size is recorded, the window shows that film.
void App::draw_window() {
  const bool hidden = !options_.film.empty();
  const bool last = options_.frames > 0 && frames_ == options_.frames;
  if (hidden && recorder_.is_recording() && !recorder_.is_due() && !last)
    return recorder_.record(window_picture_);  // not visible
  std::optional<render::Offscreen> target;
  if (recorder_.films_window())
    target.emplace(recorder_.output_size().width, recorder_.output_size().height);
  window_picture_.draw();
  if (wanted_picture_ != Wanted::Nothing) take_picture();
  if (recorder_.is_recording()) recorder_.record(window_picture_);
  if (last && screenshot_) screenshot_->write_all(render::encode_png(window_picture_.of_window()));
  if (last && view_picture_)
    view_picture_->write_all(render::encode_png(window_picture_.of_view()));
  if (hidden) return;
  platform_->imgui->render(ImGuiBackend::Part::Transient);
  const Size pixels = platform_->framebuffer();
  if (target) target->show(pixels.width, pixels.height);
}

/// Computes the steps that are due. The time not spent in updates counts as time of the metrics.
void App::advance(double seconds) {
  updates_ns_ = updates_ = 0;
  const double begin = platform_->now();
  links_.fast_forward(has_fixed_step());
  context_.is_fast_forwarding = links_.is_fast_forwarding();
  update_searcher(seconds);
  choosing_.follow();
  const bool stands = context_.is_fast_forwarding || is_frozen_ || searcher_.on();
  session_->advance(stands ? 0 : seconds,
                    has_fixed_step() ? std::numeric_limits<double>::infinity() : time_budget);
  if (session_->clock().paused && session_->steps_last_frame() == 0) diagnose_still_moment();
  const double updates = 1e-9 * static_cast<double>(updates_ns_);
  profile_.add(ui::Work::Update, updates);
  profile_.add(ui::Work::Metrics, std::max(0., platform_->now() - begin - updates));
}

void App::update_sound() {
  const base::Parameter& option = ui::options::sound();
  const bool on = keeper_.preferences.options.flag(option) && !has_fixed_step();
  if (!on && !is_sounding_) return;
  is_sounding_ = on;
  ui::Tone tone;
  const sim::History& history = session_->history();
  constexpr int heard = 6;  // steps: a tenth of a second
  if (on && !session_->clock().paused)
    tone = ui::tone_of(history.mean(sim::channel::oscillation, heard));
  if (platform_->play(tone) || !on) return;
  ui_.error("Sound is not available: this machine has no audio output.");
  keeper_.preferences.options.set(option.key, 0);
}

void App::jog(float seconds) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool busy = io.WantTextInput || io.WantCaptureKeyboard ||  // for example, in a list
                    ui_.arrows_taken() || ui_.state().overlaid();
  const ui::Gamepad gamepad = platform_->gamepad();
  for (const ui::PadControl& control : ui::pad_controls())
    if (ui::pressed(control, gamepad, pad_)) requests_.add(ui::PressKey{control.chord});
  pad_ = gamepad;
  const ui::Guidance pad = ui_.state().overlaid() ? ui::Guidance{} : ui::guidance(gamepad);
  const bool sliding =
      ui::is_presenting(context_) && context_.selected.target() < 0;  // the large one
  ui::Guidance both = busy || sliding ? ui::Guidance{} : ui::guidance_of_keys();
  if (ui::turns_pages(context_)) both.move.z = 0;
  if (io.KeyShift) std::swap(both.move, both.spin);
  both.move = glm::clamp(both.move + pad.move, -1.f, 1.f);
  both.spin = glm::clamp(both.spin + pad.spin, -1.f, 1.f);
  both.turn = pad.turn;
  body_.jog(both, seconds);
}

void App::update_title() {
  std::string title = recorder_.is_recording() ? "● " : "";
  title += classroom_.course() ? classroom_.step_title() : saver_.scene_name();
  title.append(" · ").append(session_->simulation().run().solver().method().title);
  title += " · ikscope";
  if (title != title_) platform_->title(title_ = title);
}

/// Reports the first OpenGL error. OpenGL keeps an error until it is queried.
void App::report_gl_errors() {
  const std::string errors = render::gl_errors();
  if (errors.empty() || !gl_errors_.empty()) return;
  gl_errors_ = errors;
  report(base::format("OpenGL reported {} by frame {} on {}", errors, frames_,
                      render::renderer_name()));
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

/// Writes a row of the error trace, which ends where writing fails; the program continues.
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

void App::save_all() {
  end_trace();
  attempt([this] {
    if (recorder_.is_recording()) std::puts(recorder_.stop().c_str()), std::fflush(stdout);
  });
  attempt([this] { builder_.save_unsaved(); });
  attempt([this] { save_settings(); });
  for (const std::string& failure : failures_) report(failure);
}

}  // namespace app
