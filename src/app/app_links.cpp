// Links: what is shown, in words of an address, and back.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/app.h"
#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "formats/assets.h"
#include "formats/scene_file.h"
#include "formats/session_file.h"
#include "ui/options.h"
#include "ui/stage.h"

namespace app {
namespace options = ui::options;
namespace {

using formats::Moment;

constexpr double steps_per_second = sim::Clock::steps_per_second;
constexpr size_t longest_address = 16000;  // letters: what browsers and mail programs keep whole

/// What a figure in another page shows beside the body: the first panel, or plot, that is one of
/// the right column, and those below. Others are named.
void show_parts(const std::vector<std::string>& parts, base::Settings& settings,
                std::vector<std::string>& problems) {
  for (const ui::PanelInfo* below : ui::panels(ui::PanelInfo::Place::Below))
    if (!below->lines) settings.set(options::shown(*below).key, 0);
  settings.set(options::stage_shows().key, 0);
  bool beside = false;
  const auto& plots = options::stage_plot().choices;
  const auto& column = options::stage_shows().choices;
  for (const std::string& part : parts) {
    if (part == "body") continue;
    const auto panel = std::ranges::find(ui::panels(), part, &ui::PanelInfo::name);
    if (panel != ui::panels().end() && (*panel)->place() == ui::PanelInfo::Place::Below) {
      settings.set(options::shown(**panel).key, 1);
      continue;
    }
    const auto plot = std::ranges::find(plots, part);
    const bool is_plot = plot != plots.end();
    const auto there = std::ranges::find(column, is_plot ? "plots" : std::string_view(part));
    if (there == column.end() || there == column.begin()) {
      problems.push_back("In the link, show has " + base::in_quotes(part) +
                         ", which is no panel; expected body, error, explain, numbers ...");
    } else if (std::exchange(beside, true)) {
      problems.push_back("In the link, show has " + base::in_quotes(part) +
                         " too; a figure has one panel beside the body");
    } else {
      settings.set(options::stage_shows().key, static_cast<double>(there - column.begin()));
      if (is_plot)
        settings.set(options::stage_plot().key, static_cast<double>(plot - plots.begin()));
    }
  }
}

Moment::Camera camera_of(const view::Camera& camera) {
  constexpr int digits = 4;
  const view::Camera::Orbit& orbit = camera.pose();
  const auto rounded = [](float value) { return base::round_to(value, digits); };
  const auto degrees = [&](float angle) {
    return rounded(static_cast<float>(base::degrees) * angle);
  };
  Moment::Camera said{.yaw_deg = degrees(orbit.yaw), .pitch_deg = degrees(orbit.pitch)};
  if (camera.frames()) return said;
  said.distance = rounded(orbit.distance);
  for (int i = 0; i < 3; ++i) said.target[i] = rounded(orbit.target[i]);
  return said;
}

}  // namespace

/// Without a scene it is the one the program begins with: a link says all.
void App::open_link(const std::string& text) {
  Moment moment = formats::parse_link(text, options::table());
  std::vector<std::string> problems = std::exchange(moment.problems, {});
  keep_body();
  std::optional<formats::SessionFile> session;
  try {
    if (!moment.session.empty())
      session = formats::parse_session(moment.session, "the session in the link");
  } catch (const base::Error& error) {
    problems.push_back(base::capitalized(error.what()));
  }
  std::shared_ptr<const lessons::Lesson> lesson;
  try {
    if (!moment.lesson_text.empty()) lesson = Classroom::parse(moment.lesson_text);
    if (!moment.lesson.empty()) lesson = Classroom::load(moment.lesson);
  } catch (const base::Error& error) {
    if (!moment.lesson.empty()) throw;
    problems.push_back(base::capitalized(error.what()));
  }
  if (lesson) {
    classroom_.begin(std::move(lesson), std::max(moment.step, 1) - 1);
    perform(moment, problems);
  } else {
    if (moment.scene.empty()) moment.scene = formats::RunOptions().scene;
    sim::Simulation simulation(session ? session->scene
                                       : formats::load(formats::find_scene(moment.scene)));
    formats::apply(simulation, moment, problems);
    open(std::move(simulation));
    classroom_.leave();
    if (session)
      session_->play(std::move(session->commands));
    else
      context_.scene = base_ = moment.scene;
  }
  show_view(moment);
  if (moment.embedded) {
    excerpt_.emplace(ui::Excerpt{moment.controls});
    preferences_.options.set(options::presenter().key, 1);
    show_parts(moment.show, preferences_.options, problems);
  }
  saved_.options = classroom_.own().options;  // these are for this time
  const double seconds =
      moment.time.value_or(session ? static_cast<double>(session->steps) / steps_per_second : 0);
  hurry_to_ = std::llround(std::min(seconds, formats::most_link_seconds) * steps_per_second);
  pauses_there_ = moment.paused.value_or(false);
  // A lesson's step has a pace of its own, and may pause.
  const bool in_lesson = classroom_.course() != nullptr;
  if (!in_lesson || hurry_to_ > 0 || moment.paused)
    session_->post(sim::SetPaused{hurry_to_ == 0 && pauses_there_});
  if (!in_lesson || moment.speed) session_->post(sim::SetSpeed{moment.speed.value_or(1)});
  for (const std::string& problem : problems) ui_.error(problem + ".");
}

/// Options and camera.
void App::show_view(const Moment& moment) {
  for (const formats::KeyValue& one : moment.view)
    preferences_.options.set_text(one.key, one.value);
  const auto said = [&](const base::Parameter& option) {
    return std::ranges::find(moment.view, option.key, &formats::KeyValue::key) != moment.view.end();
  };
  if (said(options::right_column()) && !said(options::show_plots()))
    preferences_.options.set(options::show_plots().key, 1);
  if (!moment.camera) {
    if (frames_ == 0) body_.arrive();
    return;
  }
  const auto angle = [](double degrees) { return static_cast<float>(degrees / base::degrees); };
  const Moment::Camera& camera = *moment.camera;
  const float yaw = angle(camera.yaw_deg), pitch = angle(camera.pitch_deg);
  if (camera.distance == 0) return body_.see_from(session_->simulation(), yaw, pitch);
  const auto at = [&](int i) { return static_cast<float>(camera.target[i]); };
  body_.see_from({.target = {at(0), at(1), at(2)},
                  .distance = static_cast<float>(camera.distance),
                  .yaw = yaw,
                  .pitch = pitch});
}

/// Its runs and joints, on what is there.
void App::perform(const Moment& moment, std::vector<std::string>& problems) {
  sim::Simulation trial = session_->simulation();
  formats::apply(trial, moment, problems,
                 [this](const sim::Command& command) { session_->post(command); });
}

/// To the moment that a link says, as fast as there is time for between two pictures.
void App::hurry() {
  if (hurry_to_ == 0) return;
  const double begin = platform_->now();
  for (int64_t now = session_->timeline().now(); now < hurry_to_;) {
    const double pace = steps_per_second * session_->clock().speed;
    constexpr int64_t at_once = 32;
    const auto steps = static_cast<double>(std::min(hurry_to_ - now, at_once));
    session_->advance(steps / pace, bounded() ? 1e9 : hurry_budget);
    const int64_t next = session_->timeline().now();
    if (next == now) {  // paused meanwhile
      hurry_to_ = 0;
      return;
    }
    now = next;
    if (!bounded() && platform_->now() - begin > hurry_budget) break;
  }
  if (session_->timeline().now() < hurry_to_) return;
  hurry_to_ = 0;
  session_->post(sim::SetPaused{pauses_there_});
}

namespace {
/// Whether a link can open the lesson.
bool carried(const lessons::Course& course) {
  Moment moment;
  return formats::take_lesson(course.lesson(), moment) &&
         formats::to_link(moment).size() <= longest_address;
}
}  // namespace

/// While it runs, what was chosen; paused, this moment. What differs from the defaults alone.
std::string App::link() const {
  const sim::Timeline& timeline = session_->timeline();
  const sim::Clock& clock = session_->clock();
  const base::Settings& settings = preferences_.options;
  Moment moment;
  const lessons::Course* course = classroom_.course();
  if (course && !carried(*course)) course = nullptr;  // then the scene alone
  if (course) {
    (void)formats::take_lesson(course->lesson(), moment);
    if (course->index() > 0) moment.step = course->index() + 1;
  }
  for (const base::Parameter& option : settings.table()) {
    const bool theme = option.key == options::theme().key;
    if (!options::is_of_moment(option) || (course && !theme)) continue;  // the lesson has its own
    if (excerpt_ && !theme) continue;
    if (settings[option] != option.default_value)
      moment.view.push_back({std::string(option.key), settings.text(option.key)});
  }
  if (body_.moved()) moment.camera = camera_of(body_.camera());
  if (course) return formats::to_link(moment);

  const auto& log = timeline.log();
  const bool from_start =
      std::ranges::all_of(log, [](const sim::LoggedCommand& one) { return one.tick == 0; });
  const bool named =
      std::ranges::find(scenes_, context_.scene, &ui::SceneEntry::name) != scenes_.end();
  if (clock.paused) {
    moment.paused = true;
    if (timeline.now() > 0) {
      constexpr int digits = 6;  // a step is told from the next
      moment.time = base::round_to(static_cast<double>(timeline.now()) / steps_per_second, digits);
    }
  }
  if (clock.speed != 1) moment.speed = clock.speed;
  const bool reachable = !moment.time || *moment.time <= formats::most_link_seconds;
  if (named && reachable && (from_start || !clock.paused) &&
      formats::words_suffice(session_->simulation(), log)) {
    moment.scene = context_.scene;
    formats::take_settings(session_->simulation(), moment);
    return formats::to_link(moment);
  }
  if (reachable) {
    Moment whole = moment;
    whole.session = formats::session_for_link(timeline);
    std::string link = formats::to_link(whole);
    if (link.size() <= longest_address) return link;
  }
  moment.time.reset();  // as it stands: its past would be too long
  moment.session = formats::to_toml(session_->simulation().snapshot());
  return formats::to_link(moment);
}

int64_t App::changes() {
  const view::Camera::Orbit& orbit = body_.camera().pose();
  const std::array<float, 6> seen{orbit.yaw,      orbit.pitch,    orbit.distance,
                                  orbit.target.x, orbit.target.y, orbit.target.z};
  if (body_.moved() && seen != seen_) ++changes_;
  seen_ = seen;
  return changes_;
}

void App::copy_link() {
  const std::string own = platform_->address();
  const std::string link = (own.empty() ? preferences_.address : own) + this->link();
  ImGui::SetClipboardText(link.c_str());
  constexpr size_t shown = 70;
  ui_.message("Copied: " + base::printable(link, shown));
  if (const lessons::Course* course = classroom_.course(); course && !carried(*course))
    ui_.error(
        "The link opens this step's scene without the lesson, which has scenes of its own or "
        "is too long for a link. Send the lesson's files instead.");
}

void App::set(const std::string& key, const std::string& value) {
  const Moment moment = formats::parse_link(formats::to_word(key, value), options::table());
  std::vector<std::string> problems = moment.problems;
  if (moment.opens() || moment.time || moment.embedded) {
    ui::Request open = ui::Open{formats::to_word(key, value)};
    execute(open);
    return;
  }
  if (problems.empty()) perform(moment, problems);
  if (!problems.empty()) {
    std::string said = problems.front();
    constexpr std::string_view where = "In the link, ";
    throw base::Error(said.starts_with(where) ? said.substr(where.size()) : said);
  }
  for (const formats::KeyValue& one : moment.view) {
    base::Settings settings = preferences_.options;
    settings.set_text(one.key, one.value);
    requests_.add(ui::SetOption{one.key, settings.get(one.key)});
  }
  if (moment.paused) requests_.add(sim::Command(sim::SetPaused{*moment.paused}));
  if (moment.speed) requests_.add(sim::Command(sim::SetSpeed{*moment.speed}));
  if (moment.camera) show_view({.camera = moment.camera});
  ++changes_;
}

void App::play(std::vector<sim::LoggedCommand> commands) {
  const auto later = std::ranges::find_if(
      commands, [](const sim::LoggedCommand& one) { return one.tick > 0 || one.run >= 0; });
  for (auto one = commands.begin(); one != later; ++one) requests_.add(one->command);
  commands.erase(commands.begin(), later);
  for (sim::LoggedCommand& one : commands) one.tick += session_->timeline().now();
  if (!commands.empty()) session_->play(std::move(commands));
}

void App::open_text(const std::string& text) {
  if (formats::is_link(text)) {
    open_link(text);
  } else {
    formats::SessionFile session = formats::parse_session(text, "the scene");
    keep_body();
    open(sim::Simulation(session.scene));
    classroom_.leave();
    session_->play(std::move(session.commands));
  }
  context_.course = classroom_.course();
  ++changes_;
}

}  // namespace app
