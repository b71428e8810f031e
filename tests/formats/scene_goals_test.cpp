// Tests goals, weights, priorities and obstacles in scene files: what they mean, what is refused,
// and that a written scene is read as the same.

#include <gtest/gtest.h>

#include "sim/simulation.h"
#include "support.h"
#include "support/random.h"

namespace {

using Eigen::Vector3d;
using test::complaint;

/// Returns small_scene() with keys added to its target (after line 27), and tables before its
/// [method].
std::string scene_with(const std::string& keys, const std::string& tables = {}) {
  std::string text = test::small_scene();
  text.insert(text.find("[method]"), tables);
  text.insert(text.find("motion = "), keys);
  return text;
}

std::string target(const std::string& keys) {
  return "[[target]]\neffector = \"hand\"\nmotion = \"fixed\"\ncenter = [0, 0, 1]\n" + keys;
}

void expect_same_goals(const sim::Scene& a, const sim::Scene& b) {
  test::expect_same(a, b);
  EXPECT_EQ(a.order, b.order);
  for (int i = 0; i < a.skeleton->effectors(); ++i) {
    const ik::Effector &p = a.skeleton->effector(i), &q = b.skeleton->effector(i);
    EXPECT_EQ(p.of, q.of);
    EXPECT_EQ(p.goal.info, q.goal.info);
    EXPECT_EQ(p.goal.weight, q.goal.weight);
    EXPECT_EQ(p.goal.mask, q.goal.mask);
    EXPECT_EQ(p.goal.shoulder, q.goal.shoulder);
    EXPECT_EQ(p.goal.elbow, q.goal.elbow);
    if (!p.goal.info->direction.empty()) {
      EXPECT_EQ(p.goal.direction, q.goal.direction);
    }
  }
  EXPECT_TRUE(a.obstacles == b.obstacles) << formats::to_toml(a) << formats::to_toml(b);
}

std::shared_ptr<const sim::Scene> round_trip(const std::string& text) {
  const auto scene = formats::parse(text, "test.toml");
  expect_same_goals(*scene, *formats::parse(formats::to_toml(*scene), "again.toml"));
  return scene;
}

TEST(SceneGoals, AMethodThatCannotServeThemIsRefusedInItsLine) {
  std::string text = scene_with("goal = \"orientation\"\n");
  text.replace(text.find("\"dls\"\nlambda = 0.5"), 18, "\"ccd\"");
  EXPECT_EQ(complaint(text),
            "test.toml:34: method \"ccd\" is not available for this body: it needs position goals, "
            "and this body has none.");
}

TEST(SceneGoals, WhatAnEffectorIsAskedFor) {
  const auto scene =
      round_trip(scene_with("goal = \"aim\"\ndirection = [0, 3, 4]\nweight = 2.5\npriority = 2\n",
                            target("goal = \"orientation\"\n") +
                                target("goal = \"plane\"\ndirection = [0.1, 0.2, 0.3]\n") +
                                target("goal = \"plane\"\ndirection = [1, 0, 0]\n")));
  const ik::Skeleton& body = *scene->skeleton;
  ASSERT_EQ(body.effectors(), 4);
  EXPECT_EQ(body.rows(), 2 + 3 + 1 + 1);
  const ik::Goal& aim = body.effector(0).goal;
  EXPECT_EQ(aim.info->name, "aim");
  EXPECT_EQ(aim.weight, 2.5);
  EXPECT_EQ(aim.direction, Vector3d(0, 0.6, 0.8));
  EXPECT_EQ(body.effector(0).of, "");
  const char* names[] = {"hand", "hand, orientation", "hand, plane", "hand, plane 2"};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(body.effector(i).name, names[i]);
    EXPECT_EQ(body.effector(i).position, body.effector(0).position);
    EXPECT_EQ(body.effector(i).joint, body.effector(0).joint);
    EXPECT_EQ(scene->targets[static_cast<size_t>(i)].effector, i);
    if (i > 0) {
      EXPECT_EQ(body.effector(i).of, "hand");
    }
  }
  EXPECT_EQ(scene->order, (std::vector<int>{1, 2, 3, 0}));  // those without one: 1, in order
}

