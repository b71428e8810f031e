// Turns from one given orientation to the next the short way, at rest at each (slerp): with u the
// fraction of the interval, R = exp([d]x s(u)) R_i, d the rotation vector from R_i to R_i+1,
// s = u^2 (3 - 2u).

#include "sim/world/plane.h"
#include "sim/world/turning.h"

namespace sim {
namespace {

class Orientations final : public Turning {
 public:
  explicit Orientations(const FieldValues& values) : interval_(number(values, "interval")) {
    const Eigen::Matrix3Xd vectors = points(values);
    for (Eigen::Index i = 0; i < vectors.cols(); ++i) R_.push_back(ik::rotation(vectors.col(i)));
    for (size_t i = 0; i < R_.size(); ++i)
      way_.push_back(ik::rotation_vector(R_[(i + 1) % R_.size()] * R_[i].transpose()));
    center_ = vectors.col(0);
  }

  Turn turn(double t) const override {
    const double count = static_cast<double>(R_.size()), turn = t / interval_,
                 at = turn - count * std::floor(turn / count), whole = std::floor(at);
    const double u = at - whole;
    const size_t i = static_cast<size_t>(whole) % R_.size();  // rounding may give `count`
    const double angle = way_[i].norm();
    if (!(angle > 0)) return {R_[i], Eigen::Vector3d::Zero()};
    return {ik::rotation(way_[i] / angle, angle * u * u * (3 - 2 * u)) * R_[i],
            6 * u * (1 - u) / interval_ * way_[i]};
  }
  Eigen::Vector3d center() const override { return center_; }

 private:
  double interval_;
  std::vector<Eigen::Matrix3d> R_;
  std::vector<Eigen::Vector3d> way_;
  Eigen::Vector3d center_;
};

}  // namespace

void declare_orientations(base::Registry<MotionInfo>& motions) {
  motions.add(
      {.name = "orientations",
       .explanation = "an orientation: turns to one given orientation after the other, cyclically",
       .fields = {points_field("rad", "their rotation vectors"),
                  duration_field("interval", "from one to the next")},
       .make = [](const FieldValues& values) { return std::make_unique<Orientations>(values); }});
}

}  // namespace sim
