// Through recorded points, one every interval, on a Catmull-Rom spline: with u the share of the
// interval since p_i, a cubic Hermite piece from p_i to p_i+1 whose slopes there are
// m_i = (p_i+1 - p_i-1) / 2. Velocity is its derivative, continuous everywhere.
// Orientations go the short way: R = exp([w(u)]x) R_i, where w is the Hermite piece from 0 to d_i,
// the rotation vector of R_i+1 R_i^T, and the angular velocities at the points are
// (d_i-1 + d_i) / 2. With both zero this is slerp.

#include <cmath>
#include <utility>

#include "sim/world/motion.h"
#include "sim/world/turning.h"

namespace sim {
namespace {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Vector3d;

/// The cubic from p with the slope m, u = 0, to q with the slope n, u = 1; and its derivative.
std::pair<Vector3d, Vector3d> hermite(const Vector3d& p, const Vector3d& m, const Vector3d& q,
                                      const Vector3d& n, double u) {
  const Vector3d way = q - p, bend = m + n - 2 * way, turn_in = 3 * way - 2 * m - n;
  return {p + u * (m + u * (turn_in + u * bend)), m + u * (2 * turn_in + 3 * u * bend)};
}

/// When a path is at which of its points.
class Schedule {
 public:
  Schedule(const FieldValues& values, Index count)
      : count_(count),
        interval_(number(values, "interval")),
        repeats_(number(values, "repeat") != 0) {}

  struct Piece {
    Index from, to;
    double u;    ///< share of the interval
    bool rests;  ///< at `from`
  };
  Piece at(double t) const {
    const double count = static_cast<double>(count_);
    double turn = t / interval_;
    if (repeats_)
      turn -= count * std::floor(turn / count);
    else if (!(turn > 0) || !(turn < count - 1))
      return {turn > 0 ? count_ - 1 : 0, 0, 0, true};
    const double whole = std::floor(turn);
    const Index i = whole < count ? static_cast<Index>(whole) : 0;  // rounding may give `count`
    return {i, next(i), turn - whole, false};
  }

  double interval() const { return interval_; }
  Index next(Index i) const { return i + 1 < count_ ? i + 1 : 0; }
  Index previous(Index i) const { return i > 0 ? i - 1 : count_ - 1; }
  /// A path that is not repeated begins and ends at rest.
  bool rests_at(Index i) const { return !repeats_ && (i == 0 || i == count_ - 1); }

 private:
  Index count_;
  double interval_;
  bool repeats_;
};

Motion make_path(const FieldValues& values) {
  const Eigen::Matrix3Xd p = points(values);
  const Schedule schedule(values, p.cols());
  Eigen::Matrix3Xd slopes = Eigen::Matrix3Xd::Zero(3, p.cols());
  for (Index i = 0; i < p.cols(); ++i)
    if (!schedule.rests_at(i))
      slopes.col(i) = (p.col(schedule.next(i)) - p.col(schedule.previous(i))) / 2;
  const auto at = [=](double t) -> Motion::State {
    const auto [i, j, u, rests] = schedule.at(t);
    if (rests) return {p.col(i), Vector3d::Zero()};
    const auto [x, slope] = hermite(p.col(i), slopes.col(i), p.col(j), slopes.col(j), u);
    return {x, slope / schedule.interval()};
  };
  return {at, p.rowwise().mean()};
}

Motion make_turning_path(const FieldValues& values) {
  const Eigen::Matrix3Xd p = points(values);
  const Schedule schedule(values, p.cols());
  Eigen::Matrix3Xd ways = p, slopes = Eigen::Matrix3Xd::Zero(3, p.cols());  // ways: d_i
  for (Index i = 0; i < p.cols(); ++i)
    ways.col(i) = ik::rotation_vector(ik::rotation(p.col(schedule.next(i))) *
                                      ik::rotation(p.col(i)).transpose());
  for (Index i = 0; i < p.cols(); ++i)
    if (!schedule.rests_at(i)) slopes.col(i) = (ways.col(schedule.previous(i)) + ways.col(i)) / 2;
  const auto turn = [=](double t) -> Turn {
    const auto [i, j, u, rests] = schedule.at(t);
    const Matrix3d R = ik::rotation(p.col(i));
    if (rests) return {R, Vector3d::Zero()};
    const Vector3d way = ways.col(i);
    const auto [w, slope] =
        hermite(Vector3d::Zero(), slopes.col(i), way, vector_rate(way, slopes.col(j)), u);
    return {ik::rotation(w) * R, ik::left_jacobian(w) * slope / schedule.interval()};
  };
  return turning(turn, p.col(0));
}

}  // namespace

void declare_path(base::Registry<MotionInfo>& motions) {
  motions.add(
      {.name = "path",
       .explanation = "follows a smooth curve through recorded points, one every interval; as an "
                      "orientation, turns the short way from one to the next",
       .fields = {points_field("unit", "positions at time zero, one interval later, and so on"),
                  duration_field("interval", "time from one point to the next"),
                  {.key = "repeat",
                   .kind = Field::Kind::Flag,
                   .default_value = 1,
                   .min = 0,
                   .max = 1,
                   .explanation =
                       "continues from the last point to the first, endlessly; otherwise "
                       "it starts and ends at rest and stays at the last point"}},
       .make = make_path,
       .make_turning = make_turning_path});
}

}  // namespace sim
