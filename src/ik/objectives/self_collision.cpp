// The body away from itself: each link is a capsule, a segment from joint to joint or to an
// effector, of radius r, a tenth of a link. At the distance d of the surfaces of two capsules, each
// is pushed away from the other where they are nearest, by 1/d - 1/D, D the length of a link, and
// from D on not at all (Khatib 1986, eq. 19, has the square's gradient), nearer than d_0 = D/10 as
// at d_0:
//   H = - sum over pairs of log(d/D) - d/D + 1.
// Neighbours do not count: pairs that overlap with every joint at zero.

#include <Eigen/Geometry>
#include <algorithm>
#include <vector>

#include "ik/objectives/link_forces.h"
#include "ik/objectives/objective.h"

namespace ik {
namespace {

using Eigen::Vector3d;

struct Segment {
  Vector3d from, to;
};

/// The nearest points of two segments, as shares of each. Of parallel ones any will do.
struct Nearest {
  double s, t;
};
Nearest nearest(const Segment& one, const Segment& other) {
  const Vector3d u = one.to - one.from, v = other.to - other.from, w = one.from - other.from;
  const double a = u.squaredNorm(), b = u.dot(v), c = v.squaredNorm(), d = u.dot(w), e = v.dot(w);
  const auto on_one = [&](double t) { return a > 0 ? std::clamp((b * t - d) / a, 0., 1.) : 0; };
  const auto on_other = [&](double s) { return c > 0 ? std::clamp((b * s + e) / c, 0., 1.) : 0; };
  const double determinant = a * c - b * b;  // |u x v|^2
  const double s = determinant > 1e-12 * a * c ? std::clamp((b * e - c * d) / determinant, 0., 1.)
                                               : 0.5 * (on_one(0) + on_one(1));
  const double t = on_other(s);
  return {on_one(t), t};
}

class SelfCollision final : public base::Clonable<Objective, SelfCollision> {
 public:
  explicit SelfCollision(const Skeleton& skeleton) : forces_(skeleton) {
    for (int j = 0; j < skeleton.joints(); ++j)
      add_capsule(skeleton, skeleton.parent(j), j, skeleton.joint(j).position);
    for (int i = 0; i < skeleton.effectors(); ++i)
      if (skeleton.effector(i).of.empty())
        add_capsule(skeleton, skeleton.effector_joint(i), -1 - i, skeleton.effector(i).position);
    now_.resize(capsules_.size());
  }

  void add(const ObjectiveState& state, const double& gain, Eigen::VectorXd& phi) override {
    const Pose& pose = state.pose;
    const double far = state.skeleton.characteristic_length(), near = 0.1 * far, radius = near;
    for (size_t k = 0; k < capsules_.size(); ++k) {
      const Capsule& capsule = capsules_[k];
      now_[k] = {pose.position.col(capsule.link), capsule.end >= 0
                                                      ? pose.position.col(capsule.end)
                                                      : pose.effector.col(-1 - capsule.end)};
    }
    forces_.clear();
    for (size_t k = 0; k < capsules_.size(); ++k) {
      const Vector3d middle = 0.5 * (now_[k].from + now_[k].to);
      for (size_t l = 0; l < k; ++l) {
        const double within = capsules_[k].half + capsules_[l].half + 2 * radius + far;
        if ((0.5 * (now_[l].from + now_[l].to) - middle).squaredNorm() >= within * within) continue;
        const auto [s, t] = nearest(now_[k], now_[l]);
        const Vector3d p = now_[k].from + s * (now_[k].to - now_[k].from),
                       q = now_[l].from + t * (now_[l].to - now_[l].from), way = p - q;
        const double distance = way.norm(), d = distance - 2 * radius;
        const bool cross = distance < 1e-9 * far;  // and have no direction that leads apart
        if (!(d < far) || cross || are_neighbours(k, l, 2 * radius)) continue;
        const Vector3d force = gain * (1 / std::max(d, near) - 1 / far) / distance * way;
        forces_.add_force(pose, capsules_[k].link, p, force);
        forces_.add_force(pose, capsules_[l].link, q, -force);
      }
    }
    forces_.add_joint_forces(state.skeleton, pose, phi);
  }

 private:
  /// A capsule on joint `link`'s link: from that joint to joint `end`, or to effector -1 - end.
  struct Capsule {
    int link, end;
    Segment at_zero;  // with every joint at zero
    double half;      // its length
  };

  void add_capsule(const Skeleton& skeleton, int link, int end, const Vector3d& to) {
    if (link < 0) return;
    const Vector3d& from = skeleton.joint(link).position;
    if (from != to) capsules_.push_back({link, end, {from, to}, 0.5 * (to - from).norm()});
  }

  bool are_neighbours(size_t k, size_t l, double both) const {
    const Segment &one = capsules_[k].at_zero, &other = capsules_[l].at_zero;
    const auto [s, t] = nearest(one, other);
    return (one.from + s * (one.to - one.from) - other.from - t * (other.to - other.from)).norm() <=
           both;
  }

  std::vector<Capsule> capsules_;
  std::vector<Segment> now_;
  LinkForces forces_;
};

}  // namespace

void declare_self_collision(base::Registry<ObjectiveInfo>& objectives) {
  objectives.add({
      .name = "self_collision",
      .rank = 50,
      .formula = "φ = Σ Jₚᵀ fₚ,   |fₚ| = 1/d − 1/D",
      .gain = base::log_scaled(
          "self_collision_gain", "K_self", "rad", {0, 1, 0},
          {.explanation = "Pushes links away from each other that come nearer than the length of a "
                          "link, without moving the effectors as far as joint limits allow. Links "
                          "are capsules of a tenth of that; neighbours do not count.",
           .source = "Khatib 1986"}),
      .make = [](const Skeleton& skeleton) { return std::make_unique<SelfCollision>(skeleton); },
  });
}

}  // namespace ik
