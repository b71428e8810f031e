#pragma once
#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

#include "ik/model/skeleton.h"

namespace sim {

/// A recorded motion of the whole body. It repeats without end and jumps from the last frame to the
/// first.
struct Recording {
  std::string file;       ///< absolute
  double interval = 0;    ///< units of time from one frame to the next, above 0
  Eigen::MatrixXd theta;  ///< n x frames, one frame at least: coordinates, angles without jumps
  /// Coordinates that only the recording can prescribe, the figure's place and the lengths of its
  /// bones, in ascending order. While held, they follow the recording.
  std::vector<int> given;

  int frames() const { return static_cast<int>(theta.cols()); }
  double duration() const { return (frames() - 1) * interval; }

  /// Interpolates between two frames on a Catmull-Rom spline: a coordinate is the sum of
  /// weight[k] theta(j, frame[k]), its derivative that of slope[k] theta(j, frame[k]).
  struct Interpolation {
    std::array<int, 4> frame{};
    std::array<double, 4> weight{}, slope{};
  };
  Interpolation at(double t) const;  ///< t: units of time
  double coordinate(const Interpolation& between, int j) const {
    return sum(between.weight, between, j);
  }
  double speed(const Interpolation& between, int j) const { return sum(between.slope, between, j); }
  /// Writes the coordinates at time t into theta, n, which has the right size. Allocates nothing.
  void pose(double t, Eigen::VectorXd& theta) const;
  /// Returns whether it jumps back to its beginning in (t0, t1].
  bool starts_again(double t0, double t1) const;

 private:
  double sum(const std::array<double, 4>& weights, const Interpolation& between, int j) const {
    double x = 0;
    for (size_t k = 0; k < 4; ++k) x += weights[k] * theta(j, between.frame[k]);
    return x;
  }
};

/// Returns the angle between a joint's rotations A, B in two poses, rad: |log(A^T B)|; 0 if it does
/// not turn.
double angle_between(const ik::Skeleton& skeleton, const ik::Skeleton::WholeJoint& joint,
                     const Eigen::VectorXd& a, const Eigen::VectorXd& b);
/// Returns the mean of that over the joints that turn, without held coordinates (in ascending
/// order).
double mean_angle_between(const ik::Skeleton& skeleton, const std::vector<int>& held,
                          const Eigen::VectorXd& a, const Eigen::VectorXd& b);

}  // namespace sim
