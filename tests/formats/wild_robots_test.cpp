// Tests robots' files as they occur in practice: files that popular readers accept are accepted
// here too, with a notice about their interpretation.

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "formats/scene/run_options.h"
#include "formats/scene/scene_file.h"
#include "ik/model/rotation.h"
#include "sim/simulation.h"
#include "sim/why/diagnosis.h"
#include "wild_robots.h"

namespace {

using test::arm, test::expect_notice, test::read_robot, test::replaced;
using test::urdf, test::urdf_joint, test::urdf_limit, test::urdf_link;

TEST(WildRobots, InvertedAndInfiniteLimitsAreNone) {
  const auto inverted = read_robot(arm("", "<limit lower=\"2\" upper=\"-1\"/>"));
  EXPECT_FALSE(ik::has_limits(inverted->skeleton->joint(1)));
  expect_notice(*inverted, "\"j2\" has a lower limit above its upper one");
  for (const char* infinite : {"inf", "Infinity", " +INF ", ".inf"}) {
    const auto scene = read_robot(
        arm("", "<limit lower=\"-1\" upper=\"" + std::string(infinite) + "\" velocity=\"inf\"/>"));
    EXPECT_EQ(scene->skeleton->joint(1).lower, -1);
    EXPECT_TRUE(std::isinf(scene->skeleton->joint(1).upper)) << infinite;
    EXPECT_TRUE(scene->notices.empty());
  }
}

TEST(WildRobots, LimitsThatLookLikeDegreesAreNamed) {
  expect_notice(*read_robot(arm("", "<limit lower=\"-120\" upper=\"90\"/>")), "look like degrees");
  for (const char* radians : {"lower=\"-12.566\" upper=\"12.566\"", "lower=\"-6\" upper=\"6\""})
    EXPECT_TRUE(read_robot(arm("", "<limit " + std::string(radians) + "/>"))->notices.empty())
        << radians;
  expect_notice(*read_robot(replaced(arm(""), "\".4 0 0\"", "\".4 0 0\" rpy=\"0 90 0\"")),
                "\"j2\" has an rpy that looks like degrees");
  const auto model = [](const char* angle) {
    return read_robot(
        "<mujoco><compiler angle=\"" + std::string(angle) +
            "\"/><worldbody><body><joint axis=\"0 1 0\" range=\"-90 90\"/><body pos=\"1 0 0\">"
            "<joint axis=\"0 1 0\"/><geom type=\"capsule\" size=\".1\" fromto=\"0 0 0 1 0 0\"/>"
            "</body></body></worldbody></mujoco>",
        "model.xml");
  };
  expect_notice(*model("radian"), "looks like degrees, and the model has radians");
  EXPECT_TRUE(model("degree")->notices.empty());
  EXPECT_TRUE(model("degree")->description.ends_with(" from model.xml: 2 joints"));
}

/// An arm of 0.4 m has shapes or joints of 400 m.
TEST(WildRobots, LengthsThatLookLikeMillimetresAreNamed) {
  const auto box = [](const std::string& size) {
    return "<visual><geometry><box size=\"" + size + "\"/></geometry></visual>";
  };
  expect_notice(*read_robot(arm(box("400 50 50"))),
                "A visual of link \"upper\" is 400 m long and the robot 500 mm, which looks like "
                "millimetres; robots' files have metres: divide its size by 1000");
  EXPECT_TRUE(read_robot(arm(box("4 3 0.1")))->notices.empty());
  expect_notice(*read_robot(replaced(arm(""), "\".4 0 0\"", "\"400 0 0\"")),
                "The robot is 400 m long, which looks like millimetres");
  expect_notice(*read_robot(arm("", "<limit lower=\"0\" upper=\"500\"/>", "prismatic")),
                "Joint \"j2\" slides by 500 m and the robot is 500 mm long");
  // The shape of a room does not move.
  const std::string base = "<link name=\"base\">";
  EXPECT_TRUE(read_robot(replaced(arm(""), base, base + box("99 99 1")))->notices.empty());
}

/// Tests Drake's loops: a four-bar linkage, one that cannot be closed, and one whose links are
/// missing.
TEST(WildRobots, LoopJointsAreKeptClosed) {
  const std::string axis = std::string("<axis xyz=\"0 1 0\"/>") + urdf_limit;
  const auto bar = [&](const std::string& loop) {
    return read_robot(
        urdf(urdf_link("base") + urdf_link("crank") + urdf_link("coupler") + urdf_link("rocker") +
             urdf_joint("a", "revolute", "base", "crank", axis) +
             urdf_joint("b", "revolute", "crank", "coupler", "<origin xyz=\"0 0 .2\"/>" + axis) +
             urdf_joint("c", "revolute", "base", "rocker", "<origin xyz=\".6 0 0\"/>" + axis) +
             "<loop_joint name=\"ring\" " + loop));
  };
  const std::string ends =
      "<link1 link=\"coupler\" xyz=\".6 0 0\"/><link2 link=\"rocker\" xyz=\"0 0 ";
  const auto scene = bar("type=\"revolute\">" + ends + ".2\"/></loop_joint>");
  expect_notice(*scene, "The loop \"ring\" is kept closed in every step");
  sim::Simulation simulation(scene);
  for (int step = 0; step < 100; ++step) {
    simulation.step();
    ASSERT_LT(simulation.run().solver().loop_gap(), 1e-9);
  }
  EXPECT_GT(std::abs(simulation.run().solver().pose().theta[0] - scene->skeleton->start()[0]),
            1e-3);
  expect_notice(*bar("type=\"revolute\">" + ends + "2\"/></loop_joint>"), "cannot be closed");
  EXPECT_TRUE(bar("type=\"fixed\">" + ends + ".2\"/></loop_joint>")->skeleton->loops()[0].rigid);
  for (const char* open : {"type=\"prismatic\"/>", "type=\"revolute\"/>",
                           "type=\"fixed\"><link1 link=\"x\"/><link2 link=\"base\"/></loop_joint>"})
    expect_notice(*bar(open), "joint \"ring\" closes a loop and is left out");
}

TEST(WildRobots, AVisualWithAMistakeIsLeftOut) {
  const std::string box = "<geometry><box size=\"1 1 1\"/></geometry>";
  for (const std::string wrong :
       {"<geometry><box size=\"-1 1 1\"/></geometry>", "<geometry><box/></geometry>",
        "<geometry><cylinder radius=\"0.1\"/></geometry>", "<geometry/>",
        "<geometry><mesh filename=\"a.stl\" scale=\"1 1 1 1\"/></geometry>",
        "<origin xyz=\"\" rpy=\"\"/>", "<origin xyz=\"0 0\"/>",
        "<material name=\"m\"><color rgba=\"\"/></material>"}) {
    const std::string good = wrong.starts_with("<geometry") ? "" : box;
    const auto scene =
        read_robot(arm("<visual>" + wrong + good + "</visual><visual>" + box + "</visual>"));
    EXPECT_EQ(scene->solids.size(), 1u) << wrong;
    expect_notice(*scene, "1 visual is left out, line ");
  }
}

TEST(WildRobots, AnAxisOfZeroIsTheDefaultOne) {
  const auto scene = read_robot(arm("", std::string("<axis xyz=\"0 0 0\"/>") + urdf_limit));
  EXPECT_EQ(scene->skeleton->joint(1).axis, Eigen::Vector3d::UnitX());
  EXPECT_TRUE(std::ranges::any_of(scene->notices, [](const std::string& notice) {
    return notice.find("\"j2\" has the axis 0 0 0") != notice.npos;
  }));
}

TEST(WildRobots, BallJointsByOtherNames) {
  for (const char* type : {"ball", "spherical"})
    EXPECT_EQ(read_robot(arm("", "", type))->skeleton->joints(), 4) << type;
  const auto drake = read_robot(urdf(urdf_link("a") + urdf_link("b") +
                                     "<drake:joint name=\"s\" type=\"ball\">"
                                     "<parent link=\"a\"/><child link=\"b\"/></drake:joint>"));
  EXPECT_EQ(drake->skeleton->joints(), 3);
  EXPECT_TRUE(drake->held.empty());
}

/// A screw drives a universal joint: half a turn lifts it by half the pitch, whatever turns before
/// it.
TEST(WildRobots, DrakesScrewAndUniversalJoint) {
  const auto scene = read_robot(
      urdf(urdf_link("a") + urdf_link("b") + urdf_link("c") +
           "<drake:joint name=\"s\" type=\"screw\"><parent link=\"a\"/><child link=\"b\"/>"
           "<axis xyz=\"0 0 1\"/><drake:screw_thread_pitch value=\"0.02\"/></drake:joint>"
           "<drake:joint name=\"u\" type=\"universal\"><parent link=\"b\"/><child link=\"c\"/>"
           "<origin xyz=\"1 0 0\"/></drake:joint>"));
  const ik::Skeleton& body = *scene->skeleton;
  ASSERT_EQ(body.joints(), 4);
  EXPECT_EQ(body.joint(1).mimic.leader, 0);
  EXPECT_EQ(body.joint(3).name, "u.y");
  const std::string said = test::refusal([&] { formats::find_joints(*scene, "u"); });
  EXPECT_TRUE(test::has(said, "(did you mean \"u.x\"?)"));
  ik::Pose pose(body);
  pose.theta << std::numbers::pi, 0.01, 0.3, 0.4;
  forward_kinematics(body, pose);
  EXPECT_LT((pose.position.col(2) - Eigen::Vector3d(-1, 0, 0.01)).norm(), 1e-12);
  const Eigen::Matrix3d turned = ik::rotation({0, 0, std::numbers::pi}) *
                                 ik::rotation({0.3, 0, 0}) * ik::rotation({0, 0.4, 0});
  EXPECT_LT((pose.rotation[3] - turned).norm(), 1e-12);
  EXPECT_NEAR(body.joint(1).mimic.multiplier * 2 * std::numbers::pi, 0.02, 1e-15);
  const auto again = formats::parse(formats::to_toml(*scene), "again");
  EXPECT_EQ(again->skeleton->joints(), 4);
  EXPECT_EQ(again->skeleton->joint(1).mimic.leader, 0);
}

TEST(WildRobots, AMimicOfNothingMovesOnItsOwn) {
  const std::string limit = urdf_limit;
  const auto scene = read_robot(arm("", limit + "<mimic joint=\"j11\"/>"));
  EXPECT_EQ(scene->skeleton->joint(1).mimic.leader, -1);
  expect_notice(*scene, "mimics \"j11\", which is not a joint of the file (did you mean \"j1\"?)");
  const auto itself = read_robot(arm("", limit + "<mimic joint=\"j2\"/>"));
  EXPECT_EQ(itself->skeleton->joint(1).mimic.leader, -1);
  expect_notice(*itself, "follows itself");
  for (const char* wrong : {"", "joint=\"j1\" multiplier=\"\"", "joint=\"j1\" offset=\"nan\""}) {
    const auto alone = read_robot(arm("", limit + "<mimic " + wrong + "/>"));
    EXPECT_EQ(alone->skeleton->joint(1).mimic.leader, -1) << wrong;
    expect_notice(*alone, "; joint \"j2\" moves on its own");
  }
  const auto after = read_robot(
      "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><link name=\"c\"/>"
      "<joint name=\"s\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/><axis xyz=\"0 0 "
      "1\"/>" +
      limit +
      "<mimic joint=\"s\"/></joint>"
      "<joint name=\"e\" type=\"revolute\"><parent link=\"b\"/><child link=\"c\"/><origin xyz=\"1 "
      "0 0\"/>"
      "<axis xyz=\"0 0 1\"/>" +
      limit + "<mimic joint=\"s\" multiplier=\"-1\"/></joint></robot>");
  EXPECT_EQ(after->skeleton->joint(1).mimic.leader, 0) << "it follows one that moves on its own";
}

TEST(WildRobots, InstructionsToOtherProgramsAreSkipped) {
  const std::string robot = arm("", urdf_limit);
  const auto plain = read_robot(robot);
  const size_t link = robot.find("<link");
  for (const std::string& text :
       {robot.substr(0, link) + "<?pi x?>" + robot.substr(link),
        "<!-- ours --><?xml version=\"1.0\"?><?xml-model href=\"urdf.xsd\"?>" +
            robot.substr(robot.find("<robot"))})
    EXPECT_EQ(read_robot(text)->skeleton->joints(), plain->skeleton->joints());
}

TEST(WildRobots, LeftOversOfXacroAreSkippedUnlessLinksComeOfThem) {
  expect_notice(*read_robot(arm("<xacro:inertia mass=\"1\"/>", urdf_limit, "revolute",
                                "<xacro:property name=\"pi\" value=\"3.14\"/>")),
                "2 xacro elements, such as <xacro:inertia> in line ");
  expect_notice(*read_robot(arm("", urdf_limit, "revolute",
                                "<xacro:macro name=\"leg\"><link name=\"x\"/></xacro:macro>")),
                "1 xacro element");
  expect_notice(
      *read_robot(
          arm("<xacro:property name=\"x\" value=\"1\"/>", urdf_limit, "revolute", "<xacro:leg/>")),
      "2 xacro elements, such as <xacro:leg> in line 8, are skipped, and whatever they create "
      "is missing");
  EXPECT_TRUE(read_robot(arm("<visual name=\"${prefix}v\"><geometry><sphere radius=\"1\"/>"
                             "</geometry></visual><inertial><mass value=\"${m}\"/></inertial>"))
                  ->notices.empty());
  for (const char* wrong : {"<geometry><box size=\"${w} 1 1\"/></geometry>",
                            "<geometry><sphere radius=\"1\"/></geometry>"
                            "<material name=\"m\"><color rgba=\"${r} 0 0 1\"/></material>"})
    expect_notice(*read_robot(arm("<visual>" + std::string(wrong) + "</visual>")),
                  "1 visual is left out, line ");
  EXPECT_TRUE(read_robot(arm("<collision><geometry><box size=\"${w} 1 1\"/></geometry></collision>",
                             "<limit lower=\"-1\" upper=\"1\" effort=\"${e}\"/>"))
                  ->notices.empty());
  for (const char* more :
       {"<xacro:include filename=\"arm.xacro\"/>",
        "<xacro:if value=\"1\"><link name=\"x\"/></xacro:if>",
        "<xacro:macro name=\"leg\"><link name=\"x\"/></xacro:macro><xacro:leg/>"})
    EXPECT_TRUE(test::has(test::refusal([&] { read_robot(arm("", urdf_limit, "revolute", more)); }),
                          "run xacro"))
        << more;
}

std::string verdict_after(sim::Simulation& simulation, int steps) {
  sim::why::Diagnosis diagnosis(simulation.skeleton());
  for (int step = 0; step < steps; ++step) {
    simulation.step();
    diagnosis.observe(simulation, simulation.run().serial);
  }
  return diagnosis.verdict() ? diagnosis.verdict()->sentence : "none";
}

TEST(WildRobots, WhereNothingCanMoveThatIsSaid) {
  const auto only = [](const std::string& type, const std::string& inside = "") {
    return urdf(urdf_link("base") + urdf_link("tool") +
                urdf_joint("j1", type, "base", "tool", "<origin xyz=\"0 0 1\"/>" + inside));
  };
  expect_notice(*read_robot(only("floating")), "Nothing can move: every joint is held");
  expect_notice(*read_robot(only("planar")), "Nothing can move: every joint is held");
  expect_notice(*read_robot(only("continuous")), "on the axes of the joints that may turn");
  const auto locked = read_robot(only("revolute", "<limit lower=\"0\" upper=\"0\"/>"));
  ASSERT_EQ(locked->notices.size(), 2u);
  EXPECT_TRUE(test::has(locked->notices[1], "limits of every joint are equal"));
  // The diagnosis reports it too.
  const auto sentence = [](std::shared_ptr<const sim::Scene> scene) {
    sim::Simulation simulation(std::move(scene));
    return verdict_after(simulation, 150);
  };
  EXPECT_EQ(sentence(read_robot(only("floating"))),
            "nothing can move, but every effector is on its target");
  EXPECT_EQ(sentence(locked), "nothing can move, but every effector is on its target");
  const auto nearly =
      read_robot(only("revolute", "<limit lower=\"1\" upper=\"1.0000000000000002\"/>"));
  EXPECT_TRUE(nearly->notices.back().starts_with("Nothing can move: the lower and upper limits"));
  const std::string apart =
      test::small_scene() +
      "[[loop]]\nname = \"l\"\nfrom = { joint = \"slide\", position = [2, 0, 0] }\n"
      "to = { joint = \"world\", position = [9, 0, 0] }\n";
  EXPECT_TRUE(
      sentence(formats::parse(apart, "apart.toml")).starts_with("a loop of the body is open by "))
      << sentence(formats::parse(apart, "apart.toml"));
  // For wheels far apart, the size is that of the vehicle.
  std::string wheels = urdf_link("base");
  for (const char* side : {"1", "-1"})
    wheels += urdf_link(std::string("w") + side) +
              urdf_joint(std::string("j") + side, "continuous", "base", std::string("w") + side,
                         std::string("<origin xyz=\"0 ") + side + " 0\"/><axis xyz=\"0 1 0\"/>");
  EXPECT_DOUBLE_EQ(read_robot(urdf(wheels))->skeleton->length(), 2);
}

/// Returns a model of hinges in a row, each with this range, and with more elements at its end.
std::shared_ptr<const sim::Scene> hinges(int count, const char* range, const std::string& more) {
  std::string bodies;
  for (int i = 0; i < count; ++i)
    bodies = "<body name=\"b" + std::to_string(i) + "\" pos=\".4 0 0\"><joint name=\"j" +
             std::to_string(i) + "\" axis=\"0 1 0\" range=\"" + range +
             "\"/><geom type=\"capsule\" size=\".02\" fromto=\"0 0 0 .4 0 0\"/>" + bodies +
             "</body>";
  return read_robot("<mujoco><compiler angle=\"radian\"/><worldbody>" + bodies + "</worldbody>" +
                        more + "</mujoco>",
                    "m.xml");
}
/// Returns how far the target of the first effector moves.
double way_of(const sim::Scene& scene) {
  const std::vector<double>& points = scene.targets[0].values.at("points");
  double most = 0;
  for (size_t i = 3; i < points.size(); i += 3)
    most = std::max(most, std::hypot(points[i] - points[0], points[i + 2] - points[2]));
  return most;
}

TEST(WildRobots, TargetsSwingIntoTheRangeFromAStartAtItsEnd) {
  const auto key = [](const char* qpos) {
    return "<keyframe><key qpos=\"" + std::string(qpos) + "\"/></keyframe>";
  };
  for (const auto& [count, more] :
       {std::pair{1, key("1")},
        {1, key("0")},
        {2, key("1 0")},
        {2, std::string("<equality><joint joint1=\"j0\" polycoef=\".5 0 0 0 0\"/></equality>")}}) {
    const auto scene = hinges(count, "0 1", more);
    const bool holds = more.starts_with("<equality>");
    EXPECT_EQ(scene->notices.size(), holds ? 1u : 0u) << more;
    EXPECT_GT(way_of(*scene), 0.1) << more;
  }
  EXPECT_EQ(hinges(1, "0 1", key("1"))->skeleton->start()[0], 1);
  const auto outside = hinges(2, "0 1", key("2 -1"));
  expect_notice(*outside, "2 joints, such as \"j1\", would start outside their limits");
  EXPECT_GT(way_of(*outside), 0.1);
  const auto held =
      hinges(2, "0 1", "<equality><joint joint1=\"j0\" polycoef=\"2 0 0 0 0\"/></equality>");
  ASSERT_EQ(held->notices.size(), 2u);
  EXPECT_TRUE(test::has(held->notices[0], "the equality of joint \"j0\" holds it at 2.000 rad"));
  EXPECT_TRUE(test::has(held->notices[1], "joint \"j0\" would start outside its limits"));
}

/// Tests a hinge that follows the next one by a multiple of its angle.
TEST(WildRobots, FollowersSwingNoFartherThanOthers) {
  const auto swing = [](const std::string& factor) {
    const auto scene = hinges(2, "-3 3",
                              "<equality><joint joint1=\"j1\" joint2=\"j0\" polycoef=\"0 " +
                                  factor + " 0 0 0\"/></equality>");
    return way_of(*scene);
  };
  EXPECT_LT(swing("4"), 1.2 * swing("1"));
}

/// An arm a million units long has a pose to reach, whose default weight is also large. It moves as
/// a small one does.
TEST(WildRobots, AHugeArmReachesAPose) {
  const auto angles = [](double size) {
    std::string text = "name = \"arm\"\nconvention = \"standard\"\n";
    for (int row = 0; row < 6; ++row)
      text += "[[dh]]\nname = \"r" + std::to_string(row) + "\"\na = " + std::to_string(size) +
              "\nalpha = " + (row % 2 ? "1.5707963267948966" : "-1.5707963267948966") + "\n";
    const auto scene = formats::parse(text, "arm.toml");
    const auto written = formats::parse(formats::to_toml(*scene), "again.toml");
    sim::Simulation simulation(written);
    EXPECT_EQ(simulation.skeleton().rows(), 6);
    EXPECT_NE(verdict_after(simulation, 300), "none");
    EXPECT_GT((simulation.run().solver().pose().theta - written->skeleton->start()).norm(), 0.1);
    return simulation.run().solver().pose().theta;
  };
  const Eigen::VectorXd huge = angles(1.5e5), usual = angles(1.5);
  ASSERT_TRUE(huge.allFinite());
  EXPECT_LT((huge - usual).norm(), 1e-3);
}

}  // namespace
