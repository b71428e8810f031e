// ikscope-lab pose and convert, on an arm of two joints and a gripper whose second finger follows.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support.h"

namespace {

using nlohmann::json;

constexpr const char* arm = R"(<robot name="arm">
  <link name="base"/>
  <link name="upper"/>
  <link name="finger1"/>
  <link name="finger2"/>
  <link name="plate"/>
  <joint name="turn" type="revolute">
    <parent link="base"/><child link="upper"/>
    <origin xyz="0 0 1" rpy="0 0 0.5"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="2" velocity="3"/>
  </joint>
  <joint name="open" type="prismatic">
    <parent link="upper"/><child link="finger1"/>
    <origin xyz="2 0 0"/><axis xyz="0 1 0"/><limit lower="0" upper="0.04"/>
  </joint>
  <joint name="open2" type="prismatic">
    <parent link="upper"/><child link="finger2"/>
    <origin xyz="2 0 0"/><axis xyz="0 1 0"/><limit lower="-0.04" upper="0"/>
    <mimic joint="open" multiplier="-1"/>
  </joint>
  <joint name="screwed" type="fixed">
    <parent link="base"/><child link="plate"/><origin xyz="0 3 0" rpy="0 0 1"/>
  </joint>
</robot>)";

class LabPose : public test::Lab {
 protected:
  void SetUp() override {
    Lab::SetUp();
    std::ofstream(file("arm.urdf")) << arm;
  }
  json pose(const std::string& words) const {
    return json::parse(succeed("pose --json --scene " + words));
  }
  static json named(const json& list, const std::string& name) {
    for (const json& one : list)
      if (one["name"] == name) return one;
    ADD_FAILURE() << "there is no " << name;
    return {};
  }
  static void expect_near(const json& point, double x, double y, double z) {
    EXPECT_NEAR(point[0], x, 1e-12);
    EXPECT_NEAR(point[1], y, 1e-12);
    EXPECT_NEAR(point[2], z, 1e-12);
  }
};

TEST_F(LabPose, PrintsLinksInTheFramesOfTheFile) {
  const json all = pose("arm.urdf --joint turn=0.3 --joint open=0.02");
  expect_near(named(all["links"], "base")["position"], 0, 0, 0);
  expect_near(named(all["links"], "plate")["rotation"][0], std::cos(1), -std::sin(1), 0);
  const double c = std::cos(0.8), s = std::sin(0.8);
  expect_near(named(all["links"], "upper")["position"], 0, 0, 1);
  expect_near(named(all["links"], "upper")["rotation"][1], s, c, 0);
  expect_near(named(all["links"], "finger1")["position"], 2 * c - 0.02 * s, 2 * s + 0.02 * c, 1);
  expect_near(named(all["links"], "finger2")["position"], 2 * c + 0.02 * s, 2 * s - 0.02 * c, 1);
  const json turn = named(all["joints"], "turn");
  EXPECT_EQ(turn["type"], "revolute");
  EXPECT_EQ(turn["lower"], -1);
  EXPECT_EQ(turn["upper"], 2);
  EXPECT_EQ(turn["value"], 0.3);
  EXPECT_EQ(turn["max_speed"], 3);
  EXPECT_EQ(named(all["joints"], "open2")["follows"], "open");
  EXPECT_EQ(named(all["joints"], "open2")["value"], -0.02);
  EXPECT_EQ(all["joints"].size(), 3u);
}

TEST_F(LabPose, WhatIsNotNamedIsAsTheFileDescribesIt) {
  EXPECT_EQ(named(pose("arm.urdf")["joints"], "turn")["value"], 0);
}

TEST_F(LabPose, OfAConvertedFileIsTheSame) {
  succeed("convert arm.urdf arm.toml");
  const std::string joints = " --joint turn=-0.7 --joint open=0.01";
  const json one = pose("arm.urdf" + joints), other = pose("arm.toml" + joints);
  EXPECT_EQ(one["links"], other["links"]);
  EXPECT_EQ(one["effectors"], other["effectors"]);
  EXPECT_EQ(one["joints"], other["joints"]);
  std::ofstream(file("like.toml")) << "name = \"another\"\nlike = \"arm.urdf\"\n";
  EXPECT_EQ(pose("like.toml" + joints)["links"], one["links"]);
}

TEST_F(LabPose, AConvertedFileKeepsTheNotices) {
  std::ofstream(file("table.csv")) << "q1,0,1,90\nq2,0,1,0\n";
  const Result result = lab("convert table.csv table.toml");
  ASSERT_EQ(result.code, 0) << result.err;
  std::string first;
  std::getline(std::ifstream(file("table.toml")), first);
  EXPECT_EQ("# The table was read", first.substr(0, 20));
  EXPECT_TRUE(test::has(result.err, first.substr(2)));
}

/// A recorded motion is named without its folder if it is in that of the file that is written, and
/// measured, which other scenes are not.
TEST_F(LabPose, OfARecordedMotionTheFileIsKeptBesideAndMeasured) {
  std::filesystem::copy_file(IKSCOPE_SOURCE_DIR "/assets/scenes/walking-figure.bvh",
                             file("walk.bvh"));
  succeed("convert walk.bvh walk.toml");
  EXPECT_TRUE(test::has(test::contents(file("walk.toml")), "recording = \"walk.bvh\"\n"));
  const auto metrics = [&](const std::string& scene) {
    return json::parse(succeed("run --json --steps 60 --scene " + scene));
  };
  const json one = metrics("walk.bvh"), other = metrics("walk.toml");
  EXPECT_GT(one["pose_error"], 0);
  EXPECT_EQ(one["pose_error"], other["pose_error"]);
  EXPECT_EQ(one["mean_total_error"], other["mean_total_error"]);
  EXPECT_FALSE(metrics("arm.urdf").contains("pose_error"));
}

TEST_F(LabPose, RefusesWhatIsNoJointOrNumber) {
  expect_refusal("pose --scene arm.urdf --joint trun=1", "did you mean \"turn\"?");
  expect_refusal("pose --scene arm.urdf --joint turn", "expected NAME=VALUE");
  expect_refusal("pose --scene arm.urdf --joint turn=fast", "is not a number");
  expect_refusal("pose --scene arm.urdf --joint open2=0", "set that one");
  expect_refusal("convert arm.urdf", "was given 1 file; expected two");
  expect_refusal("convert arm.urdf arm.urdf", "arm.urdf");
  expect_refusal("convert arm.urdf other.urdf", "expected a name ending in .toml");
}

}  // namespace
