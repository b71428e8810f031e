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

constexpr double min_direction_length = 1e-14;

/// Returns whether an attribute is the first of two words; `by_default` if it is missing. Throws
/// base::Error for another word.
bool is_first_choice(const XmlElement& element, const char* attribute, bool by_default,
                     std::string_view first, std::string_view second) {
  const std::string text = element.text(attribute, by_default ? first : second);
  if (text != first && text != second)
    element.refuse(attribute,
                   base::format("; expected {} or {}", in_quotes(first), in_quotes(second)));
  return text == first;
}

Vector3d direction_of(const XmlElement& element, const char* attribute, const Vector3d& v) {
  if (v.norm() < min_direction_length)
    element.fail("<{}> has {} without a length; expected a direction, such as 0 0 1",
                 element.name(), attribute);
  return v.normalized();
}

/// Returns the rotation of an element: of those that it and its class give, the first below.
Matrix3d rotation_of(const XmlElement& element, const Compiler& compiler) {
  if (element.has("euler")) {
    const std::vector<double> all = element.numbers("euler", 3);
    return euler_rotation({all[0], all[1], all[2]}, compiler);
  }
  if (element.has("zaxis"))
    return from_z(direction_of(element, "zaxis", element.vector("zaxis", Vector3d::Zero())));
  if (element.has("xyaxes")) {
    const std::vector<double> all = element.numbers("xyaxes", 6);
    Matrix3d R;
    R.col(0) = direction_of(element, "xyaxes", {all[0], all[1], all[2]});
    Vector3d y(all[3], all[4], all[5]);
    y -= R.col(0) * R.col(0).dot(y);
    if (y.norm() < min_direction_length)
      element.refuse("xyaxes",
                     "; expected two directions that are not parallel, such as 1 0 0 0 1 0");
    R.col(1) = y.normalized();
    R.col(2) = R.col(0).cross(R.col(1));
    return R;
  }
  if (element.has("axisangle")) {
    const std::vector<double> all = element.numbers("axisangle", 4);
    const Vector3d axis = direction_of(element, "axisangle", {all[0], all[1], all[2]});
    return ik::rotation(axis, compiler.radians(all[3]));
  }
  if (!element.has("quat")) return Matrix3d::Identity();
  const std::vector<double> all = element.numbers("quat", 4);
  Eigen::Vector4d quat(all[0], all[1], all[2], all[3]);
  if (!(quat.norm() > min_direction_length) || !std::isfinite(quat.squaredNorm()))
    element.fail("<{}> has a quat of length zero; expected one such as 1 0 0 0", element.name());
  quat.normalize();
  return Eigen::Quaterniond(quat[0], quat[1], quat[2], quat[3]).toRotationMatrix();
}

void check_specifiers(const XmlElement& element) {
  std::string found;
  for (const char* name : {"quat", "axisangle", "xyaxes", "zaxis", "euler"}) {
    if (!element.has(name)) continue;
    if (!found.empty())
      element.fail("<{}> has {} and {}; expected one", element.name(), found, name);
    found = name;
  }
}

}  // namespace

Compiler compiler_of(const Document& document) {
  Compiler compiler;
  for (const Node* node : document.sections("compiler")) {
    const XmlElement& element = node->element;
    compiler.degrees = is_first_choice(element, "angle", compiler.degrees, "degree", "radian");
    if (!is_first_choice(element, "coordinate", true, "local", "global"))
      element.fail(
          "global coordinates are not supported, and MuJoCo has dropped them; expected "
          "coordinate=\"local\": MuJoCo 2.3.3 or older converts the model when it saves it");
    compiler.autolimits =
        is_first_choice(element, "autolimits", compiler.autolimits, "true", "false");
    compiler.strip_path =
        is_first_choice(element, "strippath", compiler.strip_path, "true", "false");
    compiler.mesh_folder = element.text("assetdir", compiler.mesh_folder);
    compiler.mesh_folder = element.text("meshdir", compiler.mesh_folder);
    compiler.euler = element.text("eulerseq", compiler.euler);
    if (compiler.euler.size() != 3 ||
        compiler.euler.find_first_not_of("xyzXYZ") != std::string::npos)
      element.fail(
          "<compiler> has eulerseq = {}; expected three of x, y, z, X, Y, Z, such as \"xyz\"",
          in_quotes(compiler.euler));
  }
  std::ranges::replace(compiler.mesh_folder, '\\', '/');
  return compiler;
}

sim::Frame frame_of(const XmlElement& element, const Compiler& compiler) {
  check_specifiers(element.own());
  return {rotation_of(element, compiler), element.vector("pos", Vector3d::Zero())};
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
