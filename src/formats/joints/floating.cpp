// A floating joint: it slides along the world's x, y and z, then turns about them, R = Rx(a) Ry(b)
// Rz(c).

#include "formats/scene/joint_type.h"

namespace formats {
void declare_floating(base::Registry<JointType>& types) {
  types.add({
      .name = "floating",
      .rank = 50,
      .keys = {"rest", "start", "rest_deg", "start_deg"},
      .read =
          [](const Reader& file, const ik::Joint& first, std::vector<ik::Joint>& joints) {
            add_compound(file, first, sim::floating_coordinates(), joints);
          },
      .count = [](const ik::Skeleton& body,
                  int first) { return parts_of(body, first) == "ppprrr" ? 6 : 0; },
      .write = [](Writer& out, const ik::Skeleton& body,
                  int first) { write_compound(out, body, first, 6); },
  });
}

}  // namespace formats
