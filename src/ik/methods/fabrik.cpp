// Forward and backward reaching  (Aristidou and Lasenby 2011). The points of the body, its joints
// and the effectors with position goals, are moved alone: from the targets down to the roots each
// point is brought to the length of its link from the one that hangs on it, several at a branch to
// their centroid; then from the roots, which stay, up again. A slide's link may have any length
// that its limits and cap allow. Afterwards one pass from the roots turns and slides each joint so
// that the points it carries and the effectors below it come nearest to where they were found: an
// axis that cannot take its next point there, or has it on itself, must be told of the effectors.
// The paper's joints are balls. Where all that hangs on a ball are balls, it is turned, by the
// least that this needs, so that its link lies along the next point: the effector then is where its
// point was found, as far as caps and limits let it.
// A held joint is not there: what hangs on it hangs, by one stiff link, on the joint before it that
// is free.

#include <Eigen/Geometry>
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "base/text.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/joint_fit.h"
#include "ik/model/ball.h"
#include "ik/model/rotation.h"

namespace ik {
namespace {

const base::Parameter iterations =
    base::linear("iterations", "N_it", "", {1, 20, 10},
                 {.integer = true,
                  .explanation = "Number of passes to the targets and back to the roots per "
                                 "update, before the joints follow the points.",
                  .source = "Aristidou and Lasenby 2011"});

/// The points of a body. Joints and effectors at one position on a link are one point, and so is a
/// joint at its parent's own point, as the axes of a ball are.
struct Points {
  struct Point {
    int from;           ///< the point that its link begins at; -1: it stays where it is
    int carrier;        ///< the joint that moves it, or -1
    double weight = 0;  ///< of the targets that pull at it; zero: none does
    double share = 0;   ///< how much its own position counts for the point before
  };
  std::vector<Point> all;  ///< a point comes after the one its link begins at
  std::vector<int> of_joint, of_effector;
  std::vector<double> target_weight;      ///< k: w_i^2, zero if the goal is not a position
  std::vector<std::vector<int>> carried;  ///< by each joint, if they have weight
  /// For each joint: whether it is the first axis of a ball joint that moves one point, and only
  /// ball joints are above all points behind that.
  std::vector<char> ball;

  Points(const Skeleton& skeleton, std::span<const int> held);

 private:
  int mover(int j) const { return j < 0 ? -1 : mover_[j]; }
  bool is_held(int j) const { return mover_[j] != j; }
  void number_points(const Skeleton& skeleton);
  void compute_weights(const Skeleton& skeleton);
  void find_balls(const Skeleton& skeleton);

