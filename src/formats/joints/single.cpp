// Joints with one axis: they turn about it or slide along it.

#include "formats/scene/joint_type.h"
#include "formats/suggest.h"

namespace formats {
namespace {

template <ik::JointType type>
constexpr bool turning = type == ik::JointType::Revolute;

template <ik::JointType type>
void single_fields(Fields& f, FileJoint& joint) {
  const std::string ending = turning<type> ? "_deg" : "";
  const auto any = [](Range range) { return turning<type> ? in_degrees(range) : range; };
  f("axis", joint.axis, {true, "required but for `ball`, `floating`, `channels`"},
    "of any length but zero; rotations follow the right-hand rule; of a planar joint, the plane's "
    "normal");
  std::optional<std::array<double, 2>> limits;
  if (!joint.limits.empty()) limits = joint.limits[0];
  f("limits" + ending, limits, {false, "none"}, "the range of its coordinate", as::Pair{any({})});
  if (limits) joint.limits = {*limits};
  f("max_speed" + ending, joint.max_speed, {false, "none"},
    "largest speed, per unit of time, kept with `speed_limits`", as::Number{any({0, max_number})});
  f("max_acceleration" + ending, joint.max_acceleration, {false, "none"},
    "largest acceleration, per unit of time squared, kept with `speed_limits`",
    as::Number{any({0, max_number})});
  f("mimic", joint.mimic, {false, "none"}, "the joint that this one follows, see below");
  f("multiplier", joint.multiplier, {false, "`1`"}, "of the coordinate that a joint follows");
  if (f.reads() && joint.multiplier && !f.has("mimic"))
    f.reader().fail("multiplier",
                    "joint {} has a multiplier and no mimic; expected mimic = \"NAME\", the joint "
                    "that it follows",
                    in_quotes(joint.name));
  f("offset" + ending, joint.offset, optional, "added to the coordinate of a joint that follows",
    as::Number{any({})});
  pose_fields(f, joint, turning<type> ? 0 : 1, turning<type> ? 1 : 0);
}

template <ik::JointType type>
std::vector<sim::Coordinate> single_coordinate(const FileJoint& joint, const Reader& table) {
  check_direction(table, "axis", joint.axis);
  return {{"", type, joint.axis}};
}

template <ik::JointType type>
JointType single(std::string_view name, int rank) {
  return {.name = name,
          .rank = rank,
          .fields = single_fields<type>,
          .coordinates = single_coordinate<type>,
          .parts = turning<type> ? "r" : "p"};
}

}  // namespace

void declare_single(base::Registry<JointType>& types) {
  types.add(single<ik::JointType::Revolute>("revolute", 10));
  types.add(single<ik::JointType::Prismatic>("prismatic", 20));
}

}  // namespace formats
