#include "formats/robots/urdf_parts.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "base/error.h"
#include "formats/suggest.h"
#include "ik/model/rotation.h"

namespace formats {
namespace {

/// Reads a length: not negative, and at most what a scene can hold.
double length_of(const XmlElement& shape, const char* attribute) {
  const double length = shape.number(attribute);
  if (!(length >= 0 && length <= ik::Skeleton::max_coordinate))
    shape.fail("<{}> has {} = {}; expected a length from 0 to a million", shape.name(), attribute,
               shortest(length));
  return length;
}

std::optional<Eigen::Vector4f> rgba_of(const XmlElement& material) {
  const std::optional<XmlElement> color = material.child("color");
  if (!color || !color->has("rgba")) return std::nullopt;
  const std::vector<double> all = color->numbers("rgba");
  if (all.size() != 3 && all.size() != 4)
    color->refuse("rgba", "; expected four numbers: red, green, blue and opacity, from 0 to 1");
  Eigen::Vector4f rgba = Eigen::Vector4f::Ones();
  for (size_t i = 0; i < all.size(); ++i)
    rgba[i] = static_cast<float>(std::clamp(all[i], 0.0, 1.0));
  return rgba;
}

}  // namespace

sim::Frame urdf_origin(const XmlElement& element) {
  const std::optional<XmlElement> origin = element.child("origin");
  return origin ? urdf_frame(*origin) : sim::Frame();
}

sim::Frame urdf_frame(const XmlElement& element) {
  sim::Frame frame;
  frame.position = element.vector("xyz", Eigen::Vector3d::Zero());
  if (!(frame.position.cwiseAbs().maxCoeff() <= ik::Skeleton::max_coordinate))
    element.refuse("xyz", ", which is too far away; expected numbers up to a million");
  if (!element.has("quat_xyzw")) {
    frame.rotation = ik::from_roll_pitch_yaw(element.vector("rpy", Eigen::Vector3d::Zero()));
    return frame;
  }
  const std::vector<double> q = element.numbers("quat_xyzw");
  const Eigen::Vector4d four =
      q.size() == 4 ? Eigen::Vector4d(q[0], q[1], q[2], q[3]) : Eigen::Vector4d::Zero();
  const double norm = four.stableNorm();
  if (element.has("rpy") || !(norm > 1e-9 && std::isfinite(norm)))
    element.refuse("quat_xyzw", element.has("rpy") ? " and rpy; expected one of them"
                                                   : "; expected four numbers that are not all 0");
  frame.rotation = Eigen::Quaterniond(four / norm).toRotationMatrix();
  return frame;
}

UrdfSolids::UrdfSolids(const XmlElement& robot) : meshes_(robot.source()) {
  if (const auto mujoco = robot.child("mujoco"))
    if (const auto compiler = mujoco->child("compiler"))
      meshes_.add_folder(compiler->text("meshdir", ""));
  for (const XmlElement& material : robot.children("material")) learn_color(material);
  for (const XmlElement& link : robot.children("link"))  // those of visuals have names too
    for (const XmlElement& visual : link.children("visual"))
      if (const auto material = visual.child("material")) learn_color(*material);
}

void UrdfSolids::learn_color(const XmlElement& material) {
  try {
    if (const Color color = rgba_of(material))
      colors_.try_emplace(material.text("name", ""), color);
  } catch (const base::Error&) {  // visuals report their own errors
  }
}

UrdfSolids::Color UrdfSolids::color_of(const XmlElement& visual) const {
  const std::optional<XmlElement> material = visual.child("material");
  if (!material) return std::nullopt;
  if (const Color own = rgba_of(*material)) return own;
  const auto found = colors_.find(material->text("name", ""));
  return found == colors_.end() ? std::nullopt : found->second;
}

bool UrdfSolids::set_shape(const XmlElement& geometry, sim::Solid& solid) {
  using Kind = sim::Solid::Kind;
  const XmlElement shape = geometry.children().front();
  const std::string name = shape.name();
  if (name == "box") {
    solid.kind = Kind::Box;
    shape.required("size");
    solid.size = shape.vector("size", Eigen::Vector3d::Zero());
    if (!(solid.size.minCoeff() >= 0 && solid.size.maxCoeff() <= ik::Skeleton::max_coordinate))
      shape.refuse("size", "; expected lengths from 0 to a million");
  } else if (name == "sphere") {
    solid.kind = Kind::Sphere;
    solid.size.setConstant(length_of(shape, "radius"));
  } else if (name == "cylinder" || name == "capsule") {
    solid.kind = name == "cylinder" ? Kind::Cylinder : Kind::Capsule;
    const double radius = length_of(shape, "radius"), length = length_of(shape, "length");
    solid.size = {radius, radius, length};
    if (solid.kind == Kind::Capsule) return radius > 0;
  } else if (name == "mesh") {
    solid.kind = Kind::Mesh;
    const std::vector<double> scale = shape.numbers("scale");
    if (scale.size() == 1)
      solid.size.setConstant(scale[0]);
    else
      solid.size = shape.vector("scale", Eigen::Vector3d::Ones());
    shape.expect_moderate("scale");
    const std::optional<std::string> file = meshes_.find(shape.required("filename"));
    solid.mesh = file.value_or("");
    return file && solid.size.cwiseAbs().minCoeff() > 0;
  } else {
    unknown_shapes_.add(name);
    return false;
  }
  return solid.size.minCoeff() > 0;
}

std::vector<sim::Solid> UrdfSolids::of_link(const XmlElement& link, bool collisions) {
  const Eigen::Vector4f faint(0.6f, 0.64f, 0.7f, 0.4f);
  std::vector<sim::Solid> solids;
  for (const XmlElement& part : link.children(collisions ? "collision" : "visual")) try {
      sim::Solid solid;
      solid.frame = urdf_origin(part);
      solid.color = collisions ? faint : color_of(part);
      const std::optional<XmlElement> geometry = part.child("geometry");
      if (!geometry || geometry->children().empty())
        part.fail("<{}> has no shape; expected <geometry> with one", part.name());
      if (set_shape(*geometry, solid)) solids.push_back(std::move(solid));
    } catch (const base::Error& error) {  // the body moves without this solid
      std::string why = error.what();
      if (why.starts_with(link.source() + ":"))
        why = "line " + why.substr(link.source().size() + 1);
      if (!collisions) faulty_visuals_.add(why);
    }
  return solids;
}

std::vector<std::string> UrdfSolids::notices() const {
  std::vector<std::string> all = meshes_.notices();
  if (faulty_visuals_.count > 0)
    all.push_back(pluralized(faulty_visuals_.count,
                             "{} [visual is|visuals are] left out, [|the first: ]{}",
                             faulty_visuals_.count, faulty_visuals_.example));
  if (unknown_shapes_.count > 0)
    all.push_back(pluralized(unknown_shapes_.count,
                             "{} [visual has|visuals have] a shape that is not drawn, such as <{}>",
                             unknown_shapes_.count, base::printable(unknown_shapes_.example, 40)));
  return all;
}

}  // namespace formats
