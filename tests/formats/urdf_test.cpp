// Tests what a URDF means, and the messages with which others are refused.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <filesystem>
#include <numbers>

#include "formats/robots/mesh_files.h"
#include "formats/robots/robot_names.h"
#include "formats/scene/scene_file.h"
#include "formats/scene_format.h"
#include "ik/model/rotation.h"
#include "sim/simulation.h"
#include "support/effort.h"
#include "support/refusal.h"
#include "support/temporary_folder.h"
#include "support/urdf_text.h"

namespace urdf_tests {
namespace {

using test::urdf, test::urdf_joint, test::urdf_limit, test::urdf_link;
namespace fs = std::filesystem;

std::shared_ptr<const sim::Scene> read(const std::string& text,
                                       const std::string& source = "robot.urdf") {
  return formats::xml_format_of(text, source).parse(text, source);
}
std::string complaint(const std::string& text) {
  return test::refusal([&] { read(text); });
}
void expect_complaint(const std::string& text, const std::string& line,
                      const std::vector<std::string>& parts) {
  const std::string said = complaint(text);
  EXPECT_TRUE(said.starts_with("robot.urdf:" + line + ": ")) << said << "\n" << text;
  for (const std::string& part : parts) EXPECT_TRUE(test::has(said, part));
  EXPECT_EQ(said.find('\n'), said.npos);
}

/// Returns a base, then a link for each joint with this type and content.
std::string chain(const std::vector<std::pair<std::string, std::string>>& joints) {
  std::string text = urdf_link("base");
  for (size_t i = 0; i < joints.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    text += urdf_link("l" + number) + urdf_joint("j" + number, joints[i].first,
                                                 i == 0 ? "base" : "l" + std::to_string(i),
                                                 "l" + number, joints[i].second);
  }
  return urdf(text);
}

TEST(Urdf, AJointOfEachType) {
  const auto scene = read(chain(
      {{"revolute", std::string("<origin xyz=\"0 0 1\"/><axis xyz=\"0 0 5\"/>") + urdf_limit},
       {"continuous", "<limit lower=\"-1\" upper=\"1\" velocity=\"7\"/>"},
       {"prismatic", "<axis xyz=\"0 1 0\"/><limit lower=\"-.5\" upper=\"+1.\" velocity=\"0\"/>"},
       {"fixed", "<origin xyz=\"0 0 1\" rpy=\"0 0 1.5\"/>"},
       {"planar", "<axis xyz=\"0 0 1\"/>"},
       {"floating", ""},
       {"revolute", urdf_limit}}));
  const ik::Skeleton& body = *scene->skeleton;
  ASSERT_EQ(body.joints(), 3 + 3 + 6 + 1);
  EXPECT_EQ(scene->up, sim::Scene::Up::Z);
  ASSERT_TRUE(body.unit());
  EXPECT_EQ(body.unit()->name, "m");
  EXPECT_EQ(body.joint(0).position, Eigen::Vector3d(0, 0, 1));
  EXPECT_EQ(body.joint(0).axis, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(body.joint(0).lower, -2);
  EXPECT_EQ(body.joint(0).max_speed, 3);
  EXPECT_EQ(body.joint(1).axis, Eigen::Vector3d::UnitX());  // not given
  EXPECT_FALSE(ik::has_limits(body.joint(1)));
  EXPECT_EQ(body.joint(1).max_speed, 7);
  EXPECT_EQ(body.joint(2).type, ik::JointType::Prismatic);
  EXPECT_EQ(body.joint(2).lower, -0.5);
  EXPECT_EQ(body.joint(2).upper, 1);
  EXPECT_TRUE(std::isinf(body.joint(2).max_speed));
  EXPECT_EQ(body.joint(3).name, "j5.x");
  EXPECT_EQ(body.joint(3).compound, "j5");
  EXPECT_EQ(body.joint(5).name, "j5.rz");
  EXPECT_EQ(body.joint(11).name, "j6.rz");
  EXPECT_EQ(scene->held, (std::vector<int>{3, 4, 5, 6, 7, 8, 9, 10, 11}));
  ASSERT_EQ(scene->links.size(), 8u);
  EXPECT_EQ(scene->links[0].joint, -1);
  EXPECT_EQ(scene->links[3].joint, 2);
  EXPECT_EQ(scene->links[4].joint, 2);  // folded
  EXPECT_EQ(scene->links[4].frame.position, Eigen::Vector3d(0, 0, 2));
  EXPECT_EQ(scene->links[7].joint, 12);
  EXPECT_EQ(scene->name, "test");
  EXPECT_EQ(scene->description, "test from robot.urdf: 6 joints");
  EXPECT_TRUE(scene->notices.empty());
}

TEST(Urdf, RollPitchYawAreAboutFixedAxes) {
  const auto scene =
      read(chain({{"revolute", std::string("<origin rpy=\"0.3 -0.7 1.9\"/>") + urdf_limit},
                  {"revolute", std::string("<origin quat_xyzw=\"0 0 2 2\"/>") + urdf_limit}}));
  using Eigen::AngleAxisd, Eigen::Vector3d;
  const Eigen::Matrix3d R =
      (AngleAxisd(1.9, Vector3d::UnitZ()) * AngleAxisd(-0.7, Vector3d::UnitY()) *
       AngleAxisd(0.3, Vector3d::UnitX()))
          .toRotationMatrix();
  EXPECT_TRUE(scene->links[1].frame.rotation.isApprox(R, 1e-14));
  const Eigen::Matrix3d turned = R * AngleAxisd(std::numbers::pi / 2, Vector3d::UnitZ());
  EXPECT_TRUE(scene->links[2].frame.rotation.isApprox(turned, 1e-14));
}

TEST(Urdf, Limits) {
  const auto scene = read(chain({{"revolute", ""},
                                 {"revolute", "<limit upper=\"2\" effort=\"1\"/>"},
                                 {"prismatic", ""},
                                 {"revolute", "<limit effort=\"1\" velocity=\"1\"/>"},
                                 {"revolute", "<limit lower=\"-1e16\" upper=\"1e16\"/>"}}));
  const ik::Skeleton& body = *scene->skeleton;
  EXPECT_FALSE(ik::has_limits(body.joint(0)));
  EXPECT_EQ(body.joint(1).lower, 0);
  EXPECT_EQ(body.joint(1).upper, 2);
  EXPECT_EQ(body.joint(3).upper, 0);
  EXPECT_FALSE(ik::has_limits(body.joint(4)));
  ASSERT_EQ(scene->notices.size(), 2u);
  EXPECT_EQ(scene->notices[0],
            "2 joints, such as \"j1\", have no <limit>; they move without limits");
  EXPECT_TRUE(scene->notices[1].starts_with("joint \"j4\" has equal lower and upper limits"));
  for (const char* velocity : {"-1", "100000"}) {
    const auto fast =
        read(chain({{"revolute", std::string("<limit lower=\"-1\" upper=\"1\" velocity=\"") +
                                     velocity + "\"/>"}}));
    ASSERT_EQ(fast->notices.size(), 2u);
    EXPECT_TRUE(fast->notices[0].starts_with("joint \"j1\" has a velocity that is negative or"));
    EXPECT_TRUE(fast->notices[1].starts_with("Nothing can move")) << fast->notices[1];
    EXPECT_TRUE(std::isinf(fast->skeleton->joint(0).max_speed));
  }
  expect_complaint(chain({{"revolute", "<limit lower=\"2e6\" upper=\"3e6\"/>"}}), "5",
                   {"\"j1\" has the limits 2e+06 to 3e+06"});
}

std::string mimic(const std::string& joint, const std::string& rest = {}) {
  return "<mimic joint=\"" + joint + "\" " + rest + "/>" + urdf_limit;
}

TEST(Urdf, JointsThatFollow) {
  // The leader comes later; followers form a chain; one joint is continuous.
  const auto scene = read(chain({{"revolute", mimic("j3", "multiplier=\"-1.5\" offset=\"0.1\"")},
                                 {"continuous", mimic("j1")},
                                 {"continuous", ""},
                                 {"prismatic", mimic("j2", "multiplier=\"2\"")}}));
  const ik::Skeleton& body = *scene->skeleton;
  ik::Pose pose(body);
  pose.theta << 0, 0, 0.4, 0;
  ik::forward_kinematics(body, pose);
  EXPECT_NEAR(pose.theta[0], -0.5, 1e-15);
  EXPECT_NEAR(pose.theta[1], -0.5, 1e-15);
  EXPECT_NEAR(pose.theta[3], -1, 1e-15);
  EXPECT_EQ(body.followers().size(), 3u);
}

TEST(Urdf, ALongChainOfFollowersIsReadOnce) {
  std::vector<std::pair<std::string, std::string>> joints = {{"continuous", ""}};
  constexpr int count = test::sanitized ? 1000 : 3000;  // a walk from each takes several seconds
  for (int i = 1; i < count; ++i) joints.push_back({"continuous", mimic("j" + std::to_string(i))});
  EXPECT_EQ(read(chain(joints))->skeleton->followers().size(), count - 1u);
  const auto circle = read(chain({{"continuous", mimic("j2")},
                                  {"continuous", mimic("j3")},
                                  {"continuous", mimic("j2")},
                                  {"continuous", ""}}));
  EXPECT_TRUE(circle->skeleton->followers().empty());
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(test::has(circle->notices.at(i), "one another in a circle: it moves"));
}

TEST(Urdf, LimitsOfFollowers) {
  const auto follower = [](const std::string& limits) {
    return read(chain({{"revolute", "<limit lower=\"-1\" upper=\"1\"/>"},
                       {"revolute", "<mimic joint=\"j1\"/><limit " + limits + "/>"},
                       {"fixed", "<origin xyz=\"0 1 0\"/>"}}));
  };
  const auto kept = follower("lower=\"0.2\" upper=\"0.5\"");
  EXPECT_TRUE(kept->notices.empty());
  const ik::Skeleton& body = *kept->skeleton;
  EXPECT_EQ(body.lower(0), 0.2);
  EXPECT_EQ(body.upper(0), 0.5);
  EXPECT_GE(body.start()[0], 0.2);
  EXPECT_LE(body.start()[0], 0.5);
  EXPECT_EQ(body.start()[1], body.start()[0]);
  const auto contradicted = follower("lower=\"3\" upper=\"4\"");
  test::expect_notice(*contradicted, "joint \"j2\" follows");
  for (const auto& scene : {kept, contradicted}) {
    const std::string text = formats::to_toml(*scene);
    const auto again = formats::parse(text, "again.toml");
    EXPECT_EQ(formats::to_toml(*again), text);
    EXPECT_EQ(again->skeleton->lower(0), scene->skeleton->lower(0));
    EXPECT_EQ(again->skeleton->start(), scene->skeleton->start());
  }
}

TEST(Urdf, AsManyCoordinatesAsASceneMayHave) {
  std::vector<std::pair<std::string, std::string>> joints(20000, {"continuous", ""});
  const auto most = read(chain(joints));
  EXPECT_EQ(most->skeleton->joints(), 20000);
  EXPECT_EQ(formats::parse(formats::to_toml(*most), "again.toml")->links.size(), 20001u);
  joints.emplace_back("continuous", "");
  EXPECT_TRUE(test::has(complaint(chain(joints)), "more than 20000 coordinates"));
}

TEST(Urdf, WhatFollowsAFixedJointIsFixedAtItsOffset) {
  const auto scene = read(chain({{"fixed", ""},
                                 {"revolute", "<origin xyz=\"1 0 0\"/><axis xyz=\"0 0 1\"/>" +
                                                  mimic("j1", "multiplier=\"3\" offset=\"0.5\"")},
                                 {"prismatic", mimic("j2", "multiplier=\"2\" offset=\"0.25\"")},
                                 {"revolute", urdf_limit}}));
  ASSERT_EQ(scene->skeleton->joints(), 1);
  EXPECT_TRUE(scene->links[2].frame.rotation.isApprox(ik::rotation({0, 0, 0.5}), 1e-14));
  const Eigen::Vector3d slid =
      Eigen::Vector3d::UnitX() + 1.25 * Eigen::Vector3d(std::cos(0.5), std::sin(0.5), 0);
  EXPECT_LT((scene->links[3].frame.position - slid).norm(), 1e-14);
}

TEST(Urdf, MimicsThatAreRefused) {
  std::vector<std::pair<std::string, std::string>> joints = {{"continuous", ""}};
  for (int i = 1; i < 60; ++i)
    joints.push_back({"continuous", mimic("j" + std::to_string(i), "multiplier=\"1000000\"")});
  EXPECT_TRUE(test::has(complaint(chain(joints)), "above a million"));
}

TEST(Urdf, VisualsAndTheirColors) {
  const std::string visuals =
      "<visual><origin xyz=\"1 2 3\" rpy=\"0 0 1\"/><geometry><box size=\"1 2 3\"/></geometry>"
      "<material name=\"late\"/></visual>"
      "<visual><geometry><sphere radius=\"2\"/></geometry><material name=\"\"><color rgba=\"1 0 "
      "0.5 0.25\"/></material></visual>"
      "<visual><geometry><cylinder radius=\"1\" length=\"4\"/></geometry><material "
      "name=\"unknown\"/></visual>"
      "<visual><geometry><capsule radius=\"1\" length=\"4\"/></geometry></visual>"
      "<visual><geometry><plane/></geometry></visual><visual/>"
      "<visual><geometry><box size=\"0 1 1\"/></geometry></visual>"
      "<collision><geometry><box size=\"1 1 1\"/></geometry></collision>";
  const auto scene = read(urdf(
      urdf_link("a") + urdf_link("b", visuals) +
      urdf_joint("j", "revolute", "a", "b", std::string("<origin xyz=\"0 0 1\"/>") + urdf_limit) +
      "<material name=\"late\"><color rgba=\"0 1 0 2\"/><texture filename=\"x.png\"/></material>"));
  ASSERT_EQ(scene->solids.size(), 4u);
  using Kind = sim::Solid::Kind;
  EXPECT_EQ(scene->solids[0].kind, Kind::Box);
  EXPECT_EQ(scene->solids[0].joint, 0);
  EXPECT_EQ(scene->solids[0].size, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(scene->solids[0].frame.position, Eigen::Vector3d(1, 2, 4));
  EXPECT_EQ(scene->solids[0].color, Eigen::Vector4f(0, 1, 0, 1));
  EXPECT_EQ(scene->solids[1].kind, Kind::Sphere);
  EXPECT_EQ(scene->solids[1].color, Eigen::Vector4f(1, 0, 0.5f, 0.25f));
  EXPECT_EQ(scene->solids[2].kind, Kind::Cylinder);
  EXPECT_EQ(scene->solids[2].size, Eigen::Vector3d(1, 1, 4));
  EXPECT_FALSE(scene->solids[2].color);
  EXPECT_EQ(scene->solids[3].kind, Kind::Capsule);
  ASSERT_EQ(scene->notices.size(), 2u);
  EXPECT_TRUE(scene->notices[0].starts_with("1 visual is left out, line 4")) << scene->notices[0];
  EXPECT_EQ(scene->notices[1], "1 visual has a shape that is not drawn, such as <plane>");
}

TEST(Urdf, MeshesAreLookedUpBesideTheFileAndUpwards) {
  const test::TemporaryFolder folder;
  const fs::path top = folder.path() / "ws", package = top / "arm_description";
  for (const char* name : {"ws/arm_description/meshes/a.stl", "ws/arm_description/urdf/beside.obj",
                           "ws/other/b.dae", "c.stl"})
    folder.put(name, "solid");
  std::string visuals;
  for (const std::string& name :
       {std::string("package://arm_description/meshes/a.stl"), std::string("beside.obj"),
        std::string("package://other/b.dae"), std::string("package://renamed/meshes/a.stl"),
        "file://" + (top / "other/b.dae").string(), std::string("model://other/b.dae"),
        std::string("meshes/a.stl"), std::string("../meshes/a.stl"), std::string("c.stl"),
        std::string("package://arm_description/gone.stl"), std::string("gone.dae"),
        std::string("gone.dae"), std::string("package://"), std::string("")})
    visuals += "<visual><geometry><mesh filename=\"" + name +
               "\" scale=\"0.001 0.001 -0.001\"/></geometry></visual>";
  const std::string text = urdf(urdf_link("a") + urdf_link("b", visuals) +
                                urdf_joint("j", "revolute", "a", "b", urdf_limit));
  const auto scene = read(text, (package / "urdf/arm.urdf").string());
  std::vector<std::string> found;
  for (const sim::Solid& solid : scene->solids) {
    EXPECT_EQ(solid.kind, sim::Solid::Kind::Mesh);
    EXPECT_EQ(solid.size, Eigen::Vector3d(0.001, 0.001, -0.001));
    found.push_back(solid.mesh);
  }
  const std::string a = (package / "meshes/a.stl").string(), b = (top / "other/b.dae").string();
  EXPECT_EQ(found, (std::vector<std::string>{a, (package / "urdf/beside.obj").string(), b, a, b, b,
                                             a, a, (folder.path() / "c.stl").string()}));
  ASSERT_EQ(scene->notices.size(), 3u);
  EXPECT_EQ(
      scene->notices[1],
      "4 mesh files, such as \"a.stl\", cannot be read to find the end of a link: the effector "
      "is placed without it");
  EXPECT_TRUE(scene->notices[2].starts_with("Nothing can move")) << scene->notices[2];
  EXPECT_EQ(scene->notices[0],
            "4 mesh files were not found, such as \"package://arm_description/gone.stl\"; "
            "their links are drawn as lines");
}

TEST(Urdf, MeshesMayBeNamedAsAddresses) {
  const test::TemporaryFolder folder;
  folder.put("my arm.stl", "solid");
  folder.put("b%20.stl", "solid");
  formats::MeshFiles meshes(folder.path() / "robot.urdf");
  for (const char* name :
       {"package://p/my%20arm.stl", "package://p/b%20.stl", "$(find p)/b%20.stl",
        "file://$(find p)/b%20.stl", "package://p/meshes/b%20.stl", "../meshes/b%20.stl"})
    EXPECT_TRUE(meshes.find(name)) << name;
  EXPECT_TRUE(meshes.find("file://" + (folder.path() / "my%20arm.stl").string()));
  for (const char* name : {"my%20arm.stl", "package://p/my%2xarm.stl", "package://p/%00%"})
    EXPECT_FALSE(meshes.find(name)) << name;
}

TEST(Urdf, XacroIsRefusedWithWhatToDo) {
  for (const char* element : {"<xacro:include filename=\"a\"/>\n", "<link name=\"${prefix}b\"/>\n",
                              "<link name=\"b\"><visual><xacro:if value=\"1\"><link name=\"c\"/>"
                              "</xacro:if></visual></link>\n"})
    expect_complaint(urdf(urdf_link("a") + element), "4",
                     {"xacro robot.urdf > robot-expanded.urdf"});
  const std::string macro = urdf(urdf_link("a") + "<xacro:include filename=\"a\"/>\n");
  EXPECT_TRUE(
      test::has(test::refusal([&] { read(macro, "arm.xacro"); }), "xacro arm.xacro > robot.urdf"));
  std::string text = chain({{"revolute", urdf_limit}});
  text.replace(text.find("<robot"), 6, "<robot xmlns:xacro=\"http://www.ros.org/wiki/xacro\"");
  EXPECT_EQ(complaint(text), "");
}

TEST(Urdf, TreesThatAreNone) {
  const std::string ab = urdf_link("a") + urdf_link("b"), abc = ab + urdf_link("c");
  expect_complaint(urdf(""), "2", {"no <link>"});
  expect_complaint(urdf(ab + urdf_joint("j", "fixed", "a", "b")), "2", {"no joint that moves"});
  expect_complaint(
      urdf(abc + urdf_joint("p", "fixed", "a", "c") + urdf_joint("q", "continuous", "b", "c")), "7",
      {"link \"c\" has two parents, by the joints \"p\" and \"q\""});
  expect_complaint(urdf(abc + urdf_joint("p", "continuous", "a", "b")), "2",
                   {"links \"a\" and \"c\" (line 5) both have no parent"});
  expect_complaint(
      urdf(ab + urdf_joint("p", "continuous", "a", "b") + urdf_joint("q", "continuous", "b", "a")),
      "5", {"closes a cycle", "no link is the root"});
  expect_complaint(
      urdf(abc + urdf_joint("p", "continuous", "b", "c") + urdf_joint("q", "continuous", "c", "b")),
      "6", {"closes a cycle"});
  expect_complaint(urdf(ab + urdf_joint("p", "continuous", "a", "a")), "5", {"to itself"});
  expect_complaint(
      urdf(urdf_link("hand") + urdf_link("b") + urdf_joint("p", "continuous", "hnad", "b")), "5",
      {"the parent \"hnad\"", "did you mean \"hand\"?"});
  expect_complaint(urdf(ab + urdf_joint("p", "continuous", "a", "x")), "5", {"the child \"x\""});
  expect_complaint(urdf(ab + urdf_link("a")), "5", {"two links named \"a\", the first in line 3"});
  expect_complaint(
      urdf(abc + urdf_joint("p", "continuous", "a", "b") + urdf_joint("p", "continuous", "a", "c")),
      "7", {"two joints named \"p\", the first in line 6"});
  expect_complaint(urdf(ab + urdf_joint("p", "revolut", "a", "b")), "5",
                   {"did you mean \"revolute\"?"});
  expect_complaint(urdf(ab + "<joint name=\"p\" type=\"fixed\"><child link=\"b\"/></joint>\n"), "5",
                   {"<parent>"});
}

TEST(Urdf, NumbersThatAreNone) {
  const auto with = [](const std::string& inside) {
    return chain({{"revolute", inside + urdf_limit}});
  };
  expect_complaint(with("<origin xyz=\"0,0,1\"/>"), "5", {"xyz", "0,0,1"});
  expect_complaint(with("<origin xyz=\"0 0\"/>"), "5", {"three numbers"});
  expect_complaint(with("<origin rpy=\"0 0 a\"/>"), "5", {"rpy"});
  expect_complaint(with("<origin xyz=\"1e7 0 0\"/>"), "5", {"too far away"});
  expect_complaint(with("<axis xyz=\"0 0 1e10\"/>"), "5", {"\"j1\" has the axis \"0 0 1e10\""});
  expect_complaint(with("<origin rpy=\"0 0 0\" quat_xyzw=\"0 0 0 1\"/>"), "5",
                   {"expected one of them"});
  expect_complaint(with("<origin quat_xyzw=\"0 0 0 0\"/>"), "5", {"not all 0"});
  EXPECT_EQ(complaint(with("<origin xyz=\" 0\t+1. -.5\n\"/>")), "");
  EXPECT_TRUE(complaint("").starts_with("robot.urdf:1: ")) << complaint("");
  EXPECT_TRUE(test::has(complaint("<robot name=\"a\"><link></robot>"), "robot.urdf:1: "));
}

TEST(Urdf, WhatPlaysNoPartIsIgnored) {
  const auto scene = read(urdf(
      urdf_link("world") + urdf_link("a") + urdf_joint("j", "continuous", "world", "a") +
      "<gazebo reference=\"a\"><plugin x=\"${y}\"/></gazebo><transmission name=\"t\"><joint "
      "name=\"j\"/></transmission>"
      "<ros2_control name=\"c\"/><sensor name=\"s\"/><loop_joint name=\"ring\" type=\"fixed\"/>"));
  EXPECT_EQ(scene->links[0].name, "world");
  ASSERT_EQ(scene->notices.size(), 2u);
  EXPECT_EQ(scene->notices[0],
            "joint \"ring\" closes a loop and is left out: the loop stays open, and its ends can "
            "come apart");
  EXPECT_TRUE(scene->notices[1].starts_with("Nothing can move")) << scene->notices[1];
}

TEST(Urdf, StrangeNamesOpenAndCanBeWritten) {
  const std::string deep(300, 'x');
  const auto scene =
      read(urdf(urdf_link("a&#27;[31m") + urdf_link(deep + "1") + urdf_link(deep + "2") +
                urdf_link("") + urdf_joint("world", "continuous", "a&#27;[31m", deep + "1") +
                urdf_joint(deep + "1", "continuous", deep + "1", deep + "2") +
                urdf_joint(deep + "2", "continuous", deep + "2", "")));
  for (int j = 0; j < 3; ++j) EXPECT_TRUE(sim::is_name(scene->skeleton->joint(j).name));
  EXPECT_EQ(scene->skeleton->joint(0).name, "world 2");
  EXPECT_NE(scene->skeleton->joint(1).name, scene->skeleton->joint(2).name);
  for (const sim::Link& link : scene->links) EXPECT_TRUE(sim::is_name(link.name)) << link.name;
  const std::string written = formats::to_toml(*scene);
  EXPECT_EQ(test::refusal([&] { formats::parse(written, "written.toml"); }), "");
}

TEST(Urdf, NamesOfScenes) {
  EXPECT_EQ(formats::scene_name("Panda", "robot"), "Panda");
  EXPECT_EQ(formats::scene_name("", "robot"), "robot");
  EXPECT_EQ(formats::scene_name("a\nb", "robot"), "a\\nb");
  EXPECT_TRUE(sim::is_name(formats::scene_name(std::string(500, '\n'), "robot")));
  EXPECT_TRUE(sim::is_name(formats::scene_name(std::string(100, 'a'), "robot")));
  formats::SceneNames names("world");
  EXPECT_EQ(names.add("a", "x"), "a");
  EXPECT_EQ(names.add("a", "x"), "a 2");
  EXPECT_EQ(names.add("a 2", "x"), "a 2 2");
  EXPECT_EQ(names.add(std::string(100, 'b'), "x").size(), 100u);
  EXPECT_EQ(base::letter_count(names.add(std::string(100, 'b'), "x")), 100u);
}

}  // namespace
}  // namespace urdf_tests
