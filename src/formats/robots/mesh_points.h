#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

namespace formats {

/// Returns the points of a mesh as it is drawn, from an STL or OBJ file, or from a DAE file with
/// its unit and the frames of its nodes. Returns none for other, unreadable and large files.
std::vector<Eigen::Vector3d> mesh_points(const std::string& file);
/// Returns how far the file's first points extend along an axis, enough to recognise its unit; 0 if
/// it has no points.
double mesh_reach(const std::string& file);

}  // namespace formats