TEST(SceneGoals, WithoutTheKeysAPosition) {
  const auto scene = round_trip(test::small_scene());
  EXPECT_TRUE(scene->skeleton->only_positions());
  EXPECT_TRUE(scene->order.empty());
  EXPECT_TRUE(scene->obstacles.empty());
  EXPECT_TRUE(
      round_trip(scene_with("goal = \"position\"\nweight = 1\n"))->skeleton->only_positions());
  EXPECT_FALSE(round_trip(scene_with("weight = 2\n"))->skeleton->only_positions());
}

/// A pose stays one target of the file, whatever was done with it, unless another goal has a
/// priority between its two.
TEST(SceneGoals, APoseIsWrittenAsOne) {
  const std::string turn = "motion = \"fixed\"\ncenter = [0.1, 0.2, 0.3]\nheld = [0, 0, 1]\n";
  for (const char* more : {"", "weight = 0.25\n", "priority = 3\n", "held = [1, 1, 1]\n"}) {
    const std::string text = formats::to_toml(*round_trip(
        scene_with("goal = \"pose\"\n" + std::string(more), "\n[target.turn]\n" + turn)));
    EXPECT_TRUE(test::has(text, "goal = \"pose\""));
    EXPECT_TRUE(test::has(text, "[target.turn]\nheld = [0, 0, 1]"));
    EXPECT_EQ(text.find("orientation"), text.npos) << text;
  }
  const auto first = round_trip(  // the orientation before the position
      scene_with("goal = \"orientation\"\nweight = 1\n", target("goal = \"position\"\n")));
  EXPECT_EQ(formats::to_toml(*first).find("pose"), std::string::npos);
  EXPECT_TRUE(first->skeleton->effector(1).goal.of_point());
  const auto apart = round_trip(scene_with("priority = 2\n", target("goal = \"orientation\"\n")));
  EXPECT_EQ(formats::to_toml(*apart).find("pose"), std::string::npos);
}

TEST(SceneGoals, MasksAreThreeNumbersOfAPoseSix) {
  const auto position = round_trip(scene_with("mask = [1, 0, 0.5]\n"));
  EXPECT_EQ(position->skeleton->effector(0).goal.mask, Vector3d(1, 0, 0.5));
  EXPECT_EQ(position->skeleton->rows(), 2);
  for (const char* mask : {"[1, 1, 1, 1, 1, 0]", "[0, 1, 2, 1, 1, 1]", "[1, 0, 0, 0, 0, 3]"}) {
    const auto pose = round_trip(scene_with("goal = \"pose\"\nmask = " + std::string(mask) + "\n"));
    EXPECT_LT(pose->skeleton->rows(), 6);
    EXPECT_TRUE(test::has(formats::to_toml(*pose), "mask = " + std::string(mask)));
  }
  EXPECT_EQ(formats::to_toml(*round_trip(scene_with("mask = [1, 1, 1]\n"))).find("mask"),
            std::string::npos);
}

TEST(SceneGoals, APoleNamesItsJoints) {
  const auto chosen = round_trip(scene_with("goal = \"pole\"\n"));
  const ik::Skeleton& body = *chosen->skeleton;
  ASSERT_GE(body.limb(0).elbow, 0);
  const std::string elbow = body.joint(body.limb(0).elbow).name;
  const auto named = round_trip(scene_with("goal = \"pole\"\nelbow = \"" + elbow + "\"\n"));
  EXPECT_EQ(named->skeleton->limb(0).elbow, body.limb(0).elbow);
}

TEST(SceneGoals, RunAsTheyAre) {
  const auto scene =
      formats::parse(scene_with("", target("goal = \"orientation\"\npriority = 0\n")), "test.toml");
  sim::Simulation simulation(scene);
  EXPECT_EQ(simulation.run().solver().order(), (std::vector<int>{1, 0}));
  for (int step = 0; step < 50; ++step) simulation.step();
  EXPECT_TRUE(simulation.run().errors().allFinite());
}

