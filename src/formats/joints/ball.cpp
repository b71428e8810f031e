// A ball joint: three revolute joints at one point, R = Rx(a) Ry(b) Rz(c), x first (SNU §2).

#include "formats/scene/joint_type.h"

namespace formats {
namespace {

struct ThreePairs {
  std::vector<std::array<double, 2>> read(const Reader& table, std::string_view key) const {
    const auto pairs = table.three_pairs(key, in_degrees({}));
    return {pairs.begin(), pairs.end()};
  }
  std::string text(const std::vector<std::array<double, 2>>& pairs) const {
    Strings texts;
    for (const auto& pair : pairs) texts.push_back(as::Pair().text(pair));
    return list(texts);
  }
  std::string form() const { return "three of these pairs, for x, y and z"; }
};

}  // namespace

void declare_ball(base::Registry<JointType>& types) {
  types.add({
      .name = "ball",
      .rank = 30,
      .fields =
          [](Fields& f, FileJoint& joint) {
            f("limits_deg", joint.limits, {false, "none"}, "of a ball", ThreePairs());
            pose_fields(f, joint, 0, 3);
          },
      .coordinates = [](const FileJoint&, const Reader&) { return sim::ball_coordinates(); },
      .count = [](const ik::Skeleton& body,
                  int first) { return parts_of(body, first) == "rrr" ? 3 : 0; },
  });
}

}  // namespace formats
