#pragma once
#include <Eigen/Core>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formats/robots/robot.h"
#include "sim/scene.h"
#include "sim/timeline/recording.h"

namespace formats {

/// The content of a motion capture file with one figure: docs/bodies.md.
struct BvhFile {
  struct Channel {
    char axis;  ///< 'X', 'Y', 'Z'
    bool rotation;
    int row = 0;  ///< of values
    /// Returns whether they are of one kind, in whichever rows.
    bool operator==(const Channel& other) const {
      return axis == other.axis && rotation == other.rotation;
    }
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

/// A motion capture file after the decisions that the format leaves to its readers: docs/bodies.md.
struct BvhFigure {
  /// The file with positions that are added to OFFSET, whichever form it had. If the file has bones
  /// only in the positions, OFFSET is that of the first frame.
  BvhFile file;
  std::vector<std::vector<size_t>> children;  ///< the children of each joint
  /// Says of each joint whether it moves the whole figure, as the root and hips below a static root
  /// do.
  std::vector<bool> carries_figure;
  sim::Scene::Up up = sim::Scene::Up::Y;
};
BvhFigure figure_of(BvhFile file);

/// Counts the limbs that end at each joint or below it.
std::vector<int> count_ends(const std::vector<BvhFile::Joint>& joints);

/// Returns the greatest extent of the figure with every joint at zero.
double height_of(const std::vector<BvhFile::Joint>& joints);

/// Returns whether a name contains one of these words, ignoring case.
bool name_has(const std::string& name, std::initializer_list<std::string_view> words);

/// Returns the body of a figure in the first frame's pose: a coordinate for each channel, named
/// "LeftArm.Zrotation", those that slide before those that turn. Coordinates that only the
/// recording moves are held.
Robot robot_of(const BvhFigure& figure, const std::string& source);

/// Returns the file's motion for a body that has all of the file's coordinates, which are matched
/// by name. Returns null if the file has no motion. Throws base::Error.
std::shared_ptr<const sim::Recording> recording_of(const BvhFigure& figure,
                                                   const std::string& source,
                                                   const ik::Skeleton& body);

}  // namespace formats
