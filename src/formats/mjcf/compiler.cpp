#include <Eigen/Geometry>
#include <algorithm>

#include "formats/mjcf/mjcf.h"
#include "formats/suggest.h"
#include "ik/model/rotation.h"
#include "ik/model/trigonometry.h"

namespace formats::mjcf {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double shortest_direction = 1e-14;

std::string choice_of(const XmlElement& element, const char* attribute, std::string_view otherwise,
                      std::string_view other) {
  const std::string text = element.text(attribute, otherwise);
  if (text != otherwise && text != other)
    element.fail(attribute, "; expected " + in_quotes(otherwise) + " or " + in_quotes(other));
  return text;
}

Vector3d direction_of(const Attributes& attributes, const char* attribute, const Vector3d& v) {
  if (v.norm() < shortest_direction)
    attributes.element().fail("<" + attributes.element().name() + "> has " + attribute +
                              " without a length; expected a direction, such as 0 0 1");
  return v.normalized();
}

/// Returns the rotation of an element: of those that it and its class give, the first below.
Matrix3d rotation_of(const Attributes& attributes, const Compiler& compiler) {
  if (attributes.has("euler")) {
    const std::vector<double> all = attributes.numbers("euler", 3);
    return euler_rotation({all[0], all[1], all[2]}, compiler);
  }
  if (attributes.has("zaxis"))
    return from_z(direction_of(attributes, "zaxis", attributes.vector("zaxis", Vector3d::Zero())));
  if (attributes.has("xyaxes")) {
    const std::vector<double> all = attributes.numbers("xyaxes", 6);
    Matrix3d R;
    R.col(0) = direction_of(attributes, "xyaxes", {all[0], all[1], all[2]});
    Vector3d y(all[3], all[4], all[5]);
    y -= R.col(0) * R.col(0).dot(y);
    if (y.norm() < shortest_direction)
      attributes.element().fail("xyaxes",
                                "; expected two directions that are not parallel, such as "
                                "1 0 0 0 1 0");
    R.col(1) = y.normalized();
    R.col(2) = R.col(0).cross(R.col(1));
    return R;
  }
  if (attributes.has("axisangle")) {
    const std::vector<double> all = attributes.numbers("axisangle", 4);
    const Vector3d axis = direction_of(attributes, "axisangle", {all[0], all[1], all[2]});
    return ik::rotation(axis, compiler.radians(all[3]));
  }
  if (!attributes.has("quat")) return Matrix3d::Identity();
  const std::vector<double> all = attributes.numbers("quat", 4);
  Eigen::Vector4d quat(all[0], all[1], all[2], all[3]);
  if (!(quat.norm() > shortest_direction) || !std::isfinite(quat.squaredNorm()))
    attributes.element().fail("<" + attributes.element().name() +
                              "> has a quat of length zero; expected one such as 1 0 0 0");
  quat.normalize();
  return Eigen::Quaterniond(quat[0], quat[1], quat[2], quat[3]).toRotationMatrix();
}

void check_specifiers(const XmlElement& element) {
  std::string found;
  for (const char* name : {"quat", "axisangle", "xyaxes", "zaxis", "euler"}) {
    if (!element.has(name)) continue;
    if (!found.empty())
      element.fail("<" + element.name() + "> has " + found + " and " + name + "; expected one");
    found = name;
  }
}

}  // namespace

Compiler compiler_of(const Document& document) {
  Compiler compiler;
  for (const Node* node : document.sections("compiler")) {
    const XmlElement& element = node->element;
    if (element.has("angle"))
      compiler.degrees = choice_of(element, "angle", "degree", "radian") == "degree";
    if (choice_of(element, "coordinate", "local", "global") == "global")
      element.fail(
          "global coordinates are not supported, and MuJoCo has dropped them; expected "
          "coordinate=\"local\": MuJoCo 2.3.3 or older converts the model when it saves it");
    if (element.has("autolimits"))
      compiler.autolimits = choice_of(element, "autolimits", "true", "false") == "true";
    if (element.has("strippath"))
      compiler.strip_path = choice_of(element, "strippath", "true", "false") == "true";
    compiler.mesh_folder = element.text("assetdir", compiler.mesh_folder);
    compiler.mesh_folder = element.text("meshdir", compiler.mesh_folder);
    compiler.euler = element.text("eulerseq", compiler.euler);
    if (compiler.euler.size() != 3 ||
        compiler.euler.find_first_not_of("xyzXYZ") != std::string::npos)
      element.fail("<compiler> has eulerseq = " + in_quotes(compiler.euler) +
                   "; expected three of x, y, z, X, Y, Z, such as \"xyz\"");
  }
  std::ranges::replace(compiler.mesh_folder, '\\', '/');
  return compiler;
}

sim::Frame frame_of(const Attributes& attributes, const Compiler& compiler) {
  check_specifiers(attributes.element());
  return {rotation_of(attributes, compiler), attributes.vector("pos", Vector3d::Zero())};
}

Matrix3d euler_rotation(const Vector3d& angles, const Compiler& compiler) {
  Matrix3d R = Matrix3d::Identity();
  for (int i = 0; i < 3; ++i) {
    const char letter = compiler.euler[i];
    const bool moves = letter >= 'x';
    const Matrix3d turn =
        ik::rotation(Vector3d::Unit(letter - (moves ? 'x' : 'X')), compiler.radians(angles[i]));
    R = moves ? Matrix3d(R * turn) : Matrix3d(turn * R);
  }
  return R;
}

Matrix3d from_z(const Vector3d& direction) {
  Vector3d axis = Vector3d::UnitZ().cross(direction);
  const double sine = axis.norm();
  axis = sine < 1e-10 ? Vector3d::UnitX() : Vector3d(axis / sine);
  return ik::rotation(axis, ik::atan2(sine, direction.z()));
}

sim::Frame frame_between(const std::vector<double>& ends) {
  const Vector3d a = Vector3d::Map(&ends[0]), b = Vector3d::Map(&ends[3]);
  return {from_z((a - b).normalized()), (a + b) / 2};
}

}  // namespace formats::mjcf
