#pragma once
#include <map>
#include <string>
#include <vector>

#include "formats/mjcf/document.h"
#include "formats/robots/mesh_files.h"
#include "formats/robots/robot.h"

namespace formats::mjcf {

/// The solids of the links.
class Geoms {
 public:
  Geoms(const Document& document, const Defaults& defaults, const Compiler& compiler);

  /// Adds a <geom> of a link, in a frame of the link. Planes, height fields and signed distance
  /// fields have no solid. Throws base::Error for a type that does not exist.
  void add(const XmlElement& element, const std::string& inherited, int link,
           const sim::Frame& outer);
  /// Moves the solids of groups 0 to 2, which MuJoCo's viewer shows, to the links; if none, all.
  void move_to(Robot& robot);

 private:
  using Count = std::map<std::string, int, std::less<>>;
  struct Mesh {
    std::string file;         ///< absolute, or the model's name for it if it is not drawn
    Count* absent = nullptr;  ///< the count of geoms whose meshes, like this, are not drawn
    Eigen::Vector3d scale = Eigen::Vector3d::Ones();
    sim::Frame reference = {};
  };
  struct Geom {
    int link, group;
    sim::Solid solid;
  };
  void read_mesh(const Attributes& mesh, const std::string& source);
  bool shape(const Attributes& geom, const std::string& type, sim::Solid& solid) const;
  void span(const Attributes& geom, const std::string& type, sim::Solid& solid) const;
  std::optional<Eigen::Vector4f> color_of(const Attributes& geom) const;

  const Defaults& defaults_;
  const Compiler& compiler_;
  std::map<std::string, MeshFiles> files_ = {};  ///< by the file beside which they are
  std::map<std::string, Mesh, std::less<>> meshes_;
  std::map<std::string, Eigen::Vector4f, std::less<>> colors_;
  std::vector<Geom> geoms_;
  Count missing_, pointers_, undeclared_, by_vertices_;  // meshes, by file or name
};

}  // namespace formats::mjcf
