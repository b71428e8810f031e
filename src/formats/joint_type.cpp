#include "formats/joint_type.h"

#include <algorithm>
#include <cmath>

#include "formats/suggest.h"
#include "formats/toml_writer.h"

namespace formats {
namespace {

/// Degrees that are read back as exactly these radians: of the doubles next to the quotient that
/// do so, the one with the shortest text.
std::string degrees(double radians) {
  double candidate = radians / degree;
  std::string best = number(candidate);
  bool exact = candidate * degree == radians;
  for (int i = 0; i < 4; ++i) candidate = std::nextafter(candidate, -INFINITY);
  for (int i = 0; i < 9; ++i, candidate = std::nextafter(candidate, INFINITY)) {
    if (candidate * degree != radians) continue;
    const std::string text = number(candidate);
    if (!exact || text.size() < best.size()) best = text;
    exact = true;
  }
  return best;
}

/// "limits_deg" of what turns, "limits" of what slides.
std::string key_of(const ik::Joint& joint, std::string_view name) {
  return std::string(name) + (joint.type == ik::JointType::Revolute ? "_deg" : "");
}

}  // namespace

const std::vector<const JointType*>& joint_types() { return base::Registry<JointType>::all(); }

const JointType& joint_type_of(const ik::Skeleton& body, int first) {
  return **std::ranges::find_if(
      joint_types(), [&](const JointType* type) { return type->count(body, first) > 0; });
}

void set_travel(ik::Joint& joint, const Travel& travel, const Reader& file) {
  const double unit = joint.type == ik::JointType::Revolute ? degree : 1;
  if (travel.limits) {
    const auto [lower, upper] = *travel.limits;
    for (const auto& [key, value] : {std::pair{"start", travel.start}, {"rest", travel.rest}}) {
      if (value >= lower && value <= upper) continue;
      const std::string full = key_of(joint, key);
      const char* given = file.has(full) ? " is " : " is not given, so ";
      file.fail(full, "joint " + in_quotes(joint.name) + ": " + full + given + shortest(value) +
                          ", outside its limits; expected " + shortest(lower) + " to " +
                          shortest(upper));
    }
    joint.lower = lower * unit;
    joint.upper = upper * unit;
  }
  joint.rest = travel.rest * unit;
  joint.start = travel.start * unit;
}

void read_single(const Reader& file, ik::Joint joint, std::vector<ik::Joint>& joints) {
  joint.axis = file.vector("axis");
  if (joint.axis.norm() < 1e-6)
    file.fail("axis", "joint " + in_quotes(joint.name) +
                          ": axis has no length; expected a direction such as [0, 0, 1]");
  const auto key = [&](const char* name) { return key_of(joint, name); };
  Travel travel;
  if (file.has(key("limits"))) travel.limits = file.pair(key("limits"));
  if (file.has(key("rest"))) travel.rest = file.number(key("rest"));
  if (file.has(key("start"))) travel.start = file.number(key("start"));
  set_travel(joint, travel, file);
  joints.push_back(std::move(joint));
}

void write_single(std::ostream& out, const ik::Joint& joint) {
  const auto line = [&](const char* name, const std::string& value) {
    out << key_of(joint, name) << " = " << value << "\n";
  };
  out << "axis = " << vector(joint.axis) << "\n";
  if (limited(joint)) line("limits", limits_text(joint));
  if (joint.rest != 0) line("rest", in_file_units(joint, joint.rest));
  if (joint.start != 0) line("start", in_file_units(joint, joint.start));
}

std::string in_file_units(const ik::Joint& joint, double value) {
  return joint.type == ik::JointType::Prismatic ? number(value) : degrees(value);
}

std::string limits_text(const ik::Joint& joint) {
  const double widest = joint.type == ik::JointType::Prismatic ? max_number : max_number * degree;
  return list({in_file_units(joint, std::max(joint.lower, -widest)),
               in_file_units(joint, std::min(joint.upper, widest))});
}

}  // namespace formats
