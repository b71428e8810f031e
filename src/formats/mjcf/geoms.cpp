#include "formats/mjcf/mjcf.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <filesystem>

#include "formats/suggest.h"

namespace formats::mjcf {
namespace {

using Eigen::Vector3d;
using sim::Solid;

constexpr int first_hidden_group = 3;

Eigen::Vector4f clamped_color(const std::vector<double>& rgba) {
  Eigen::Vector4f color = Eigen::Vector4f::Ones();
  for (size_t i = 0; i < std::min<size_t>(4, rgba.size()); ++i)
    color[i] = static_cast<float>(std::clamp(rgba[i], 0.0, 1.0));
  return color;
}

/// Places a solid between the ends of `fromto`; its z axis points from the second end to the first.
void set_ends(const XmlElement& geom, const std::string& type, Solid& solid) {
  if (!contains({"capsule", "cylinder", "box", "ellipsoid"}, type)) return;
  const std::vector<double> ends = geom.numbers("fromto", 6);
  solid.frame = frame_between(ends);
  solid.size.z() = (Vector3d::Map(&ends[0]) - Vector3d::Map(&ends[3])).norm() / 2;
  if (type == "box" || type == "ellipsoid") solid.size.y() = solid.size.x();
}

/// Sets kind, size and frame of a primitive. Returns whether all its sizes are positive.
bool set_primitive(const XmlElement& geom, const Compiler& compiler, const std::string& type,
                   Solid& solid) {
  const std::vector<double> sizes = geom.merged_numbers("size");
  solid.size.setZero();
  for (size_t i = 0; i < std::min<size_t>(3, sizes.size()); ++i) solid.size[i] = sizes[i];
  solid.frame = frame_of(geom, compiler);
  const bool round = type == "capsule" || type == "cylinder";
  if (round) solid.size.z() = solid.size.y();
  if (geom.has("fromto")) set_ends(geom, type, solid);
  solid.kind = Solid::Kind(std::ranges::find(Solid::names, type) - std::begin(Solid::names));
  if (type == "sphere") solid.size.setConstant(solid.size.x());
  if (type == "box") solid.size *= 2;
  if (round) solid.size = {solid.size.x(), solid.size.x(), 2 * solid.size.z()};
  return (solid.size.array() > 0).all();
}

}  // namespace

Geoms::Geoms(const Document& document, const Defaults& defaults, const Compiler& compiler)
    : defaults_(defaults), compiler_(compiler) {
  for (const XmlElement& asset : document.children_of("asset")) {
    const bool mesh = asset.name() == "mesh";
    if (!mesh && asset.name() != "material") continue;
    const XmlElement full = defaults.of(asset, "");
    if (mesh)
      read_mesh(full, document.source());
    else if (full.has("rgba"))
      colors_[asset.text("name", "")] = clamped_color(full.numbers("rgba"));
  }
}

void Geoms::read_mesh(const XmlElement& element, const std::string& source) {
  Mesh mesh;
  std::string file = element.text("file", "");
  std::ranges::replace(file, '\\', '/');
  std::filesystem::path path(file);
  if (compiler_.strip_path) path = path.filename();
  std::filesystem::path found;
  if (!file.empty()) {
    found = Document::find(path.string(), compiler_.mesh_folder, source, element.source());
    for (const std::string& beside : {element.source(), source}) {
      const auto [files, is_new] = files_.try_emplace(beside, beside);
      if (is_new) files->second.add_folder(compiler_.mesh_folder);
      if (found.empty()) found = files->second.look_up(path.string());
    }
  }
  const std::string name = element.own().text("name", path.stem().string());
  mesh.absent = file.empty()            ? &by_vertices_
                : found.empty()         ? &missing_
                : is_lfs_pointer(found) ? &lfs_pointers_
                                        : nullptr;
  mesh.file = !mesh.absent ? found.string() : file.empty() ? name : file;
  element.expect_moderate("scale");
  mesh.scale = element.vector("scale", Vector3d::Ones());
  // v' = S R^T (v - p), with p = refpos and R from refquat
  const std::vector<double> q = element.numbers("refquat");
  if (q.size() == 4) {
    const Eigen::Quaterniond quat(q[0], q[1], q[2], q[3]);
    if (quat.norm() > 1e-9)
      mesh.reference.rotation = quat.normalized().toRotationMatrix().transpose();
  }
  const Vector3d at = element.vector("refpos", Vector3d::Zero());
  mesh.reference.position = -mesh.scale.cwiseProduct(mesh.reference.rotation * at);
  meshes_[name] = mesh;
}

std::optional<Eigen::Vector4f> Geoms::color_of(const XmlElement& geom) const {
  if (geom.has("rgba")) return clamped_color(geom.numbers("rgba"));
  const auto color = colors_.find(geom.text("material", ""));
  return color == colors_.end() ? std::nullopt : std::optional(color->second);
}

void Geoms::add(const XmlElement& element, const std::string& inherited, int link,
                const sim::Frame& outer) {
  static const std::vector<std::string> types = {
      "plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh", "sdf"};
  const XmlElement geom = defaults_.of(element, inherited);
  const std::string type = geom.text("type", "sphere");
  if (!contains(types, type))
    element.fail("geom type {} is unknown{}; expected {}", in_quotes(type),
                 did_you_mean(type, types), list_of(types));
  Solid solid;
  solid.color = color_of(geom);
  if (contains({"plane", "hfield", "sdf"}, type)) return;
  if (solid.color && solid.color->w() == 0) return;
  const std::string name = geom.text("mesh", "");
  if (type == "mesh" || !name.empty()) {  // a primitive fitted to a mesh is drawn as the mesh
    const auto mesh = meshes_.find(name);
    const bool declared = mesh != meshes_.end();
    if (!declared || mesh->second.absent) {
      ++(declared ? (*mesh->second.absent)[mesh->second.file] : undeclared_[name]);
      return;
    }
    solid.kind = Solid::Kind::Mesh;
    solid.mesh = mesh->second.file;
    solid.size = mesh->second.scale;
    solid.frame = frame_of(geom, compiler_) * mesh->second.reference;
  } else if (!set_primitive(geom, compiler_, type, solid)) {
    return;
  } else if (!((solid.kind == Solid::Kind::Ellipsoid ? 2 : 1) * solid.size.maxCoeff() <=
               ik::Skeleton::max_coordinate)) {  // scene files have the diameters of ellipsoids
    element.fail("the geom is larger than a million; expected a smaller size or fromto");
  }
  solid.frame = outer * solid.frame;
  geoms_.push_back(
      {link, static_cast<int>(std::clamp(geom.number("group", 0), 0.0, 5.0)), std::move(solid)});
}

void Geoms::move_to(Robot& robot) {
  const bool some_shown =
      std::ranges::any_of(geoms_, [](const Geom& one) { return one.group < first_hidden_group; });
  for (Geom& one : geoms_)
    if (!some_shown || one.group < first_hidden_group)
      robot.links[one.link].solids.push_back(std::move(one.solid));
  const auto add_notice = [&](const Count& meshes, std::string_view what) {
    if (meshes.empty()) return;
    const auto count = static_cast<int>(meshes.size());
    const std::string& first = meshes.begin()->first;
    robot.notices.push_back(base::format(
        "{} {} ({}{}); links that have no other shape are drawn as a skeleton.", count,
        pluralized(count, what),
        count == 1 ? "" : "the first: ", first.empty() ? "a geom names none" : in_quotes(first)));
  };
  add_notice(missing_, "mesh [file was|files were] not found");
  add_notice(lfs_pointers_,
             "mesh [file is a Git LFS pointer|files are Git LFS pointers]: run git lfs pull");
  add_notice(undeclared_, "[mesh is|meshes are] not declared in <asset>");
  add_notice(
      by_vertices_,
      "[mesh is given by vertices, not by a file, and is|meshes are given by vertices, not by "
      "files, and are] not drawn");
}

}  // namespace formats::mjcf
