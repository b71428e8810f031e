#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/robots/mesh_files.h"
#include "formats/robots/xml_file.h"
#include "sim/world/link.h"

namespace formats {

/// Returns the <origin> of an element: xyz, and rpy or quat_xyzw; the identity if it is missing.
sim::Frame urdf_origin(const XmlElement& element);
/// Returns the frame of an <origin> or of another element with its attributes.
sim::Frame urdf_frame(const XmlElement& element);

/// The solids of the <visual> elements of a URDF's links.
class UrdfSolids {
 public:
  explicit UrdfSolids(const XmlElement& robot);

  /// Returns the <visual> elements, or the <collision> elements as faint solids. Faulty ones are
  /// left out, the latter without a notice, since only the drawing depends on them.
  std::vector<sim::Solid> of_link(const XmlElement& link, bool collisions);
  std::vector<std::string> notices() const;

 private:
  using Color = std::optional<Eigen::Vector4f>;

  void learn_color(const XmlElement& material);
  Color color_of(const XmlElement& visual) const;
  /// Sets the shape, of which there is one; returns false if there is nothing to draw.
  bool set_shape(const XmlElement& geometry, sim::Solid& solid);

  std::map<std::string, Color> colors_;  // of materials, by name
  MeshFiles meshes_;
  NoticeSubjects unknown_shapes_, faulty_visuals_;  // examples: the shape, the error
};

/// Returns a notice about the remains of xacro in a file that it wrote, which are skipped; empty if
/// there are none. Throws base::Error if they would define links or joints.
std::string xacro_notice(const XmlElement& robot);

}  // namespace formats
