#include <Eigen/Geometry>
#include <algorithm>

#include "formats/mjcf/tree.h"
#include "formats/suggest.h"

namespace formats::mjcf {
namespace {

using Joints = std::map<std::string, Robot::Joint*, std::less<>>;

Joints joints_of(Robot& robot) {
  Joints joints;
  for (Robot::Link& link : robot.links)
    for (Robot::Joint& joint : link.joints) joints.emplace(joint.name, &joint);
  return joints;
}

/// Of this replica, or outside it.
Robot::Joint& joint_of(const Joints& joints, const XmlElement& element, const char* attribute,
                       const std::string& suffix) {
  const std::string name = element.required(attribute);
  for (const std::string& full : {name + suffix, name})
    if (const auto found = joints.find(full); found != joints.end()) return *found->second;
  std::vector<std::string> names;
  for (const auto& joint : joints) names.push_back(joint.first);
  element.fail("the equality is of the joint " + in_quotes(name) + ", which does not exist" +
               did_you_mean(name, names) + "; expected the name of a joint");
}

bool single(const Robot::Joint& joint) {
  return joint.type == Robot::Type::Revolute || joint.type == Robot::Type::Prismatic;
}

/// Of a keyframe: free and ball joints have a quaternion.
size_t numbers_of(const Robot::Joint& joint) {
  return joint.type == Robot::Type::Floating ? 7 : joint.type == Robot::Type::Ball ? 4 : 1;
}

/// Whether a joint follows another, itself or by others between them.
bool follows(const Joints& joints, const Robot::Joint& joint, const std::string& other) {
  const Robot::Joint* at = &joint;
  for (size_t steps = 0; at && steps <= joints.size(); ++steps) {
    if (at->name == other) return true;
    at = at->mimic ? joints.at(at->mimic->joint) : nullptr;
  }
  return false;
}

/// q1 - ref1 = c0 + c1 (q2 - ref2): whether that is all there is to it, and can be done.
bool make_mimic(const Attributes& equality, const std::string& suffix, const Joints& joints) {
  const XmlElement& element = equality.element();
  Robot::Joint& follower = joint_of(joints, element, "joint1", suffix);
  if (!element.has("joint2")) return false;
  const Robot::Joint& leader = joint_of(joints, element, "joint2", suffix);
  equality.expect_moderate("polycoef");
  std::vector<double> c = equality.numbers("polycoef");
  if (c.empty()) c = {0, 1};
  c.resize(std::max<size_t>(c.size(), 2));
  if (c[1] == 0 || std::any_of(c.begin() + 2, c.end(), [](double x) { return x != 0; }))
    return false;
  if (!single(follower) || !single(leader) || follower.mimic ||
      follows(joints, leader, follower.name))
    return false;
  follower.mimic = {leader.name, c[1], c[0] + follower.reference - c[1] * leader.reference};
  return true;
}

/// The replicas that have both joints, or the first without the second: each has the equality.
std::vector<std::string> replicas_of(const XmlElement& equality,
                                     const std::set<std::string, std::less<>>& suffixes,
                                     const Joints& joints) {
  const std::string one = equality.text("joint1", ""), other = equality.text("joint2", "");
  const auto has = [&](const std::string& name) { return joints.contains(name); };
  std::vector<std::string> replicas;
  if (has(one) && (other.empty() || has(other))) return {""};
  for (const std::string& suffix : suffixes)
    if ((has(one + suffix) || has(one)) && (other.empty() || has(other + suffix) || has(other)))
      replicas.push_back(suffix);
  if (replicas.empty()) replicas.emplace_back();  // which is said to have no such joint
  return replicas;
}

}  // namespace

void read_constraints(const Document& document, const Defaults& defaults,
                      const std::set<std::string, std::less<>>& suffixes, Robot& robot,
                      LeftOut& left_out) {
  const Joints joints = joints_of(robot);
  for (const Node* section : document.sections("equality"))
    for (const Node& node : section->children) {
      Attributes equality = defaults.of(node.element, "");
      if (!equality.flag("active").value_or(true)) continue;
      const std::string kind = node.element.name();
      if (kind != "joint") {
        ++left_out[kind];
        continue;
      }
      for (const std::string& suffix : replicas_of(node.element, suffixes, joints))
        if (!make_mimic(equality, suffix, joints)) ++left_out[kind];
    }
  for (const Node* section : document.sections("tendon"))
    for (const Node& node : section->children)
      if (node.element.name() == "spatial" || node.element.name() == "fixed") ++left_out["tendon"];
  for (const Node* section : document.sections("deformable"))
    for (const Node& node : section->children)
      if (node.element.name() == "flex") ++left_out["flex"];
}

void read_keyframes(const Document& document, Robot& robot) {
  std::vector<Robot::Joint*> joints;
  size_t count = 0;
  for (Robot::Link& link : robot.links)
    for (Robot::Joint& joint : link.joints) {
      joints.push_back(&joint);
      count += numbers_of(joint);
    }
  std::vector<double> chosen;
  bool said = false;
  for (const Node* section : document.sections("keyframe"))
    for (const Node& node : section->children) {
      const bool home = node.element.text("name", "") == "home";
      if (!home && !chosen.empty()) continue;
      std::vector<double> qpos = node.element.numbers("qpos");
      if (qpos.empty()) continue;
      if (qpos.size() != count) {
        if (!said)
          robot.notices.push_back("The keyframe in line " + std::to_string(node.element.line()) +
                                  " has " + std::to_string(qpos.size()) + " numbers, the model " +
                                  std::to_string(count) + "; it is left out.");
        said = true;
        continue;
      }
      Attributes(node.element).expect_moderate("qpos");
      chosen = std::move(qpos);
      if (home) break;
    }
  if (chosen.empty()) return;
  const double* at = chosen.data();
  for (Robot::Joint* joint : joints) {
    if (single(*joint)) {
      joint->start = *at;
    } else {
      sim::Frame& frame = joint->start_frame.emplace();
      const size_t first = numbers_of(*joint) - 4;
      if (first > 0) frame.position = {at[0], at[1], at[2]};
      const Eigen::Quaterniond quat(at[first], at[first + 1], at[first + 2], at[first + 3]);
      if (quat.norm() > 1e-14) frame.rotation = quat.normalized().toRotationMatrix();
    }
    at += numbers_of(*joint);
  }
}

}  // namespace formats::mjcf