  std::vector<int> mover_;  // joint j or, while it is held, the first before it that is not
};

Points::Points(const Skeleton& skeleton, std::span<const int> held) {
  for (int j = 0; j < skeleton.joints(); ++j)
    mover_.push_back(std::ranges::binary_search(held, j) ? mover(skeleton.parent(j)) : j);
  number_points(skeleton);
  compute_weights(skeleton);
  carried.resize(of_joint.size());
  for (int q = 0; q < static_cast<int>(all.size()); ++q)
    if (all[q].carrier >= 0 && all[q].weight > 0) carried[all[q].carrier].push_back(q);
  find_balls(skeleton);
}

void Points::number_points(const Skeleton& skeleton) {
  std::map<std::tuple<int, double, double, double>, int> known;
  const auto point = [&](int carrier, const Eigen::Vector3d& offset) {
    if (carrier >= 0 && skeleton.revolute(carrier) && offset.isZero(0)) return of_joint[carrier];
    const auto [found, added] = known.try_emplace({carrier, offset.x(), offset.y(), offset.z()},
                                                  static_cast<int>(all.size()));
    const int moved_by = mover(carrier);
    if (added) all.push_back({moved_by < 0 ? -1 : of_joint[moved_by], moved_by});
    return found->second;
  };
  for (int j = 0; j < skeleton.joints(); ++j)
    of_joint.push_back(point(skeleton.parent(j), skeleton.joint_offset(j)));
  for (int i = 0; i < skeleton.effectors(); ++i)
    of_effector.push_back(point(skeleton.effector_joint(i), skeleton.effector_offset(i)));
}

/// If all goals weigh 1, so do all points: plain centroids, as in the paper.
void Points::compute_weights(const Skeleton& skeleton) {
  std::vector<int> parts(all.size(), 0);
  const auto add = [&](int point, double weight) {
    all[point].weight += weight;
    ++parts[point];
  };
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const Goal& goal = skeleton.effector(i).goal;
    target_weight.push_back(goal.of_point() ? goal.weight * goal.weight : 0);
    if (target_weight.back() > 0) add(of_effector[i], target_weight.back());
  }
  for (int q = static_cast<int>(all.size()) - 1; q >= 0; --q) {
    if (all[q].weight == 0) continue;
    all[q].share = all[q].weight / parts[q];
    if (all[q].from >= 0) add(all[q].from, all[q].share);
  }
}

void Points::find_balls(const Skeleton& skeleton) {
  ball.assign(of_joint.size(), 0);
  const auto is_free_ball = [&](int j) {
    return is_ball(skeleton, j) && !is_held(j) && !is_held(j + 1) && !is_held(j + 2);
  };
  std::vector<char> axis_of_ball(of_joint.size(), 0), only_balls(of_joint.size(), 1);
  for (int j = 0; j < skeleton.joints(); ++j)
    if (is_free_ball(j)) axis_of_ball[j] = axis_of_ball[j + 1] = axis_of_ball[j + 2] = 1;
  for (int j = skeleton.joints() - 1; j >= 0; --j) {
    ball[j] = only_balls[j] && is_free_ball(j) && carried[j + 2].size() == 1;
    if (skeleton.parent(j) >= 0 && !(only_balls[j] && (axis_of_ball[j] || is_held(j))) &&
        !skeleton.affected_effectors(j).empty())
      only_balls[skeleton.parent(j)] = 0;
  }
}

class Fabrik final : public base::Clonable<Method, Fabrik> {
 public:
  explicit Fabrik(const Skeleton& skeleton)
      : skeleton_(skeleton),
        points_(skeleton, {}),
        target_(3, skeleton.effectors()),
        turned_(static_cast<size_t>(skeleton.joints())),
        shifted_(3, skeleton.joints()) {}

  void configure(const base::Settings& settings) override {
    iterations_ = static_cast<int>(settings[iterations]);
  }

  void hold(std::span<const int> joints) override { points_ = Points(skeleton_, joints); }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    read_positions(problem);
    x_ = now_;
    for (int count = 0; count < iterations_; ++count) {
      reach_targets(problem.skeleton);
      reach_roots();
    }
    left_over_ = 0;
    for (int i = 0; i < problem.skeleton.effectors(); ++i)
      if (points_.target_weight[i] > 0)
        left_over_ += (target_.col(i) - x_.col(points_.of_effector[i])).norm();
    return follow_points(problem, dtheta);
  }

  void reset() override { left_over_ = 0; }
  ReadingsOf<double> readings() const override { return {left_over_}; }

 private:
  void read_positions(const Problem& problem) {
    const Skeleton& skeleton = problem.skeleton;
    for (int j = 0; j < skeleton.joints(); ++j)
      now_.col(points_.of_joint[j]) = problem.pose.position.col(j);
    for (int i = 0; i < skeleton.effectors(); ++i) {
      now_.col(points_.of_effector[i]) = problem.pose.effector.col(i);
      if (points_.target_weight[i] > 0)  // e, not the target: D_max and feed-forward
        target_.col(i) = problem.pose.effector.col(i) +
                         problem.e.segment<3>(skeleton.row(i)) / skeleton.effector(i).goal.weight;
    }
    for (int q = 0; q < size(); ++q) {
      const auto& [from, carrier, weight, share] = points_.all[q];
      if (from < 0 || weight == 0) continue;
      const Eigen::Vector3d link = now_.col(q) - now_.col(from);
      shortest_[q] = longest_[q] = link.norm();
      if (skeleton.revolute(carrier)) continue;
      const Eigen::Vector3d v = problem.pose.axis.col(carrier);
      const StepBounds slide = step_bounds(problem, carrier);
      longest_[q] = std::max((link + slide.low * v).norm(), (link + slide.high * v).norm());
      shortest_[q] = (link + std::clamp(-link.dot(v), slide.low, slide.high) * v).norm();
    }
  }

