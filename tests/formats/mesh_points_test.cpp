#include "formats/robots/robot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "formats/scene/scene_file.h"
#include "formats/scene_format.h"
#include "support/temporary_folder.h"
#include "support/urdf_text.h"

namespace mesh_points_test {
namespace {

using Eigen::Vector3d;
using test::urdf, test::urdf_joint, test::urdf_limit, test::urdf_link;

/// Returns an arm of two links, the last of which begins at (0.4, 0, 0.2) and has these shapes.
std::string arm(const std::string& visuals) {
  return urdf(
      urdf_link("base") + urdf_link("upper") + urdf_link("lower", visuals) +
      urdf_joint("a", "revolute", "base", "upper",
                 std::string("<origin xyz=\"0 0 .2\"/><axis xyz=\"0 1 0\"/>") + urdf_limit) +
      urdf_joint("b", "revolute", "upper", "lower",
                 std::string("<origin xyz=\".4 0 0\"/><axis xyz=\"0 1 0\"/>") + urdf_limit));
}
std::string visual(const char* at, const std::string& shape) {
  return "<visual><origin xyz=\"" + std::string(at) +
         "\" rpy=\"0 1.5707963267948966 0\"/><geometry>" + shape + "</geometry></visual>";
}

class EndOfALink : public testing::Test {
 protected:
  std::shared_ptr<const sim::Scene> load(const std::string& text) {
    return formats::load(folder_.put("robot.urdf", text));
  }
  void expect_end(const std::string& visuals, double x, double z = 0.2) {
    const Vector3d end = load(arm(visuals))->skeleton->effector(0).position;
    EXPECT_LT((end - Vector3d(x, 0, z)).norm(), 1e-6) << visuals << ": " << end.transpose();
  }
  test::TemporaryFolder folder_;
};

TEST_F(EndOfALink, IsThatOfItsShapes) {
  const std::string cylinder = visual(".2 0 0", "<cylinder radius=\".02\" length=\".4\"/>"),
                    ball = "<sphere radius=\".05\"/>";
  expect_end(cylinder, 0.8);
  expect_end(cylinder + visual(".4 0 0", ball), 0.8);
  expect_end(visual(".2 0 0", "<box size=\".05 .05 .4\"/>") +
                 visual(".45 0 0", "<box size=\".02 .1 .1\"/>"),
             0.9);
  expect_end(visual(".3 0 0", ball), 0.7);
  expect_end(visual("0 0 0", ball), 0.4);
  // A flange, a wheel across the axis: round about it.
  expect_end(visual(".01 0 0", "<cylinder radius=\".05\" length=\".02\"/>"), 0.42);
  expect_end(visual("0 0 0", "<cylinder radius=\".05\" length=\".02\"/>"), 0.4);
}

TEST_F(EndOfALink, IsThatOfAMeshInEveryFormat) {
  const std::string points[] = {"0 -.05 0", ".4 -.05 0", ".4 .05 0"};
  folder_.put("unused.obj", "v " + points[0] + "\nv " + points[1] + "\nv " + points[2] +
                                "\nv 3 0 0\nf 1/1 2/2 -2/3\n");
  folder_.put("upper.stl", "SOLID A\nFACET NORMAL 0 0 1\nOUTER LOOP\nVERTEX " + points[0] +
                               "\nVERTEX " + points[1] + "\nVERTEX " + points[2] +
                               "\nENDLOOP\nENDFACET\nENDSOLID\n");
  const std::string header =
      " 1.0\nelement vertex 3\nproperty uchar red\nproperty float x\nproperty float y\nproperty "
      "float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
  folder_.put("text.ply", "ply\nformat ascii" + header + "9 " + points[0] + "\n9 " + points[1] +
                              "\n9 " + points[2] + "\n3 0 1 2\n");
  std::string binary = "ply\nformat binary_little_endian" + header;
  std::string big = "ply\nformat binary_big_endian" + header;
  for (const float x : {0.f, 0.4f})
    for (const float y : {-0.05f, 0.05f}) {
      const float point[] = {x, y, 0};
      if (x <= 0 && y >= 0) continue;
      (binary += '\x09').append(reinterpret_cast<const char*>(point), 12);
      big += '\x09';
      for (const float& number : point) {
        std::string bytes(reinterpret_cast<const char*>(&number), 4);
        std::ranges::reverse(bytes);
        big += bytes;
      }
    }
  folder_.put("binary.ply", binary);
  folder_.put("big.ply", big);
  for (const char* name : {"text.ply", "binary.ply", "big.ply"})
    EXPECT_NEAR(formats::mesh_reach((folder_.path() / name).string()), 0.4, 1e-6) << name;
  for (const char* name : {"unused.obj", "upper.stl", "text.ply", "binary.ply", "big.ply"}) {
    const std::string mesh =
        "<visual><geometry><mesh filename=\"" + std::string(name) + "\"/></geometry></visual>";
    expect_end(mesh, 0.8);
    EXPECT_TRUE(load(arm(mesh))->notices.empty()) << name;
  }
  folder_.put("cut.ply", binary.substr(0, 60));
  const auto scene =
      load(arm("<visual><geometry><mesh filename=\"cut.ply\"/></geometry></visual>"));
  ASSERT_EQ(scene->notices.size(), 1u);
  EXPECT_EQ(scene->notices[0],
            "1 mesh file, \"cut.ply\", cannot be read to find the end of a link: the effector is "
            "placed without it");
}

TEST_F(EndOfALink, OfWheelsAndRotorsIsOnTheirAxes) {
  const auto notices = [&](const std::string& from) {
    std::string parts = urdf_link("base");
    for (const std::string side : {"1", "-1"})
      parts += urdf_link("w" + side, "<visual><origin xyz=\"" + from +
                                         " 0 .02\"/><geometry><box size=\".2 .02 .01\"/></geometry>"
                                         "</visual>") +
               urdf_joint("j" + side, "continuous", "base", "w" + side,
                          "<origin xyz=\"0 " + side + " 0\"/><axis xyz=\"0 0 1\"/>");
    return load(urdf(parts))->notices;
  };
  const std::vector<std::string> said = notices(".05");
  ASSERT_EQ(said.size(), 1u);
  EXPECT_TRUE(said[0].starts_with("Nothing can move: the effectors are on the axes"));
  EXPECT_TRUE(notices(".09").empty());  // arms
}

/// A faulty point in a mesh does not become the end at which the effector is placed.
TEST(MeshPoints, LeaveOutWhatIsNotFiniteOrFarFromAllOthers) {
  const test::TemporaryFolder folder;
  const std::vector<Eigen::Vector3d> points = formats::mesh_points(folder.put(
      "part.obj", "v 0 0 0\nv 1 2 3\nv 0 1 0\nv 0 1e30 0\nv nan 0 5\nv 1e7 0 0\nf 1 2 3\n"));
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[1], Eigen::Vector3d(1, 2, 3));
}

/// Comments, names of groups and points that nothing uses are no part of the body's end.
TEST(MeshPoints, OfObjAreThoseOfItsLines) {
  const test::TemporaryFolder folder;
  const std::string file =
      folder.put("part.obj",
                 "# v 77 0 0\no v\nv 0 0 0\r\nv 1 0 0\r\nv 0 1 0 # f 4\nv 88 0 0\n"
                 "f -4 \\\r\n2 3\ng f 4\n# f 4\n");
  EXPECT_EQ(formats::mesh_points(file).size(), 3u);
  EXPECT_EQ(formats::mesh_reach(file), 1);
  const std::string ply =
      folder.put("part.ply",
                 "ply\r\nformat ascii 1.0\r\nelement vertex 1\r\nproperty float x\r\n"
                 "property float y\r\nproperty float z\r\nend_header\r\n1 2 3\r\n");
  EXPECT_EQ(formats::mesh_points(ply).size(), 1u);
}

std::shared_ptr<const sim::Scene> read(const std::string& text,
                                       const std::string& source = "robot.urdf") {
  return formats::xml_format_of(text, source).parse(text, source);
}

TEST(Effectors, AnArmThatEndsInACameraWorksWithTheLinkBefore) {
  const auto effector = [](const char* last) {
    const auto scene = read(
        "<mujoco><worldbody><body name=\"a\"><joint axis=\"0 1 0\"/><geom type=\"capsule\" "
        "size=\".02\" "
        "fromto=\"0 0 0 .4 0 0\"/><body name=\"b\" pos=\".4 0 0\"><joint axis=\"0 1 0\"/><geom "
        "type=\"capsule\" size=\".02\" fromto=\"0 0 0 .4 0 0\"/><body name=\"" +
            std::string(last) +
            "\" pos=\".1 0 0\"><joint axis=\"0 0 1\"/></body></body></body></worldbody></mujoco>",
        "m.xml");
    return scene->skeleton->effector(0).name;
  };
  EXPECT_EQ(effector("camera_mount"), "b");
  EXPECT_EQ(effector("wrist"), "wrist");
}

/// As MuJoCo reads it: over the numbers of the class.
TEST(Effectors, AGeomMayGiveTheFirstOfItsClassesSizes) {
  const auto scene = read(
      "<mujoco><default><geom type=\"capsule\" size=\"0.05 0.4\"/></default><worldbody><body "
      "name=\"a\"><joint axis=\"0 1 0\"/><geom pos=\"0 0 0.4\" size=\"0.08\"/></body></worldbody>"
      "</mujoco>",
      "m.xml");
  ASSERT_EQ(scene->solids.size(), 1u);
  EXPECT_TRUE(scene->solids[0].size.isApprox(Eigen::Vector3d(0.08, 0.08, 0.8)))
      << scene->solids[0].size.transpose();
}

TEST(Effectors, ACameraBesideRotorsAndAHeadBesideWheelsAreMoved) {
  for (const auto& [spinning, moved, tilt] : {std::array{"rotor", "camera", "revolute"},
                                              {"wheel", "head", "revolute"},
                                              {"wheel", "camera", "fixed"}}) {
    std::string parts = urdf_link("base") + urdf_link("pan") + urdf_link(moved);
    for (const char* one : {"1", "2"})
      parts += urdf_link(spinning + std::string(one)) +
               urdf_joint(std::string("j") + one, "continuous", "base", spinning + std::string(one),
                          std::string("<origin xyz=\"0 ") + one + " 0\"/>");
    parts += urdf_joint("p", "revolute", "base", "pan", urdf_limit) +
             urdf_joint("t", tilt, "pan", moved,
                        std::string("<origin xyz=\".1 0 .1\"/><axis xyz=\"0 1 0\"/>") + urdf_limit);
    const auto scene = read(urdf(parts));
    ASSERT_EQ(scene->skeleton->effectors(), 1);
    EXPECT_EQ(scene->skeleton->effector(0).name, moved);
  }
}

TEST(Effectors, ASensorOnALimbIsNotItsHand) {
  const auto sensor = [](const std::string& name, const std::string& on, const char* at) {
    return urdf_link(name) +
           urdf_joint(name, "fixed", on, name, "<origin xyz=\"" + std::string(at) + "\"/>");
  };
  const std::string shank =
      "<visual><origin xyz=\"0 0 -.15\"/><geometry><box size=\".04 .04 .3\"/></geometry></visual>";
  for (const int imus : {0, 1, 2}) {
    std::string parts = urdf_link("base");
    for (const int leg : {0, 1}) {
      const std::string side = leg == 0 ? "left" : "right";
      parts +=
          urdf_link(side + "_thigh") + urdf_link(side + "_shank", shank) +
          urdf_joint(side + "_hip", "revolute", "base", side + "_thigh",
                     std::string("<axis xyz=\"0 1 0\"/>") + urdf_limit) +
          urdf_joint(side + "_knee", "revolute", side + "_thigh", side + "_shank",
                     std::string("<origin xyz=\"0 0 -.3\"/><axis xyz=\"0 1 0\"/>") + urdf_limit);
      if (leg < imus) parts += sensor(side + "_imu", side + "_shank", "0 0 -.1");
    }
    const auto scene = read(urdf(parts));
    ASSERT_EQ(scene->skeleton->effectors(), 2) << imus;
    for (const int leg : {0, 1}) {
      EXPECT_EQ(scene->skeleton->effector(leg).name, leg == 0 ? "left_shank" : "right_shank");
      EXPECT_NEAR(scene->skeleton->effector(leg).position.z(), -0.6, 1e-9);
    }
  }
  const auto last = [&](std::string text, const char* on) {
    text.insert(text.find("</robot>"), sensor("lidar", on, ".42 0 0"));
    return read(text)->skeleton->effector(0).name;
  };
  EXPECT_EQ(last(arm(visual(".2 0 0", "<cylinder radius=\".02\" length=\".4\"/>")), "lower"),
            "lower");
  const std::string mount =
      urdf_link("base") + urdf_link("pan") + urdf_link("tilt") +
      urdf_joint("p", "revolute", "base", "pan",
                 std::string("<axis xyz=\"0 0 1\"/>") + urdf_limit) +
      urdf_joint("t", "revolute", "pan", "tilt",
                 std::string("<origin xyz=\"0 0 .1\"/><axis xyz=\"0 1 0\"/>") + urdf_limit);
  EXPECT_EQ(last(urdf(mount), "tilt"), "lidar");
}

TEST(Effectors, AToolIsKnownByItsName) {
  for (const char* tool : {"end_effector", "eef", "end_eff", "nozzle", "laser_nozzle"}) {
    const auto scene = read(
        urdf(urdf_link("base") + urdf_link("last") + urdf_link(tool) + urdf_link("cable_clip") +
             urdf_joint("j", "revolute", "base", "last", urdf_limit) +
             urdf_joint("f", "fixed", "last", tool, "<origin xyz=\".1 0 0\"/>") +
             urdf_joint("g", "fixed", "last", "cable_clip", "<origin xyz=\".1 .2 0\"/>")));
    EXPECT_EQ(scene->skeleton->effector(0).name, tool);
  }
}

}  // namespace
}  // namespace mesh_points_test
