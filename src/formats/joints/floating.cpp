// Slides along x, y and z of the world, then turns about them: R = Rx(a) Ry(b) Rz(c).

#include "formats/scene/joint_type.h"

namespace formats {
namespace {

void read_floating(const Reader& file, const ik::Joint& first, std::vector<ik::Joint>& joints) {
  add_compound(file, first, sim::floating_coordinates(), joints);
}

}  // namespace

void declare_floating(base::Registry<JointType>& types) {
  types.add({
      .name = "floating",
      .rank = 50,
      .keys = {"rest", "start", "rest_deg", "start_deg"},
      .read = read_floating,
      .count = [](const ik::Skeleton& body,
                  int first) { return parts_of(body, first) == "ppprrr" ? 6 : 0; },
      .write = [](std::ostream& out, const ik::Skeleton& body,
                  int first) { write_compound(out, body, first, 6); },
  });
}

}  // namespace formats
