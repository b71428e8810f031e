#include <Eigen/Geometry>
#include <map>
#include <set>
#include <tuple>

#include "base/error.h"
#include "formats/robots/robot.h"
#include "formats/robots/robot_names.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "ik/model/ball.h"
#include "ik/model/rotation.h"
#include "sim/world/compound.h"
#include "sim/world/limits.h"

namespace formats {
namespace {

using sim::Frame;

/// Returns the links with parents before their children, otherwise in the file's order.
std::vector<int> parents_first(const Robot& robot) {
  std::vector<std::vector<int>> children(robot.links.size() + 1);  // of link i: entry i + 1
  for (int i = 0; i < static_cast<int>(robot.links.size()); ++i)
    children[robot.links[i].parent + 1].push_back(i);
  std::vector<int> order, stack(children[0].rbegin(), children[0].rend());
  while (!stack.empty()) {
    order.push_back(stack.back());
    stack.pop_back();
    const std::vector<int>& below = children[order.back() + 1];
    stack.insert(stack.end(), below.rbegin(), below.rend());
  }
  return order;
}

/// Returns a frame after a turn about the joint's axis, or a slide along it.
Frame moved(const Frame& frame, const ik::Joint& joint, double by) {
  if (joint.type == ik::JointType::Prismatic)
    return {frame.rotation, frame.position + by * joint.axis};
  const Eigen::Matrix3d turn = ik::rotation(by * joint.axis);
  return {turn * frame.rotation, joint.position + turn * (frame.position - joint.position)};
}

/// Returns whether a scene file can hold a solid as small as this.
bool is_large_enough(const sim::Solid& solid) {
  return solid.kind == sim::Solid::Kind::Mesh || solid.size.minCoeff() >= sim::least_size ||
         (solid.kind == sim::Solid::Kind::Capsule && solid.size.x() >= sim::least_size);
}

class BodyBuilder {
 public:
  explicit BodyBuilder(const Robot& robot) : robot_(robot) {}

  RobotBody build() {
    check_counts();
    body_.links.resize(robot_.links.size());
    for (const int i : parents_first(robot_)) {
      const Robot::Link& link = robot_.links[i];
      sim::Link& placed = body_.links[i];
      if (link.parent >= 0) placed = body_.links[link.parent];
      const Frame above = placed.frame;
      placed.frame = above * link.frame;
      for (const Robot::Joint& joint : link.joints) {
        add(joint, above, placed);
        if (body_.joints.size() > max_joints)
          fail(joint.line,
               "the joints have more than {} coordinates up to here; expected at most that many",
               max_joints);
      }
    }
    for (size_t i = 0; i < robot_.links.size(); ++i) {
      const Robot::Link& link = robot_.links[i];
      check_reach(body_.links[i].frame.position, "link", link.name, link.line);
      body_.links[i].name = link_names_.add(link.name, "link");
      add_solids(link.solids, i);
    }
    add_collisions();
    add_notice(body_.notices, far_solids_,
               "[is left out: it is|are left out: they are] farther than a million from the origin",
               "[a solid of link|solids of links]");
    add_notice(
        body_.notices, outside_,
        "would start outside [its limits: it starts|their limits: they start] at the nearest one");
    find_leaders();
    add_loops();
    if (body_.joints.empty())
      fail(robot_.line, "has no joint that moves; expected at least one that turns or slides");
    return std::move(body_);
  }

 private:
  template <class... Values>
  [[noreturn]] void fail(size_t line, base::FormatText<sizeof...(Values)> text,
                         const Values&... values) const {
    base::fail_at_line(robot_.source, line, base::format(text, values...));
  }

  /// Checks that the scene can be written and read back.
  void check_counts() const {
    size_t solids = 0;
    for (const Robot::Link& link : robot_.links) solids += link.solids.size();
    for (const auto& [count, what, most] : {std::tuple{robot_.links.size(), "links", max_links},
                                            {solids, "solids", max_links},
                                            {robot_.loops.size(), "loops", max_loops}})
      if (count > most)
        fail(robot_.line, "the robot has {} {}; expected at most {}", count, what, most);
  }

