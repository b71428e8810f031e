#include "app/links.h"

#include <imgui.h>
#include <qrcodegen.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/classroom.h"
#include "app/files/saver.h"
#include "app/map_words.h"
#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "formats/read_lesson.h"
#include "formats/session_file.h"
#include "formats/suggest.h"
#include "ui/options/options.h"

namespace app {
namespace options = ui::options;
namespace {

using formats::Moment;

constexpr double steps_per_second = sim::Clock::steps_per_second;
constexpr double fast_forward_budget = 1.0 / 20;  // s per frame
constexpr double grid_view = 1;                   // the grid, a choice of options::compare_view()

/// Shows the parts a figure in another page asks for: the first panel or plot of the right column,
/// and any panels below the body. Adds a warning for each part that does not exist.
void show_parts(const std::vector<std::string>& parts, base::Settings& settings,
                std::vector<std::string>& warnings) {
  for (const ui::PanelInfo* below : ui::panels(ui::PanelInfo::Region::Below))
    if (!below->lines) settings.set(options::shown(*below).key, 0);
  settings.set(options::stage_shows().key, 0);
  bool beside = false;
  const auto& plots = options::stage_plot().choices;
  const auto& column = options::stage_shows().choices;
  for (const std::string& part : parts) {
    if (part == "body") continue;
    const auto panel = std::ranges::find(ui::panels(), part, &ui::PanelInfo::name);
    if (panel != ui::panels().end() && (*panel)->region() == ui::PanelInfo::Region::Below) {
      settings.set(options::shown(**panel).key, 1);
      continue;
    }
    const bool is_plot = formats::contains(plots, part);
    const std::string_view there = is_plot ? "plots" : std::string_view(part);
    const std::string name = base::in_quotes(part);
    if (there == column.front() || !formats::contains(column, there)) {
      formats::add_warning(warnings, base::format("show has {}, which is not a panel; expected "
                                                  "body, error, explain, numbers ...",
                                                  name));
    } else if (std::exchange(beside, true)) {
      formats::add_warning(
          warnings, base::format("show has {} too; a figure has one panel beside the body", name));
    } else {
      settings.set_text(options::stage_shows().key, there);
      if (is_plot) settings.set_text(options::stage_plot().key, part);
    }
  }
}

/// Throws base::Error for the first warning, without "In the link, ".
void expect_none(const std::vector<std::string>& warnings) {
  if (warnings.empty()) return;
  constexpr std::string_view where = "In the link, ";
  const std::string& first = warnings.front();
  throw base::Error(first.starts_with(where) ? first.substr(where.size()) : first);
}

/// Adds a warning for each control of a figure that sets nothing.
void check_controls(const std::vector<std::string>& keys, const base::Settings& settings,
                    std::vector<std::string>& warnings) {
  std::vector<std::string> known = formats::known_parameters();
  for (const base::Parameter& option : settings.table()) known.emplace_back(option.key);
  known.emplace_back("method");
  for (const std::string& key : keys)
    if (!formats::contains(known, key))
      formats::add_warning(
          warnings, base::format("controls has {}, which is neither a parameter nor a setting{}",
                                 base::in_quotes(key), formats::did_you_mean(key, known)));
}

/// Returns the index of a choice of options::stage_plot(). Throws base::Error for an unknown name.
size_t find_plot(const std::string& name) {
  const auto& plots = options::stage_plot().choices;
  const auto found = std::ranges::find_if(
      plots, [&](std::string_view one) { return formats::equal_ignoring_case(one, name); });
  if (found == plots.end())
    throw base::Error("there is no plot {}; there are {}", base::in_quotes(name),
                      formats::list_of({plots.begin(), plots.end()}));
  return static_cast<size_t>(found - plots.begin());
}

/// Throws base::Error if the text is too long.
ui::QrCode qr_code(const std::string& text) {
  std::vector<uint8_t> code(qrcodegen_BUFFER_LEN_MAX), memory(qrcodegen_BUFFER_LEN_MAX);
  if (!qrcodegen_encodeText(text.c_str(), memory.data(), code.data(),
                            qrcodegen_Ecc_LOW,  // raised if it still fits
                            qrcodegen_VERSION_MIN, qrcodegen_VERSION_MAX, qrcodegen_Mask_AUTO,
                            true))
    throw base::Error(
        "The link has {} characters, too many for a QR code. Restart the scene (R), or send the "
        "link itself.",
        text.size());
  ui::QrCode made{.text = text, .size = qrcodegen_getSize(code.data()), .dark = {}};
  for (int y = 0; y < made.size; ++y)
    for (int x = 0; x < made.size; ++x) made.dark.push_back(qrcodegen_getModule(code.data(), x, y));
  return made;
}

/// Returns whether the lesson is short enough to be carried by a link.
bool fits_link(const lessons::Course& course) {
  Moment moment;
  return formats::add_lesson(course.lesson(), moment) && formats::fits_address(moment);
}

/// Adds how the simulation differs from the lesson's step as it begins. Returns false, and adds
/// nothing, if words cannot express it.
bool add_changes_in_step(Moment& moment, const Parts& parts, const lessons::Course& course) {
  return formats::add_changes(moment, parts.simulation(), course.scene(course.index()));
}

Moment::Camera camera_of(const view::Camera& camera) {
  constexpr int digits = 4;
  const view::Camera::Orbit& orbit = camera.pose();
  const auto rounded = [](float value) { return base::round_to(value, digits); };
  const auto degrees = [&](float angle) {
    return rounded(static_cast<float>(base::degrees) * angle);
  };
  Moment::Camera pose{.yaw_deg = degrees(orbit.yaw), .pitch_deg = degrees(orbit.pitch)};
  if (camera.is_framing()) return pose;
  pose.distance = rounded(orbit.distance);
  for (int i = 0; i < 3; ++i) pose.target[i] = rounded(orbit.target[i]);
  return pose;
}

/// Applies the moment's axes and curves to `choices`.
void show_plots(const Moment& moment, ui::PlotChoices choices, std::vector<std::string>& warnings,
                const Parts& parts) {
  const auto change = [&](const std::string& plot, const auto& change_it) {
    try {
      change_it(choices[find_plot(plot)]);
    } catch (const base::Error& error) {
      formats::add_warning(warnings, error.what());
    }
  };
  for (const std::string& plot : moment.log) change(plot, [](auto& one) { one.log = true; });
  for (const std::string& plot : moment.linear) change(plot, [](auto& one) { one.log = false; });
  for (const formats::KeyValue& curve : moment.hidden)
    change(curve.key, [&](auto& one) { one.hidden.insert(curve.value); });
  parts.ui.choose_plots(std::move(choices));
}

void show_camera(const Moment::Camera& camera, const Parts& parts) {
  const auto angle = [](double degrees) { return static_cast<float>(degrees / base::degrees); };
  const float yaw = angle(camera.yaw_deg), pitch = angle(camera.pitch_deg);
  if (camera.distance == 0) return parts.body.jump_to(yaw, pitch);
  const auto at = [&](int i) { return static_cast<float>(camera.target[i]); };
  parts.body.jump_to({.target = {at(0), at(1), at(2)},
                      .distance = static_cast<float>(camera.distance),
                      .yaw = yaw,
                      .pitch = pitch});
}

void show_view(const Moment& moment, std::vector<std::string>& warnings, const Parts& parts) {
  const base::Parameter& theme = options::theme();  // it stays the user's unless the link sets it
  if (!moment.has_lesson())
    for (const base::Parameter& option : options::table())
      if (options::is_of_moment(option) && option.key != theme.key)
        parts.options().reset(option.key);
  for (const formats::KeyValue& one : moment.view) parts.options().set_text(one.key, one.value);
  const auto is_given = [&](const base::Parameter& option) {
    return formats::contains(moment.view, option.key, &formats::KeyValue::key);
  };
  if (is_given(options::right_column()) && !is_given(options::show_plots()))
    parts.options().set(options::show_plots().key, 1);
  parts.ui.put_column_in_front(is_given(options::right_column()));
  if (!moment.compare.empty() && !is_given(options::compare_view()))
    parts.options().set(options::compare_view().key, grid_view);
  show_plots(moment, {}, warnings, parts);
  show_map_axes(moment, parts, warnings);
  if (moment.camera)
    show_camera(*moment.camera, parts);
  else if (parts.frames == 0)
    parts.body.end_flight();
}

void add_plots(Moment& moment, const Parts& parts) {
  const ui::PlotChoices choices = parts.ui.plot_choices();
  for (size_t i = 0; i < choices.size(); ++i) {
    const std::string plot(options::stage_plot().choices[i]);
    if (choices[i].log) (*choices[i].log ? moment.log : moment.linear).push_back(plot);
    for (const std::string& curve : choices[i].hidden) moment.hidden.push_back({plot, curve});
  }
}

/// Applies the moment's runs and joints to the current simulation.
void perform(const Moment& moment, std::vector<std::string>& warnings, const Parts& parts) {
  sim::Simulation trial = parts.simulation();
  formats::apply(trial, moment, warnings,
                 [&](const sim::Command& command) { parts.session().post(command); });
  for (sim::Command& command : formats::arrival_commands(trial, moment, warnings))
    parts.session().post(std::move(command));
}

}  // namespace

void Links::open(const std::string& text) {
  Moment moment = formats::parse_link(text, options::table());
  std::vector<std::string> warnings = std::exchange(moment.warnings, {});
  if (moment.broken) throw base::Error(warnings.front());
  Arrival arrival;
  if (moment.has_lesson()) {
    auto lesson = moment.lesson.empty() ? parts_.classroom.save_lesson(moment.lesson_text)
                                        : Classroom::load(moment.lesson);
    parts_.context.lessons = parts_.classroom.entries();
    const auto steps = static_cast<int>(lesson->steps.size());
    if (moment.step > steps) {
      formats::add_warning(warnings,
                           base::format("step is {}, but the lesson has {}; opened at the first",
                                        moment.step, base::counted(steps, "step")));
      moment.step = 0;
    }
    parts_.classroom.begin(std::move(lesson), moment.step - 1);
    perform(moment, warnings, parts_);
    arrival.tick = std::llround(moment.time.value_or(0) * steps_per_second);
  } else {
    formats::Opening opening = formats::open(moment, warnings);
    parts_.open(std::move(opening.simulation));
    parts_.session().play(std::move(opening.commands));
    arrival.tick = opening.tick;
    if (moment.session.empty())
      parts_.saver.note_opened(moment.scene.empty() ? formats::RunOptions().scene : moment.scene);
  }
  show_view(moment, warnings, parts_);
  if (moment.embedded) {
    embedded_figure_.emplace(ui::EmbeddedFigure{moment.controls});
    parts_.context.embedded_figure = &*embedded_figure_;
    parts_.options().set(options::presenter().key, 1);
    show_parts(moment.show, parts_.options(), warnings);
    check_controls(moment.controls, parts_.options(), warnings);
  }
  parts_.keeper.leave_options_out();
  // A step of a lesson has its own speed and may pause.
  const bool in_lesson = parts_.classroom.course() != nullptr;
  const bool timed = !in_lesson || arrival.tick > 0 || moment.paused;
  if (timed)
    parts_.session().post(sim::SetPaused{arrival.tick == 0 && moment.paused.value_or(false)});
  if (!in_lesson || moment.speed) parts_.session().post(sim::SetSpeed{moment.speed.value_or(1)});
  if (timed) arrival.paused = moment.paused.value_or(false);
  arrival.moment = std::move(moment);
  arrival_ = std::move(arrival);
  for (const std::string& warning : warnings) parts_.ui.error(warning + ".");
}

void Links::fast_forward(bool at_once) {
  if (!arrival_) return;
  sim::Session& session = parts_.session();
  const double begin = parts_.platform.now();
  while (session.timeline().now() < arrival_->tick) {
    const int64_t now = session.timeline().now();
    const double pace = steps_per_second * session.clock().speed;
    constexpr int64_t most = 32;
    const auto steps = static_cast<double>(std::min(arrival_->tick - now, most));
    session.advance(steps / pace, at_once ? 1e9 : fast_forward_budget);
    if (session.timeline().now() == now) return arrival_.reset();  // the simulation was paused
    if (!at_once && parts_.platform.now() - begin > fast_forward_budget) break;
  }
  if (session.timeline().now() < arrival_->tick) return;
  session.advance(0);  // executes the commands of this step
  std::vector<std::string> warnings;
  for (sim::Command& command :
       formats::arrival_commands(session.simulation(), arrival_->moment, warnings))
    session.post(std::move(command));
  if (arrival_->paused) session.post(sim::SetPaused{*arrival_->paused});
  arrival_.reset();
  for (const std::string& warning : warnings) parts_.ui.error(warning + ".");
}

std::string Links::link() const {
  const base::Settings& settings = parts_.options();
  Moment moment;
  const lessons::Course* course = parts_.classroom.course();
  if (course && !fits_link(*course)) course = nullptr;  // the link then opens the scene alone
  if (course) {
    (void)formats::add_lesson(course->lesson(), moment);
    if (course->index() > 0) moment.step = course->index() + 1;
  }
  for (const base::Parameter& option : settings.table()) {
    const bool theme = option.key == options::theme().key;
    if (!options::is_of_moment(option) || (course && !theme)) continue;  // a lesson sets these
    if (embedded_figure_ && !theme) continue;
    const bool in_front = option.key == options::right_column().key && parts_.ui.column_in_front();
    const bool usual = theme && parts_.platform.looks_light()
                           ? settings.text(option.key) == "light"
                           : settings[option] == option.default_value;
    if (!usual || in_front)
      moment.view.push_back({std::string(option.key), settings.text(option.key)});
  }
  if (parts_.body.keeps_view()) moment.camera = camera_of(parts_.body.camera());
  if (course) {
    (void)add_changes_in_step(moment, parts_, *course);
  } else {
    add_plots(moment, parts_);
    if (!embedded_figure_) add_map_axes(moment, parts_);
    const std::string& scene = parts_.context.scene;
    const bool named = formats::contains(parts_.context.scenes, scene, &ui::SceneEntry::name);
    formats::add_session(moment, parts_.session(), named ? scene : "");
  }
  // A comparison that the link names in one word is shown in a grid.
  if (!moment.compare.empty()) {
    const base::Parameter& grid = options::compare_view();
    std::erase_if(moment.view, [&](const auto& one) { return one.key == grid.key; });
    if (settings[grid] != grid_view)
      moment.view.push_back({std::string(grid.key), settings.text(grid.key)});
  }
  return formats::to_link(moment);
}

int64_t Links::change_count() {
  const auto follow = [this](auto& last, const auto& now) {
    if (last != now) ++changes_;
    last = now;
  };
  const view::Camera::Orbit& orbit = parts_.body.camera().pose();
  if (!parts_.body.keeps_view()) last_orbit_ = orbit;
  follow(last_orbit_, orbit);
  follow(plots_, parts_.ui.plot_choices());
  if (const auto& map = parts_.ui.map_request()) follow(map_axes_, std::array{map->x, map->y});
  return changes_;
}

std::string Links::address() const {
  const std::string own = parts_.platform.address();
  return (own.empty() ? parts_.preferences().address : own) + link();
}

void Links::copy() {
  const std::string link = address();
  ImGui::SetClipboardText(link.c_str());
  constexpr size_t shown = 44;
  const lessons::Course* course = parts_.classroom.course();
  const bool carries = !course || fits_link(*course);
  Moment changed;  // as link() has it
  const bool as_it_begins = course && carries && formats::add_lesson(course->lesson(), changed) &&
                            !add_changes_in_step(changed, parts_, *course);
  parts_.ui.message(base::format("Copied: {}{}", base::printable(link, shown),
                                 as_it_begins ? "; it opens this step as it begins" : ""));
  if (!carries)
    parts_.ui.error(
        "The link opens this step's scene without the lesson, which has scenes of its own or "
        "is too long for a link. Send the lesson's files instead.");
}

void Links::show_qr_code() {
  const std::string link = address();
  if (link.starts_with('#'))
    throw base::Error(
        "A QR code needs the address of the page that opens it; write it into settings.toml, such "
        "as address = \"https://example.org/ikscope/\".");
  qr_ = qr_code(link);
  parts_.context.qr = &qr_;
  parts_.ui.show_qr_code();
}

void Links::set(const std::string& key, const std::string& value) {
  const std::string word = formats::to_word(key, value);
  const Moment moment = formats::parse_link(word, options::table());
  std::vector<std::string> warnings = moment.warnings;
  if (warnings.empty() && (moment.opens() || moment.time || moment.embedded))
    return open_text(word);
  if (warnings.empty()) perform(moment, warnings, parts_);
  expect_none(warnings);
  for (const formats::KeyValue& one : moment.view) {
    base::Settings settings = parts_.options();
    settings.set_text(one.key, one.value);
    parts_.requests.add(ui::SetOption{settings.find(one.key), settings.get(one.key)});
  }
  if (moment.paused) parts_.requests.add(sim::Command(sim::SetPaused{*moment.paused}));
  if (moment.speed) parts_.requests.add(sim::Command(sim::SetSpeed{*moment.speed}));
  if (moment.camera) show_camera(*moment.camera, parts_);
  show_plots(moment, parts_.ui.plot_choices(), warnings, parts_);
  show_map_axes(moment, parts_, warnings);
  expect_none(warnings);
  ++changes_;
}

void Links::open_text(const std::string& text) {
  if (formats::is_link(text)) {
    open(text);
  } else {
    formats::SessionFile session = formats::parse_session(text, "the scene");
    parts_.open(sim::Simulation(session.scene));
    parts_.session().play(std::move(session.commands));
    show_map_words(session.view, parts_);
  }
  parts_.context.course = parts_.classroom.course();
  ++changes_;
}

}  // namespace app
