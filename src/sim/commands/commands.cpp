// Commands, their effect on a simulation but for those about joints, and undo.

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "ik/model/pose_goal.h"
#include "sim/simulation.h"

namespace sim {
namespace {

constexpr size_t max_changes = 100, max_change_bytes = 128ull << 20;
constexpr int64_t topic_duration = 30;  // steps

/// Changes of one topic in quick succession, such as a dragged slider, are undone together.
struct Topic {
  const ik::Skeleton& skeleton;
  std::string operator()(const SetParameter& command) const { return "set " + command.key; }
  std::string operator()(const SetSeveral& command) const {
    return command.keys.empty() ? "" : "set several from " + command.keys[0];
  }
  std::string operator()(const HoldTarget& command) const { return drag_topic(command.target); }
  std::string operator()(const ReleaseTarget& command) const {
    return command.to == ReleaseTarget::To::Home ? "" : drag_topic(command.target);
  }
  std::string operator()(const SetPriority&) const { return "priority"; }
  std::string operator()(const SetPose&) const { return "pose"; }
  std::string operator()(const PutObstacle& command) const {
    return command.index < 0 ? "" : "obstacle " + std::to_string(command.index);
  }
  std::string operator()(const auto& command) const {
    if constexpr (requires { command.joint + command.value; })
      return base::format("{} {}", command.verb, command.joint);
    else
      return {};
  }
  std::string drag_topic(int target) const {
    const bool there = target >= 0 && target < skeleton.effectors();
    return "target " + std::to_string(there ? ik::pose_head(skeleton, target) : target);
  }
};

/// Returns the topic after a release, which ends the drag, perhaps of both halves of a pose.
std::string released(const ik::Skeleton& skeleton, const ReleaseTarget& command, bool partner) {
  int target = command.target;
  if (target < 0 || target >= skeleton.effectors() || ik::pose_partner(skeleton, target) < 0)
    return {};
  if (partner) target = ik::pose_partner(skeleton, target);
  return base::format("released {} to {}", target, int(command.to));
}

void check_values(const std::vector<std::string>& keys, const std::vector<double>& values) {
  if (keys.size() != values.size())
    throw base::Error("there are {} values for {} parameters; expected one for each", values.size(),
                      keys.size());
}

/// Returns the effect of commands without a mark in the plots, for the undo menu.
Effect unmarked(const Command& command) {
  if (std::holds_alternative<HoldTarget>(command)) return effect("moved target");
  if (std::holds_alternative<ReleaseTarget>(command)) return effect("released target");
  return {};
}

}  // namespace

Command::Command() = default;
Command::Command(const Command& other) = default;
Command::Command(Command&& other) noexcept = default;
Command& Command::operator=(const Command& other) = default;
Command& Command::operator=(Command&& other) noexcept = default;
Command::~Command() = default;

bool of_view(const Command& command) {
  return std::visit([](const auto& one) { return is_of_view<std::decay_t<decltype(one)>>; },
                    command);
}

std::string Effect::Part::text() const {
  if (parameter) return base::setting_text(*parameter, value);
  return value.empty() ? subject : base::format("{} {}", subject, value);
}

std::string text(const Effect& effect) {
  return effect.prefix + base::joined(base::texts_of(effect.parts, &Effect::Part::text));
}

Effect Simulation::apply(const Command& command, int serial) {
  const size_t index = index_of(serial);
  Effect effect = execute(command, index);
  if (!of_view(command)) share_clamps();
  follow_with_crowd();
  return effect;
}

Effect Simulation::execute(const Command& command, size_t index) {
  const auto apply_it = [&] {
    return std::visit([&](const auto& one) { return execute(runs_[index], one); }, command);
  };
  if (of_view(command) || !undo_enabled_) return apply_it();
  if (std::holds_alternative<Undo>(command) || std::holds_alternative<Redo>(command)) {
    const bool back = std::holds_alternative<Undo>(command);
    std::vector<Change>& from = back ? undo_ : redo_;
    if (from.empty())
      throw base::Error(back ? "there is nothing to undo" : "there is nothing to redo");
    Effect effect = from.back().effect;
    effect.prefix = back ? "undo: " : "redo: ";
    undo_or_redo(from, back ? redo_ : undo_);
    return effect;
  }

  Change change{.topic = std::visit(Topic{skeleton()}, command),
                .steps = steps_,
                .moved_all = std::holds_alternative<Restart>(command)};
  if (std::holds_alternative<SetJoint>(command) || std::holds_alternative<SetPose>(command))
    change.moved_serial = runs_[index].serial;
  if (!change.topic.empty()) change.topic += base::format(" of {}", runs_[index].serial);
  const auto* release = std::get_if<ReleaseTarget>(&command);
  const bool same_topic = !undo_.empty() && !undo_.back().topic.empty() &&
                          (undo_.back().topic == change.topic ||
                           (release && undo_.back().topic == released(skeleton(), *release, true)));
  const bool more = same_topic && redo_.empty() && steps_ >= undo_.back().steps &&
                    steps_ - undo_.back().steps < topic_duration;
  change.saved = more ? undo_.back().saved : copy_without_changes();
  Effect effect = apply_it();
  change.effect = effect.empty() ? unmarked(command) : effect;
  if (release) change.topic = released(skeleton(), *release, false);
  if (more) undo_.pop_back();
  redo_.clear();
  while (undo_.size() >= max_changes || (undo_.size() > 1 && change_bytes() > max_change_bytes))
    undo_.erase(undo_.begin());
  undo_.push_back(std::move(change));
  return effect;
}

/// Leaves out the crowd as well, whose bodies are created again when the copy is restored.
std::shared_ptr<const Simulation> Simulation::copy_without_changes() {
  struct Aside {
    Crowd& from;
    Crowd crowd = std::exchange(from, {});
    ~Aside() { from = std::move(crowd); }
  } aside{crowd_};
  auto copy = std::make_shared<Simulation>(*this);
  copy->undo_.clear();
  copy->redo_.clear();
  return copy;
}

void Simulation::undo_or_redo(std::vector<Change>& from, std::vector<Change>& to) {
  Change change = std::move(from.back());
  from.pop_back();
  to.push_back(
      {change.effect, "", steps_, change.moved_all, change.moved_serial, copy_without_changes()});
  if (change.moved_all) {
    Simulation other = *change.saved;
    other.undo_ = std::move(undo_);
    other.redo_ = std::move(redo_);
    other.next_serial_ = next_serial_;
    other.execute(other.run(), SelectRun{.serial = run().serial});
    *this = std::move(other);
  } else {
    copy_settings(*change.saved, change.moved_serial);
  }
}

/// Restores all settings from the copy. Bodies stay where they are, except for that of the run
/// `moved_serial`; a removed run returns in the pose it was left in.
void Simulation::copy_settings(const Simulation& other, int moved_serial) {
  const int selected = run().serial;
  std::vector<Run> runs;
  runs.reserve(max_runs);
  for (const Run& there : other.runs_) {
    const Run* here = find_run(there.serial);
    runs.push_back(here ? *here : there);
    if (here) runs.back().copy_settings(there);
    if (here && there.serial == moved_serial)
      runs.back().set_theta(there.solver().pose().theta, state_);
  }
  runs_ = std::move(runs);
  selected_ = runs_.size() - 1;
  execute(run(), SelectRun{.serial = selected});
  set_obstacles(other.obstacles());
  paths_ = other.paths_;
  for (const base::Parameter& parameter : world_.table())
    if (world_[parameter] != other.world_[parameter])
      set_world(parameter.key, other.world_[parameter]);
  for (Run& run : runs_) run.set_tolerances(tolerances(world_, skeleton()));
  for (size_t i = 0; i < targets_.size(); ++i) targets_[i].set_manual(other.targets_[i]);
  follow_targets();
}

Effect Simulation::execute(Run& run, const ChooseMethod& command) {
  run.choose(command.name);
  return effect(std::string(run.solver().method().name));
}

Effect Simulation::execute(Run& run, const UseMethod& command) {
  check_values(command.keys, command.values);
  Run next = run;
  next.choose(command.name);
  next.reset_all();
  Effect effect = sim::effect(std::string(next.solver().method().name));
  for (size_t i = 0; i < command.keys.size(); ++i) {
    next.set(command.keys[i], command.values[i]);  // what is not allowed throws here
    const base::Parameter& parameter = *next.settings().find(command.keys[i]);
    effect.parts.push_back(
        {&parameter, command.keys[i], base::number_text(parameter, next.settings()[parameter])});
  }
  run = std::move(next);
  return effect;
}

Effect Simulation::execute(Run& run, const SetParameter& wanted) {
  const SetParameter command = about_shared_clamps(run, wanted);
  const bool worlds = world_.has(command.key);
  if (command.key == world::bodies().key)
    check_memory(runs_.size(), base::check(world::bodies(), command.value));
  if (worlds)
    set_world(command.key, command.value);
  else
    run.set(command.key, command.value);
  const base::Settings& settings = worlds ? world_ : run.settings();
  const base::Parameter& parameter = *settings.find(command.key);
  return {.parts = {{&parameter, command.key, base::number_text(parameter, settings[parameter])}}};
}

Effect Simulation::execute(Run& run, const SetSeveral& command) {
  check_values(command.keys, command.values);
  base::Settings settings = run.settings(), world = world_;
  for (size_t i = 0; i < command.keys.size(); ++i)  // what is not allowed throws here
    (world.has(command.keys[i]) ? world : settings).set(command.keys[i], command.values[i]);
  check_memory(runs_.size(), world[world::bodies()]);
  Effect effect;
  for (size_t i = 0; i < command.keys.size(); ++i)
    effect.parts.push_back(
        execute(run, SetParameter{command.keys[i], command.values[i]}).parts.front());
  return effect;
}

Effect Simulation::execute(Run& run, const ResetParameter& wanted) {
  const ResetParameter command{about_shared_clamps(run, {wanted.key, 0}).key};
  const double default_value = world_.has(command.key) ? scene_world(*scene_).get(command.key)
                                                       : run.default_value(command.key);
  return execute(run, SetParameter{command.key, default_value});
}

Effect Simulation::execute(Run& run, const ResetAllParameters&) {
  run.reset_all();
  return effect("defaults");
}

Effect Simulation::execute(Run&, const HoldTarget& command) {
  if (!command.position.allFinite())
    throw base::Error("a target cannot be held there; expected three finite numbers");
  target(command.target)
      .hold(command.position.cwiseMax(-ik::Skeleton::max_coordinate)
                .cwiseMin(ik::Skeleton::max_coordinate));
  follow_targets();
  return {};
}

Effect Simulation::execute(Run&, const ReleaseTarget& command) {
  Target& released = target(command.target);
  if (command.to == ReleaseTarget::To::Swing) released.resume_motion();
  if (command.to == ReleaseTarget::To::Home) released.reset_motion();
  follow_targets();
  return {};
}

Effect Simulation::execute(Run& run, const Perturb&) {
  run.solver().perturb();
  return effect("perturbed");
}

Effect Simulation::execute(Run& run, const SetPriority& command) {
  std::vector<int> sorted = command.order;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < skeleton().effectors(); ++i)
    if (sorted.size() != targets_.size() || sorted[i] != i)
      throw base::Error("the order of priority is not complete; expected every effector once");
  ik::BodySettings body = run.solver().body();
  body.order = command.order;
  run.solver().set_body(std::move(body));
  return effect("priority", skeleton().effector(command.order.front()).name);
}

