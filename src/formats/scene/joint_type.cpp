#include "formats/scene/joint_type.h"

#include <algorithm>
#include <cmath>

#include "formats/suggest.h"

namespace formats {
namespace {

/// Returns degrees that are read back as exactly these radians: of the doubles next to the
/// quotient, the one with the shortest text.
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

/// Returns the key of a quantity: "limits_deg" for joints that turn, "limits" for those that slide.
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

Eigen::Vector3d direction_of(const Reader& file, std::string_view key, const std::string& joint) {
  const Eigen::Vector3d direction = file.vector(key);
  if (direction.norm() < 1e-6)
    file.fail(key, "joint " + in_quotes(joint) + ": " + std::string(key) +
                       " has no length; expected a direction such as [0, 0, 1]");
  return direction;
}

void read_single(const Reader& file, ik::Joint joint, std::vector<ik::Joint>& joints) {
  joint.axis = direction_of(file, "axis", joint.name);
  const auto key = [&](const char* name) { return key_of(joint, name); };
  Travel travel;
  if (file.has(key("limits"))) travel.limits = file.pair(key("limits"));
  if (file.has(key("rest"))) travel.rest = file.number(key("rest"));
  if (file.has(key("start"))) travel.start = file.number(key("start"));
  if (file.has("mimic") && travel.limits)  // its leader determines its start
    for (double* value : {&travel.rest, &travel.start})
      *value = std::clamp(*value, (*travel.limits)[0], (*travel.limits)[1]);
  set_travel(joint, travel, file);
  const double unit = joint.type == ik::JointType::Revolute ? degree : 1;
  if (file.has(key("max_speed")))
    joint.max_speed = file.number(key("max_speed"), {0, max_number}) * unit;
  if (file.has("mimic")) {
    joint.mimic = {0};  // read_body() determines the leader
    if (file.has("multiplier")) joint.mimic.multiplier = file.number("multiplier");
    if (file.has(key("offset"))) joint.mimic.offset = file.number(key("offset")) * unit;
  }
  joints.push_back(std::move(joint));
}

void write_single(Writer& out, const ik::Skeleton& body, int j) {
  const ik::Joint& joint = body.joint(j);
  const auto line = [&](const char* name, const std::string& value) {
    out.line(key_of(joint, name), value);
  };
  out("axis", joint.axis);
  if (limited(joint)) line("limits", limits_text(joint));
  if (std::isfinite(joint.max_speed)) line("max_speed", in_file_units(joint, joint.max_speed));
  if (joint.mimic.leader >= 0) {
    const ik::Joint& leader = body.joint(joint.mimic.leader);
    out("mimic", leader.name);
    if (joint.mimic.multiplier != 1) out("multiplier", joint.mimic.multiplier);
    if (joint.mimic.offset != 0) line("offset", in_file_units(joint, joint.mimic.offset));
    return;  // start and rest are its leader's
  }
  if (joint.rest != 0) line("rest", in_file_units(joint, joint.rest));
  if (joint.start != 0) line("start", in_file_units(joint, joint.start));
}

void add_compound(const Reader& file, const ik::Joint& first,
                  const std::vector<sim::Coordinate>& parts, std::vector<ik::Joint>& joints) {
  const auto numbers = [&](const std::string& key, ik::JointType type) {
    const auto count = static_cast<size_t>(std::ranges::count(parts, type, &sim::Coordinate::type));
    if (!file.has(key)) return std::vector<double>(count);
    return count == 1 ? std::vector<double>{file.number(key)} : file.numbers(key, count);
  };
  constexpr auto turns = ik::JointType::Revolute, slides = ik::JointType::Prismatic;
  std::vector<double> rest[] = {numbers("rest", slides), numbers("rest_deg", turns)},
                      start[] = {numbers("start", slides), numbers("start_deg", turns)};
  std::optional<std::array<std::array<double, 2>, 3>> limits;
  if (file.has("limits_deg")) limits = file.three_pairs("limits_deg");
  size_t next[] = {0, 0};
  for (const sim::Coordinate& part : parts) {
    ik::Joint joint = first;
    if (&part != parts.data()) joint.parent = static_cast<int>(joints.size()) - 1;
    joint.compound = first.name;
    joint.name += part.ending;
    joint.type = part.type;
    joint.axis = part.axis;
    const bool turn = part.type == turns;
    Travel travel{{}, rest[turn][next[turn]], start[turn][next[turn]]};
    if (limits) travel.limits = (*limits)[next[turn]];
    ++next[turn];
    set_travel(joint, travel, file);
    joints.push_back(std::move(joint));
  }
}

void write_compound(Writer& out, const ik::Skeleton& body, int first, int count) {
  for (const auto type : {ik::JointType::Prismatic, ik::JointType::Revolute})
    for (const auto& [key, value] :
         {std::pair{"rest", &ik::Joint::rest}, {"start", &ik::Joint::start}}) {
      std::vector<std::string> all;
      bool any = false;
      for (int j = first; j < first + count; ++j) {
        const ik::Joint& joint = body.joint(j);
        if (joint.type != type) continue;
        all.push_back(in_file_units(joint, joint.*value));
        any |= joint.*value != 0;
      }
      if (any)
        out.line(key + std::string(type == ik::JointType::Revolute ? "_deg" : ""),
                 all.size() == 1 ? all[0] : list(all));
    }
}

std::string parts_of(const ik::Skeleton& body, int first) {
  const std::string& name = body.joint(first).compound;
  std::string parts;
  if (name.empty()) return parts;
  for (int j = first; j < body.joints() && body.joint(j).compound == name; ++j)
    parts += body.revolute(j) ? 'r' : 'p';
  return parts;
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
