// Chooses what a robot does if its file gives no targets: it starts where its effectors can move,
// and its targets follow the effectors' motion while all joints swing about that pose. So all
// targets are within reach, orientations too.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <random>

#include "base/error.h"
#include "base/length_unit.h"
#include "formats/robots/robot.h"
#include "formats/robots/robot_names.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "ik/linalg/loop_closer.h"
#include "ik/linalg/svd.h"
#include "ik/model/jacobian.h"
#include "ik/model/rotation.h"
#include "ik/model/trigonometry.h"

namespace formats {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double swing = 0.35;  // rad, to either side of every joint

/// Puts a body into poses in which its loops are closed.
class Poser {
 public:
  Poser(const ik::Skeleton& body, std::span<const int> held)
      : body_(body), held_(held), loops_(body), lower_(body.joints()), upper_(body.joints()) {
    for (int j = 0; j < body.joints(); ++j) {
      lower_[j] = body.lower(j);
      upper_[j] = body.upper(j);
    }
  }

  const ik::Skeleton& body() const { return body_; }
  bool holds(int j) const { return std::ranges::binary_search(held_, j); }
  /// Sets the pose, and returns whether the loops could be closed.
  bool pose(const Eigen::VectorXd& theta, ik::Pose& pose) {
    pose.theta = theta;
    forward_kinematics(body_, pose);
    if (!loops_.any()) return true;
    for (const int j : held_) lower_[j] = upper_[j] = theta[j];
    return loops_.close(pose, lower_, upper_);
  }
  /// Restricts J to motions that move no held joint and open no loop.
  void constrain(const ik::Pose& pose, Eigen::MatrixXd& J) {
    ik::zero_columns(held_, J);
    if (!loops_.any()) return;
    loops_.compute_projector(pose, held_);
    loops_.constrain(J);
  }

