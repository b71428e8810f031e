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

/// A type of joint in scene files: one or several joints of the body at one point. Declared by a
/// file of src/formats/joints.
struct JointType {
  std::string_view name;               ///< type = "..."
  int rank = 0;                        ///< smaller ones are listed, and recognised, first
  std::vector<std::string_view> keys;  ///< beside name, parent, type, position, count and to
  /// Adds the joints; `first` has the name, the parent and the position. Throws base::Error.
  void (*read)(const Reader& file, const ik::Joint& first, std::vector<ik::Joint>& joints);
  /// Returns how many joints of the body, from this one on, form one of this type; 0 if none do.
  int (*count)(const ik::Skeleton& body, int first);
  void (*write)(Writer& out, const ik::Skeleton& body, int first);  ///< the lines of its keys
};

/// Calls declare_FILE() of every file of src/formats/joints; generated.
void declare_all(base::Registry<JointType>& types);
const std::vector<const JointType*>& joint_types();
/// Returns the type of the joints that begin with this one.
const JointType& joint_type_of(const ik::Skeleton& body, int first);

/// Limits, rest and start of one axis, in the unit of the file.
struct Travel {
  std::optional<std::array<double, 2>> limits;
  double rest = 0, start = 0;
};
/// Sets the values. Throws base::Error for a rest or start outside the limits.
void set_travel(ik::Joint& joint, const Travel& travel, const Reader& file);

/// Reads a joint with one axis of the given type.
void read_single(const Reader& file, ik::Joint joint, std::vector<ik::Joint>& joints);
void write_single(Writer& out, const ik::Skeleton& body, int j);

/// Reads a direction; its length may be any but zero.
Eigen::Vector3d direction_of(const Reader& file, std::string_view key, const std::string& joint);

/// Adds the joints, each attached to the one before. `rest` and `start` are lists for those that
/// slide, `rest_deg` and `start_deg` for those that turn; for a single joint they are numbers.
/// Three joints that turn may have limits.
void add_compound(const Reader& file, const ik::Joint& first,
                  const std::vector<sim::Coordinate>& parts, std::vector<ik::Joint>& joints);
void write_compound(Writer& out, const ik::Skeleton& body, int first, int count);
/// Returns how the coordinates of the compound joint that begins here move, "ppr" for example;
/// empty if the joint is a single one.
std::string parts_of(const ik::Skeleton& body, int first);

/// Returns radians as degrees that are read back as exactly these, or scene units as they are.
std::string in_file_units(const ik::Joint& joint, double value);
/// Returns the limits, "[-90, 90]" for example; an infinite limit becomes the widest that a file
/// can hold.
std::string limits_text(const ik::Joint& joint);

}  // namespace formats
