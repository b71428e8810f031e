// A ball joint: three revolute joints at one point, R = Rx(a) Ry(b) Rz(c), x first (SNU §2).

#include "formats/scene/joint_type.h"

namespace formats {

void declare_ball(base::Registry<JointType>& types) {
  types.add({
      .name = "ball",
      .rank = 30,
      .keys = {"limits_deg", "rest_deg", "start_deg"},
      .read =
          [](const Reader& file, const ik::Joint& first, std::vector<ik::Joint>& joints) {
            add_compound(file, first, sim::ball_coordinates(), joints);
          },
      .count = [](const ik::Skeleton& body,
                  int first) { return parts_of(body, first) == "rrr" ? 3 : 0; },
      .write =
          [](Writer& out, const ik::Skeleton& body, int first) {
            const ik::Joint &x = body.joint(first), &y = body.joint(first + 1),
                            &z = body.joint(first + 2);
            if (limited(x) || limited(y) || limited(z))
              out.line("limits_deg", list({limits_text(x), limits_text(y), limits_text(z)}));
            write_compound(out, body, first, 3);
          },
  });
}

}  // namespace formats