 private:
  const ik::Skeleton& body_;
  std::span<const int> held_;
  ik::LoopCloser loops_;
  Eigen::VectorXd lower_, upper_;
};

/// Holds sigma_min / sigma_max of the effectors' Jacobian, and the log of the product of all sigma.
struct Mobility {
  double ratio, log_product;
};
Mobility mobility(Poser& poser, ik::Pose& pose) {
  const ik::Skeleton& body = poser.body();
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(body.rows(), body.joints());
  goal_jacobian(body, pose, Eigen::Matrix3Xd::Zero(3, body.effectors()), false, J);
  poser.constrain(pose, J);
  ik::Svd svd(body.rows(), body.joints());
  svd.compute(J);
  const double largest = svd.sigma()[0];
  double sum = 0;
  for (const double sigma : svd.sigma()) sum += std::log(sigma + 1e-3 * largest + 1e-12);
  return {largest > 0 ? svd.sigma()[svd.sigma().size() - 1] / largest : 0, sum};
}

double largest_swing(const ik::Skeleton& body, int j, double angle) {
  return angle * (body.revolute(j) ? 1 : body.characteristic_length());
}
/// Returns how far each joint and its followers swing to either side, in rad or scene units: at
/// most half their range.
Eigen::VectorXd swing_ranges(const ik::Skeleton& body) {
  Eigen::VectorXd all(body.joints());
  for (int j = 0; j < body.joints(); ++j)
    all[j] = std::min(largest_swing(body, j, swing), (body.upper(j) - body.lower(j)) / 2);
  constexpr double least = 0.01;  // of its own swing
  for (const auto& [joint, leader, multiplier, offset] : body.followers()) {
    const double own = largest_swing(body, leader, swing),
                 with_it = largest_swing(body, joint, swing) / std::abs(multiplier);
    all[leader] = std::min(all[leader], std::max(with_it, least * own));
  }
  return all;
}
/// Returns the value nearest to another about which joint j can swing so far within its limits.
double with_room(const ik::Skeleton& body, int j, double value, double room) {
  value = std::max(body.lower(j) + room, std::min(value, body.upper(j) - room));
  return std::clamp(value, body.lower(j), body.upper(j));
}

/// Returns the start pose with joints that move effectors away from limits, so that they can swing.
Eigen::VectorXd start_with_room(const Poser& poser) {
  const ik::Skeleton& body = poser.body();
  Eigen::VectorXd start = body.start();
  const Eigen::VectorXd most = swing_ranges(body);
  for (int j = 0; j < body.joints(); ++j) {
    if (poser.holds(j) || body.follows(j) || body.affected_effectors(j).empty()) continue;
    start[j] = with_room(body, j, start[j], most[j]);
  }
  return start;
}

/// Returns start_with_room() or, if that is nearly singular, as stretched arms are, a pose near it
/// with a larger product of the singular values.
Eigen::VectorXd choose_home(Poser& poser) {
  constexpr double near_singular = 0.05, range = 0.9;  // rad
  constexpr int trials = 200, most_rows = 30, most_numbers = 6000;
  const ik::Skeleton& body = poser.body();
  const Eigen::VectorXd start = start_with_room(poser);
  ik::Pose pose(body);
  Eigen::VectorXd best = start;
  if (body.rows() > most_rows || body.rows() * body.joints() > most_numbers) return best;
  poser.pose(start, pose);
  const Mobility at_start = mobility(poser, pose);
  if (at_start.ratio > near_singular) return best;
  double most = at_start.log_product;
  std::mt19937 random(1);
  for (int trial = 0; trial < trials; ++trial) {
    Eigen::VectorXd theta = start;
    double squared_distance = 0;
    for (int j = 0; j < body.joints(); ++j) {
      const double draw = static_cast<double>(random()) / 4294967296.0 * 2 - 1;
      if (poser.holds(j) || body.follows(j)) continue;
      const double wanted = start[j] + largest_swing(body, j, range) * draw;
      theta[j] = std::clamp(wanted, body.lower(j), body.upper(j));
      squared_distance += draw * draw;
    }
    if (!poser.pose(theta, pose)) continue;
    const double score = mobility(poser, pose).log_product - 0.2 * squared_distance;
    if (score > most) most = score, best = pose.theta;
  }
  for (double& angle : best) angle = std::round(angle * 1000) / 1000;
  return best;
}

/// Rounds angles to what scene files, in degrees, can express, and clamps all coordinates to their
/// limits.
Eigen::VectorXd expressible(const ik::Skeleton& body, Eigen::VectorXd theta) {
  constexpr double most = ik::Skeleton::max_coordinate;
  for (int j = 0; j < body.joints(); ++j) {
    if (body.revolute(j)) theta[j] = theta[j] / degree * degree;
    theta[j] = std::clamp(theta[j], std::max(body.lower(j), -most), std::min(body.upper(j), most));
  }
  return theta;
}

bool has_start_pose(const Robot& robot) {
  return std::ranges::any_of(robot.links, [](const Robot::Link& link) {
    return std::ranges::any_of(link.joints, [](const Robot::Joint& joint) {
      return joint.start.has_value() || joint.start_frame.has_value();
    });
  });
}

/// Returns the rotation vector of R that is nearest to `near`.
Eigen::Vector3d near_vector(const Eigen::Matrix3d& R, const Eigen::Vector3d& near) {
  const Eigen::Vector3d vector = ik::rotation_vector(R);
  const double angle = vector.norm();
  if (angle < 1e-9) return vector;
  const Eigen::Vector3d other = vector * (1 - 2 * pi / angle);
  return (other - near).norm() < (vector - near).norm() ? other : vector;
}

/// Returns the points of closed paths, one path for each effector.
std::vector<std::vector<double>> paths_about(Poser& poser, const Eigen::VectorXd& home) {
  constexpr int points = 32;
  const ik::Skeleton& body = poser.body();
  std::vector<std::vector<double>> paths(static_cast<size_t>(body.effectors()));
  std::vector<Eigen::Vector3d> last(paths.size(), Eigen::Vector3d::Zero());
  ik::Pose pose(body), closed(body);
  // Round to micrometres, finer for bodies below centimetres, within the range of scene files.
  const double decimals = std::pow(10, 6 + std::max(0., -2 - std::floor(std::log10(body.scale()))));
  const auto digits = [&](double x) {
    constexpr double most = ik::Skeleton::max_coordinate;
    return std::clamp(std::round(x * decimals) / decimals + 0.0, -most, most);
  };
  Eigen::VectorXd theta = pose.theta;
  const Eigen::VectorXd most = swing_ranges(body);
  for (int point = 0; point < points; ++point) {
    const double at = 2 * pi * point / points;
    for (int j = 0; j < body.joints(); ++j) {
      if (poser.holds(j)) continue;
      theta[j] = with_room(body, j, home[j], most[j]) +
                 most[j] * ik::sin((1 + j % 3) * at + 1.1 * j) * (j % 2 ? 0.7 : 1);
    }
    if (poser.pose(theta, pose)) closed = pose;
    for (int i = 0; i < body.effectors(); ++i) {
      Eigen::Vector3d value = closed.effector.col(i);
      if (body.has_angle_error(i))
        value = last[i] = near_vector(closed.rotation[body.effector_joint(i)], last[i]);
      for (const double x : value) paths[i].push_back(digits(x));
    }
  }
  return paths;
}

/// Explains why no effector moves and what to do; empty if one moves.
std::string immobile(const Poser& poser, const std::vector<std::vector<double>>& paths) {
  for (const std::vector<double>& path : paths)
    for (size_t i = 3; i < path.size(); ++i)
      if (std::abs(path[i] - path[i % 3]) > 1e-6 * poser.body().length()) return {};
  bool all_held = true, all_locked = true, some_held = false;
  for (int j = 0; j < poser.body().joints(); ++j) {
    some_held = some_held || poser.holds(j);
    if (poser.holds(j) || poser.body().follows(j)) continue;
    all_held = false;
    all_locked = all_locked && poser.body().upper(j) - poser.body().lower(j) < 1e-9;
  }
  if (all_held)
    return "Nothing can move: every joint is held (planar and floating joints are held initially); "
           "release them under Joints, or with held = [] under [method]";
  if (all_locked)
    return "Nothing can move: the lower and upper limits of every joint are equal; switch limits "
           "off under Method, or change them in the file";
  if (!poser.body().loops().empty())
    return "Nothing can move: the loops of the body fix its effectors; choose other effectors with "
           "Edit > Targets";
  return base::format(
      "Nothing can move: the effectors are on the axes of the joints that may turn, as on wheels "
      "and rotors; choose other effectors with Edit > Targets{}",
      some_held ? ", or release the joints that are held under Joints" : "");
}

/// Removes the loops that cannot be closed from the body's start pose, with a notice about them.
void remove_open_loops(RobotBody& body, const std::vector<ik::Effector>& effectors) {
  const auto closes = [&](std::vector<ik::Loop> loops) {
    const ik::Skeleton skeleton(body.joints, effectors, nullptr, std::move(loops));
    ik::Pose pose(skeleton);
    return Poser(skeleton, body.held).pose(skeleton.start(), pose);
  };
  if (closes(body.loops)) return;
  NoticeSubjects open;
  std::erase_if(body.loops, [&](const ik::Loop& loop) {
    if (closes({loop})) return false;
    open.add(loop.name);
    return true;
  });
  add_notice(
      body.notices, open,
      "cannot be closed in the start pose and [stays open: its|stay open: their] ends can come "
      "apart",
      "[The loop|loops]");
}

/// Returns the length of a solid or, for a mesh, how far it extends from its own origin.
double extent_of(const sim::Solid& solid) {
  if (solid.kind == sim::Solid::Kind::Mesh)
    return mesh_reach(solid.mesh) * solid.size.cwiseAbs().maxCoeff();
  const bool radii =
      solid.kind == sim::Solid::Kind::Sphere || solid.kind == sim::Solid::Kind::Ellipsoid;
  return (radii ? 2 : 1) * solid.size.maxCoeff();
}

double extent_of(const std::vector<sim::Link>& links) {
  Eigen::AlignedBox3d box;
  for (const sim::Link& link : links) box.extend(link.frame.position);
  return box.isEmpty() ? 0 : box.diagonal().norm();
}

/// Returns a hint that lengths of a robot's file, which are in metres, look like millimetres: all
/// of them, or those of its visuals. Empty if they do not.
std::string hint_at_millimetres(const RobotBody& body) {
  constexpr double longest_robot = 100, longest_visual = 10;  // m
  constexpr double most_times = 30;                           // the robot's length
  const std::string remedy = ", which looks like millimetres; robots' files have metres: ";
  const double length = extent_of(body.links);
  const base::LengthUnit* metre = base::find_length_unit("m");
  if (length >= longest_robot)
    return base::format("The robot is {} long{}divide its lengths by 1000",
                        base::length_text(length, metre), remedy);
  for (const ik::Joint& joint : body.joints)
    if (const double travel = joint.upper - joint.lower;
        joint.type == ik::JointType::Prismatic && travel < ik::Skeleton::max_coordinate &&
        travel >= std::max(longest_visual, most_times * length))
      return base::format(
          "Joint {} slides by {} and the robot is {} long{}divide its limits by 1000",
          in_quotes(joint.name), base::length_text(travel, metre), base::length_text(length, metre),
          remedy);
  double longest = 0;
  std::string link;
  bool mesh = false;
  for (size_t i = 0; i < body.solids.size(); ++i) {
    if (body.solids[i].joint < 0) continue;  // a floor, a room
    const double extent = extent_of(body.solids[i]);
    if (extent <= longest) continue;
    longest = extent;
    mesh = body.solids[i].kind == sim::Solid::Kind::Mesh;
    link = body.links[body.solid_links[i]].name;
  }
  if (longest < std::max(longest_visual, most_times * length)) return {};
  return base::format("A visual of link {} is {} long and the robot {}{}{}", in_quotes(link),
                      base::length_text(longest, metre), base::length_text(length, metre), remedy,
                      mesh ? "give meshes scale=\"0.001 0.001 0.001\"" : "divide its size by 1000");
}

void add_loop_notice(const ik::Skeleton& body, bool closed, std::vector<std::string>& notices) {
  const NoticeSubjects all{static_cast<int>(body.loops().size()), body.loops()[0].name};
  add_notice(notices, all,
             closed ? "[is|are] kept closed in every step"
                    : "cannot be closed in the start pose: links come apart",
             "[The loop|loops]");
}

}  // namespace