  void add_solids(const std::vector<sim::Solid>& solids, size_t link) {
    for (sim::Solid solid : solids) {
      if (!is_large_enough(solid)) continue;
      solid.joint = body_.links[link].joint;
      solid.frame = body_.links[link].frame * solid.frame;
      if (too_far(solid.frame.position)) {
        far_solids_.add(robot_.links[link].name);
        continue;
      }
      body_.solids.push_back(std::move(solid));
      body_.solid_links.push_back(static_cast<int>(link));
    }
  }
  void add_collisions() {
    std::set<int> drawn;
    for (const sim::Solid& solid : body_.solids) drawn.insert(solid.joint);
    for (size_t i = 0; i < robot_.links.size(); ++i)
      if (!drawn.contains(body_.links[i].joint) &&
          body_.solids.size() + robot_.links[i].collisions.size() <= max_links)
        add_solids(robot_.links[i].collisions, i);
  }

  static bool too_far(const Eigen::Vector3d& position) {
    return !(position.cwiseAbs().maxCoeff() <= ik::Skeleton::max_coordinate);
  }
  void check_reach(const Eigen::Vector3d& position, const char* kind, const std::string& name,
                   size_t line) const {
    if (too_far(position))
      fail(line, "{} {} is too far away; expected coordinates up to a million", kind,
           in_quotes(name));
  }

  /// Adds the loops; one whose ends are on the same joint is always closed.
  void add_loops() {
    for (const Robot::Loop& loop : robot_.loops) {
      const sim::Link &from = body_.links[loop.from], &to = body_.links[loop.to];
      if (from.joint == to.joint) continue;
      const Frame one = from.frame * loop.from_frame, other = to.frame * loop.to_frame;
      check_reach(one.position, "loop", loop.name, robot_.line);
      check_reach(other.position, "loop", loop.name, robot_.line);
      body_.loops.push_back({.name = loop_names_.add(loop.name, "loop"),
                             .from = {from.joint, one.position},
                             .to = {to.joint, other.position},
                             .rigid = loop.rigid,
                             .turn = one.rotation * other.rotation.transpose()});
    }
  }

  void add(const Robot::Joint& joint, const Frame& above, sim::Link& link) {
    if (!by_name_.try_emplace(joint.name, static_cast<int>(body_.joints.size())).second)
      fail(joint.line, "{}", duplicate_name_text("joints", joint.name));
    const Eigen::Matrix3d& R = link.frame.rotation;
    check_reach(link.frame.position + R * joint.anchor, "joint", joint.name, joint.line);
    const std::string name = joint_names_.add(joint.name, "joint");
    const auto part = [&](std::string_view ending, ik::JointType type,
                          const Eigen::Vector3d& axis) {
      ik::Joint one{
          .name = ending.empty() ? name : joint_names_.add(name + std::string(ending), {}),
          .parent = link.joint,
          .type = type,
          .position = link.frame.position + R * joint.anchor,
          .axis = axis.normalized()};
      if (!ending.empty()) one.compound = name;
      link.joint = static_cast<int>(body_.joints.size());
      body_.joints.push_back(std::move(one));
      body_.described.push_back(0);
    };
    const auto all = [&](const std::vector<sim::Coordinate>& coordinates,
                         const Eigen::Matrix3d& frame) {
      for (const sim::Coordinate& one : coordinates) part(one.ending, one.type, frame * one.axis);
    };
    const size_t first = body_.joints.size();
    const Eigen::Matrix3d world = Eigen::Matrix3d::Identity();
    bool held = !joint.released;
    if (joint.type == Robot::Type::Ball) {
      all(sim::ball_coordinates(), world);
      if (joint.start_frame) set_start_rotation(R * joint.start_frame->rotation * R.transpose());
      held = false;
    } else if (joint.type == Robot::Type::Planar) {
      all(sim::planar_coordinates(sim::Plane::across(joint.axis), joint.axis), R);
    } else if (joint.type == Robot::Type::Floating) {
      all(sim::floating_coordinates(), world);
      if (joint.start_frame) {
        const Frame start = above * *joint.start_frame;
        set_start_rotation(start.rotation * R.transpose());
        for (int i = 0; i < 3; ++i) {
          ik::Joint& slide = body_.joints[first + i];
          slide.start = slide.rest = start.position[i] - link.frame.position[i];
        }
      }
    } else {
      const bool turns = joint.type == Robot::Type::Revolute;
      part("", turns ? ik::JointType::Revolute : ik::JointType::Prismatic, R * joint.axis);
      set_travel(joint, link);
      body_.joints.back().compound = joint.compound;
      held = joint.held;
    }
    for (size_t j = first; held && j < body_.joints.size(); ++j)
      body_.held.push_back(static_cast<int>(j));
  }

