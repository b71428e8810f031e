#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

namespace formats {

/// The points of a mesh as it is drawn: of an STL or OBJ file, or of a DAE file with the unit and
/// the frames of its nodes. None of a file that cannot be read, is none of these or is large.
std::vector<Eigen::Vector3d> mesh_points(const std::string& file);

}  // namespace formats
