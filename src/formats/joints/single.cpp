// Joints with one axis: they turn about it or slide along it.

#include "formats/scene/joint_type.h"

namespace formats {
namespace {

template <ik::JointType type>
JointType single(std::string_view name, int rank, std::vector<std::string_view> keys) {
  return {
      .name = name,
      .rank = rank,
      .keys = std::move(keys),
      .read =
          [](const Reader& file, const ik::Joint& first, std::vector<ik::Joint>& joints) {
            ik::Joint joint = first;
            joint.type = type;
            read_single(file, joint, joints);
          },
      .count = [](const ik::Skeleton& body, int first) -> int {
        return body.joint(first).type == type && body.joint(first).compound.empty();
      },
      .write = write_single,
  };
}

}  // namespace

void declare_single(base::Registry<JointType>& types) {
  types.add(
      single<ik::JointType::Revolute>("revolute", 10,
                                      {"axis", "limits_deg", "rest_deg", "start_deg",
                                       "max_speed_deg", "mimic", "multiplier", "offset_deg"}));
  types.add(single<ik::JointType::Prismatic>(
      "prismatic", 20,
      {"axis", "limits", "rest", "start", "max_speed", "mimic", "multiplier", "offset"}));
}

}  // namespace formats
