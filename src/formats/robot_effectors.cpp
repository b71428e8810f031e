// Which points of a robot chase targets when its file says nothing of it.

#include <algorithm>

#include "formats/robot.h"
#include "formats/robot_names.h"

namespace formats {
namespace {

/// How much a link's name says that it is what work is done with: 0, nothing.
int looks_like_tool(const std::string& name) {
  return last_word_in(
      name, {"foot", "flange", "ee", "palm", "hand", "grip", "grasp", "tool", "tip", "tcp"});
}

/// The joints as a tree, by their freedom: coordinates that neither are held nor follow others.
class Tree {
 public:
  explicit Tree(const RobotBody& body)
      : body_(body), children_(body.joints.size()), below_(body.joints.size()) {
    for (int j = 0; j < size(); ++j)
      if (const int above = parent(j); above >= 0)
        children_[static_cast<size_t>(above)].push_back(j);
    for (int j = size() - 1; j > 0; --j)
      if (const int above = parent(j); above >= 0) {
        int& most = below_[static_cast<size_t>(above)];
        most = std::max(most, below_[static_cast<size_t>(j)] + moves(j));
      }
  }

  int size() const { return static_cast<int>(children_.size()); }
  bool leaf(int j) const { return children_[static_cast<size_t>(j)].empty(); }
  /// From the root to joint j, itself counted.
  int freedom(int j) const {
    int count = 0;
    for (; j >= 0; j = parent(j)) count += moves(j);
    return count;
  }
  /// The same from the last branch on.
  int own_freedom(int j) const {
    int count = moves(j);
    for (j = parent(j); j >= 0 && children_[static_cast<size_t>(j)].size() == 1; j = parent(j))
      count += moves(j);
    return count;
  }
  /// Of a leaf that is a finger of a gripper or of an arm's hand, the joint that carries the
  /// fingers; else the leaf.
  int hand_of(int leaf) const {
    int hand = leaf;
    for (int j = parent(leaf); j >= 0; j = parent(j)) {
      if (children_[static_cast<size_t>(j)].size() < 2) continue;
      const int arm = freedom(j), fingers = below_[static_cast<size_t>(j)];
      if (arm >= 3 && fingers <= (arm >= 5 ? 4 : 2)) hand = j;
    }
    return hand;
  }

 private:
  int parent(int j) const { return body_.joints[static_cast<size_t>(j)].parent; }
  int moves(int j) const {
    return body_.joints[static_cast<size_t>(j)].mimic.leader < 0 &&
           !std::ranges::binary_search(body_.held, j);
  }

  const RobotBody& body_;
  std::vector<std::vector<int>> children_;
  std::vector<int> below_;  // the greatest freedom below a joint
};

/// Of two ends that a loop joins, that with fewer loops or else the second leaves: the other chases
/// the target for both.
void leave_one_of_loops(const std::vector<ik::Loop>& loops, std::vector<int>& hands) {
  const auto count = [&](int joint) {
    return std::ranges::count_if(loops, [joint](const ik::Loop& loop) {
      return loop.from.joint == joint || loop.to.joint == joint;
    });
  };
  const auto among = [&](int joint) { return std::ranges::find(hands, joint) != hands.end(); };
  for (const ik::Loop& loop : loops)
    if (among(loop.from.joint) && among(loop.to.joint))
      std::erase(hands, count(loop.to.joint) > count(loop.from.joint) ? loop.from.joint
                                                                      : loop.to.joint);
}

/// Hands and feet, in the order of the joints. A head or a wheel beside longer limbs chases
/// nothing.
std::vector<int> carriers_of(const Tree& tree, const std::vector<ik::Loop>& loops) {
  constexpr size_t most_effectors = 8;
  std::vector<int> hands;
  int most = 0;
  for (int j = 0; j < tree.size(); ++j) {
    if (!tree.leaf(j)) continue;
    const int hand = tree.hand_of(j);
    if (std::ranges::find(hands, hand) == hands.end()) hands.push_back(hand);
  }
  leave_one_of_loops(loops, hands);
  for (const int hand : hands) most = std::max(most, tree.own_freedom(hand));
  std::erase_if(hands, [&](int j) { return tree.own_freedom(j) < std::min(3, most); });
  std::ranges::stable_sort(hands, std::ranges::greater(), [&](int j) { return tree.freedom(j); });
  if (hands.size() > most_effectors) hands.resize(most_effectors);
  std::ranges::sort(hands);
  return hands;
}

/// Of the links that a joint carries, the one whose name says most or, of those, that is farthest
/// from it; -1: it carries none.
int tool_of(const RobotBody& body, int joint) {
  int best = -1, best_rank = 0;
  double best_distance = 0;
  for (int i = 0; i < static_cast<int>(body.links.size()); ++i) {
    const sim::Link& link = body.links[static_cast<size_t>(i)];
    if (link.joint != joint) continue;
    const int rank = looks_like_tool(link.name);
    const double distance =
        (link.frame.position - body.joints[static_cast<size_t>(joint)].position).norm();
    if (best >= 0 && (rank < best_rank || (rank == best_rank && distance <= best_distance + 1e-9)))
      continue;
    best = i;
    best_rank = rank;
    best_distance = distance;
  }
  return best;
}

/// The far end of what a joint carries, by its solids, where the tool's frame is at the joint.
Eigen::Vector3d end_of(const RobotBody& body, int joint, const Eigen::Vector3d& tool) {
  const Eigen::Vector3d p = body.joints[static_cast<size_t>(joint)].position;
  if ((tool - p).norm() > 1e-6) return tool;
  Eigen::Vector3d far = tool;
  for (const sim::Solid& solid : body.solids) {
    if (solid.joint != joint || solid.kind == sim::Solid::Kind::Mesh) continue;
    const Eigen::Vector3d end = p + 2 * (solid.frame.position - p);  // from its middle
    if ((end - p).norm() > (far - p).norm()) far = end;
  }
  return far;
}

}  // namespace

std::vector<RobotBody::Effector> effectors_of(const Robot& robot, const RobotBody& body) {
  std::vector<RobotBody::Effector> all;
  for (const Robot::Effector& effector : robot.effectors) {
    const sim::Link& link = body.links[static_cast<size_t>(effector.link)];
    if (link.joint >= 0)
      all.push_back({effector.name, link.joint,
                     link.frame.position + link.frame.rotation * effector.position,
                     effector.oriented});
  }
  if (!all.empty()) return all;
  const Tree tree(body);
  const std::vector<int> carriers = carriers_of(tree, body.loops);
  for (const int joint : carriers) {
    const int tool = tool_of(body, joint);
    const ik::Joint& carrier = body.joints[static_cast<size_t>(joint)];
    const sim::Link* link = tool < 0 ? nullptr : &body.links[static_cast<size_t>(tool)];
    all.push_back({link ? link->name : carrier.name, joint,
                   end_of(body, joint, link ? link->frame.position : carrier.position),
                   carriers.size() <= 2 && tree.freedom(joint) >= 6});
  }
  return all;
}

}  // namespace formats
