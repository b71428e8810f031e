#pragma once
#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/scene/run_options.h"
#include "lessons/lesson.h"
#include "sim/session.h"

namespace formats {

/// The content of a link, `#scene=double-y&method=dls&lambda=0.1&panel=explain`: keys and values of
/// the command line, of parameters and of view options. It names only scenes and lessons of the
/// program. docs/links.md lists the words.
struct Moment {
  struct Run {
    std::string method = {};         ///< empty: the scene's own
    std::vector<KeyValue> set = {};  ///< parameters of its method or of the world
  };
  /// A target held in place, in the world frame.
  struct HeldTarget {
    std::string effector;
    Eigen::Vector3d position;  ///< scene units; of an orientation, its rotation vector in rad
  };
  struct Camera {
    double yaw_deg = 0, pitch_deg = 0;
    double distance = 0;  ///< scene units; 0: the whole scene is framed
    double target[3] = {};
  };

  std::string scene = {}, lesson = {};  ///< names; empty: not given
  std::string lesson_text = {};         ///< text of the user's own lesson; empty: none
  int step = 0;                         ///< step of the lesson, from 1; 0: not given
  std::string session = {};             ///< its text, of a scene or session file; empty: none
  std::vector<Run> runs = {};
  std::vector<std::string> compare = {};  ///< methods: a run for each, instead of those above
  std::vector<Run> compared = {};         ///< further settings of these methods' runs
  std::vector<std::string> held_joints = {};
  std::vector<HeldTarget> targets = {};
  std::string commands = {};         ///< text of [[command]] tables: the commands up to the moment
  int selected = 0;                  ///< run, from 1; 0: not given
  std::vector<int> muted_runs = {};  ///< numbers from 1; these runs go on (mute=)
  std::vector<KeyValue> view = {};   ///< options of the view, with valid values as texts
  /// The axes of the map as sweep::parse_axis() reads them, with known keys; empty: not given.
  std::array<std::string, 2> map_axes = {};
  std::vector<std::string> log = {}, linear = {};  ///< plots with such a vertical axis
  std::vector<KeyValue> hidden = {};               ///< a plot, and a curve in it
  std::optional<Camera> camera = {};
  std::optional<double> time = {};  ///< s of the clock at speed 1, since the scene was opened
  std::optional<bool> paused = {};
  std::optional<double> speed = {};

  // Figures in other pages:
  bool embedded = false;
  std::vector<std::string> show = {}, controls = {};
  int height = 0;  ///< CSS pixels; 0: not given

  std::vector<std::string> warnings = {};    ///< a sentence for each wrong word
  std::vector<std::string> given_keys = {};  ///< keys of its words, each once, but for options
  bool broken = false;  ///< nothing is opened: the content is damaged, or all words are wrong

  /// Returns whether it opens a scene, a lesson or a session.
  bool opens() const { return !scene.empty() || has_lesson() || !session.empty(); }
  bool has_lesson() const { return !lesson.empty() || !lesson_text.empty(); }
};

/// The longest time in a link, in s.
constexpr double max_link_seconds = 600;

/// Returns whether a text is a link: an address with a '#', the part after it, or the words alone,
/// "scene=y&method=dls".
bool is_link(std::string_view text);

/// Reads a link; `options` are those of the view. Throws only std::bad_alloc. Misspelt words are
/// corrected, and each correction or fault is a sentence in `warnings`.
Moment parse_link(std::string_view text, const std::vector<base::Parameter>& options);

/// Returns the link "#scene=y&method=dls" that parse_link() reads back to the same moment.
std::string to_link(const Moment& moment);

/// Returns whether the link is short enough for browsers and mail programs.
bool fits_address(const Moment& moment);

/// The keys of the panel in the right column: in links, and as an option.
constexpr std::string_view panel_word = "panel", panel_option = "right_column";

/// Reads a word of a link into the moment. A correction of the word is a warning. Throws
/// base::Error if it is wrong.
void read_word(Moment& moment, std::string_view key, const std::string& value,
               const std::vector<base::Parameter>& options);

/// Parses like base::parse(), but corrects a misspelt choice and reports it in `warnings`.
double parse_leniently(const base::Parameter& parameter, const std::string& text,
                       std::vector<std::string>& warnings);

/// Returns one word of a link, "lambda=0.1", whatever the value is.
std::string to_word(std::string_view key, std::string_view value);

/// Throws base::Error, one sentence, if an axis of a moment cannot be one of a map of the
/// simulation. A parameter of a method that commands may choose later is not examined.
void check_axis(const std::string& axis, const sim::Simulation& simulation);

/// Adds "In the link, ...". After eight warnings, one says that there are more; the rest are
/// dropped.
void add_warning(std::vector<std::string>& warnings, std::string_view what);
/// Fills the values in, as base::format does.
template <class... Values>
requires(sizeof...(Values) > 0) void add_warning(std::vector<std::string>& warnings,
                                                 base::FormatText<sizeof...(Values)> what,
                                                 const Values&... values) {
  add_warning(warnings, base::format(what, values...));
}

/// Applies runs, held joints and targets of a moment to the simulation as commands, and reports
/// each executed command to `on_executed`. Commands that fail are left out, each with a sentence in
/// `warnings`.
void apply(sim::Simulation& simulation, const Moment& moment, std::vector<std::string>& warnings,
           const std::function<void(const sim::Command&)>& on_executed = {});

/// The session that a moment opens: its commands up to step `tick`, then arrival_commands().
struct Opening {
  sim::Simulation simulation;
  std::vector<sim::LoggedCommand> commands;
  int64_t tick = 0;
};
/// Opens a moment that is not a lesson's. Throws base::Error.
Opening open(const Moment& moment, std::vector<std::string>& warnings);
/// Returns the commands that select and mute runs once the simulation has reached the moment.
std::vector<sim::Command> arrival_commands(const sim::Simulation& simulation, const Moment& moment,
                                           std::vector<std::string>& warnings);

/// Adds a lesson to the moment: its name if it comes with the program, otherwise its text.
/// Returns false if it has a scene in a file of its own, which a link cannot contain.
bool add_lesson(const lessons::Lesson& lesson, Moment& moment);

/// Adds how a simulation differs from this scene as it opens. Returns false, and adds nothing, if
/// words cannot express it.
bool add_changes(Moment& moment, const sim::Simulation& now,
                 const std::shared_ptr<const sim::Scene>& scene);

/// Adds the session to the moment: the settings from the scene's start while time runs, or this
/// step if time is paused. `scene` is the name that it was opened by; empty if it does not come
/// with the program. Throws base::Error if a link cannot express the session.
void add_session(Moment& moment, const sim::Session& session, const std::string& scene);

}  // namespace formats
