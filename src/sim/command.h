#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ik/model/obstacle.h"
#include "sim/recorded_path.h"

namespace sim {

/// Everything a person can do to a running scene. One queue takes them all, so that a click, a
/// key, an option, a file and a test do the same thing the same way. `fields` names what a command
/// carries, for files. Commands about a method are for one run, see Session::post.
struct ChooseMethod {
  static constexpr std::string_view verb = "choose";
  std::string name;
  void fields(auto&& f) { f("name", name); }
};
struct SetParameter {  ///< of the method at work, or of the world (target_speed, ...)
  static constexpr std::string_view verb = "set";
  std::string key;
  double value = 0;
  void fields(auto&& f) { f("key", key), f("value", value); }
};
struct SetSeveral {  ///< the same for several at once: all of them, or none
  static constexpr std::string_view verb = "set-several";
  std::vector<std::string> keys;
  std::vector<double> values;  ///< one for each
  void fields(auto&& f) { f("keys", keys), f("values", values); }
};
struct ResetParameter {  ///< back to what the scene or, failing that, the declaration says
  static constexpr std::string_view verb = "reset";
  std::string key;
  void fields(auto&& f) { f("key", key); }
};
struct ResetAllParameters {
  static constexpr std::string_view verb = "reset-all";
  void fields(auto&&) {}
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
struct Perturb {  ///< a way out of a local minimum, for methods that search
  static constexpr std::string_view verb = "perturb";
  void fields(auto&&) {}
};
struct SetPriority {  ///< the effectors, the first task first
  static constexpr std::string_view verb = "priority";
  std::vector<int> order;
  void fields(auto&& f) { f("order", order); }
};
struct SetRest {  ///< the desired coordinate of a joint
  static constexpr std::string_view verb = "rest";
  int joint = 0;
  double value = 0;  ///< rad, or scene units (prismatic)
  void fields(auto&& f) { f("joint", joint), f("value", value); }
};
struct PutObstacle {  ///< a new one (index -1), or another in the place of one
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
struct KeepPath {  ///< a way that a hand has taken, under a name that no other has
  static constexpr std::string_view verb = "keep-path";
  RecordedPath path;
  void fields(auto&& f) {
    f("name", path.name), f("target", path.target), f("interval", path.interval);
    f("points", path.points);
  }
};
struct ForgetPath {
  static constexpr std::string_view verb = "forget-path";
  std::string name;
  void fields(auto&& f) { f("name", name); }
};
struct FollowPath {  ///< its target goes that way from now on, once
  static constexpr std::string_view verb = "follow-path";
  std::string name;
  void fields(auto&& f) { f("name", name); }
};
struct AddRun {  ///< a copy of the run, to go its own way on the same targets
  static constexpr std::string_view verb = "add-run";
  void fields(auto&&) {}
};
struct RemoveRun {
  static constexpr std::string_view verb = "remove-run";
  void fields(auto&&) {}
};
struct Restart {  ///< start pose, time zero; methods and settings stay
  static constexpr std::string_view verb = "restart";
  void fields(auto&&) {}
};
struct Undo {  ///< of the last command that changed something, of whatever run
  static constexpr std::string_view verb = "undo";
  void fields(auto&&) {}
};
struct Redo {
  static constexpr std::string_view verb = "redo";
  void fields(auto&&) {}
};

// Without a verb: how the simulation is looked at. It changes no trajectory, and is not undone.
struct SelectRun {
  int serial = 0;
};
struct MuteRun {  ///< it goes on, unseen
  int serial = 0;
  bool muted = false;
};
struct SetPaused {
  bool paused = false;
};
struct SingleStep {};  ///< pauses, and makes one step
struct StepBack {};    ///< pauses one step before
struct SetSpeed {      ///< of the clock, 1/20 to 10; negative: backwards
  double speed = 1;
};
struct Seek {  ///< to a step that the timeline holds
  int64_t tick = 0;
};
struct TakeBranch {  ///< a future that was left: it becomes the present one
  int index = 0;
};

using AnyCommand =
    std::variant<ChooseMethod, SetParameter, SetSeveral, ResetParameter, ResetAllParameters,
                 HoldTarget, ReleaseTarget, Perturb, SetPriority, SetRest, PutObstacle,
                 RemoveObstacle, KeepPath, ForgetPath, FollowPath, AddRun, RemoveRun, Restart, Undo,
                 Redo, SelectRun, MuteRun, SetPaused, SingleStep, StepBack, SetSpeed, Seek,
                 TakeBranch>;

/// One of them. It is copied, moved and destroyed in one place: with so many alternatives that
/// takes the compiler half a second wherever it happens.
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

bool of_view(const Command& command);

}  // namespace sim
