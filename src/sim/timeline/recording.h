#pragma once
#include <Eigen/Core>
#include <array>
#include <string>
#include <vector>

#include "ik/model/skeleton.h"

namespace sim {

/// A recorded motion of the whole body, repeated without end: from the last frame to the first.
struct Recording {
  std::string file;       ///< absolute
  double interval = 0;    ///< units of time from one frame to the next, above 0
  Eigen::MatrixXd theta;  ///< n x frames, one frame at least: coordinates, angles without jumps
  /// Coordinates that bodies do not have, where the figure is and how long its bones are, in
  /// ascending order: while held, they follow the recording.
  std::vector<int> given;

  int frames() const { return static_cast<int>(theta.cols()); }
  double duration() const { return (frames() - 1) * interval; }

  /// A time between two frames: a coordinate is the sum of weight[k] theta(j, frame[k]), its
  /// derivative that of slope[k] theta(j, frame[k]), on a Catmull-Rom spline.
  struct Moment {
    std::array<int, 4> frame{};
    std::array<double, 4> weight{}, slope{};
  };
  Moment at(double t) const;  ///< units of time
  double coordinate(const Moment& moment, int j) const { return sum(moment.weight, moment, j); }
  double speed(const Moment& moment, int j) const { return sum(moment.slope, moment, j); }
  void pose(double t, Eigen::VectorXd& theta) const;  ///< n, of the right size: allocates nothing
  /// Returns whether it jumps back to its beginning in (t0, t1].
  bool starts_again(double t0, double t1) const;

 private:
  double sum(const std::array<double, 4>& by, const Moment& moment, int j) const {
    double x = 0;
    for (size_t k = 0; k < 4; ++k) x += by[k] * theta(j, moment.frame[k]);
    return x;
  }
};

/// The angle between what a joint does in two poses, rad: |log(A^T B)| of its turns A, B, or 0.
double angle_between(const ik::Skeleton& skeleton, const ik::Skeleton::WholeJoint& joint,
                     const Eigen::VectorXd& a, const Eigen::VectorXd& b);
/// The mean of that over the joints that turn; held coordinates, in ascending order, do not count.
double mean_angle_between(const ik::Skeleton& skeleton, const std::vector<int>& held,
                          const Eigen::VectorXd& a, const Eigen::VectorXd& b);

}  // namespace sim
