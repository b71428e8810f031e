#pragma once
#include <cmath>
#include <memory>

#include "sim/scene.h"

namespace test {

/// Returns a figure with a root of six coordinates, a ball and an elbow. Its recorded motion ends
/// in another pose than it begins; a position and an orientation follow it.
inline std::shared_ptr<sim::Scene> recorded_figure() {
  constexpr int joints = 10, frames = 40;
  auto recording = std::make_shared<sim::Recording>();
  recording->file = "/nowhere/figure.bvh";
  recording->interval = 0.05;
  recording->theta.resize(joints, frames);
  for (int i = 0; i < frames; ++i)
    for (int j = 0; j < joints; ++j)
      recording->theta(j, i) = 0.4 * std::sin(0.11 * i * (1 + j % 3) + j) + (j == 0 ? 0.05 * i : 0);
  recording->given = {0, 1, 2, 3, 4, 5};
  std::vector<ik::Joint> body;
  for (int j = 0; j < joints; ++j) {
    ik::Joint joint{.name = "joint" + std::to_string(j), .parent = j - 1};
    joint.type = j < 3 ? ik::JointType::Prismatic : ik::JointType::Revolute;
    joint.axis = Eigen::Vector3d::Unit((2 * j) % 3);
    joint.position = {j < 6 ? 0. : j < 9 ? 1. : 2., 0, 0};
    joint.compound = j < 6 ? "root" : j < 9 ? "arm" : "";
    joint.start = joint.rest = recording->theta(j, 0);
    body.push_back(joint);
  }
  std::vector<ik::Effector> effectors(2);
  effectors[0] = {.name = "hand", .joint = 9, .position = {3, 0.2, 0}};
  effectors[1] = {.name = "hand, orientation", .joint = 9, .position = {3, 0.2, 0}};
  effectors[1].goal.info = &ik::find_goal("orientation");
  effectors[1].of = "hand";
  auto scene = std::make_shared<sim::Scene>();
  scene->name = "recorded figure";
  scene->dt = 1. / 60;
  scene->skeleton = std::make_shared<const ik::Skeleton>(body, effectors, nullptr);
  scene->recording = recording;
  scene->held = recording->given;
  for (int i = 0; i < 2; ++i) scene->targets.push_back({.effector = i, .motion = "recorded"});
  return scene;
}

}  // namespace test
