#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

namespace formats {

/// The points of a mesh as it is drawn: of an STL or OBJ file, or of a DAE file with the unit and
/// the frames of its nodes. None of a file that cannot be read, is none of these or is large.
std::vector<Eigen::Vector3d> mesh_points(const std::string& file);
/// How far, along an axis, the points go with which the file begins: enough to see its unit. 0: it
/// has none.
double mesh_reach(const std::string& file);

}  // namespace formats
