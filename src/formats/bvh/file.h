#pragma once
#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

namespace formats {

/// The content of a motion capture file with one figure: docs/bodies.md.
struct BvhFile {
  struct Channel {
    char axis;  ///< 'X', 'Y', 'Z'
    bool rotation;
  };
  struct Joint {
    std::string name;  ///< empty: an End Site
    int parent = -1;
    Eigen::Vector3d offset = Eigen::Vector3d::Zero();
    std::vector<Channel> channels;
    size_t line = 0;
  };
  std::vector<Joint> joints;  ///< parents first, in the order of the file; the root is the first
  double frame_time = 0;      ///< s; 0 without motion
  Eigen::MatrixXd values;     ///< channels x frames, degrees or units of length
  std::vector<std::string> notices;  ///< deviations from the format that were read as intended
};

/// Reads a file. Throws base::Error: one sentence with file, line, what is wrong and what was
/// expected.
BvhFile parse_bvh_file(std::string_view text, const std::string& source);

}  // namespace formats