  /// The point nearest to where point q is that is a link of q's length away from `end`.
  Eigen::Vector3d at_length(int q, const Eigen::Vector3d& end, const Eigen::Vector3d& position,
                            const Eigen::Vector3d& link) const {
    Eigen::Vector3d way = position - end;
    double length = way.norm();
    if (length >= shortest_[q] && length <= longest_[q]) return position;
    if (length < 1e-12) {  // no direction is nearer than another: as the link lies
      way = link;
      length = link.norm();
      if (length < 1e-12) return end;
    }
    return end + std::clamp(length, shortest_[q], longest_[q]) / length * way;
  }

  void reach_targets(const Skeleton& skeleton) {
    pull_.setZero();
    for (int i = 0; i < skeleton.effectors(); ++i)
      if (points_.target_weight[i] > 0)
        pull_.col(points_.of_effector[i]) += points_.target_weight[i] * target_.col(i);
    for (int q = size() - 1; q >= 0; --q) {
      const Points::Point& point = points_.all[q];
      if (point.from < 0 || point.weight == 0) continue;
      x_.col(q) = pull_.col(q) / point.weight;
      pull_.col(point.from) += point.share * at_length(q, x_.col(q), x_.col(point.from),
                                                       now_.col(point.from) - now_.col(q));
    }
  }

  void reach_roots() {
    for (int q = 0; q < size(); ++q) {
      const Points::Point& point = points_.all[q];
      if (point.from < 0 || point.weight == 0) continue;
      x_.col(q) = at_length(q, x_.col(point.from), x_.col(q), now_.col(q) - now_.col(point.from));
    }
  }

  /// Roots first. What hangs on joint j has moved by x -> turned_[j] x + shifted_[j].
  bool follow_points(const Problem& problem, Eigen::VectorXd& dtheta) {
    const Skeleton& skeleton = problem.skeleton;
    bool clamped = false;
    for (int j = 0; j < skeleton.joints(); ++j) {
      const int parent = skeleton.parent(j);
      Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
      Eigen::Vector3d d = Eigen::Vector3d::Zero();
      if (parent >= 0) {
        R = turned_[parent];
        d = shifted_.col(parent);
      }
      const Eigen::Vector3d p = R * problem.pose.position.col(j) + d;
      if (points_.ball[j] && turn_ball(problem, j, R, d, p, dtheta)) {
        j += 2;
        continue;
      }
      const Eigen::Vector3d v = R * problem.pose.axis.col(j);
      JointFit fit(skeleton.revolute(j), p, v);
      const auto follow = [&](int q) {
        fit.add(R * now_.col(q) + d, x_.col(q), points_.all[q].share);
      };
      for (int q : points_.carried[j]) follow(q);
      for (int i : skeleton.affected_effectors(j))
        if (points_.target_weight[i] > 0) follow(points_.of_effector[i]);
      dtheta[j] = fit.best(step_bounds(problem, j));
      clamped |= is_at_cap(problem, j, dtheta[j]);
      if (skeleton.revolute(j)) {
        const Eigen::Matrix3d turn = rotation(v, dtheta[j]);
        turned_[j] = turn * R;
        shifted_.col(j) = p + turn * (d - p);
      } else {
        turned_[j] = R;
        shifted_.col(j) = d + dtheta[j] * v;
      }
    }
    return clamped;
  }

