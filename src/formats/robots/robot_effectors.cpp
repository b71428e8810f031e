// Chooses the points of a robot that follow targets if its file names none.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "base/text.h"
#include "formats/robots/robot.h"
#include "formats/robots/robot_names.h"
#include "formats/suggest.h"

namespace formats {
namespace {

using Points = std::vector<Eigen::Vector3d>;

/// Ranks how clearly a link's name denotes a tool; 0 if it does not. `end` is that of
/// find_last_word().
int tool_rank(const std::string& name, size_t* end = nullptr) {
  return find_last_word(name,
                        {"foot", "flange", "ee", "eef", "end_eff", "effector", "palm", "hand",
                         "grip", "grasp", "nozzle", "tool", "tip", "tcp"},
                        end);
}

/// Returns whether a link is a sensor, a wheel, or an object that the robot is to reach. The last
/// word of its name decides: "laser_nozzle" is a tool.
bool is_sensor_or_object(const std::string& name) {
  size_t tool = 0, other = 0;
  tool_rank(name, &tool);
  find_last_word(name, {"camera", "cam",   "lidar",   "laser",  "radar",     "sonar",  "bumper",
                        "imu",    "gps",   "antenna", "sensor", "realsense", "kinect", "velodyne",
                        "hokuyo", "wheel", "caster",  "goal",   "target",    "object"},
                 &other);
  return other > tool;
}

/// Returns points of a solid that show how far it reaches. Rounded ends do not count: a ball ends
/// at its middle, where it touches whatever it touches at the same distance.
Points points_of(const sim::Solid& solid) {
  using Kind = sim::Solid::Kind;
  Points points;
  if (solid.kind == Kind::Mesh) {
    points = mesh_points(solid.mesh);
    for (Eigen::Vector3d& point : points) point = solid.size.cwiseProduct(point);
  } else {
    Eigen::Vector3d half = solid.size;
    if (solid.kind == Kind::Box) half /= 2;
    if (solid.kind == Kind::Cylinder || solid.kind == Kind::Capsule) half.z() /= 2;
    if (solid.kind == Kind::Capsule) half.x() = half.y() = 0;
    if (solid.kind == Kind::Sphere) half.setZero();
    for (int axis = 0; axis < 3; ++axis)
      for (const int side : {-1, 1})
        points.emplace_back(side * half[axis] * Eigen::Vector3d::Unit(axis));
  }
  for (Eigen::Vector3d& point : points) point = solid.frame.position + solid.frame.rotation * point;
  return points;
}

/// Returns the solids on a joint, but for those of sensors, wheels and objects.
std::vector<const sim::Solid*> working_solids(const RobotBody& body, int joint) {
  std::vector<const sim::Solid*> all;
  for (size_t i = 0; i < body.solids.size(); ++i)
    if (body.solids[i].joint == joint && !is_sensor_or_object(body.links[body.solid_links[i]].name))
      all.push_back(&body.solids[i]);
  return all;
}

/// The tree of joints, with their free coordinates: those that neither are held nor follow others.
class Tree {
 public:
  explicit Tree(const RobotBody& body) : body_(body), nodes_(body.joints.size()) {
    for (const sim::Link& link : body.links) {
      if (link.joint < 0) continue;
      Node& node = nodes_[link.joint];
      const bool sensor = is_sensor_or_object(link.name);
      node.ends_in_sensor |= sensor;
      node.has_only_sensors &= sensor;
      node.has_tool |= !sensor && tool_rank(link.name) > 0;
      node.named_as_end |= !sensor && find_last_word(link.name, {"head", "hand", "wrist", "wing",
                                                                 "foot", "paw", "hoof"}) > 0;
    }
    for (int j = 0; j < size(); ++j)
      if (const int above = parent(j); above >= 0) nodes_[above].children.push_back(j);
    for (int j = size() - 1; j > 0; --j)
      if (const int above = parent(j); above >= 0) {
        int& most = nodes_[above].max_freedom_below;
        most = std::max(most, at(j).max_freedom_below + is_free(j));
      }
    constexpr int most_of_a_mount = 3;
    for (int j = 0; j < size(); ++j) {
      Node& node = nodes_[j];
      node.has_only_sensors &= node.ends_in_sensor;
      node.ends_in_sensor = node.ends_in_sensor && !node.has_tool &&
                            freedom(j) <= most_of_a_mount && (node.has_only_sensors || !is_limb(j));
    }
  }

