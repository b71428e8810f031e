// Turns about the axis.

#include "formats/scene/joint_type.h"

namespace formats {

void declare_revolute(base::Registry<JointType>& types) {
  types.add({
      .name = "revolute",
      .rank = 10,
      .keys = {"axis", "limits_deg", "rest_deg", "start_deg", "max_speed_deg", "mimic",
               "multiplier", "offset_deg"},
      .read =
          [](const Reader& file, const ik::Joint& first, std::vector<ik::Joint>& joints) {
            ik::Joint joint = first;
            joint.type = ik::JointType::Revolute;
            read_single(file, joint, joints);
          },
      .count = [](const ik::Skeleton& body, int first) -> int {
        return body.revolute(first) && body.joint(first).compound.empty();
      },
      .write = [](std::ostream& out, const ik::Skeleton& body,
                  int first) { write_single(out, body, first); },
  });
}

}  // namespace formats