  /// Sets the start of the last three turns so that Rx(a) Ry(b) Rz(c) = R.
  void set_start_rotation(const Eigen::Matrix3d& R) {
    const Eigen::Vector3d turns = ik::ball_angles(R, Eigen::Vector3d::Zero());
    for (size_t i = 0; i < 3; ++i) {
      ik::Joint& joint = body_.joints[body_.joints.size() - 3 + i];
      joint.start = joint.rest = turns[i] + 0.0;
    }
  }

  /// Sets limits, start and rest of the last joint, and moves the link's frame to the joint's zero.
  void set_travel(const Robot::Joint& joint, sim::Link& link) {
    ik::Joint& one = body_.joints.back();
    one.lower = joint.lower;
    one.upper = joint.upper;
    one.max_speed = joint.max_speed;
    one.max_acceleration = joint.max_acceleration;
    one.stiffness = joint.stiffness;
    const double start = joint.start.value_or(joint.reference);
    one.start = std::clamp(start, one.lower, one.upper);
    body_.described.back() = joint.held ? one.start : joint.reference;
    if (joint.start && std::abs(one.start - start) > 1e-6) outside_.add(one.name);
    one.rest = joint.rest.value_or(one.start);
    if (joint.mimic) followers_.push_back({&joint, link.joint});
    if (joint.reference != 0) link.frame = moved(link.frame, one, -joint.reference);
  }

  void find_leaders() {
    for (const auto& [joint, index] : followers_) {
      const auto leader = by_name_.find(joint->mimic->joint);
      if (leader != by_name_.end()) {
        body_.joints[index].mimic = {leader->second, joint->mimic->multiplier,
                                     joint->mimic->offset};
        continue;
      }
      fail(joint->line,
           "joint {} mimics joint {}, which does not exist or does not move{}; expected the name "
           "of a joint that moves",
           in_quotes(joint->name), in_quotes(joint->mimic->joint),
           did_you_mean(joint->mimic->joint, names_of(by_name_)));
    }
  }

  const Robot& robot_;
  RobotBody body_;
  std::map<std::string, int, std::less<>> by_name_;            // by the names of the file
  SceneNames joint_names_{"world"}, link_names_, loop_names_;  // joints hang on "world"
  std::vector<std::pair<const Robot::Joint*, int>> followers_;
  NoticeSubjects far_solids_, outside_;
};

}  // namespace

int count_free_coordinates(const Robot& robot, int link) {
  int count = 0;
  for (; link >= 0; link = robot.links[link].parent)
    for (const Robot::Joint& joint : robot.links[link].joints)
      count += joint.held || joint.mimic             ? 0
               : joint.type == Robot::Type::Floating ? (joint.released ? 6 : 0)
               : joint.type == Robot::Type::Ball     ? 3
                                                     : 1;
  return count;
}

RobotBody body_of(const Robot& robot) { return BodyBuilder(robot).build(); }

}  // namespace formats
