// A built body is written as a person would write it, and read back unchanged.

#include <gtest/gtest.h>

#include "formats/scene/scene_file.h"
#include "sim/build/draft.h"

namespace building_tests {

using namespace sim::build;
using Eigen::Vector3d;
using Kind = Item::Kind;

Draft arm() {
  Draft draft = extend(new_body(), {Kind::Effector, 0}, {0.4, 1.2, 0}, Vector3d::UnitZ());
  draft = rename(draft, {}, "Arm");
  draft = rename(draft, {Kind::Joint, 1}, "elbow");
  draft = rename(draft, {Kind::Effector, 0}, "left hand");
  return set_limits(draft, 1, -1.5707963267948966, 0.7853981633974483);
}

TEST(BuiltScene, IsWrittenAsAPersonWould) {
  EXPECT_EQ(formats::to_toml(arm().scene), R"(name = "Arm"
description = "Built in the window"
dt = 0.005

[[joint]]
name = "base"
parent = "world"
type = "revolute"
position = [0, 0, 0]
axis = [0, 0, 1]

[[joint]]
name = "elbow"
parent = "base"
type = "revolute"
position = [0, 0.5, 0]
axis = [0, 0, 1]
limits_deg = [-90, 45]

[[effector]]
name = "left hand"
joint = "elbow"
position = [0.4, 1.2, 0]

[[target]]
effector = "left hand"
motion = "circle"
center = [0.4, 1.075, 0]
radius = 0.125
normal = [0, 0, 1]
frequency = 2

[method]
name = "dls"
)");
}

TEST(BuiltScene, IsReadBackAsItWas) {
  Draft draft = extend(arm(), {Kind::Joint, 1}, {-0.3, 0.9, 0.1}, Vector3d::UnitX());
  draft = extend(draft, {Kind::Effector, 1}, {-0.3, 1.3, 0.2}, {1, 1, 0});
  draft = set_type(draft, 2, "ball");
  draft = set_limits(draft, 3, -0.5, 0.25);
  draft = mirror(draft, 2, 0);
  draft = split(draft, {Kind::Effector, 2}, 0.3);
  int tried = 0;
  for (const char* motion : {"circle", "line", "sinusoid", "figure-of-eight", "fixed", "jump"}) {
    draft = set_motion(draft, 1, motion);
    const std::string text = formats::to_toml(draft.scene);
    const auto again = formats::parse(text, "again.toml");
    const ik::Skeleton &before = *draft.scene.skeleton, &after = *again->skeleton;
    ASSERT_EQ(after.joints(), before.joints());
    ASSERT_EQ(after.effectors(), before.effectors());
    for (int j = 0; j < before.joints(); ++j) {
      const ik::Joint &a = before.joint(j), &b = after.joint(j);
      EXPECT_EQ(std::tie(a.name, a.parent, a.type, a.lower, a.upper, a.start, a.rest, a.compound),
                std::tie(b.name, b.parent, b.type, b.lower, b.upper, b.start, b.rest, b.compound));
      EXPECT_EQ(a.position, b.position) << a.name;
      EXPECT_EQ(a.axis, b.axis) << a.name;
    }
    for (int i = 0; i < before.effectors(); ++i) {
      EXPECT_EQ(before.effector(i).name, after.effector(i).name);
      EXPECT_EQ(before.effector(i).position, after.effector(i).position);
    }
    EXPECT_EQ(draft.scene.targets, again->targets) << text;
    EXPECT_EQ(formats::to_toml(*again), text);
    ++tried;
  }
  EXPECT_EQ(tried, 6);
}

}  // namespace building_tests
