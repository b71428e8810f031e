#pragma once
#include <string>

#include "formats/mjcf/document.h"
#include "sim/world/link.h"

namespace formats::mjcf {

/// The settings of <compiler>, which determine how the rest is read.
struct Compiler {
  bool degrees = true;
  bool autolimits = true;
  bool strip_path = false;
  std::string euler = "xyz";  ///< axes, small ones turn with the body, capital ones do not
  std::string mesh_folder;

  double radians(double angle) const;
};
/// Reads the settings. Throws base::Error for global coordinates.
Compiler compiler_of(const Document& document);

/// Returns the frame given by pos and by quat, axisangle, xyaxes, zaxis or euler.
sim::Frame frame_of(const Attributes& attributes, const Compiler& compiler);
/// Returns the rotation of three turns about the axes of eulerseq.
Eigen::Matrix3d euler_rotation(const Eigen::Vector3d& angles, const Compiler& compiler);
/// Returns the smallest rotation that takes z to a direction; for -z it is about x, for 0 none.
Eigen::Matrix3d from_z(const Eigen::Vector3d& direction);

}  // namespace formats::mjcf