  struct Node {
    std::vector<int> children = {};
    int max_freedom_below = 0;  ///< the most free coordinates on a branch below the joint
    /// It carries a sensor and no tool, below no arm that could use one.
    bool ends_in_sensor = false;
    bool named_as_end = false;  ///< a link on it has the name of a hand, a foot or a head
    bool has_only_sensors = true, has_tool = false;
  };
  const Node& at(int j) const { return nodes_[j]; }
  int size() const { return static_cast<int>(nodes_.size()); }
  /// Counts the free coordinates from the root to joint j, including its own.
  int freedom(int j) const {
    int count = 0;
    for (; j >= 0; j = parent(j)) count += is_free(j);
    return count;
  }
  /// Returns whether joint j alone turns on and on, as wheels and rotors do.
  bool spins(int j) const {
    return freedom(j) == 1 && joint(j).type == ik::JointType::Revolute && !ik::has_limits(joint(j));
  }
  /// Counts the free coordinates from the last branch above joint j to j, including its own.
  int own_freedom(int j) const {
    int count = is_free(j);
    for (j = parent(j); j >= 0 && at(j).children.size() == 1; j = parent(j)) count += is_free(j);
    return count;
  }
  /// Returns the joint of the named hand, foot or head that a leaf belongs to, or the leaf.
  int named_above(int leaf) const {
    for (int j = leaf; j >= 0; j = parent(j))
      if (at(j).named_as_end) return j;
    return leaf;
  }
  /// Returns the joint that a leaf with nothing but a camera hangs on if that is the end of an arm:
  /// if joints before it move it farther than it is from the camera. Otherwise returns the leaf.
  int arm_of(int leaf) const {
    const int end = parent(leaf);
    if (end < 0 || !at(leaf).has_only_sensors || at(end).children.size() > 1) return leaf;
    const Eigen::Vector3d p = joint(end).position;
    double arm = 0;
    for (int j = parent(end); j >= 0; j = parent(j))
      if (is_free(j)) arm = std::max(arm, joint(j).axis.cross(p - joint(j).position).norm());
    return arm > (joint(leaf).position - p).norm() ? end : leaf;
  }
  /// Returns the joint that carries the fingers if the leaf is one, of a gripper or an arm's hand.
  int hand_of(int leaf) const {
    int hand = leaf;
    for (int j = parent(leaf); j >= 0; j = parent(j)) {
      if (at(j).children.size() < 2) continue;
      const int arm = freedom(j), fingers = at(j).max_freedom_below;
      if (arm >= 3 && fingers <= (arm >= 5 ? 4 : 2)) hand = j;
    }
    return hand;
  }

 private:
  const ik::Joint& joint(int j) const { return body_.joints[j]; }
  int parent(int j) const { return joint(j).parent; }
  bool is_free(int j) const {
    return joint(j).mimic.leader < 0 && !std::ranges::binary_search(body_.held, j);
  }
  /// Returns whether joint j moves a limb that carries sensors, not their mount: another link on it
  /// reaches farther than they are, or its axis is far from that of the joint before.
  bool is_limb(int j) const {
    const Eigen::Vector3d p = joint(j).position;
    double sensor = 0, other = 0;
    for (const sim::Link& link : body_.links)
      if (link.joint == j && is_sensor_or_object(link.name))
        sensor = std::max(sensor, (link.frame.position - p).norm());
    for (const sim::Solid* solid : working_solids(body_, j))
      for (const Eigen::Vector3d& point : points_of(*solid))
        other = std::max(other, (point - p).norm());
    constexpr double farther = 1.3;
    if (other > farther * sensor) return true;
    int above = parent(j);
    while (above >= 0 && !is_free(above)) above = parent(above);
    if (above < 0) return false;
    const Eigen::Vector3d offset = p - joint(above).position;
    const Eigen::Vector3d across = joint(above).axis.cross(joint(j).axis);
    const double apart = across.norm() > 1e-6 ? std::abs(offset.dot(across)) / across.norm()
                                              : offset.cross(joint(j).axis).norm();
    return apart > sensor / 2;
  }