  /// Turns the ball of joints j to j + 2, at p now, so that the one point it carries lies from
  /// there as it was found. False if that is beyond caps or limits, or there is no direction.
  bool turn_ball(const Problem& problem, int j, const Eigen::Matrix3d& R, const Eigen::Vector3d& d,
                 const Eigen::Vector3d& p, Eigen::VectorXd& dtheta) {
    const int next = points_.carried[j + 2].front(), parent = problem.skeleton.parent(j);
    const Eigen::Vector3d link = R * now_.col(next) + d - p, wanted = x_.col(next) - p;
    if (link.norm() < 1e-12 || wanted.norm() < 1e-12) return false;
    const Eigen::Matrix3d turned = least_rotation(link, wanted) * R;
    Eigen::Matrix3d carrier = R;
    if (parent >= 0) carrier = R * problem.pose.rotation[parent];
    const Eigen::Vector3d theta = problem.pose.theta.segment<3>(j);
    const Eigen::Vector3d turn =
        ball_angles(carrier.transpose() * turned * problem.pose.rotation[j + 2], theta) - theta;
    for (int axis = 0; axis < 3; ++axis) {
      const StepBounds allowed = step_bounds(problem, j + axis);
      if (turn[axis] < allowed.low || turn[axis] > allowed.high) return false;
    }
    dtheta.segment<3>(j) = turn;
    for (int axis = 0; axis < 3; ++axis) {
      turned_[j + axis] = turned;
      shifted_.col(j + axis) = p - turned * problem.pose.position.col(j);
    }
    return true;
  }

  int size() const { return static_cast<int>(points_.all.size()); }

  const Skeleton& skeleton_;
  int iterations_ = 1;
  Points points_;
  // The points as they are and as found; what pulls at them.
  Eigen::Matrix3Xd now_ = Eigen::Matrix3Xd::Zero(3, size()), x_ = now_, pull_ = now_;
  Eigen::Matrix3Xd target_;  // 3 x k
  // The least and largest length of the link that ends at a point.
  Eigen::VectorXd shortest_ = Eigen::VectorXd::Zero(size()), longest_ = shortest_;
  std::vector<Eigen::Matrix3d> turned_;
  Eigen::Matrix3Xd shifted_;
  double left_over_ = 0;
};

std::string unable(const Skeleton& skeleton) {
  for (int i = 0; i < skeleton.effectors(); ++i)
    for (int j = skeleton.effector_joint(i); j >= 0; j = skeleton.parent(j))
      if (skeleton.follows(j))
        return base::format(
            "its points move as if every joint were free, and joint {} follows another.",
            base::in_quotes(skeleton.joint(j).name));
  return no_position_goal(skeleton);
}

}  // namespace

void declare_fabrik(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "fabrik",
      .title = "Forward and backward reaching (FABRIK)",
      .short_title = "FABRIK",
      .rank = 110,
      .formula = "points: pᵢ := pᵢ₊₁ + lᵢ (pᵢ − pᵢ₊₁)/|pᵢ − pᵢ₊₁|, and back;   "
                 "Δθⱼ = argmin Σ |pᵢ(θ) − pᵢ|²",
      .when = "Exact and smooth for chains of ball joints without limits, for which it was made. "
              "Joints with one axis follow its points only partly. Limits are applied last and can "
              "keep it off targets that other methods reach. Only position goals count.",
      .hint = "Compare the error with the reading left over: the difference is due to the joints' "
              "axes.",
      .source = "Aristidou and Lasenby 2011",
      .own = {iterations},
      .defaults = {.max_angle_deg = 45},
      .without = {"jacobian", "angle_weight", "slide_length"},
      .readings = {{"left over", "unit",
                    "Distance of the points found from their targets, summed over the effectors: "
                    "the error that would remain if all joints were ball joints."}},
      .symbols = {{"pᵢ", "the points of the chain, from the root to the tip"},
                  {"pᵢ₊₁", "the next point of the chain"},
                  {"lᵢ", "the length of the link between them"}},
      .cost = 4,
      .make = [](const Skeleton& skeleton) { return std::make_unique<Fabrik>(skeleton); },
      .unable = unable,
      .positions_alone = true,
  });
}

}  // namespace ik