TEST(SceneGoals, DirectionsSurviveToTheLastBit) {
  test::Random random(1200);
  for (int trial = 0; trial < 300; ++trial) {
    const Vector3d v = random.direction() * random.log_uniform(1e-3, 1e3);
    std::ostringstream keys;
    keys.precision(17);
    keys << "goal = \"plane\"\ndirection = [" << std::fixed << v.x() << ", " << v.y() << ", "
         << v.z() << "]\n";
    round_trip(scene_with(keys.str()));
    if (HasFailure()) break;
  }
}

void expect_complaint(const std::string& text, int line, const std::string& sentence) {
  const std::string said = complaint(text);
  EXPECT_EQ(said.find("test.toml:" + std::to_string(line) + ": "), 0u) << said;
  EXPECT_TRUE(test::has(said, sentence));
  EXPECT_EQ(said.find('\n'), std::string::npos) << said;
}

TEST(SceneGoals, Mistakes) {
  struct Case {
    std::string keys;
    int line;
    std::string sentence;
  };
  for (const Case& one : std::vector<Case>{
           {"goal = \"orientaton\"\n", 28,
            "goal \"orientaton\" is unknown (did you mean \"orientation\"?); expected one of"},
           {"goal = 3\n", 28, "target of \"hand\": goal is 3; expected a string"},
           {"gaol = \"aim\"\n", 28, "the unknown key \"gaol\" (did you mean \"goal\"?)"},
           {"goal = \"aim\"\n", 26, "target of \"hand\" has no direction, which it needs"},
           {"goal = \"plane\"\ndirection = [0, 0, 0]\n", 29, "direction has no length"},
           {"goal = \"plane\"\ndirection = [0, 1]\n", 29, "has 2 entries"},
           {"goal = \"plane\"\ndirection = [0, 0, nan]\n", 29, "direction is nan"},
           {"direction = [0, 0, 1]\n", 28, "the unknown key \"direction\""},
           {"goal = \"orientation\"\ndirection = [0, 0, 1]\n", 29, "the unknown key \"direction\""},
           {"weight = 0\n", 28, "weight is 0; expected a number from 1e-06 to 1e+07"},
           {"weight = -1\n", 28, "weight is -1; expected a number"},
           {"weight = \"heavy\"\n", 28, "weight is the text \"heavy\"; expected a number"},
           {"weight = inf\n", 28, "weight is inf; expected a number"},
           {"mask = [1, 1]\n", 28, "mask has 2 entries"},
           {"mask = [0, 0, 0]\n", 28, "mask is zero; expected at least one axis that counts"},
           {"mask = [1, 1, -1]\n", 28, "expected"},
           {"goal = \"pose\"\nmask = [1, 1, 1]\n", 29, "mask has 3 entries"},
           {"goal = \"pose\"\nmask = [1, 1, 1, 0, 0, 0]\n", 29,
            "mask leaves nothing of the pose's orientation; expected goal = \"position\""},
           {"goal = \"plane\"\ndirection = [1, 0, 0]\nmask = [1, 1, 0]\n", 30,
            "the unknown key \"mask\""},
           {"elbow = \"knee\"\n", 28, "the unknown key \"elbow\""},
           {"priority = \"first\"\n", 28, "priority is the text \"first\"; expected a number"},
           {"priority = nan\n", 28, "priority is nan; expected a number"}})
    expect_complaint(scene_with(one.keys), one.line, one.sentence);

  expect_complaint(scene_with("goal = \"orientation\"\n", target("goal = \"orientation\"\n")), 34,
                   "effector \"hand\" has two targets for its orientation, the first in line 27");
  std::string many;
  for (int i = 0; i < 100; ++i) many += target("goal = \"plane\"\ndirection = [0, 0, 1]\n");
  expect_complaint(scene_with("", many), 626,
                   "the scene has 101 [[target]] tables; expected at most 100");
}

