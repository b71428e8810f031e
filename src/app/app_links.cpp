// Converts what is shown to the text of a link, and back.

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/app.h"
#include "app/qr_code.h"
#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "formats/assets.h"
#include "formats/read_lesson.h"
#include "formats/session_file.h"
#include "formats/suggest.h"
#include "ui/options/options.h"
#include "ui/stage.h"

namespace app {
namespace options = ui::options;
namespace {

using formats::Moment;

constexpr double steps_per_second = sim::Clock::steps_per_second;
constexpr double grid_view = 1;  // the grid, a choice of options::compare_view()

/// Shows the parts a figure in another page asks for: the first panel or plot of the right column,
/// and any panels below the body. Adds a problem for each part that does not exist.
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

/// Removes "In the link, " from the start of a problem, for a problem that a call has caused.
std::string in_a_call(const std::string& problem) {
  constexpr std::string_view where = "In the link, ";
  return problem.starts_with(where) ? problem.substr(where.size()) : problem;
}

/// Adds a problem for each control of a figure that sets nothing.
void check_controls(const std::vector<std::string>& keys, const base::Settings& settings,
                    std::vector<std::string>& problems) {
  std::vector<std::string> known = formats::known_parameters();
  for (const base::Parameter& option : settings.table()) known.emplace_back(option.key);
  known.emplace_back("method");
  for (const std::string& key : keys)
    if (std::ranges::find(known, key) == known.end())
      formats::add_problem(problems, "controls has " + base::in_quotes(key) +
                                         ", which nothing is called" +
                                         formats::did_you_mean(key, known));
}

/// Returns the index of a choice of options::stage_plot(). Throws base::Error for an unknown name.
size_t find_plot(const std::string& name) {
  const auto& plots = options::stage_plot().choices;
  const auto found = std::ranges::find_if(
      plots, [&](std::string_view one) { return formats::same_letters(one, name); });
  if (found == plots.end())
    throw base::Error("there is no plot " + base::in_quotes(name) + "; there are " +
                      formats::list_of({plots.begin(), plots.end()}));
  return static_cast<size_t>(found - plots.begin());
}

Moment::Camera camera_of(const view::Camera& camera) {
  constexpr int digits = 4;
  const view::Camera::Orbit& orbit = camera.pose();
  const auto rounded = [](float value) { return base::round_to(value, digits); };
  const auto degrees = [&](float angle) {
    return rounded(static_cast<float>(base::degrees) * angle);
  };
  Moment::Camera pose{.yaw_deg = degrees(orbit.yaw), .pitch_deg = degrees(orbit.pitch)};
  if (camera.frames()) return pose;
  pose.distance = rounded(orbit.distance);
  for (int i = 0; i < 3; ++i) pose.target[i] = rounded(orbit.target[i]);
  return pose;
}

}  // namespace

/// Opens a link. A link without a scene opens the scene that the program starts with. Throws
/// base::Error if the link opens nothing; the current scene then stays open.
void App::open_link(const std::string& text) {
  Moment moment = formats::parse_link(text, options::table());
  std::vector<std::string> problems = std::exchange(moment.problems, {});
  if (moment.broken) throw base::Error(problems.front());
  Arrival arrival;
  if (moment.has_lesson()) {
    auto lesson = moment.lesson.empty() ? Classroom::parse(moment.lesson_text)
                                        : Classroom::load(moment.lesson);
    const auto steps = static_cast<int>(lesson->steps.size());
    if (moment.step > steps) {
      formats::add_problem(problems, "step is " + std::to_string(moment.step) +
                                         ", but the lesson has " + std::to_string(steps) +
                                         " steps; it begins with the first");
      moment.step = 0;
    }
    keep_body();
    classroom_.begin(std::move(lesson), std::max(moment.step, 1) - 1);
    perform(moment, problems);
    arrival.tick = std::llround(moment.time.value_or(0) * steps_per_second);
  } else {
    formats::Opening opening = formats::open(moment, problems);
    keep_body();
    open(std::move(opening.simulation));
    classroom_.leave();
    session_->play(std::move(opening.commands));
    arrival.tick = opening.tick;
    if (moment.session.empty())
      context_.scene = base_ = moment.scene.empty() ? formats::RunOptions().scene : moment.scene;
  }
  show_view(moment, problems);
  if (moment.embedded) {
    excerpt_.emplace(ui::Excerpt{moment.controls});
    preferences_.options.set(options::presenter().key, 1);
    show_parts(moment.show, preferences_.options, problems);
    check_controls(moment.controls, preferences_.options, problems);
  }
  saved_.options = preferences_.options;  // options of a link are not saved
  // A step of a lesson has its own speed and may pause.
  const bool in_lesson = classroom_.course() != nullptr;
  const bool timed = !in_lesson || arrival.tick > 0 || moment.paused;
  if (timed) session_->post(sim::SetPaused{arrival.tick == 0 && moment.paused.value_or(false)});
  if (!in_lesson || moment.speed) session_->post(sim::SetSpeed{moment.speed.value_or(1)});
  if (timed) arrival.paused = moment.paused.value_or(false);
  arrival.moment = std::move(moment);
  arrival_ = std::move(arrival);
  for (const std::string& problem : problems) ui_.error(problem + ".");
}

/// Sets options, plots and camera as the moment says.
void App::show_view(const Moment& moment, std::vector<std::string>& problems) {
  const base::Parameter& theme = options::theme();  // it stays the user's unless the link sets it
  if (!moment.has_lesson())
    for (const base::Parameter& option : options::table())
      if (options::is_of_moment(option) && option.key != theme.key)
        preferences_.options.reset(option.key);
  for (const formats::KeyValue& one : moment.view)
    preferences_.options.set_text(one.key, one.value);
  const auto is_given = [&](const base::Parameter& option) {
    return std::ranges::find(moment.view, option.key, &formats::KeyValue::key) != moment.view.end();
  };
  if (is_given(options::right_column()) && !is_given(options::show_plots()))
    preferences_.options.set(options::show_plots().key, 1);
  ui_.put_column_in_front(is_given(options::right_column()));
  if (!moment.compare.empty() && !is_given(options::compare_view()))
    preferences_.options.set(options::compare_view().key, grid_view);
  show_plots(moment, {}, problems);
  if (moment.camera)
    show_camera(*moment.camera);
  else if (frames_ == 0)
    body_.arrive();
}

void App::show_camera(const Moment::Camera& camera) {
  const auto angle = [](double degrees) { return static_cast<float>(degrees / base::degrees); };
  const float yaw = angle(camera.yaw_deg), pitch = angle(camera.pitch_deg);
  if (camera.distance == 0) return body_.see_from(session_->simulation(), yaw, pitch);
  const auto at = [&](int i) { return static_cast<float>(camera.target[i]); };
  body_.see_from({.target = {at(0), at(1), at(2)},
                  .distance = static_cast<float>(camera.distance),
                  .yaw = yaw,
                  .pitch = pitch});
}

/// Applies the moment's axes and curves to `choices`.
void App::show_plots(const Moment& moment, ui::PlotChoices choices,
                     std::vector<std::string>& problems) {
  const auto change = [&](const std::string& plot, const auto& change_it) {
    try {
      change_it(choices[find_plot(plot)]);
    } catch (const base::Error& error) {
      formats::add_problem(problems, error.what());
    }
  };
  for (const std::string& plot : moment.log) change(plot, [](auto& one) { one.log = true; });
  for (const std::string& plot : moment.linear) change(plot, [](auto& one) { one.log = false; });
  for (const formats::KeyValue& curve : moment.hidden)
    change(curve.key, [&](auto& one) { one.hidden.insert(curve.value); });
  ui_.choose_plots(std::move(choices));
}

void App::add_plots(Moment& moment) const {
  const ui::PlotChoices choices = ui_.plot_choices();
  for (size_t i = 0; i < choices.size(); ++i) {
    const std::string plot(options::stage_plot().choices[i]);
    if (choices[i].log) (*choices[i].log ? moment.log : moment.linear).push_back(plot);
    for (const std::string& curve : choices[i].hidden) moment.hidden.push_back({plot, curve});
  }
}

/// Applies the moment's runs and joints to the current simulation.
void App::perform(const Moment& moment, std::vector<std::string>& problems) {
  sim::Simulation trial = session_->simulation();
  formats::apply(trial, moment, problems,
                 [this](const sim::Command& command) { session_->post(command); });
  for (sim::Command& command : formats::arrival_commands(trial, moment, problems))
    session_->post(std::move(command));
}

/// Computes steps up to the moment of a link, as many as fit between two frames, then shows that
/// moment.
void App::fast_forward() {
  if (!arrival_) return;
  const double begin = platform_->now();
  for (int64_t now = session_->timeline().now(); now < arrival_->tick;) {
    const double pace = steps_per_second * session_->clock().speed;
    constexpr int64_t at_once = 32;
    const auto steps = static_cast<double>(std::min(arrival_->tick - now, at_once));
    session_->advance(steps / pace, bounded() ? 1e9 : fast_forward_budget);
    const int64_t next = session_->timeline().now();
    if (next == now) {  // the simulation was paused
      arrival_.reset();
      return;
    }
    now = next;
    if (!bounded() && platform_->now() - begin > fast_forward_budget) break;
  }
  if (session_->timeline().now() < arrival_->tick) return;
  session_->advance(0);  // executes the commands of this step
  std::vector<std::string> problems;
  for (sim::Command& command :
       formats::arrival_commands(session_->simulation(), arrival_->moment, problems))
    session_->post(std::move(command));
  if (arrival_->paused) session_->post(sim::SetPaused{*arrival_->paused});
  arrival_.reset();
  for (const std::string& problem : problems) ui_.error(problem + ".");
}

namespace {
/// Returns whether the lesson is short enough to be carried by a link.
bool carried(const lessons::Course& course) {
  Moment moment;
  return formats::take_lesson(course.lesson(), moment) && formats::fits_address(moment);
}
}  // namespace

/// Returns a link to what is shown. While running, it holds the choices; while paused, also the
/// current moment. It omits default values and the desktop's theme. Throws base::Error if no link
/// can open what is on the screen.
std::string App::link() const {
  const base::Settings& settings = preferences_.options;
  Moment moment;
  const lessons::Course* course = classroom_.course();
  if (course && !carried(*course)) course = nullptr;  // the link then opens the scene alone
  if (course) {
    (void)formats::take_lesson(course->lesson(), moment);
    if (course->index() > 0) moment.step = course->index() + 1;
  }
  for (const base::Parameter& option : settings.table()) {
    const bool theme = option.key == options::theme().key;
    if (!options::is_of_moment(option) || (course && !theme)) continue;  // a lesson sets these
    if (excerpt_ && !theme) continue;
    const bool in_front = option.key == options::right_column().key && ui_.column_in_front();
    const bool usual = theme && platform_->looks_light() ? settings.text(option.key) == "light"
                                                         : settings[option] == option.default_value;
    if (!usual || in_front)
      moment.view.push_back({std::string(option.key), settings.text(option.key)});
  }
  if (body_.moved()) moment.camera = camera_of(body_.camera());
  if (course) return formats::to_link(moment);
  add_plots(moment);
  const bool named =
      std::ranges::find(scenes_, context_.scene, &ui::SceneEntry::name) != scenes_.end();
  formats::add_session(moment, *session_, named ? context_.scene : "");
  // A comparison that the link names in one word is shown in a grid.
  if (!moment.compare.empty()) {
    const base::Parameter& grid = options::compare_view();
    std::erase_if(moment.view, [&](const auto& one) { return one.key == grid.key; });
    if (settings[grid] != grid_view)
      moment.view.push_back({std::string(grid.key), settings.text(grid.key)});
  }
  return formats::to_link(moment);
}

int64_t App::changes() {
  const view::Camera::Orbit& orbit = body_.camera().pose();
  const std::array<float, 6> seen{orbit.yaw,      orbit.pitch,    orbit.distance,
                                  orbit.target.x, orbit.target.y, orbit.target.z};
  if (body_.moved() && seen != seen_) ++changes_;
  seen_ = seen;
  if (ui::PlotChoices plots = ui_.plot_choices(); plots != plots_) {
    plots_ = std::move(plots);
    ++changes_;
  }
  return changes_;
}

std::string App::address() const {
  const std::string own = platform_->address();
  return (own.empty() ? preferences_.address : own) + link();
}

void App::copy_link() {
  const std::string link = address();
  ImGui::SetClipboardText(link.c_str());
  constexpr size_t shown = 44;
  ui_.message("Copied: " + base::printable(link, shown));
  if (const lessons::Course* course = classroom_.course(); course && !carried(*course))
    ui_.error(
        "The link opens this step's scene without the lesson, which has scenes of its own or "
        "is too long for a link. Send the lesson's files instead.");
}

void App::show_qr_code() {
  const std::string link = address();
  if (link.starts_with('#'))
    throw base::Error(
        "A QR code needs the address of the page that opens it; write it into settings.toml, such "
        "as address = \"https://example.org/ikscope/\".");
  qr_ = qr_code(link);
  context_.qr = &qr_;
  ui_.show_qr_code();
}

void App::set(const std::string& key, const std::string& value) {
  const std::string word = formats::to_word(key, value);
  const Moment moment = formats::parse_link(word, options::table());
  std::vector<std::string> problems = moment.problems;
  if (problems.empty() && (moment.opens() || moment.time || moment.embedded)) {
    open_text(word);
    return;
  }
  if (problems.empty()) perform(moment, problems);
  if (!problems.empty()) throw base::Error(in_a_call(problems.front()));
  for (const formats::KeyValue& one : moment.view) {
    base::Settings settings = preferences_.options;
    settings.set_text(one.key, one.value);
    requests_.add(ui::SetOption{one.key, settings.get(one.key)});
  }
  if (moment.paused) requests_.add(sim::Command(sim::SetPaused{*moment.paused}));
  if (moment.speed) requests_.add(sim::Command(sim::SetSpeed{*moment.speed}));
  if (moment.camera) show_camera(*moment.camera);
  show_plots(moment, ui_.plot_choices(), problems);
  if (!problems.empty()) throw base::Error(in_a_call(problems.front()));
  ++changes_;
}

/// Plays commands. Those that are due now are tried on a copy first, so that a refused one changes
/// nothing.
void App::play(std::vector<sim::LoggedCommand> commands) {
  const auto later = std::ranges::find_if(
      commands, [](const sim::LoggedCommand& one) { return one.tick > 0 || one.run >= 0; });
  sim::Simulation trial = session_->simulation();
  for (auto one = commands.begin(); one != later; ++one) trial.apply(one->command);
  for (auto one = commands.begin(); one != later; ++one) requests_.add(one->command);
  commands.erase(commands.begin(), later);
  for (sim::LoggedCommand& one : commands) one.tick += session_->timeline().now();
  if (!commands.empty()) session_->play(std::move(commands));
  ++changes_;
}

void App::answer(double number) {
  const lessons::Course* course = classroom_.course();
  if (!course || !course->step().question) throw base::Error("there is no question to answer now");
  const std::vector<std::string>& answers = course->step().question->answers;
  for (size_t i = 0; i < answers.size(); ++i)
    if (number == static_cast<double>(i + 1)) {
      requests_.add(ui::Answer{static_cast<int>(i)});
      return;
    }
  throw base::Error("answer cannot be " + base::shortest(number) +
                    "; expected a number from 1 to " + std::to_string(answers.size()));
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
