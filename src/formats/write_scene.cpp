#include <algorithm>
#include <cmath>
#include <sstream>

#include "formats/read_scene.h"
#include "formats/scene_file.h"
#include "formats/suggest.h"
#include "formats/toml_writer.h"

namespace formats {
namespace {

/// Degrees that are read back as exactly these radians: of the doubles next to the quotient that
/// do so, the one with the shortest text.
std::string degrees(double radians) {
  double candidate = radians / degree;
  std::string best = number(candidate);
  bool exact = candidate * degree == radians;
  for (int i = 0; i < 4; ++i) candidate = std::nextafter(candidate, -INFINITY);
  for (int i = 0; i < 9; ++i, candidate = std::nextafter(candidate, INFINITY)) {
    if (candidate * degree != radians) continue;
    const std::string text = number(candidate);
    if (!exact || text.size() < best.size()) best = text;
    exact = true;
  }
  return best;
}

std::string in_file_units(const ik::Joint& joint, double value) {
  return joint.type == ik::JointType::Prismatic ? number(value) : degrees(value);
}

bool limited(const ik::Joint& joint) {
  return std::isfinite(joint.lower) || std::isfinite(joint.upper);
}

/// An open end becomes the widest that a file can say.
std::string limits(const ik::Joint& joint) {
  const double widest = joint.type == ik::JointType::Prismatic ? max_number : max_number * degree;
  return list({in_file_units(joint, std::max(joint.lower, -widest)),
               in_file_units(joint, std::min(joint.upper, widest))});
}

/// The name that children and effectors give for what carries them.
std::string carrier(const ik::Skeleton& skeleton, int joint) {
  if (joint < 0) return "world";
  const ik::Joint& parent = skeleton.joint(joint);
  return parent.ball.empty() ? parent.name : parent.ball;
}

void write_joint(std::ostream& out, const ik::Skeleton& skeleton, int j) {
  const ik::Joint& joint = skeleton.joint(j);
  const bool ball = !joint.ball.empty(), slides = joint.type == ik::JointType::Prismatic;
  out << "\n[[joint]]\n"
      << "name = " << toml_text(ball ? joint.ball : joint.name) << "\n"
      << "parent = " << toml_text(carrier(skeleton, joint.parent)) << "\n"
      << "type = \""
      << (ball     ? "ball"
          : slides ? "prismatic"
                   : "revolute")
      << "\"\n"
      << "position = " << vector(joint.position) << "\n";
  if (ball) {
    const ik::Joint &x = joint, &y = skeleton.joint(j + 1), &z = skeleton.joint(j + 2);
    if (limited(x) || limited(y) || limited(z))
      out << "limits_deg = " << list({limits(x), limits(y), limits(z)}) << "\n";
    if (x.rest != 0 || y.rest != 0 || z.rest != 0)
      out << "rest_deg = " << list({degrees(x.rest), degrees(y.rest), degrees(z.rest)}) << "\n";
    if (x.start != 0 || y.start != 0 || z.start != 0)
      out << "start_deg = " << list({degrees(x.start), degrees(y.start), degrees(z.start)}) << "\n";
    return;
  }
  const char* suffix = slides ? "" : "_deg";
  out << "axis = " << vector(joint.axis) << "\n";
  if (limited(joint)) out << "limits" << suffix << " = " << limits(joint) << "\n";
  if (joint.rest != 0) out << "rest" << suffix << " = " << in_file_units(joint, joint.rest) << "\n";
  if (joint.start != 0)
    out << "start" << suffix << " = " << in_file_units(joint, joint.start) << "\n";
}

void write_target(std::ostream& out, const sim::Scene& scene, const sim::TargetSpec& target) {
  const ik::Effector& effector = scene.skeleton->effector(target.effector);
  const ik::Goal& goal = effector.goal;
  out << "\n[[target]]\n"
      << "effector = " << toml_text(effector.of.empty() ? effector.name : effector.of) << "\n";
  if (goal.info != &ik::default_goal()) out << "goal = " << toml_text(goal.info->name) << "\n";
  if (goal.weight != 1) out << "weight = " << number(goal.weight) << "\n";
  if (!goal.info->direction.empty()) out << "direction = " << vector(goal.direction) << "\n";
  if (!scene.order.empty()) {
    const auto place = std::find(scene.order.begin(), scene.order.end(), target.effector);
    out << "priority = " << place - scene.order.begin() + 1 << "\n";
  }
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

}  // namespace

std::string to_toml(const sim::Scene& scene) {
  const ik::Skeleton& skeleton = *scene.skeleton;
  std::ostringstream out;
  out << "name = " << toml_text(scene.name) << "\n"
      << "description = " << toml_text(scene.description) << "\n"
      << "dt = " << number(scene.dt) << "\n";
  if (scene.time != 0) out << "time = " << number(scene.time) << "\n";
  for (int j = 0; j < skeleton.joints(); j += skeleton.joint(j).ball.empty() ? 1 : 3)
    write_joint(out, skeleton, j);
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const ik::Effector& effector = skeleton.effector(i);
    if (!effector.of.empty()) continue;
    out << "\n[[effector]]\n"
        << "name = " << toml_text(effector.name) << "\n"
        << "joint = " << toml_text(carrier(skeleton, effector.joint)) << "\n"
        << "position = " << vector(effector.position) << "\n";
  }
  for (const sim::TargetSpec& target : scene.targets) write_target(out, scene, target);
  for (const ik::Obstacle& obstacle : scene.obstacles) out << obstacle_toml(obstacle);
  for (const sim::RecordedPath& path : scene.paths) out << path_toml(path, skeleton);
  out << run_toml(scene, skeleton, true);
  for (const sim::RunSpec& run : scene.others) out << run_toml(run, skeleton, false);
  return out.str();
}

}  // namespace formats
