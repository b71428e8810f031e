#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/registry.h"
#include "formats/scene/read_scene.h"
#include "sim/world/compound.h"

namespace formats {

struct JointType;

/// A [[joint]] of a file, in the file's units.
struct FileJoint {
  std::string name, parent = {};
  const JointType* type = nullptr;
  Eigen::Vector3d position = Eigen::Vector3d::Zero();
  std::optional<double> count = {};  ///< how many there are in a row from `position` to `to`
  std::optional<Eigen::Vector3d> to = {};
  Eigen::Vector3d axis = Eigen::Vector3d::Zero(), along = Eigen::Vector3d::Zero();
  Strings channels = {};
  std::vector<std::array<double, 2>> limits = {};  ///< one for each coordinate, or none
  std::optional<double> max_speed = {}, max_acceleration = {};
  double stiffness = 1;
  std::string mimic = {};
  std::optional<double> multiplier = {};  ///< none: 1
  double offset = 0;
  /// Element 0 has the coordinates that slide, element 1 those that turn; empty: all are 0.
  std::array<std::vector<double>, 2> rest = {}, start = {};
};
void fields(Fields& f, FileJoint& joint);

/// A type of joint in scene files: one or several joints of the body at one point.
struct JointType {
  std::string_view name;  ///< type = "..."
  int rank = 0;           ///< smaller ones are listed, and recognised, first
  /// Declares the keys beside name, parent, type, position, count and to.
  void (*fields)(Fields& f, FileJoint& joint);
  /// Returns its coordinates, each on the one before; a single one has no ending.
  std::vector<sim::Coordinate> (*coordinates)(const FileJoint& joint, const Reader& table);
  /// How the coordinates move, "ppr", of a type that is recognised by this.
  std::string_view parts = {};
  /// Returns how many joints from this one on form one of a type without `parts`; 0 if none do.
  int (*own_count)(const ik::Skeleton& body, int first) = nullptr;
  /// Takes from the body what only this type has.
  void (*describe)(const ik::Skeleton& body, int first, FileJoint& joint) = nullptr;

  /// Returns how many joints of the body, from this one on, form one of this type; 0 if none do.
  int count(const ik::Skeleton& body, int first) const;
};

/// Calls declare_FILE() of every file of src/formats/joints; generated.
void declare_all(base::Registry<JointType>& types);
inline const std::vector<const JointType*>& joint_types() {
  return base::Registry<JointType>::all();
}
/// Returns the type of the joints that begin with this one.
const JointType& joint_type_of(const ik::Skeleton& body, int first);

/// Declares the rest and start pose of coordinates that slide and turn: of a single one a number.
void pose_fields(Fields& f, FileJoint& joint, size_t slides, size_t turns);

/// Throws base::Error for a direction without length.
void check_direction(const Reader& table, std::string_view key, const Eigen::Vector3d& direction);

/// Adds the joints of a table, each attached to the one before. `first` has name and parent.
void add_joints(const FileJoint& table, const Reader& file, const ik::Joint& first,
                std::vector<ik::Joint>& joints);
/// Returns the table of the joint that begins at `first`.
FileJoint table_of(const ik::Skeleton& body, int first);
}  // namespace formats