Effect Simulation::execute(Run&, const PutObstacle& command) {
  const ik::Obstacle& obstacle = command.obstacle;
  check(obstacle);
  std::vector<ik::Obstacle> all = obstacles();
  ik::Obstacle* replaced = command.index < 0 ? nullptr : &all.at(this->obstacle(command.index));
  check_names(all, obstacle, replaced);
  if (!replaced && all.size() >= max_obstacles)
    throw base::Error("there are {} obstacles already; remove one first", max_obstacles);
  (replaced ? *replaced : all.emplace_back()) = obstacle;
  set_obstacles(all);
  return effect("obstacle", obstacle.name);
}

Effect Simulation::execute(Run&, const RemoveObstacle& command) {
  std::vector<ik::Obstacle> all = obstacles();
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(obstacle(command.index)));
  set_obstacles(all);
  return effect("obstacle", "removed");
}

Effect Simulation::execute(Run&, const SavePath& command) {
  const RecordedPath& path = command.path;
  target(path.target);
  if (path.count() < 2) throw base::Error("there is no drag to save; drag a target first");
  check(path);
  if (paths_.size() >= max_recorded_paths)
    throw base::Error("there are {} saved paths already; delete one first", max_recorded_paths);
  check_names(paths_, path);
  paths_.push_back(path);
  return effect("saved", path.name);
}