  const RobotBody& body_;
  std::vector<Node> nodes_;
};

/// Removes one of two ends that a loop joins: the one with fewer loops, or else the second.
void remove_one_end_of_loops(const std::vector<ik::Loop>& loops, std::vector<int>& hands) {
  const auto count = [&](int joint) {
    return std::ranges::count_if(loops, [joint](const ik::Loop& loop) {
      return loop.from.joint == joint || loop.to.joint == joint;
    });
  };
  for (const ik::Loop& loop : loops)
    if (contains(hands, loop.from.joint) && contains(hands, loop.to.joint))
      std::erase(hands,
                 count(loop.to.joint) > count(loop.from.joint) ? loop.from.joint : loop.to.joint);
}

/// Returns the joints of hands and feet, in the order of the joints. A head or a wheel beside
/// longer limbs is left out, as is a camera, but not beside rotors. If an animal has many limbs,
/// toes count as part of their foot, and limbs with such names, and the head, come first.
std::vector<int> carriers_of(const Tree& tree, const std::vector<ik::Loop>& loops) {
  constexpr size_t most_effectors = 8;
  std::vector<int> leaves, sensors, hands;
  for (int j = 0; j < tree.size(); ++j)
    if (tree.at(j).children.empty())
      (tree.at(j).ends_in_sensor ? sensors : leaves).push_back(tree.arm_of(j));
  const auto all_spin = [&](const std::vector<int>& joints) {
    return std::ranges::all_of(joints, [&](int j) { return tree.spins(j); });
  };
  if (leaves.empty() || (all_spin(leaves) && !all_spin(sensors))) {
    leaves = std::move(sensors);
    if (!all_spin(leaves)) std::erase_if(leaves, [&](int j) { return tree.spins(j); });
  }
  int most = 0;
  const auto gather = [&](auto hand_of) {
    hands.clear();
    for (const int j : leaves)
      if (const int hand = hand_of(j); !contains(hands, hand)) hands.push_back(hand);
    remove_one_end_of_loops(loops, hands);
  };
  gather([&](int j) { return tree.hand_of(j); });
  const bool many = hands.size() > most_effectors;
  if (many) gather([&](int j) { return tree.named_above(tree.hand_of(j)); });
  const auto comes_first = [&](int j) { return many && tree.at(j).named_as_end; };
  for (const int hand : hands) most = std::max(most, tree.own_freedom(hand));
  std::erase_if(hands,
                [&](int j) { return !comes_first(j) && tree.own_freedom(j) < std::min(3, most); });
  std::ranges::stable_sort(hands, std::ranges::greater(),
                           [&](int j) { return std::pair(comes_first(j), tree.freedom(j)); });
  if (hands.size() > most_effectors) hands.resize(most_effectors);
  std::ranges::sort(hands);
  return hands;
}

/// Returns the link on a joint that ranks highest by its name or, among equals, is farthest from
/// the joint; -1 if the joint carries no link.
int tool_of(const RobotBody& body, int joint, bool ends_in_sensor) {
  int best = -1, best_rank = 0;
  double best_distance = 0;
  for (int i = 0; i < static_cast<int>(body.links.size()); ++i) {
    const sim::Link& link = body.links[i];
    if (link.joint != joint) continue;
    const int rank =
        is_sensor_or_object(link.name) ? (ends_in_sensor ? 1 : -1) : tool_rank(link.name);
    const double distance = (link.frame.position - body.joints[joint].position).norm();
    if (best >= 0 && (rank < best_rank || (rank == best_rank && distance <= best_distance + 1e-9)))
      continue;
    best = i;
    best_rank = rank;
    best_distance = distance;
  }
  return best;
}

/// Returns the far end of a link that begins at p: along the axis on which it reaches farthest from
/// p, the middle of its farthest points. A link that reaches as far on the other side has no end on
/// that axis, as wheels and flanges have none across theirs. If it may be a wheel or a rotor, it
/// need not reach quite as far there: propellers have three blades, too.
Eigen::Vector3d far_end(Points points, const Eigen::Matrix3d& axes, const Eigen::Vector3d& p,
                        bool may_be_wheel) {
  constexpr double end = 0.95;                      // points beyond this fraction of the reach
  const double as_far = may_be_wheel ? 0.25 : 0.8;  // of the reach on one side
  constexpr double in_middle = 0.05;                // of the reach: on the axis
  Eigen::AlignedBox3d all(Eigen::Vector3d::Zero()), tip;
  for (Eigen::Vector3d& point : points) {
    point = axes.transpose() * (point - p);
    all.extend(point);
  }
  const Eigen::Array3d low = all.min(), high = all.max();
  const Eigen::Array3d most = high.max(-low), least = high.min(-low);
  const auto endless = [&](int k) { return least[k] >= as_far * most[k]; };
  int axis = -1;
  for (int k = 0; k < 3; ++k)
    if (!endless(k) && (axis < 0 || most[k] > most[axis])) axis = k;
  if (axis < 0 || !std::isfinite(most[axis])) return p;
  const double reach = high[axis] > -low[axis] ? high[axis] : low[axis];
  for (const Eigen::Vector3d& point : points)
    if (point[axis] / reach >= end) tip.extend(point);
  Eigen::Vector3d far = tip.center();
  for (int k = 0; k < 3; ++k)
    if (std::abs(far[k]) < in_middle * most[k] || (may_be_wheel && endless(k))) far[k] = 0;
  far[axis] = reach;
  const double digits = std::pow(10, std::floor(std::log10(std::abs(reach))) - 6);
  for (double& x : far) x = std::round(x / digits) * digits + 0.0;  // a mesh has floats
  return p + axes * far;
}

/// Returns the far end of the solids on a joint if the tool's frame is at the joint; otherwise the
/// tool's position. Collects the files of meshes of which nothing can be read.
Eigen::Vector3d end_of(const RobotBody& body, int joint, const sim::Frame& tool, bool may_be_wheel,
                       std::set<std::string>& unread) {
  const Eigen::Vector3d p = body.joints[joint].position;
  if ((tool.position - p).norm() > 1e-6) return tool.position;
  Points points;
  for (const sim::Solid* solid : working_solids(body, joint)) {
    const Points own = points_of(*solid);
    points.insert(points.end(), own.begin(), own.end());
    if (own.empty()) unread.insert(std::filesystem::path(solid->mesh).filename().string());
  }
  return far_end(std::move(points), tool.rotation, p, may_be_wheel);
}

}  // namespace

std::vector<RobotBody::Effector> effectors_of(const Robot& robot, const RobotBody& body,
                                              std::vector<std::string>& notices) {
  std::vector<RobotBody::Effector> all;
  SceneNames names;
  for (const Robot::Effector& effector : robot.effectors) {
    const sim::Link& link = body.links[effector.link];
    if (link.joint >= 0)
      all.push_back({names.add(effector.name, "effector"), link.joint,
                     link.frame.position + link.frame.rotation * effector.position,
                     effector.oriented});
  }
  if (!all.empty()) return all;
  const Tree tree(body);
  const std::vector<int> carriers = carriers_of(tree, body.loops);
  const bool may_be_wheels = carriers.size() > 1 && std::ranges::all_of(carriers, [&](int joint) {
                               return tree.spins(joint);
                             });
  std::set<std::string> unread;
  for (const int joint : carriers) {
    const int tool = tool_of(body, joint, tree.at(joint).ends_in_sensor);
    const ik::Joint& carrier = body.joints[joint];
    const sim::Link* link = tool < 0 ? nullptr : &body.links[tool];
    const sim::Frame frame = link ? link->frame : sim::Frame{.position = carrier.position};
    all.push_back({link ? link->name : carrier.name, joint,
                   end_of(body, joint, frame, may_be_wheels, unread),
                   carriers.size() <= 2 && tree.freedom(joint) >= 6});
  }
  if (!unread.empty())
    notices.push_back(pluralized(
        static_cast<int>(unread.size()),
        "{} mesh [file,|files, such as] {}, cannot be read to find the end of a link: the effector "
        "is placed without it",
        unread.size(), in_quotes(*unread.begin())));
  return all;
}

}  // namespace formats
