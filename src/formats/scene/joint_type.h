#pragma once
#include <array>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/registry.h"
#include "formats/scene/read_scene.h"
#include "sim/world/compound.h"

namespace formats {

/// A type of joint as scene files have it: one or several joints of the body, at one place.
/// Declared by a file of src/formats/joints.
struct JointType {
  std::string_view name;               ///< type = "..."
  int rank = 0;                        ///< smaller ones are listed, and recognised, first
  std::vector<std::string_view> keys;  ///< beside name, parent, type, position, count and to
  /// Adds the joints; `first` has the name, the parent and the position. Throws base::Error.
  void (*read)(const Reader& file, const ik::Joint& first, std::vector<ik::Joint>& joints);
  /// How many joints of the body, beginning with this one, are one of this type; 0: it is none.
  int (*count)(const ik::Skeleton& body, int first);
  void (*write)(std::ostream& out, const ik::Skeleton& body, int first);  ///< the lines of its keys
};

/// Calls declare_FILE() of every file of src/formats/joints; generated.
void declare_all(base::Registry<JointType>& types);
const std::vector<const JointType*>& joint_types();
/// The type that the joints beginning with this one are.
const JointType& joint_type_of(const ik::Skeleton& body, int first);

/// Limits, rest and start of one axis, in the unit of the file.
struct Travel {
  std::optional<std::array<double, 2>> limits;
  double rest = 0, start = 0;
};
/// Throws base::Error for a rest or start outside the limits.
void set_travel(ik::Joint& joint, const Travel& travel, const Reader& file);

/// A joint with one axis, of the type that it says.
void read_single(const Reader& file, ik::Joint joint, std::vector<ik::Joint>& joints);
void write_single(std::ostream& out, const ik::Skeleton& body, int j);

/// A direction of any length but zero.
Eigen::Vector3d direction_of(const Reader& file, std::string_view key, const std::string& joint);

/// Adds them, each on the one before, without limits. rest and start are lists of those that slide,
/// rest_deg and start_deg of those that turn; of one alone, a number.
void add_compound(const Reader& file, const ik::Joint& first,
                  const std::vector<sim::Coordinate>& parts, std::vector<ik::Joint>& joints);
void write_compound(std::ostream& out, const ik::Skeleton& body, int first, int count);
/// "ppr": how the coordinates of the compound joint that begins here move; empty: it is a single
/// one.
std::string parts_of(const ik::Skeleton& body, int first);

/// Radians as degrees that are read back as exactly these, or scene units.
std::string in_file_units(const ik::Joint& joint, double value);
/// "[-90, 90]"; an open end becomes the widest that a file can say.
std::string limits_text(const ik::Joint& joint);

}  // namespace formats
