#include <algorithm>
#include <cmath>
#include <sstream>

#include "formats/scene/joint_type.h"
#include "formats/scene/read_scene.h"
#include "formats/scene/scene_file.h"
#include "formats/suggest.h"
#include "formats/toml/writer.h"
#include "ik/model/pose_goal.h"

namespace formats {
namespace {

/// Returns how many joints of the body it is.
int write_joint(std::ostream& out, const ik::Skeleton& skeleton, int j) {
  const ik::Joint& joint = skeleton.joint(j);
  const JointType& type = joint_type_of(skeleton, j);
  out << "\n[[joint]]\n"
      << "name = " << toml_text(joint.whole_name()) << "\n"
      << "parent = " << toml_text(carrier_name(skeleton, joint.parent)) << "\n"
      << "type = \"" << type.name << "\"\n"
      << "position = " << vector(joint.position) << "\n";
  type.write(out, skeleton, j);
  return type.count(skeleton, j);
}

/// How a target moves, and how the user moved it.
void write_motion(std::ostream& out, const sim::TargetSpec& target) {
  if (target.manual.held) out << "held = " << vector(*target.manual.held) << "\n";
  if (!target.manual.offset.isZero(0)) out << "offset = " << vector(target.manual.offset) << "\n";
  if (!target.manual.follows.empty())
    out << "follows = " << toml_text(target.manual.follows) << "\n"
        << "since = " << number(target.manual.since) << "\n";
  out << "motion = " << toml_text(target.motion) << "\n";
  for (const sim::Field& field : sim::find_motion(target.motion).fields) {
    const auto found = target.values.find(field.key);
    if (found == target.values.end() || found->second.empty()) continue;
    const std::vector<double>& v = found->second;
    if (!field.required &&
        std::ranges::all_of(v, [&](double one) { return one == field.default_value; }))
      continue;
    out << field.key << " = ";
    if (field.kind == sim::Field::Kind::Number) {
      out << number(v[0]);
    } else if (field.kind == sim::Field::Kind::Flag) {
      out << (v[0] != 0 ? "true" : "false");
    } else if (field.kind == sim::Field::Kind::Vector) {
      out << vector({v[0], v[1], v[2]});
    } else {
      for (size_t i = 0; i + 2 < v.size(); i += 3)
        out << (i == 0 ? "[" : ", ") << vector({v[i], v[i + 1], v[i + 2]});
      out << "]";
    }
    out << "\n";
  }
}

/// The place of an effector among the priorities; 0 if they are as numbered.
int priority_of(const sim::Scene& scene, int effector) {
  const auto place = std::find(scene.order.begin(), scene.order.end(), effector);
  return scene.order.empty() ? 0 : static_cast<int>(place - scene.order.begin()) + 1;
}

/// The orientation that a file can say with this target as one pose; null if there is none.
const sim::TargetSpec* turn_of(const sim::Scene& scene, const sim::TargetSpec& target) {
  const ik::Skeleton& skeleton = *scene.skeleton;
  const int partner = ik::pose_partner(skeleton, target.effector);
  if (partner != target.effector + 1 || !skeleton.effector(target.effector).of.empty())
    return nullptr;
  const sim::TargetSpec& turn = scene.targets[static_cast<size_t>(partner)];
  const bool plain = skeleton.effector(target.effector).goal.weight == 1;
  const bool next =
      scene.order.empty() || priority_of(scene, partner) == priority_of(scene, target.effector) + 1;
  return plain && next && turn.manual.follows.empty() ? &turn : nullptr;
}

void write_target(std::ostream& out, const sim::Scene& scene, const sim::TargetSpec& target,
                  const sim::TargetSpec* turn) {
  const ik::Effector& effector = scene.skeleton->effector(target.effector);
  const ik::Goal& goal = effector.goal;
  const ik::Skeleton& skeleton = *scene.skeleton;
  const double weight = turn ? skeleton.effector(turn->effector).goal.weight : goal.weight;
  const double usual = turn ? ik::pose_weight(skeleton) : default_weight(*goal.info, skeleton);
  out << "\n[[target]]\n"
      << "effector = " << toml_text(effector.of.empty() ? effector.name : effector.of) << "\n";
  if (turn)
    out << "goal = " << toml_text(pose_goal) << "\n";
  else if (goal.info != &ik::default_goal())
    out << "goal = " << toml_text(goal.info->name) << "\n";
  if (weight != usual) out << "weight = " << number(weight) << "\n";
  if (!goal.info->direction.empty()) out << "direction = " << vector(goal.direction) << "\n";
  if (!scene.order.empty()) out << "priority = " << priority_of(scene, target.effector) << "\n";
  write_motion(out, target);
  if (!turn) return;
  out << "[target.turn]\n";
  write_motion(out, *turn);
}

}  // namespace

std::string targets_toml(const sim::Scene& scene) {
  std::ostringstream out;
  for (const sim::TargetSpec& target : scene.targets) {
    const int partner = ik::pose_partner(*scene.skeleton, target.effector);
    const bool said = partner >= 0 && partner < target.effector &&
                      turn_of(scene, scene.targets[static_cast<size_t>(partner)]) == &target;
    if (!said) write_target(out, scene, target, turn_of(scene, target));
  }
  return out.str();
}

std::string to_toml(const sim::Scene& scene) {
  const ik::Skeleton& skeleton = *scene.skeleton;
  std::ostringstream out;
  out << "name = " << toml_text(scene.name) << "\n"
      << (scene.description.empty() ? "" : "description = " + toml_text(scene.description) + "\n")
      << (scene.group.empty() ? "" : "group = " + toml_text(scene.group) + "\n")
      << "dt = " << number(scene.dt) << "\n";
  if (skeleton.unit()) out << "unit = " << toml_text(skeleton.unit()->name) << "\n";
  if (scene.up != sim::Scene::Up::Y)
    out << "up = " << toml_text(sim::Scene::up_names[static_cast<size_t>(scene.up)]) << "\n";
  if (scene.time != 0) out << "time = " << number(scene.time) << "\n";
  if (scene.recording) out << "recording = " << toml_text(scene.recording->file) << "\n";
  for (int j = 0; j < skeleton.joints();) j += write_joint(out, skeleton, j);
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const ik::Effector& effector = skeleton.effector(i);
    if (!effector.of.empty()) continue;
    out << "\n[[effector]]\n"
        << "name = " << toml_text(effector.name) << "\n"
        << "joint = " << toml_text(carrier_name(skeleton, effector.joint)) << "\n"
        << "position = " << vector(effector.position) << "\n";
  }
  for (const ik::Loop& loop : skeleton.loops()) out << loop_toml(loop, skeleton);
  for (const sim::Link& link : scene.links) out << link_toml(link, skeleton);
  for (const sim::Solid& solid : scene.solids) out << solid_toml(solid, skeleton);
  out << targets_toml(scene);
  for (const ik::Obstacle& obstacle : scene.obstacles) out << obstacle_toml(obstacle);
  for (const sim::RecordedPath& path : scene.paths) out << path_toml(path, skeleton);
  out << run_toml(scene, scene);
  for (const sim::RunSpec& run : scene.others) out << run_toml(run, scene);
  return out.str();
}

}  // namespace formats
