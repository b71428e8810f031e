#pragma once
#include <Eigen/Core>

namespace sim {

/// A recorded motion of the whole body, from motion capture.
struct Recording {
  double frame_time = 0;  ///< s
  Eigen::MatrixXd theta;  ///< n x frames: the joints' coordinates
  int frames() const { return static_cast<int>(theta.cols()); }
};

}  // namespace sim
