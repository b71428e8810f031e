// Slides along the axis.

#include "formats/scene/joint_type.h"

namespace formats {

void declare_prismatic(base::Registry<JointType>& types) {
  types.add({
      .name = "prismatic",
      .rank = 20,
      .keys = {"axis", "limits", "rest", "start", "max_speed", "mimic", "multiplier", "offset"},
      .read =
          [](const Reader& file, const ik::Joint& first, std::vector<ik::Joint>& joints) {
            ik::Joint joint = first;
            joint.type = ik::JointType::Prismatic;
            read_single(file, joint, joints);
          },
      .count = [](const ik::Skeleton& body, int first) -> int {
        return !body.revolute(first) && body.joint(first).compound.empty();
      },
      .write = [](std::ostream& out, const ik::Skeleton& body,
                  int first) { write_single(out, body, first); },
  });
}

}  // namespace formats