TEST(SceneObstacles, Shapes) {
  const auto scene = round_trip(scene_with(
      "",
      "[[obstacle]]\nname = \"ball\"\nshape = \"sphere\"\nposition = [1, 2, 3]\nradius = 0.5\n"
      "[[obstacle]]\nname = \"wall\"\nshape = \"box\"\nposition = [0, 1, 0]\nsize = [4, 2, 0.1]\n"
      "[[obstacle]]\nname = \"rod\"\nshape = \"capsule\"\nfrom = [0, 0.1, 0]\n"
      "to = [0.2, 0.3, -1.1]\nradius = 0.05\n"));
  ASSERT_EQ(scene->obstacles.size(), 3u);
  EXPECT_EQ(scene->obstacles[0].size.x(), 0.5);
  EXPECT_EQ(scene->obstacles[0].position, Vector3d(1, 2, 3));
  EXPECT_EQ(scene->obstacles[1].size, Vector3d(2, 1, 0.05));
  const ik::Obstacle& rod = scene->obstacles[2];
  for (const Vector3d& end : {Vector3d(0, 0.1, 0), Vector3d(0.2, 0.3, -1.1)})
    EXPECT_NEAR(ik::clearance(rod, end).distance, -0.05, 1e-12);
  const std::string written = formats::to_toml(*scene);
  EXPECT_TRUE(test::has(written, "from = [0, 0.1, 0]\nto = [0.2, 0.3, -1.1]\n"));
}

/// The ends have many digits; the fuzzer found this case.
TEST(SceneObstacles, ACapsuleIsReadAsItWasWritten) {
  const auto scene =
      round_trip(scene_with("",
                            "[[obstacle]]\nname = \"rod\"\nshape = \"capsule\"\nfrom = [0.15, 0.4, "
                            "-0.3]\nto = [0.15, 0.4, -4.26882468565]\nradius = 0.26\n"));
  const std::string written = formats::to_toml(*scene);
  EXPECT_EQ(formats::to_toml(*formats::parse(written, "again.toml")), written);
}

TEST(SceneObstacles, RandomOnesRoundTrip) {
  test::Random random(1201);
  for (int trial = 0; trial < 300; ++trial) {
    sim::Scene made = *formats::parse(test::small_scene(), "test.toml");
    for (int i = 0; i < 3; ++i) {
      const double size = random.log_uniform(1e-2, 1e4);
      ik::Obstacle obstacle{"o" + std::to_string(i), static_cast<ik::Obstacle::Shape>(i),
                            random.vector(3, size), Vector3d::Constant(size), Vector3d::Zero()};
      if (obstacle.shape == ik::Obstacle::Shape::Capsule) obstacle.axis = random.vector(3, size);
      made.obstacles.push_back(obstacle);
    }
    const auto first = round_trip(formats::to_toml(made));
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(first->obstacles[i].position, made.obstacles[i].position);
      EXPECT_EQ(first->obstacles[i].axis, made.obstacles[i].axis);
      EXPECT_EQ(first->obstacles[i].size, made.obstacles[i].size);
    }
    if (HasFailure()) break;
  }
}

