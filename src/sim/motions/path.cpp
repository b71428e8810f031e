// Through recorded points, one every interval, on a Catmull-Rom spline: with u the share of the
// interval since p_i, a cubic Hermite piece from p_i to p_i+1 whose slopes there are
// m_i = (p_i+1 - p_i-1) / 2. Velocity is its derivative, continuous everywhere.

#include <cmath>

#include "sim/motion.h"

namespace sim {
namespace {

using Eigen::Index;
using Eigen::Vector3d;

class Path final : public Motion {
 public:
  explicit Path(const FieldValues& values)
      : interval_(number(values, "interval")), repeat_(number(values, "repeat") != 0) {
    const std::vector<double>& numbers = values.find("points")->second;
    points_ = Eigen::Map<const Eigen::Matrix3Xd>(numbers.data(), 3,
                                                 static_cast<Index>(numbers.size() / 3));
    center_ = points_.rowwise().mean();
    slopes_.resize(3, points_.cols());
    for (Index i = 0; i < points_.cols(); ++i) slopes_.col(i) = slope(i);
  }

  Place at(double t) const override {
    const double count = static_cast<double>(points_.cols());
    double turn = t / interval_;
    if (repeat_)
      turn -= count * std::floor(turn / count);
    else if (!(turn > 0) || !(turn < count - 1))
      return {points_.col(turn > 0 ? points_.cols() - 1 : 0), Vector3d::Zero()};
    const double whole = std::floor(turn), u = turn - whole;
    const Index i = whole < count ? static_cast<Index>(whole) : 0;  // rounding may give `count`
    const Index j = i + 1 < points_.cols() ? i + 1 : 0;

    const Vector3d p = points_.col(i), q = points_.col(j), m = slopes_.col(i), n = slopes_.col(j);
    const Vector3d way = q - p, bend = m + n - 2 * way, turn_in = 3 * way - 2 * m - n;
    return {p + u * (m + u * (turn_in + u * bend)),
            (m + u * (2 * turn_in + 3 * u * bend)) / interval_};
  }
  Vector3d center() const override { return center_; }

 private:
  /// A path that is not repeated begins and ends at rest.
  Vector3d slope(Index i) const {
    const Index last = points_.cols() - 1;
    if (!repeat_ && (i == 0 || i == last)) return Vector3d::Zero();
    return (points_.col(i < last ? i + 1 : 0) - points_.col(i > 0 ? i - 1 : last)) / 2;
  }

  Eigen::Matrix3Xd points_, slopes_;
  Vector3d center_;
  double interval_;
  bool repeat_;
};

}  // namespace

void declare_path(base::Registry<MotionInfo>& motions) {
  motions.add({.name = "path",
               .explanation = "follows a smooth curve through recorded points, one every interval",
               .fields = {{.key = "points",
                           .kind = Field::Kind::Points,
                           .required = true,
                           .unit = "unit",
                           .explanation = "positions at time zero, one interval later, and so on"},
                          duration_field("interval", "time from one point to the next"),
                          {.key = "repeat",
                           .kind = Field::Kind::Flag,
                           .default_value = 1,
                           .min = 0,
                           .max = 1,
                           .explanation =
                               "continues from the last point to the first, endlessly; otherwise "
                               "it starts and ends at rest and stays at the last point"}},
               .make = [](const FieldValues& values) { return std::make_unique<Path>(values); }});
}

}  // namespace sim
