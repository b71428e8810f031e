#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/run_options.h"
#include "lessons/lesson.h"

namespace formats {

/// What a link says of the program, `#scene=double-y&method=dls&lambda=0.1&panel=explain`: keys and
/// values of the command line, of parameters and of view options. It names scenes and lessons of
/// the program alone; what words cannot say is the text of a session.
struct Moment {
  struct Run {
    std::string method = {};         ///< empty: the scene's own
    std::vector<KeyValue> set = {};  ///< of its method, or of the world
  };
  /// From where the body is seen.
  struct Camera {
    double yaw_deg = 0, pitch_deg = 0;
    double distance = 0;  ///< scene units; 0: all is framed
    double target[3] = {};
  };

  std::string scene = {}, lesson = {};  ///< names; empty: not said
  std::string lesson_text = {};         ///< of a lesson that is not the program's; empty: none
  int step = 0;                         ///< of the lesson, from 1; 0: not said
  std::string session = {};             ///< its text, of a scene or session file; empty: none
  std::vector<Run> runs = {};
  std::vector<std::string> hold = {};  ///< joints
  std::vector<KeyValue> view = {};     ///< options and their texts, which are right
  std::optional<Camera> camera = {};
  std::optional<double> time = {};  ///< s of the clock at speed 1, since the scene was opened
  std::optional<bool> paused = {};
  std::optional<double> speed = {};

  // In other pages:
  bool embedded = false;
  std::vector<std::string> show = {}, controls = {};
  int height = 0;  ///< CSS pixels; 0: not said

  std::vector<std::string> problems = {};  ///< a sentence for each word that says nothing

  bool opens() const { return !scene.empty() || has_lesson() || !session.empty(); }
  bool has_lesson() const { return !lesson.empty() || !lesson_text.empty(); }
};

/// The longest time that a link may name, s.
constexpr double most_link_seconds = 600;

/// An address with a '#', that which follows it, or the words alone: "scene=y&method=dls".
bool is_link(std::string_view text);

/// options: those of the view. Throws nothing but std::bad_alloc; what cannot be read is left out
/// and named in `problems`.
Moment parse_link(std::string_view text, const std::vector<base::Parameter>& options);

/// "#scene=y&method=dls": what parse_link() reads back to the same moment.
std::string to_link(const Moment& moment);

/// "lambda=0.1": one of its words, whatever the value is.
std::string to_word(std::string_view key, std::string_view value);

/// The runs and held joints of a moment, as commands to the simulation; `done` hears of those that
/// it has followed. What cannot be done is left out, each with a sentence in `problems`.
void apply(sim::Simulation& simulation, const Moment& moment, std::vector<std::string>& problems,
           const std::function<void(const sim::Command&)>& done = {});

/// What a simulation has other than its scene, in words, whichever way it came about.
void take_settings(const sim::Simulation& simulation, Moment& moment);
/// Whether that and its scene's name are all that these commands, given so far, have made of it.
bool words_suffice(const sim::Simulation& simulation, const std::vector<sim::LoggedCommand>& log);

/// Names the lesson, if it is the program's, or brings it. False if it has a scene in a file of its
/// own, which no link can bring.
bool take_lesson(const lessons::Lesson& lesson, Moment& moment);

/// For Moment::session: all of a timeline, without what is in files of this machine.
std::string session_for_link(const sim::Timeline& timeline);

}  // namespace formats
