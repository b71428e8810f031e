#pragma once
#include <string>

#include "formats/mjcf/defaults.h"
#include "sim/world/link.h"

namespace formats::mjcf {

/// The settings of <compiler>, by which the rest is read.
struct Compiler {
  bool degrees = true;
  bool autolimits = true;
  bool strip_path = false;
  std::string euler = "xyz";  ///< axes, small ones turn with the body, capital ones do not
  std::string mesh_folder;

  double radians(double angle) const;
};
/// Throws base::Error for global coordinates.
Compiler compiler_of(const Document& document);

/// pos and the one of quat, axisangle, xyaxes, zaxis, euler that it has.
sim::Frame frame_of(const Attributes& attributes, const Compiler& compiler);
/// Three turns about the axes of eulerseq.
Eigen::Matrix3d euler_rotation(const Eigen::Vector3d& angles, const Compiler& compiler);
/// The least turn that takes z to a direction; along -z, and without a direction, about x.
Eigen::Matrix3d from_z(const Eigen::Vector3d& direction);

}  // namespace formats::mjcf
