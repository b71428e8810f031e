// Turns from one given orientation to the next the short way, at rest at each (slerp): with u the
// fraction of the interval, R = exp([d]x s(u)) R_i, d the rotation vector from R_i to R_i+1,
// s = u^2 (3 - 2u).

#include "sim/world/plane.h"
#include "sim/world/turning.h"

namespace sim {
namespace {

Motion make_orientations(const FieldValues& values) {
  const Eigen::Matrix3Xd vectors = points(values);
  const double interval = number(values, "interval");
  std::vector<Eigen::Matrix3d> R;
  std::vector<Eigen::Vector3d> way;
  for (Eigen::Index i = 0; i < vectors.cols(); ++i) R.push_back(ik::rotation(vectors.col(i)));
  for (size_t i = 0; i < R.size(); ++i)
    way.push_back(ik::rotation_vector(R[(i + 1) % R.size()] * R[i].transpose()));
  const auto turn = [=](double t) -> Turn {
    const double count = static_cast<double>(R.size()), turns = t / interval,
                 at = turns - count * std::floor(turns / count), whole = std::floor(at);
    const double u = at - whole;
    const size_t i = static_cast<size_t>(whole) % R.size();  // rounding may give `count`
    const double angle = way[i].norm();
    if (!(angle > 0)) return {R[i], Eigen::Vector3d::Zero()};
    return {ik::rotation(way[i] / angle, angle * u * u * (3 - 2 * u)) * R[i],
            6 * u * (1 - u) / interval * way[i]};
  };
  return turning(turn, vectors.col(0));
}

}  // namespace

void declare_orientations(base::Registry<MotionInfo>& motions) {
  motions.add(
      {.name = "orientations",
       .explanation = "an orientation: turns to one given orientation after the other, cyclically",
       .fields = {points_field("rad", "their rotation vectors"),
                  duration_field("interval", "from one to the next")},
       .make = make_orientations});
}

}  // namespace sim
