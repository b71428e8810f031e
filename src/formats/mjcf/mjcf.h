#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/robots/mesh_files.h"
#include "formats/robots/robot.h"
#include "formats/robots/xml_file.h"

namespace formats::mjcf {

/// An element and its content. An <include> is replaced by the content of the included file.
struct Node {
  XmlElement element;
  std::vector<Node> children;
};

/// A model in MJCF with all files that it includes.
class Document {
 public:
  /// Throws base::Error for broken XML, or a file that is missing or included twice.
  Document(std::string_view text, const std::string& source);

  const std::string& source() const { return source_; }
  const Node& root() const { return root_[0]; }
  /// Returns the elements of the root with this name, from all files in their order.
  std::vector<const Node*> sections(std::string_view name) const;
  /// Returns the children of these sections, of any name.
  std::vector<XmlElement> children_of(std::string_view name) const;
  /// Returns the file of this name: absolute, beside the main file, or else beside the file that
  /// names it, in the folder there if one is given. Empty if there is none.
  static std::filesystem::path find(const std::string& name, const std::string& folder,
                                    const std::string& main, const std::string& naming);

 private:
  void add(const XmlElement& element, std::vector<Node>& to);
  void include(const XmlElement& element, std::vector<Node>& to);

  std::string source_;
  std::vector<std::unique_ptr<XmlFile>> files_;
  std::vector<std::filesystem::path> included_;
  std::vector<Node> root_;
};

/// The classes of <default> elements. A class inherits from the one around it.
class Defaults {
 public:
  explicit Defaults(const Document& document);

  /// Returns an element with the attributes of its class. `inherited` is the childclass of the
  /// bodies around it, empty for none; `kind` the element of <default> if it is not of the same
  /// name. Throws base::Error for a class that does not exist.
  XmlElement of(const XmlElement& element, const std::string& inherited,
                const std::string& kind = {}) const;
  /// Returns the childclass of an element, or else the inherited one.
  std::string childclass(const XmlElement& element, const std::string& inherited) const;

 private:
  using Class = std::vector<const Node*>;  // its <default>, then those around it, innermost first
  void read(const Node& node, const Class& around);
  const Class& find(const XmlElement& element, const std::string& name) const;

  std::map<std::string, Class, std::less<>> classes_;  // "main": of elements without a class
};

/// The settings of <compiler>, which determine how the rest is read.
struct Compiler {
  bool degrees = true;
  bool autolimits = true;
  bool strip_path = false;
  std::string euler = "xyz";  ///< axes; small letters turn with the body, capital ones do not
  std::string mesh_folder;

  double radians(double angle) const { return degrees ? angle * std::numbers::pi / 180 : angle; }
};
/// Reads the settings. Throws base::Error for global coordinates.
Compiler compiler_of(const Document& document);

/// Returns the frame given by pos and by quat, axisangle, xyaxes, zaxis or euler.
sim::Frame frame_of(const XmlElement& element, const Compiler& compiler);
/// Returns the rotation of three turns about the axes of eulerseq.
Eigen::Matrix3d euler_rotation(const Eigen::Vector3d& angles, const Compiler& compiler);
/// Returns the smallest rotation that takes z to a direction; for -z it is about x, for 0 none.
Eigen::Matrix3d from_z(const Eigen::Vector3d& direction);
/// Returns the frame in the middle of two points, of six numbers, whose z axis leads from the
/// second to the first.
sim::Frame frame_between(const std::vector<double>& ends);

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
  void read_mesh(const XmlElement& mesh, const std::string& source);
  std::optional<Eigen::Vector4f> color_of(const XmlElement& geom) const;

  const Defaults& defaults_;
  const Compiler& compiler_;
  std::map<std::string, MeshFiles> files_ = {};  ///< by the file beside which they are
  std::map<std::string, Mesh, std::less<>> meshes_;
  std::map<std::string, Eigen::Vector4f, std::less<>> colors_;
  std::vector<Geom> geoms_;
  Count missing_, lfs_pointers_, undeclared_, by_vertices_;  // meshes, by file or name
};

using Names = std::set<std::string, std::less<>>;

/// A point of a body.
struct Site {
  std::string name;
  int link;
  int rank;  ///< how clearly its name denotes a tool, larger for clearer; 0: it does not
  sim::Frame frame;
};

struct Model {
  Robot robot = {};
  std::vector<Site> sites = {};
  std::set<int> mocap = {};  ///< links that MuJoCo's user moves
  /// Points of other links that are welded or connected to those.
  std::vector<Site> mocap_points = {};
  /// Counts elements that matter for the kinematics and are not supported, by name.
  std::map<std::string, int> unsupported = {};
  int attached_count = 0;  ///< number of attached models, with those that they attach
};

/// Reads a file and those that it includes and attaches, without choosing effectors. `depth` counts
/// the files that attach it, one through another.
Model read_model(const Document& document, int depth = 0);

/// Reads <equality>, for each replica, whose names end with one of these suffixes: joints that
/// follow others or are held, loops, and bodies fixed to others. Other constraints are left out.
void read_constraints(const Document& document, const Defaults& defaults, const Names& suffixes,
                      Model& model);
/// Reads the start pose: the keyframe "home", or the first that has a number for each coordinate.
void read_keyframes(const Document& document, Robot& robot);

}  // namespace formats::mjcf