Effect Simulation::execute(Run&, const DeletePath& command) {
  const auto path = find_path(command.name);
  Target& follower = targets_[path->target];
  if (follower.manual().follows == path->name) follower.reset_motion();
  paths_.erase(path);
  return effect("deleted", command.name);
}

Effect Simulation::execute(Run&, const FollowPath& command) {
  const auto path = find_path(command.name);
  follow(path->target, *path);
  return effect("follow", command.name);
}

Effect Simulation::execute(Run& run, const AddRun&) {
  if (runs_.size() >= max_runs)
    throw base::Error("there are {} runs already; remove one first", max_runs);
  check_memory(runs_.size() + 1, world_[world::bodies()]);
  Run added = run;
  added.serial = next_serial_++;
  added.muted = false;
  added.slot = 0;
  const auto taken = [&](const Run& other) { return other.slot == added.slot; };
  while (std::ranges::any_of(runs_, taken)) ++added.slot;
  runs_.push_back(std::move(added));
  selected_ = runs_.size() - 1;
  return effect("run", "added");
}

Effect Simulation::execute(Run& run, const RemoveRun&) {
  if (runs_.size() == 1)
    throw base::Error("this is the only run; add another before you remove it");
  const auto index = &run - runs_.data();
  runs_.erase(runs_.begin() + index);
  if (selected_ > static_cast<size_t>(index) || selected_ == runs_.size()) --selected_;
  if (runs_.size() == 1) set_world(world::same_clamps().key, 0);
  return effect("run", "removed");
}

Effect Simulation::execute(Run&, const Restart&) {
  steps_ = step_base_ = 0;
  time_base_ = scene_->time;
  for (Run& run : runs_) run.restart();
  crowd_.restart(runs_.front());
  for (Target& target : targets_) target.restart(scene_->time, world_[world::target_amplitude()]);
  follow_targets();
  for (Run& run : runs_) run.measure(state_);
  return effect("restart");
}

Effect Simulation::execute(Run&, const SelectRun& command) {
  if (const Run* run = find_run(command.serial))
    selected_ = static_cast<size_t>(run - runs_.data());
  return {};
}

Effect Simulation::execute(Run&, const MuteRun& command) {
  runs_[index_of(command.serial)].muted = command.muted;
  return {};
}

}  // namespace sim
