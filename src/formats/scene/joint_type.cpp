#include "formats/scene/joint_type.h"

#include <algorithm>
#include <cmath>

#include "formats/suggest.h"

namespace formats {
namespace {

/// Returns degrees that are read back as exactly these radians: of the doubles next to the
/// quotient, the one with the shortest text.
double exact_degrees(double radians) {
  const double quotient = radians / degree;
  std::vector<double> exact{quotient};
  double candidate = quotient;
  for (int i = 0; i < 4; ++i) candidate = std::nextafter(candidate, -INFINITY);
  for (int i = 0; i < 9; ++i, candidate = std::nextafter(candidate, INFINITY))
    exact.push_back(candidate);
  std::erase_if(exact, [&](double degrees) { return degrees * degree != radians; });
  const auto length = [](double degrees) { return number(degrees).size(); };
  return exact.empty() ? quotient : *std::ranges::min_element(exact, {}, length);
}

/// Returns radians as degrees that are read back as exactly these, or scene units as they are.
double in_file_units(const ik::Joint& joint, double value) {
  return joint.type == ik::JointType::Prismatic ? value : exact_degrees(value);
}

/// Returns the limits; an infinite one beside a finite one is farther than any joint moves.
std::array<double, 2> limits_of(const ik::Joint& joint) {
  const double own = joint.type == ik::JointType::Prismatic ? max_number : max_number * degree;
  const double farthest = std::max(std::isfinite(joint.lower) ? std::abs(joint.lower) : 0,
                                   std::isfinite(joint.upper) ? std::abs(joint.upper) : 0);
  const double widest = farthest > own ? max_number : own;
  return {in_file_units(joint, std::isfinite(joint.lower) ? joint.lower : -widest),
          in_file_units(joint, std::isfinite(joint.upper) ? joint.upper : widest)};
}

/// A number for each coordinate; of a single one not in a list.
struct PerCoordinate : as::Numbers {
  std::vector<double> read(const Reader& table, std::string_view key) const {
    return count == 1 ? std::vector{table.number(key, range)} : table.numbers(key, count, range);
  }
  std::string text(const std::vector<double>& value) const {
    return value.size() == 1 ? number(value[0]) : Numbers::text(value);
  }
  std::string form() const { return "number, or a list of one for each coordinate"; }
};

void check_pose(const ik::Joint& joint, double rest, double start,
                const std::array<double, 2>& limits, const Reader& file) {
  const auto [lower, upper] = limits;
  for (const auto& [key, value] : {std::pair{"start", start}, {"rest", rest}}) {
    if (value >= lower && value <= upper) continue;
    const std::string full =
        base::format("{}{}", key, joint.type == ik::JointType::Revolute ? "_deg" : "");
    file.fail(full, "joint {}: {} is {}{}, outside its limits; expected {} to {}",
              in_quotes(joint.name), full, file.has(full) ? "" : "not given, so ", shortest(value),
              shortest(lower), shortest(upper));
  }
}

}  // namespace

const JointType& joint_type_of(const ik::Skeleton& body, int first) {
  return **std::ranges::find_if(
      joint_types(), [&](const JointType* type) { return type->count(body, first) > 0; });
}

void fields(Fields& f, FileJoint& joint) {
  f.name(joint.name, "joint", "unique among the joints; not `world`", as::Text());
  f("parent", joint.parent, required, "`\"world\"` or the name of an earlier joint");
  const std::vector<const JointType*>& types = joint_types();
  size_t index = 0;
  if (joint.type) index = static_cast<size_t>(std::ranges::find(types, joint.type) - types.begin());
  f("type", index, required,
    "`revolute` turns about the axis, `prismatic` slides along it; the others see below",
    as::Choice<size_t>{"joint type", names_of(types)});
  joint.type = types[index];
  f("position", joint.position, required, "the joint's own point");
  for (const JointType* type : types)
    if (f.when(type == joint.type)) type->fields(f, joint);
  if (f.unless(joint.stiffness == 1))
    f("stiffness", joint.stiffness, {false, "1"},
      "its weight in the length of a step: a larger one makes the joint do less of the work",
      as::Number{stiffness_range});
  if (f.writes()) return;
  f("count", joint.count, {false, "1"},
    "this many of it in a row, evenly spaced from `position` to the end of the last link",
    as::Number{{1, static_cast<double>(max_joints)}});
  f("to", joint.to, {false, "none"}, "the end of the row");
}

void pose_fields(Fields& f, FileJoint& joint, size_t slides, size_t turns) {
  for (const bool turn : {false, true}) {
    const std::string ending = turn ? "_deg" : "";
    if (const size_t count = turn ? turns : slides) {
      const PerCoordinate numbers{{count, turn ? in_degrees({}) : Range()}};
      f("rest" + ending, joint.rest[turn], {false, "0"}, "the rest pose", numbers);
      f("start" + ending, joint.start[turn], {false, "0"}, "the start pose", numbers);
    }
  }
}

void check_direction(const Reader& table, std::string_view key, const Eigen::Vector3d& direction) {
  if (direction.norm() < 1e-6)
    table.fail(key, "joint {}: {} has no length; expected a direction such as [0, 0, 1]",
               in_quotes(table.text("name")), key);
}

void add_joints(const FileJoint& table, const Reader& file, const ik::Joint& first,
                std::vector<ik::Joint>& joints) {
  const std::vector<sim::Coordinate> coordinates = table.type->coordinates(table, file);
  size_t next[] = {0, 0};
  for (size_t i = 0; i < coordinates.size(); ++i) {
    ik::Joint joint = first;
    if (i > 0) joint.parent = static_cast<int>(joints.size()) - 1;
    if (!coordinates[i].ending.empty()) joint.compound = first.name;
    joint.name += coordinates[i].ending;
    joint.type = coordinates[i].type;
    joint.axis = coordinates[i].axis;
    const bool turns = joint.type == ik::JointType::Revolute;
    const double unit = turns ? degree : 1;
    const size_t index = next[turns]++;
    const auto value = [&](const std::array<std::vector<double>, 2>& values) {
      return values[turns].empty() ? 0 : values[turns][index];
    };
    double rest = value(table.rest), start = value(table.start);
    if (!table.limits.empty()) {
      const std::array<double, 2>& limits = table.limits[i];
      if (!table.mimic.empty())  // its leader determines its start
        for (double* one : {&rest, &start}) *one = std::clamp(*one, limits[0], limits[1]);
      check_pose(joint, rest, start, limits, file);
      joint.lower = limits[0] * unit;
      joint.upper = limits[1] * unit;
    }
    joint.rest = rest * unit;
    joint.start = start * unit;
    joint.stiffness = table.stiffness;
    if (table.max_speed) joint.max_speed = *table.max_speed * unit;
    if (table.max_acceleration) joint.max_acceleration = *table.max_acceleration * unit;
    if (file.has("mimic"))  // read_body() determines the leader
      joint.mimic = {0, table.multiplier.value_or(1), table.offset * unit};
    joints.push_back(std::move(joint));
  }
}

FileJoint table_of(const ik::Skeleton& body, int first) {
  const JointType& type = joint_type_of(body, first);
  const ik::Joint& joint = body.joint(first);
  FileJoint table{.name = joint.whole_name(),
                  .parent = joint.parent < 0 ? "world" : body.joint(joint.parent).whole_name(),
                  .type = &type,
                  .position = joint.position,
                  .axis = joint.axis,
                  .stiffness = joint.stiffness};
  const int end = first + type.count(body, first);
  bool any_limit = false;
  for (int j = first; j < end; ++j) {
    const ik::Joint& one = body.joint(j);
    const bool turns = one.type == ik::JointType::Revolute;
    any_limit |= has_limits(one);
    table.limits.push_back(limits_of(one));
    table.rest[turns].push_back(in_file_units(one, one.rest));
    table.start[turns].push_back(in_file_units(one, one.start));
  }
  if (!any_limit) table.limits.clear();
  for (auto* values : {&table.rest[0], &table.rest[1], &table.start[0], &table.start[1]})
    if (std::ranges::all_of(*values, [](double x) { return x == 0; })) values->clear();
  if (std::isfinite(joint.max_speed)) table.max_speed = in_file_units(joint, joint.max_speed);
  if (std::isfinite(joint.max_acceleration))
    table.max_acceleration = in_file_units(joint, joint.max_acceleration);
  if (joint.mimic.leader >= 0) {
    table.mimic = body.joint(joint.mimic.leader).whole_name();
    if (joint.mimic.multiplier != 1) table.multiplier = joint.mimic.multiplier;
    table.offset = in_file_units(joint, joint.mimic.offset);
    table.rest = table.start = {};  // its leader's
  }
  if (type.describe) type.describe(body, first, table);
  return table;
}

int JointType::count(const ik::Skeleton& body, int first) const {
  if (parts.empty()) return own_count(body, first);
  if ((parts.size() == 1) != body.joint(first).compound.empty()) return 0;
  std::string found;
  for (int j = first; j <= body.whole_joint(first).last; ++j) found += body.revolute(j) ? 'r' : 'p';
  return found == parts ? static_cast<int>(parts.size()) : 0;
}

}  // namespace formats
