// A floating joint: it slides along the world's x, y and z, then turns about them, R = Rx(a) Ry(b)
// Rz(c).

#include "formats/scene/joint_type.h"

namespace formats {

void declare_floating(base::Registry<JointType>& types) {
  types.add({
      .name = "floating",
      .rank = 50,
      .fields = [](Fields& f, FileJoint& joint) { pose_fields(f, joint, 3, 3); },
      .coordinates = [](const FileJoint&, const Reader&) { return sim::floating_coordinates(); },
      .count = [](const ik::Skeleton& body,
                  int first) { return parts_of(body, first) == "ppprrr" ? 6 : 0; },
  });
}

}  // namespace formats
