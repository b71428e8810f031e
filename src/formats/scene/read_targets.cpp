#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "ik/model/pose.h"
#include "ik/model/rotation.h"

namespace formats {
namespace {

std::vector<double> read_field(const Reader& target, const sim::Field& field) {
  const Range range{field.min, field.max};
  const bool given = target.has(field.key) || field.required;
  switch (field.kind) {
    case sim::Field::Kind::Number:
      return {given ? target.number(field.key, range) : field.default_value};
    case sim::Field::Kind::Flag:
      return {given ? double(target.flag(field.key)) : field.default_value};
    case sim::Field::Kind::Vector: {
      if (!given) return {field.default_value, field.default_value, field.default_value};
      const Eigen::Vector3d v = target.vector(field.key, range);
      return {v.x(), v.y(), v.z()};
    }
    case sim::Field::Kind::Points:
      if (given) return target.points(field.key, range);
  }
  return {};
}

struct FileTarget {
  sim::TargetSpec spec = {};  // its effector: that of the file, until all goals are known
  ik::Goal goal = {};
  double priority = 1;
  const toml::node* where = nullptr;  ///< its effector
};

ik::Goal read_goal(const Reader& reader, const ik::Skeleton& body) {
  ik::Goal goal{.info = &ik::default_goal()};
  if (reader.has("goal")) {
    std::vector<std::string> known = names_of(ik::goals());
    known.emplace_back(pose_goal);  // it is not read here
    goal.info = ik::goals()[reader.choice("goal", "goal", known)];
  }
  goal.weight = default_weight(*goal.info, body);
  if (reader.has("weight")) goal.weight = reader.number("weight", {1e-6, ik::Skeleton::max_weight});
  if (!goal.info->direction.empty()) {
    goal.direction = reader.vector("direction");
    if (goal.direction.norm() < 1e-6)
      reader.fail("direction", "direction has no length; expected a vector such as [0, 0, 1]");
  }
  return goal;
}

const sim::MotionInfo& read_motion(const Reader& reader) {
  return *sim::motions()[reader.choice("motion", "motion", names_of(sim::motions()))];
}

/// Reads the keys of a motion; `others` are allowed beside them.
void read_fields(Reader& reader, const std::string& of, const sim::MotionInfo& motion,
                 std::vector<std::string> others, sim::TargetSpec& target) {
  for (const sim::Field& field : motion.fields) others.emplace_back(field.key);
  reader.rename(of + ", a " + std::string(motion.name) + ",");
  reader.allow(others);
  reader.rename(of);
  target.motion = motion.name;
  for (const sim::Field& field : motion.fields)
    target.values[std::string(field.key)] = read_field(reader, field);
  if (motion.make_recorded) return;
  try {
    motion.make(target.values);
  } catch (const base::Error& error) {
    reader.fail("motion", of + ": " + error.what());
  }
}

/// Reads the orientation of a pose from [target.turn], or takes that of the start pose.
FileTarget read_turn(const Reader& target, const FileTarget& position,
                     const ik::Skeleton& skeleton) {
  FileTarget turn{
      .goal = {.info = &ik::find_goal("orientation"), .weight = skeleton.characteristic_length()},
      .priority = position.priority,
      .where = position.where};
  turn.spec.effector = position.spec.effector;
  if (target.has("weight"))
    turn.goal.weight = target.number("weight", {1e-6, ik::Skeleton::max_weight});
  if (!target.has("turn") && sim::find_motion(position.spec.motion).make_recorded) {
    turn.spec.motion = position.spec.motion;
    return turn;
  }
  if (!target.has("turn")) {
    const ik::Pose start(skeleton);
    const Eigen::Vector3d v = ik::rotation_vector(
        start.rotation[static_cast<size_t>(skeleton.effector(turn.spec.effector).joint)]);
    turn.spec.motion = "fixed";
    turn.spec.values["center"] = {v.x(), v.y(), v.z()};
    return turn;
  }
  const std::string of = "turn of " + in_quotes(skeleton.effector(turn.spec.effector).name);
  Reader reader(target.table("turn", "[target.turn] with a motion"), target.source(), of);
  read_fields(reader, of, read_motion(reader), {"motion", "held", "offset"}, turn.spec);
  if (reader.has("held")) turn.spec.manual.held = reader.vector("held");
  if (reader.has("offset")) turn.spec.manual.offset = reader.vector("offset");
  return turn;
}

/// Reads one goal, or the two goals of a pose.
std::vector<FileTarget> read_target(Reader reader, const ik::Skeleton& skeleton) {
  FileTarget result{.where = &reader.node("effector")};
  sim::TargetSpec& target = result.spec;
  const std::string name = reader.text("effector");
  reader.rename("target of " + in_quotes(name));
  target.effector =
      static_cast<int>(reader.choice("effector", "effector", effector_names(skeleton)));

  const sim::MotionInfo& motion = read_motion(reader);
  const bool pose = reader.has("goal") && reader.text("goal") == pose_goal;
  result.goal = pose ? ik::Goal{.info = &ik::default_goal()} : read_goal(reader, skeleton);
  std::vector<std::string> keys = {"effector", "motion", "goal",    "weight", "priority",
                                   "held",     "offset", "follows", "since"};
  if (!result.goal.info->direction.empty()) keys.emplace_back("direction");
  if (pose) keys.emplace_back("turn");
  read_fields(reader, "target of " + in_quotes(name), motion, std::move(keys), target);
  constexpr double far = 100 * max_number;  // the largest shift by dragging
  if (reader.has("priority")) result.priority = reader.number("priority");
  if (reader.has("held")) target.manual.held = reader.vector("held");
  if (reader.has("follows")) target.manual.follows = reader.name("follows");
  if (reader.has("since")) target.manual.since = reader.number("since", any_time);
  if (reader.has("offset")) target.manual.offset = reader.vector("offset", {-far, far});
  if (!pose) return {result};
  return {result, read_turn(reader, result, skeleton)};
}

/// The goals of one [[effector]] of the file.
using Goals = std::vector<FileTarget>;

std::vector<Goals> read_goals(const Reader& file, const ik::Skeleton& skeleton) {
  std::vector<Goals> goals(static_cast<size_t>(skeleton.effectors()));
  for (const Reader& reader : file.each("target", max_effectors))
    for (FileTarget& target : read_target(reader, skeleton)) {
      Goals& others = goals[static_cast<size_t>(target.spec.effector)];
      const std::string& name = skeleton.effector(target.spec.effector).name;
      for (const FileTarget& other : others)
        if (other.goal.info == target.goal.info && target.goal.info->direction.empty())
          reader.fail("effector", "effector " + in_quotes(name) + " has two targets for its " +
                                      std::string(target.goal.info->name) + ", the first in line " +
                                      std::to_string(other.where->source().begin.line) +
                                      "; expected one");
      others.push_back(std::move(target));
    }
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (goals[static_cast<size_t>(i)].empty()) {
      const std::string name = in_quotes(skeleton.effector(i).name);
      fail_at(file.source(), *file.tables("effector")[static_cast<size_t>(i)],
              "effector " + name + " has no target; expected a [[target]] with effector = " + name);
    }
  return goals;
}

}  // namespace

void read_targets(const Reader& file, sim::Scene& scene) {
  const ik::Skeleton& body = *scene.skeleton;
  const bool recorded = scene.recording != nullptr;
  std::vector<ik::Effector> effectors;
  std::vector<double> priority;
  for (Goals& goals : read_goals(file, body)) {
    for (FileTarget& target : goals) {
      ik::Effector effector = body.effector(target.spec.effector);
      effector.goal = target.goal;
      if (!recorded && sim::find_motion(target.spec.motion).make_recorded)
        fail_at(file.source(), *target.where,
                "target of " + in_quotes(effector.name) +
                    " moves as recorded, but the scene has no recording; expected a key "
                    "recording = \"FILE.bvh\", or like = \"FILE.bvh\"");
      if (&target != &goals.front()) {
        effector.of = effector.name;
        effector.name += ", " + std::string(target.goal.info->name);
        const auto same = std::count_if(goals.data(), &target, [&](const FileTarget& other) {
          return other.goal.info == target.goal.info;
        });
        if (same > 0) effector.name.append(" ").append(std::to_string(same + 1));
      }
      target.spec.effector = static_cast<int>(effectors.size());
      effectors.push_back(std::move(effector));
      priority.push_back(target.priority);
      scene.targets.push_back(std::move(target.spec));
    }
  }
  std::vector<int> order(effectors.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return priority[static_cast<size_t>(a)] < priority[static_cast<size_t>(b)];
  });
  if (!std::is_sorted(order.begin(), order.end())) scene.order = std::move(order);

  scene.skeleton = std::make_shared<const ik::Skeleton>(joints_of(body), std::move(effectors),
                                                        body.unit(), body.loops());
}

}  // namespace formats