TEST(SceneObstacles, Mistakes) {
  const std::string head = "[[obstacle]]\nname = \"a\"\nshape = ";
  struct Case {
    std::string table;
    int line;
    std::string sentence;
  };
  for (const Case& one : std::vector<Case>{
           {"[[obstacle]]\nshape = \"box\"\n", 32, "obstacle 1 has no name"},
           {"[[obstacle]]\nname = \"\"\nshape = \"sphere\"\nposition = [0, 0, 0]\nradius = 1\n", 33,
            "an obstacle is named \"\"; expected 1 to 100 letters"},
           {"[[obstacle]]\nname = \"a\"\n", 32, "obstacle \"a\" has no shape"},
           {head + "\"spehre\"\n", 34,
            "obstacle shape \"spehre\" is unknown (did you mean \"sphere\"?)"},
           {head + "\"sphere\"\nposition = [0, 0, 0]\n", 32, "obstacle \"a\" has no radius"},
           {head + "\"sphere\"\nposition = [0, 0, 0]\nradius = 0\n", 36,
            "obstacle \"a\": radius is 0; expected a number from 1e-09"},
           {head + "\"sphere\"\nposition = [0, 0, 0]\nsize = [1, 1, 1]\n", 36,
            "unknown key \"size\""},
           {head + "\"box\"\nposition = [0, 0, 0]\nsize = [1, 1, -1]\n", 36, "size is -1"},
           {head + "\"box\"\nposition = [0, 0, 0]\nradius = 1\n", 36, "unknown key \"radius\""},
           {head + "\"capsule\"\nfrom = [0, 0, 0]\nradius = 1\n", 32, "obstacle \"a\" has no to"},
           {head + "\"capsule\"\nposition = [0, 0, 0]\nradius = 1\n", 35,
            "unknown key \"position\""},
           {head + "\"capsule\"\nfrom = [0, 0, 0]\naxis = [0, 0, 1]\nradius = 1\n", 35,
            "unknown key \"from\""},
           {head + "\"capsule\"\nfrom = [0, 0]\nto = [0, 0, 1]\nradius = 1\n", 35,
            "has 2 entries"}})
    expect_complaint(scene_with("", one.table), one.line, one.sentence);

  const std::string ball = head + "\"sphere\"\nposition = [0, 0, 0]\nradius = 1\n";
  expect_complaint(scene_with("", ball + ball), 38, "two obstacles named \"a\"");
  expect_complaint("obstacle = 3\n" + test::small_scene(), 1, "obstacle is 3; expected tables");
  std::string many;
  for (int i = 0; i <= 100; ++i)
    many += "[[obstacle]]\nname = \"o" + std::to_string(i) +
            "\"\nshape = \"sphere\"\nposition = [0, 0, 0]\nradius = 1\n";
  expect_complaint(scene_with("", many), 532, "the scene has 101 [[obstacle]] tables");
}

std::string with_target(const std::string& target) {
  std::string text = test::small_scene();
  const size_t begin = text.find("[[target]]"), end = text.find("[method]");
  return text.replace(begin, end - begin, target);
}

TEST(PoseGoal, IsAPositionAndAnOrientationOfOneEffector) {
  const auto scene = formats::parse(with_target(R"([[target]]
effector = "hand"
goal = "pose"
weight = 0.25
motion = "fixed"
center = [1, 1, 0]
[target.turn]
motion = "rock"
axis = [0, 0, 2]
angle = 0.5
frequency = 3
)"),
                                    "test.toml");
  const ik::Skeleton& body = *scene->skeleton;
  ASSERT_EQ(body.effectors(), 2);
  EXPECT_EQ(body.rows(), 6);
  EXPECT_EQ(body.effector(0).goal.info->name, "position");
  EXPECT_EQ(body.effector(1).goal.info->name, "orientation");
  EXPECT_EQ(body.effector(1).of, "hand");
  EXPECT_EQ(body.effector(1).goal.weight, 0.25);
  EXPECT_EQ(scene->targets[1].motion, "rock");
  test::expect_same(*scene, *formats::parse(formats::to_toml(*scene), "again.toml"));
}

TEST(PoseGoal, WithoutATurnKeepsTheOrientationOfTheStartPose) {
  const auto scene = formats::parse(with_target(R"([[target]]
effector = "hand"
goal = "pose"
motion = "fixed"
center = [1, 1, 0]
)"),
                                    "test.toml");
  EXPECT_EQ(scene->targets[1].values.at("center"), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(scene->skeleton->effector(1).goal.weight, scene->skeleton->characteristic_length());
}

TEST(PoseGoal, ComplainsOfItsTurn) {
  const std::string pose =
      "[[target]]\neffector = \"hand\"\ngoal = \"pose\"\nmotion = \"fixed\"\ncenter = [1, 1, 0]\n";
  EXPECT_TRUE(
      test::has(test::complaint(with_target(pose + "turn = 3\n")), "expected [target.turn]"));
  EXPECT_TRUE(test::has(test::complaint(with_target(pose + "[target.turn]\nmotion = \"rok\"\n")),
                        "\"rock\""));
  EXPECT_TRUE(test::has(
      test::complaint(with_target(pose + "[target.turn]\nmotion = \"rock\"\naxis = [0, 0, 0]\n"
                                         "angle = 1\nfrequency = 1\n")),
      "axis has no length"));
}

}  // namespace
