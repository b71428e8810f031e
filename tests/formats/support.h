#pragma once
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "formats/scene/scene_file.h"
#include "sim/world/link.h"
#include "support/refusal.h"

namespace test {

/// Returns a small valid scene. Tests that break it refer to its line numbers.
inline const std::string& small_scene() {
  static const std::string text = R"(name = "small"
dt = 0.01
[[joint]]
name = "shoulder"
parent = "world"
type = "revolute"
position = [0, 0, 0]
axis = [0, 0, 1]
limits_deg = [-90, 90]
[[joint]]
name = "elbow"
parent = "shoulder"
type = "ball"
position = [1, 0, 0]
[[joint]]
name = "slide"
parent = "elbow"
type = "prismatic"
position = [2, 0, 0]
axis = [1, 0, 0]
limits = [-0.5, 0.5]
[[effector]]
name = "hand"
joint = "slide"
position = [2.5, 0, 0]
[[target]]
effector = "hand"
motion = "sinusoid"
center = [1, 1, 0]
amplitude = [0.5, 0.5, 0.5]
frequency = [1, 2, 3]
[method]
name = "dls"
lambda = 0.5
)";
  return text;
}

/// Returns a text with the first occurrence of `what` replaced.
inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  if (at == std::string::npos) throw std::logic_error("no such text: " + what);
  return text.replace(at, what.size(), by);
}

/// Returns problems in a line each.
inline std::string all(const std::vector<std::string>& problems) {
  std::string text;
  for (const std::string& one : problems) text += one + "\n";
  return text;
}

/// Returns the loader's message for a text; empty if it loads.
inline std::string complaint(const std::string& text, const std::string& source = "test.toml") {
  return refusal([&] { formats::parse(text, source); });
}

/// Expects a single notice that contains this text.
inline void expect_notice(const sim::Scene& scene, const std::string& part) {
  ASSERT_EQ(scene.notices.size(), 1u) << part;
  EXPECT_TRUE(has(scene.notices[0], part));
}

/// Returns where a link of a scene is in a pose.
inline sim::Frame link_frame(const sim::Scene& scene, const ik::Pose& pose,
                             const std::string& name) {
  for (const sim::Link& link : scene.links)
    if (link.name == name) return sim::carried(*scene.skeleton, pose, link.joint, link.frame);
  ADD_FAILURE() << "no link " << name;
  return {};
}

inline void expect_same_targets(const sim::Scene& a, const sim::Scene& b) {
  ASSERT_EQ(a.targets.size(), b.targets.size());
  for (size_t i = 0; i < a.targets.size(); ++i) {
    EXPECT_EQ(a.targets[i].effector, b.targets[i].effector);
    EXPECT_EQ(a.targets[i].motion, b.targets[i].motion);
    EXPECT_EQ(a.targets[i].values, b.targets[i].values);
  }
}

/// Expects two scenes to be the same in every number, name and index.
inline void expect_same(const sim::Scene& a, const sim::Scene& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.description, b.description);
  EXPECT_EQ(a.dt, b.dt);
  EXPECT_EQ(a.method, b.method);
  EXPECT_EQ(a.settings, b.settings);
  ASSERT_EQ(a.skeleton->joints(), b.skeleton->joints());
  for (int j = 0; j < a.skeleton->joints(); ++j) {
    const ik::Joint &p = a.skeleton->joint(j), &q = b.skeleton->joint(j);
    EXPECT_EQ(p.name, q.name);
    EXPECT_EQ(p.parent, q.parent) << p.name;
    EXPECT_EQ(p.type, q.type) << p.name;
    EXPECT_EQ(p.position, q.position) << p.name;
    EXPECT_EQ(p.axis, q.axis) << p.name;
    EXPECT_EQ(p.lower, q.lower) << p.name;
    EXPECT_EQ(p.upper, q.upper) << p.name;
    EXPECT_EQ(p.rest, q.rest) << p.name;
    EXPECT_EQ(p.stiffness, q.stiffness) << p.name;
    EXPECT_EQ(p.max_acceleration, q.max_acceleration) << p.name;
    EXPECT_EQ(p.start, q.start) << p.name;
    EXPECT_EQ(p.compound, q.compound) << p.name;
  }
  ASSERT_EQ(a.skeleton->effectors(), b.skeleton->effectors());
  for (int i = 0; i < a.skeleton->effectors(); ++i) {
    EXPECT_EQ(a.skeleton->effector(i).name, b.skeleton->effector(i).name);
    EXPECT_EQ(a.skeleton->effector(i).joint, b.skeleton->effector(i).joint);
    EXPECT_EQ(a.skeleton->effector(i).position, b.skeleton->effector(i).position);
  }
  expect_same_targets(a, b);
}

}  // namespace test
