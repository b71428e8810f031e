// Tests meshes of robots' files as they occur in practice, and that what is written of them opens
// again.

#include <gtest/gtest.h>

#include "formats/scene/scene_file.h"
#include "support/temporary_folder.h"
#include "wild_robots.h"

namespace {

using test::arm, test::expect_notice, test::read_robot, test::urdf_limit;

class WildMeshes : public testing::Test {
 protected:
  std::shared_ptr<const sim::Scene> with_mesh(const std::string& name,
                                              const std::string& more = "") {
    const auto file = folder_.put("urdf/robot.urdf", arm("<visual><geometry><mesh filename=\"" +
                                                             name + "\"/></geometry></visual>",
                                                         urdf_limit, "revolute", more));
    return formats::load(file);
  }
  test::TemporaryFolder folder_;
};

TEST_F(WildMeshes, AreFoundInOtherCapitalsAndByTheEndOfAnothersPath) {
  const std::string link = folder_.put("urdf/Meshes/Link.STL", "solid\n").string();
  for (const char* name :
       {"meshes/link.stl", "MESHES/LINK.stl", "/home/me/ws/robot/meshes/Link.STL",
        "C:\\robot\\Meshes\\Link.STL", "file:///opt/x/Meshes/link.stl"}) {
    const auto scene = with_mesh(name);
    ASSERT_EQ(scene->solids.size(), 1u) << name;
    EXPECT_EQ(scene->solids[0].mesh, link) << name;
  }
  const std::string part = folder_.put("meshes/visual/Part.STL", "solid\n").string();
  for (const char* name :
       {"/home/me/ws/robot/meshes/visual/Part.STL", "file:///C:/robot/meshes/visual/part.stl"}) {
    const auto scene = with_mesh(name);
    ASSERT_EQ(scene->solids.size(), 1u) << name;
    EXPECT_EQ(scene->solids[0].mesh, part) << name;
  }
  EXPECT_TRUE(with_mesh("/home/me/Part.STL")->solids.empty());
  EXPECT_TRUE(with_mesh("Link.STL")->solids.empty());
  EXPECT_EQ(with_mesh("Link.STL", "<mujoco><compiler meshdir=\"Meshes\"/></mujoco>")->solids.size(),
            1u);
}

/// Each name is searched in few folders, whose names are read once.
TEST_F(WildMeshes, OfVeryLongNamesAreNotSearched) {
  folder_.put("urdf/link.stl", "solid\n");
  std::string name = "link.stl";
  for (int i = 0; i < 20; ++i) name = "a/" + name;
  EXPECT_TRUE(with_mesh("/" + name)->solids.empty());
  EXPECT_TRUE(with_mesh(std::string(5000, 'a') + "/link.stl")->solids.empty());
  EXPECT_FALSE(with_mesh("/a/b/LINK.stl")->solids.empty());
}

TEST_F(WildMeshes, OfAnIncludedModelAreFoundInItsFolder) {
  folder_.put("sub/assets/L.STL", "solid\n");
  folder_.put("sub/robot.xml",
              "<mujoco><compiler meshdir=\"assets\"/><asset><mesh file=\"l.stl\"/></asset>"
              "<worldbody><body><joint axis=\"0 1 0\"/><geom type=\"mesh\" mesh=\"l\"/></body>"
              "</worldbody></mujoco>");
  const auto scene =
      formats::load(folder_.put("scene.xml", "<mujoco><include file=\"sub/robot.xml\"/></mujoco>"));
  EXPECT_EQ(scene->solids.size(), 1u);
}

TEST_F(WildMeshes, PointersOfGitLfsAreNamed) {
  folder_.put("urdf/link.stl",
              "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n");
  const auto scene = with_mesh("link.stl");
  EXPECT_TRUE(scene->solids.empty());
  expect_notice(*scene, "1 mesh file is a Git LFS pointer, \"link.stl\": run git lfs pull");
}

TEST_F(WildMeshes, WhatIsWrittenOpensAgain) {
  for (const char* shape :
       {"<sphere radius=\"1e-14\"/>", "<box size=\"1e-12 1 1\"/>",
        "<cylinder radius=\"1e-14\" length=\"1\"/>", "<capsule radius=\"0.1\" length=\"1e6\"/>"}) {
    const auto scene =
        read_robot(arm("<visual><geometry>" + std::string(shape) + "</geometry></visual>"));
    EXPECT_NO_THROW(formats::parse(formats::to_toml(*scene), "again.toml")) << shape;
  }
  const auto far = formats::load(
      folder_.put("far.xml", R"(<mujoco><worldbody><body><joint name="j" axis="0 1 0"/>
      <geom type="cylinder" size="1e-12" fromto="0 0 0 0 0 1"/><geom type="box" size="1e-13 1 1"/>
      </body></worldbody></mujoco>)"));
  EXPECT_NO_THROW(formats::parse(formats::to_toml(*far), "again.toml"));
  // Angles as large as readers of robots allow, a solid at the end of the world, one beyond it.
  const auto expect_same = [](const sim::Scene& scene) {
    const auto again = formats::parse(formats::to_toml(scene), "again.toml");
    test::expect_same(scene, *again);
    EXPECT_EQ(scene.solids.size(), again->solids.size());
  };
  for (const char* limit : {"lower=\"50000\" upper=\"60000\"", "lower=\"-100000\" upper=\"100000\"",
                            "lower=\"-999999\" upper=\"999999\""})
    expect_same(*read_robot(arm("", "<limit " + std::string(limit) + "/>")));
  const auto follower = read_robot(arm(
      "", urdf_limit + std::string("<mimic joint=\"j1\" multiplier=\".5\" offset=\"99999\"/>")));
  const auto again = formats::parse(formats::to_toml(*follower), "again.toml");
  EXPECT_NEAR(again->skeleton->joint(1).mimic.offset, 99999, 1e-9);
  const auto ball = [](const char* x) {
    return arm("<visual><origin xyz=\"" + std::string(x) +
               " 0 0\"/><geometry><sphere radius=\"1\"/></geometry></visual>");
  };
  const auto scene =
      read_robot(test::replaced(ball("999999.99"), "xyz=\"0 0 .3\"", "xyz=\"1 0 .3\""));
  EXPECT_TRUE(scene->solids.empty());
  EXPECT_TRUE(test::has(scene->notices.at(0), "a solid of link \"upper\" is left out"));
  expect_same(
      *read_robot("<mujoco><compiler angle=\"radian\"/><worldbody><body><joint axis=\"0 1 0\" "
                  "ref=\"99999\"/><geom type=\"box\" size=\"499999 1 1\"/></body></worldbody>"
                  "</mujoco>",
                  "m.xml"));
}

}  // namespace