std::vector<int> overruled_limits(const ik::Skeleton& body, std::vector<std::string>& notices) {
  NoticeSubjects overruled_joints;
  std::vector<int> overruled;
  for (const ik::Skeleton::Follower& follower : body.followers()) {
    const ik::Joint& joint = body.joint(follower.joint);
    const double ends[] = {body.lower(follower.leader), body.upper(follower.leader)};
    const double slack = 1e-9 * (1 + std::abs(follower.offset) + std::abs(follower.multiplier));
    const bool kept = std::ranges::all_of(ends, [&](double end) {
      const double scaled = (follower.multiplier == 0 ? 0 : follower.multiplier * end);
      return scaled + follower.offset >= joint.lower - slack &&
             scaled + follower.offset <= joint.upper + slack;
    });
    if (kept) continue;
    overruled.push_back(follower.joint);
    overruled_joints.add(joint.name);
  }
  add_notice(
      notices, overruled_joints,
      "[follows another joint whose limits contradict its own; its|follow others whose limits "
      "contradict their own; their] own are left out");
  return overruled;
}

std::string default_description(const Robot& robot) {
  return base::format("{} from {}: {}", base::printable(robot.name, 100),
                      base::printable(std::filesystem::path(robot.source).filename().string(), 100),
                      base::counted(robot.joint_count(), "joint"));
}

