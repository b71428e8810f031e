#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/parameter.h"
#include "ik/model/obstacle.h"
#include "sim/world/recorded_path.h"

namespace sim {

/// Everything a user can do to a running scene. All go through one queue, so that a click, a key,
/// an option, a file and a test do the same thing the same way. `fields` names the data of a
/// command, for files. Commands about a method apply to one run, see Session::post.
struct WithoutData {
  void fields(auto&&) {}
};
struct ChooseMethod {
  static constexpr std::string_view verb = "choose";
  std::string name;
  void fields(auto&& f) { f("name", name); }
};
struct UseMethod {  ///< chooses one with these parameters; others as in the scene
  static constexpr std::string_view verb = "use";
  std::string name;
  std::vector<std::string> keys;
  std::vector<double> values;  ///< one for each
  void fields(auto&& f) { f("name", name), f("keys", keys), f("values", values); }
};
struct SetParameter {  ///< of the current method, or of the world (target_speed, ...)
  static constexpr std::string_view verb = "set";
  std::string key;
  double value = 0;
  void fields(auto&& f) { f("key", key), f("value", value); }
};
struct SetSeveral {  ///< sets several parameters at once, all or none
  static constexpr std::string_view verb = "set-several";
  std::vector<std::string> keys;
  std::vector<double> values;  ///< one for each
  void add(std::string_view key, double value) { keys.emplace_back(key), values.push_back(value); }
  void fields(auto&& f) { f("keys", keys), f("values", values); }
};
struct ResetParameter {  ///< to the scene's value or else to the declared default
  static constexpr std::string_view verb = "reset";
  std::string key;
  void fields(auto&& f) { f("key", key); }
};
struct ResetAllParameters : WithoutData {
  static constexpr std::string_view verb = "reset-all";
};
struct HoldTarget {
  static constexpr std::string_view verb = "hold";
  int target = 0;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  void fields(auto&& f) { f("target", target), f("position", position); }
};
struct ReleaseTarget {
  static constexpr std::string_view verb = "release";
  int target = 0;
  enum class To { Rest, Swing, Home } to = To::Rest;
  void fields(auto&& f) { f("target", target), f("to", to); }
};
struct Perturb : WithoutData {  ///< leaves a local minimum, for methods that search
  static constexpr std::string_view verb = "perturb";
};
struct SetPriority {  ///< of the effectors, the highest first
  static constexpr std::string_view verb = "priority";
  std::vector<int> order;
  void fields(auto&& f) { f("order", order); }
};
struct SetRest {  ///< sets the desired coordinate of a joint
  static constexpr std::string_view verb = "rest";
  int joint = 0;
  double value = 0;  ///< rad, or scene units (prismatic)
  void fields(auto&& f) { f("joint", joint), f("value", value); }
};
struct SetStiffness {  ///< sets the weight of a joint in the length of a step
  static constexpr std::string_view verb = "stiffness";
  int joint = 0;
  double value = 1;
  void fields(auto&& f) { f("joint", joint), f("value", value); }
};
struct SetJoint {  ///< moves a joint by hand, once; the method continues from there
  static constexpr std::string_view verb = "joint";
  int joint = 0;
  double value = 0;  ///< rad, or scene units (prismatic)
  void fields(auto&& f) { f("joint", joint), f("value", value); }
};
struct SetPose {  ///< moves all joints, once
  static constexpr std::string_view verb = "pose";
  std::vector<double> theta;  ///< n
  void fields(auto&& f) { f("theta", theta); }
};
struct HoldJoint {  ///< no method moves it until it is released
  static constexpr std::string_view verb = "hold-joint";
  int joint = 0;
  bool held = true;
  void fields(auto&& f) { f("joint", joint), f("held", held); }
};
struct ReleaseJoints : WithoutData {  ///< all that are held
  static constexpr std::string_view verb = "release-joints";
};
struct FollowRecording {  ///< holds the recording's own coordinates, or releases them
  static constexpr std::string_view verb = "follow-recording";
  bool on = true;
  void fields(auto&& f) { f("on", on); }
};
struct PutObstacle {  ///< adds one (index -1) or replaces one
  static constexpr std::string_view verb = "obstacle";
  int index = -1;
  ik::Obstacle obstacle;
  void fields(auto&& f) {
    f("index", index), f("name", obstacle.name), f("shape", obstacle.shape);
    f("position", obstacle.position), f("size", obstacle.size), f("axis", obstacle.axis);
  }
};
struct RemoveObstacle {
  static constexpr std::string_view verb = "remove-obstacle";
  int index = 0;
  void fields(auto&& f) { f("index", index); }
};
struct SavePath {  ///< saves a drag under an unused name
  static constexpr std::string_view verb = "keep-path";
  RecordedPath path;
  void fields(auto&& f) {
    f("name", path.name), f("target", path.target), f("interval", path.interval);
    f("points", path.points);
  }
};
struct DeletePath {
  static constexpr std::string_view verb = "forget-path";
  std::string name;
  void fields(auto&& f) { f("name", name); }
};
struct FollowPath {  ///< its target plays that path once, from now on
  static constexpr std::string_view verb = "follow-path";
  std::string name;
  void fields(auto&& f) { f("name", name); }
};
struct AddRun : WithoutData {  ///< a copy of the run, on the same targets
  static constexpr std::string_view verb = "add-run";
};
struct RemoveRun : WithoutData {
  static constexpr std::string_view verb = "remove-run";
};
struct CompareMethods {  ///< replaces all runs by one for each method, in the run's pose
  static constexpr std::string_view verb = "compare";
  std::vector<std::string> methods;
  void fields(auto&& f) { f("methods", methods); }
};
struct Restart : WithoutData {  ///< start pose, time zero; keeps methods and settings
  static constexpr std::string_view verb = "restart";
};
struct Undo : WithoutData {  ///< takes back the last command that changed something, in any run
  static constexpr std::string_view verb = "undo";
};
struct Redo : WithoutData {
  static constexpr std::string_view verb = "redo";
};

// How the simulation is viewed: these change no trajectory and cannot be undone.
struct SelectRun {
  int serial = 0;
};
struct MuteRun {  ///< hides a run, which continues, or shows it
  int serial = 0;
  bool muted = false;
};
struct SetPaused {
  bool paused = false;
};
struct SingleStep {};  ///< pauses and makes one step
struct StepBack {};    ///< pauses and goes back one step
struct SetSpeed {      ///< of the clock, 1/20 to 10; negative: backwards
  double speed = 1;
};
struct Seek {  ///< goes to a step of the timeline
  int64_t tick = 0;
};
struct SwitchBranch {  ///< makes another branch the current one
  int index = 0;
};

using AnyCommand =
    std::variant<ChooseMethod, UseMethod, SetParameter, SetSeveral, ResetParameter,
                 ResetAllParameters, HoldTarget, ReleaseTarget, Perturb, SetPriority, SetRest,
                 SetStiffness, SetJoint, SetPose, HoldJoint, ReleaseJoints, FollowRecording,
                 PutObstacle, RemoveObstacle, SavePath, DeletePath, FollowPath, AddRun, RemoveRun,
                 CompareMethods, Restart, Undo, Redo, SelectRun, MuteRun, SetPaused, SingleStep,
                 StepBack, SetSpeed, Seek, SwitchBranch>;

/// Any of these. Its copy, move and destructor are defined in one file: with so many alternatives,
/// each instantiation costs half a second of compile time.
struct Command : AnyCommand {
  using AnyCommand::AnyCommand;
  Command();
  Command(const Command& other);
  Command(Command&& other) noexcept;
  Command& operator=(const Command& other);
  Command& operator=(Command&& other) noexcept;
  ~Command();
};

template <class C>
constexpr bool is_of_view = !requires {
  C::verb;
};

/// Returns whether a command changes only the view, the clock or the timeline.
bool of_view(const Command& command);

/// The change that a command has made, for undo and for the marks in the plots.
struct Effect {
  struct Part {
    const base::Parameter* parameter = nullptr;  ///< null if it is no parameter
    std::string subject;                         ///< its key, or "rest", "obstacle", ...
    std::string value;                           ///< its new value, or what happened to it
    std::string text() const;  ///< "λ 0.3", "Dₘₐₓ: constant", "obstacle moved"
  };
  std::string prefix = {};       ///< "undo: ", "redo: " or empty
  std::vector<Part> parts = {};  ///< in the order of the command

  bool empty() const { return parts.empty(); }
  /// Returns whether a later effect is about the same subject, as while a slider is dragged.
  bool same_subject(const Effect& later) const {
    return !empty() && !later.empty() && prefix == later.prefix &&
           (!prefix.empty() || parts[0].subject == later.parts[0].subject);
  }
};

/// Returns an effect on something that is not a parameter.
inline Effect effect(std::string subject, std::string value = {}) {
  return {.parts = {{nullptr, std::move(subject), std::move(value)}}};
}

/// Returns an effect in words: "undo: λ 0.3, Dₘₐₓ 2".
std::string text(const Effect& effect);

}  // namespace sim
