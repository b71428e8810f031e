#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/robots/mesh_files.h"
#include "formats/robots/xml_file.h"
#include "sim/world/link.h"

namespace formats {

/// <origin> of an element of URDF: xyz, and rpy or quat_xyzw; where it is missing, nothing.
sim::Frame urdf_origin(const XmlElement& element);
/// The frame that an <origin>, or another element with its attributes, stands for.
sim::Frame urdf_frame(const XmlElement& element);

/// The solids of the <visual> elements of a URDF's links.
class UrdfSolids {
 public:
  explicit UrdfSolids(const XmlElement& robot);

  std::vector<sim::Solid> of_link(const XmlElement& link);
  /// Its <collision> elements, faint; none that is wrong, since nothing but a picture depends on
  /// it.
  std::vector<sim::Solid> collisions_of(const XmlElement& link);
  std::vector<std::string> notices() const;

 private:
  using Color = std::optional<Eigen::Vector4f>;

  void learn_color(const XmlElement& material);
  Color color_of(const XmlElement& visual) const;
  /// False: there is nothing to draw.
  bool set_shape(const XmlElement& geometry, sim::Solid& solid);

  std::map<std::string, Color> colors_;  // of materials, by name
  MeshFiles meshes_;
  int unknown_ = 0, wrong_ = 0;
  std::string example_, first_wrong_;
};

}  // namespace formats