std::shared_ptr<const sim::Scene> scene_of(const Robot& robot) {
  RobotBody body = body_of(robot);
  std::vector<ik::Effector> effectors;
  for (const RobotBody::Effector& chosen : effectors_of(robot, body, body.notices)) {
    effectors.push_back({.name = chosen.name, .joint = chosen.joint, .position = chosen.position});
    if (!chosen.oriented) continue;
    effectors.push_back(effectors.back());
    ik::Effector& turn = effectors.back();
    turn.goal.info = &ik::find_goal("orientation");
    turn.of = turn.name;
    turn.name += ", orientation";
  }
  const std::string hint =
      robot.unit == base::find_length_unit("m") ? hint_at_millimetres(body) : std::string();
  try {
    // The weight of an orientation depends on the body's size.
    const double weight = ik::Skeleton(body.joints, effectors).characteristic_length();
    for (ik::Effector& effector : effectors)
      if (!effector.of.empty()) effector.goal.weight = weight;
    remove_open_loops(body, effectors);
    const ik::Skeleton at_zero(body.joints, effectors, nullptr, body.loops);
    for (const int j : overruled_limits(at_zero, body.notices)) {
      body.joints[j].lower = -std::numeric_limits<double>::infinity();
      body.joints[j].upper = std::numeric_limits<double>::infinity();
    }
    Poser poser(at_zero, body.held);
    Eigen::VectorXd home =
        has_start_pose(robot) ? at_zero.start() : expressible(at_zero, choose_home(poser));
    if (!body.loops.empty()) {
      ik::Pose pose(at_zero);
      const bool closed = poser.pose(home, pose);
      add_loop_notice(at_zero, closed, body.notices);
      home = expressible(at_zero, pose.theta);
    }
    for (int j = 0; j < at_zero.joints(); ++j) {
      ik::Joint& joint = body.joints[j];
      if (joint.rest == joint.start) joint.rest = home[j];
      joint.start = home[j];
    }
    body.skeleton = std::make_shared<const ik::Skeleton>(
        std::move(body.joints), std::move(effectors), robot.unit, std::move(body.loops));
  } catch (const base::Error& error) {
    base::fail_at_line(robot.source, robot.line, error.what());
  }
  const auto scene = std::make_shared<sim::Scene>(std::move(body));
  scene->name = scene_name(robot.name, "robot");
  scene->description = robot.description;
  scene->up = robot.up;
  const std::vector<std::string> notices = condensed(robot.notices);
  scene->notices.insert(scene->notices.begin(), notices.begin(), notices.end());
  scene->settings = {{"limits", "on"}};
  Poser poser(*scene->skeleton, scene->held);
  const std::vector<std::vector<double>> paths = paths_about(poser, scene->skeleton->start());
  if (!hint.empty()) scene->notices.push_back(hint);
  if (const std::string why = immobile(poser, paths); !why.empty()) scene->notices.push_back(why);
  for (int i = 0; i < scene->skeleton->effectors(); ++i)
    scene->targets.push_back(
        {.effector = i,
         .motion = "path",
         .values = {{"points", paths[i]}, {"interval", {0.25}}, {"repeat", {1}}}});
  return scene;
}

}  // namespace formats
