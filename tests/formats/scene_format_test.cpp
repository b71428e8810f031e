// Tests what a right file means, and that writing and reading give the same scene.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/scene/joint_type.h"
#include "formats/scene_format.h"
#include "formats/session_file.h"
#include "support.h"
#include "support/bodies.h"
#include "support/temporary_folder.h"

namespace {

constexpr double degree = std::numbers::pi / 180;

/// Returns the scene of a text, which is the same when it is written and read again.
std::shared_ptr<const sim::Scene> written_and_read(const std::string& text) {
  const auto scene = formats::parse(text, "test.toml");
  test::expect_same(*scene, *formats::parse(formats::to_toml(*scene), "again.toml"));
  return scene;
}

/// Returns small_scene() with the first occurrence of `from` replaced.
std::string small_with(const std::string& from, const std::string& to) {
  return test::replaced(test::small_scene(), from, to);
}

TEST(SceneFormat, SmallScene) {
  const auto scene = formats::parse(test::small_scene(), "test.toml");
  EXPECT_EQ(scene->name, "small");
  EXPECT_EQ(scene->dt, 0.01);
  const ik::Skeleton& body = *scene->skeleton;
  ASSERT_EQ(body.joints(), 5);
  EXPECT_EQ(body.joint(0).lower, -90 * degree);
  for (int axis = 0; axis < 3; ++axis) {
    const ik::Joint& one = body.joint(1 + axis);
    EXPECT_EQ(one.name, std::string("elbow.") + "xyz"[axis]);
    EXPECT_EQ(one.compound, "elbow");
    EXPECT_EQ(one.parent, axis);
    EXPECT_EQ(one.axis, Eigen::Vector3d::Unit(axis));
    EXPECT_EQ(one.position, Eigen::Vector3d(1, 0, 0));
    EXPECT_TRUE(std::isinf(one.lower) && std::isinf(one.upper));
  }
  EXPECT_EQ(body.joint(4).parent, 3);
  EXPECT_EQ(body.joint(4).type, ik::JointType::Prismatic);
  EXPECT_EQ(body.joint(4).lower, -0.5);
  EXPECT_EQ(body.effector(0).joint, 4);
  EXPECT_EQ(scene->targets[0].values.at("phase"), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(scene->method, "dls");
  EXPECT_EQ(scene->settings, (std::vector<std::pair<std::string, std::string>>{{"lambda", "0.5"}}));
}

TEST(SceneFormat, AFolderListsWhatOpens) {
  const test::TemporaryFolder folder;
  const auto written = [&](const char* name, const char* text) {
    return formats::may_be_scene(folder.put(name, text));
  };
  EXPECT_TRUE(written("a.toml", ""));
  EXPECT_TRUE(written("a.BVH", "HIERARCHY"));
  EXPECT_TRUE(written("a.urdf", "<?xml version='1.0'?><!-- text --><robot name='a'/>"));
  EXPECT_TRUE(written("a.xml", "<mujoco/>"));
  EXPECT_FALSE(written("package.xml", "<package/>"));
  EXPECT_FALSE(written("a.sdf", "<sdf/>"));
  EXPECT_FALSE(written("a.stl", "solid"));
}

/// Only the display depends on them, never the computation.
TEST(SceneFormat, MayNameItsUnitAndWhatIsUp) {
  const auto plain = formats::parse(test::small_scene(), "test.toml");
  EXPECT_EQ(plain->skeleton->unit(), nullptr);
  EXPECT_EQ(plain->up, sim::Scene::Up::Y);
  EXPECT_EQ(formats::to_toml(*plain).find("unit ="), std::string::npos);
  EXPECT_EQ(formats::to_toml(*plain).find("up ="), std::string::npos);

  const auto scene = formats::parse("unit = \"m\"\nup = \"z\"\n" + test::small_scene(), "a.toml");
  ASSERT_TRUE(scene->skeleton->unit());
  EXPECT_EQ(scene->skeleton->unit()->name, "m");
  EXPECT_EQ(scene->up, sim::Scene::Up::Z);
  EXPECT_EQ(scene->skeleton->joint(1).position, plain->skeleton->joint(1).position);
  sim::Timeline timeline{sim::Simulation(scene)};
  timeline.step();
  const auto session =
      formats::parse_session(formats::to_toml(formats::session_of(timeline)), "session");
  for (const sim::Scene& again : {*formats::parse(formats::to_toml(*scene), "again"),
                                  timeline.simulation().snapshot(), *session.scene}) {
    EXPECT_EQ(again.skeleton->unit(), scene->skeleton->unit());
    EXPECT_EQ(again.up, sim::Scene::Up::Z);
  }
  EXPECT_EQ(formats::parse("unit = \"m\"\nup = \"z\"\nlike = \"y\"\nname = \"a\"", "b")->up,
            sim::Scene::Up::Z);
  const sim::Simulation simulation(scene);
  EXPECT_EQ(simulation.parameter("dmax").unit, "m");
  EXPECT_EQ(simulation.parameter("hit_distance").unit, "m");
}

/// The list of what a page opens is not C++.
TEST(SceneFormat, OpensFromThePageToo) {
  const std::string text = files::read_text(IKSCOPE_SOURCE_DIR "/web/drop.js", files::document);
  const size_t list = text.find("const opened = ");
  ASSERT_NE(list, text.npos);
  const std::string opened = text.substr(list, text.find(';', list) - list);
  int endings = 0;
  for (const formats::SceneFormat* format : base::Registry<formats::SceneFormat>::all())
    for (const std::string_view ending : format->endings) {
      if (ending == "sdf" || ending == "world") continue;  // refused
      EXPECT_TRUE(test::has(opened, ending));
      ++endings;
    }
  EXPECT_GE(endings, 7);
  EXPECT_TRUE(formats::what_opens().starts_with("scenes, sessions and lessons (.toml), robots "));
}

/// The file's ending determines the format; a file with an unknown ending is TOML.
TEST(SceneFormat, IsThatOfTheEnding) {
  const formats::SceneFormat* toml = formats::scene_format_of("a/b.toml");
  ASSERT_NE(toml, nullptr);
  EXPECT_EQ(toml->name, "toml");
  EXPECT_EQ(formats::scene_format_of("B.TOML"), toml);
  EXPECT_EQ(formats::scene_format_of("toml"), nullptr);
  EXPECT_EQ(formats::scene_format_of("a.toml/b"), nullptr);
  const test::TemporaryFolder folder;
  EXPECT_EQ(formats::load(folder.put("small_scene", test::small_scene()))->name, "small");
  for (const auto& [text, format] : {std::pair{"\xEF\xBB\xBF hierarchy\nROOT a", "bvh"},
                                     {"\n<robot/>", "urdf"},
                                     {"name = 1", "toml"}})
    EXPECT_EQ(formats::scene_format_in(folder.put("small_scene", text)).name, format);
}

/// Each joint of a body belongs to exactly one joint of a file.
TEST(SceneFormat, EveryJointHasOneType) {
  for (const char* name : {"human", "vehicle-arm", "ball-chain"}) {
    const auto scene = formats::load(formats::find_scene(name));
    const ik::Skeleton& body = *scene->skeleton;
    for (int j = 0; j < body.joints();) {
      int matches = 0;
      for (const formats::JointType* type : formats::joint_types())
        matches += type->count(body, j) > 0;
      EXPECT_EQ(matches, 1) << name << " " << body.joint(j).name;
      j += formats::joint_type_of(body, j).count(body, j);
      EXPECT_LE(j, body.joints());
    }
  }
}

TEST(SceneFormat, TheDocumentsExamplesLoad) {
  const std::string page =
      files::read_text(IKSCOPE_SOURCE_DIR "/docs/scene-format.md", files::document);
  const std::string open = "```toml\n";
  std::vector<std::string> blocks;
  for (size_t at = 0; (at = page.find(open, at)) != std::string::npos;) {
    at += open.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  // The blocks are a scene, one in Denavit-Hartenberg rows, a loop, a pose with a mask and other
  // targets for the first, obstacles, another method, another run, a command.
  ASSERT_EQ(blocks.size(), 9u);
  EXPECT_EQ(test::complaint(blocks[0]), "");
  const std::string scene = blocks[0].substr(0, blocks[0].find("[method]"));
  const std::string body = scene.substr(0, scene.find("[[target]]"));
  EXPECT_EQ(test::complaint(blocks[1]), "");
  EXPECT_EQ(formats::parse(blocks[2], "loop.toml")->skeleton->loops().size(), 1u);
  EXPECT_EQ(formats::parse(body + blocks[3], "mask.toml")->skeleton->rows(), 5);
  EXPECT_EQ(test::complaint(body + blocks[4]), "");
  EXPECT_EQ(test::complaint(scene + blocks[5] + blocks[6] + blocks[7]), "");
  const size_t command = blocks[8].find("[[command]]");
  const std::string session = blocks[8].substr(0, command) + scene + blocks[8].substr(command);
  EXPECT_EQ(formats::parse_session(session, "test.toml").commands.size(), 1u);
}

TEST(SceneFormat, BallTravel) {
  const auto scene =
      written_and_read(small_with("type = \"ball\"",
                                  "type = \"ball\"\nlimits_deg = [[-10, 10], [-20, 20], [0, 30]]\n"
                                  "rest_deg = [1, 2, 3]\nstart_deg = [4, 5, 6]"));
  const ik::Skeleton& body = *scene->skeleton;
  EXPECT_EQ(body.joint(2).lower, -20 * degree);
  EXPECT_EQ(body.joint(3).upper, 30 * degree);
  EXPECT_EQ(body.joint(1).rest, 1 * degree);
  EXPECT_EQ(body.joint(3).start, 6 * degree);
}

TEST(SceneFormat, ARowOfJoints) {
  const std::string text = small_with(
      "type = \"ball\"", "type = \"ball\"\ncount = 3\nto = [4, 0, 0]\nstart_deg = [1, 2, 3]");
  const auto scene =
      written_and_read(test::replaced(text, "joint = \"slide\"", "joint = \"elbow.2\""));
  const ik::Skeleton& body = *scene->skeleton;
  ASSERT_EQ(body.joints(), 11);
  for (int i = 0; i < 3; ++i)
    for (int axis = 0; axis < 3; ++axis) {
      const int j = 1 + 3 * i + axis;
      EXPECT_EQ(body.joint(j).compound, "elbow." + std::to_string(i + 1));
      EXPECT_EQ(body.joint(j).parent, j - 1);
      EXPECT_EQ(body.joint(j).position, Eigen::Vector3d(1 + i, 0, 0));
      EXPECT_EQ(body.joint(j).start, (axis + 1) * degree);
    }
  EXPECT_EQ(body.joint(10).parent, 9);  // "elbow" is the last
  EXPECT_EQ(body.effector_joint(0), 6);
}

TEST(SceneFormat, MethodValuesMayBeNumbersTextsOrFlags) {
  const auto scene =
      written_and_read(test::small_scene() +
                       "dmax = inf\nlimits = false\nfeed_forward = true\njacobian = \"target\"\n"
                       "updates_per_step = 3\ntarget_speed = 0.5\n");
  const std::map<std::string, std::string> settings(scene->settings.begin(), scene->settings.end());
  EXPECT_EQ(settings, (std::map<std::string, std::string>{{"lambda", "0.5"},
                                                          {"dmax", "inf"},
                                                          {"limits", "off"},
                                                          {"feed_forward", "on"},
                                                          {"jacobian", "target"},
                                                          {"updates_per_step", "3"},
                                                          {"target_speed", "0.5"}}));
}

TEST(SceneFormat, OptionalParts) {
  std::string text = test::small_scene();
  text = text.substr(0, text.find("[method]"));
  text.erase(text.find("dt = 0.01\n"), 10);
  const auto scene = formats::parse(text, "test.toml");
  EXPECT_EQ(scene->dt, sim::Scene().dt);
  EXPECT_EQ(scene->method, sim::Scene().method);
  EXPECT_EQ(scene->description, "");
}

TEST(SceneFormat, TargetsMayComeInAnyOrder) {
  const auto scene = written_and_read(
      small_with("[[target]]",
                 "[[effector]]\nname = \"foot\"\njoint = \"shoulder\"\nposition = [0, 1, 0]\n"
                 "[[target]]\neffector = \"foot\"\nmotion = \"jump\"\n"
                 "points = [[0, 0, 0], [1, 1, 1]]\nperiod = 2\n[[target]]"));
  ASSERT_EQ(scene->targets.size(), 2u);
  EXPECT_EQ(scene->targets[0].motion, "sinusoid");
  EXPECT_EQ(scene->targets[1].effector, 1);
  EXPECT_EQ(scene->targets[1].values.at("points"), (std::vector<double>{0, 0, 0, 1, 1, 1}));
}

TEST(SceneFormat, StrangeNamesSurvive) {
  std::string text = test::small_scene();
  for (size_t at; (at = text.find("\"shoulder\"")) != std::string::npos;)
    text.replace(at, 10, R"("a \"b\" \\ é λ")");
  EXPECT_EQ(written_and_read(text)->skeleton->joint(0).name, "a \"b\" \\ é λ");
}

TEST(SceneFormat, RandomScenesRoundTrip) {
  test::Random random(7);
  for (int round = 0; round < 300; ++round) {
    sim::Scene made;
    made.name = "random";
    made.dt = random.uniform(1e-6, 1);
    const int effectors = 1 + random.index(5);
    made.skeleton = std::make_shared<ik::Skeleton>(
        test::random_tree(random, 1 + random.index(30), effectors, {.limits = 0.5}));
    for (int i = 0; i < effectors; ++i)
      made.targets.push_back(test::sinusoid(i, {random.uniform(-3, 3), 0, 1},
                                            {random.uniform(0, 3), 1, 1}, {1, 2, 3}));
    made.settings = {{"lambda", "0.25"}};
    // Radians become the nearest degrees that a file can express; from then on nothing changes.
    const auto first = formats::parse(formats::to_toml(made), "first.toml");
    test::expect_same(*first, *formats::parse(formats::to_toml(*first), "second.toml"));
    for (int j = 0; j < made.skeleton->joints(); ++j) {
      if (std::isfinite(made.skeleton->joint(j).lower)) {
        EXPECT_NEAR(first->skeleton->joint(j).lower, made.skeleton->joint(j).lower, 1e-15);
      }
      EXPECT_EQ(first->skeleton->joint(j).position, made.skeleton->joint(j).position);
    }
    ASSERT_FALSE(HasFailure());
  }
}

TEST(SceneFormat, EveryDegreeSurvives) {
  const std::string text = small_with("limits_deg = [-90, 90]\n", "start_deg = START\n");
  test::Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const double angle = i < 720 ? (i - 360) / 2.0 : random.uniform(-180, 180);
    char number[40];
    std::snprintf(number, sizeof number, "%.17g", angle);
    const auto scene = formats::parse(test::replaced(text, "START", number), "test.toml");
    const std::string again = formats::to_toml(*scene);
    EXPECT_EQ(formats::parse(again, "again.toml")->skeleton->joint(0).start, angle * degree);
    if (i < 720 && angle != 0) {
      std::snprintf(number, sizeof number, "start_deg = %g\n", angle);
      EXPECT_TRUE(test::has(again, number));
    }
  }
}

TEST(SceneFormat, AJointThatFollowsItselfIsNamedWithItsLine) {
  const std::string text = small_with("limits_deg = [-90, 90]", "mimic = \"slide\"");
  EXPECT_EQ(test::complaint(test::replaced(text, "limits = [-0.5, 0.5]", "mimic = \"shoulder\"")),
            "test.toml:9: joint \"shoulder\" follows itself, by way of the joint that it mimics; "
            "expected one that moves by itself");
}

TEST(SceneFormat, AJointThatFollowsABallIsWritten) {
  const auto scene =
      formats::parse(small_with("limits = [-0.5, 0.5]", "mimic = \"elbow\""), "test.toml");
  const auto again = formats::parse(formats::to_toml(*scene), "again.toml");
  EXPECT_EQ(again->skeleton->joint(4).mimic, scene->skeleton->joint(4).mimic);
  EXPECT_EQ(again->skeleton->joint(4).mimic.leader, 3) << "the last of three";
}

TEST(SceneFormat, AMultiplierOfZeroIsWritten) {
  const auto scene = formats::parse(
      small_with("limits = [-0.5, 0.5]", "mimic = \"shoulder\"\nmultiplier = 0"), "test.toml");
  const auto again = formats::parse(formats::to_toml(*scene), "again.toml");
  EXPECT_EQ(again->skeleton->joint(4).mimic, (ik::Mimic{0, 0, 0}));
}

TEST(SceneFormat, ASettingOfMinusZeroIsWrittenAsItIsRead) {
  written_and_read(small_with("lambda = 0.5", "lambda = -0.0"));
}

}  // namespace
