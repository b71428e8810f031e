// Robots in foreign formats.

#include "fuzz/robot_readers.h"

#include "base/error.h"
#include "formats/scene/scene_file.h"
#include "formats/scene_format.h"
#include "fuzz/checks.h"

namespace fuzz {
namespace {

/// An arm with a gripper: an element a line, so that whole ones are lost, moved and doubled.
constexpr std::string_view arm = R"(<?xml version="1.0"?>
<robot name="arm" xmlns:xacro="http://ros.org/wiki/xacro">
<material name="grey">
<color rgba="0.5 0.5 0.5 1"/>
</material>
<link name="world"/>
<link name="base">
<visual>
<origin xyz="0 0 0.05" rpy="0 0 0"/>
<geometry><cylinder radius="0.1" length="0.1"/></geometry>
<material name="grey"/>
</visual>
</link>
<joint name="mount" type="fixed"><parent link="world"/><child link="base"/></joint>
<link name="upper"><visual><geometry><box size="0.1 0.1 0.4"/></geometry></visual></link>
<joint name="shoulder" type="revolute">
<parent link="base"/><child link="upper"/>
<origin xyz="0 0 0.1" rpy="0 0.3 0"/>
<axis xyz="0 1 0"/>
<limit lower="-2" upper="2" effort="10" velocity="1.5"/>
</joint>
<link name="fore"><visual><geometry><mesh filename="package://arm/fore.stl" scale="0.001 0.001 0.001"/></geometry></visual></link>
<joint name="elbow" type="continuous">
<parent link="upper"/><child link="fore"/>
<origin xyz="0 0 0.4"/>
<axis xyz="0 1 0.2"/>
</joint>
<link name="hand"><visual><geometry><sphere radius="0.05"/></geometry></visual></link>
<joint name="wrist" type="prismatic">
<parent link="fore"/><child link="hand"/>
<origin xyz="0.3 0 0" quat_xyzw="0 0 0 1"/>
<limit lower="0" upper="0.2" effort="1" velocity="1"/>
</joint>
<link name="left"/>
<joint name="left_finger" type="prismatic">
<parent link="hand"/><child link="left"/>
<limit lower="0" upper="0.04" effort="1" velocity="1"/>
</joint>
<link name="right"/>
<joint name="right_finger" type="prismatic">
<parent link="hand"/><child link="right"/>
<axis xyz="0 -1 0"/>
<limit lower="0" upper="0.04" effort="1" velocity="1"/>
<mimic joint="left_finger" multiplier="1.5" offset="0.001"/>
</joint>
<gazebo reference="hand"><plugin name="p"/></gazebo>
<transmission name="t"><joint name="elbow"/></transmission>
</robot>
)";

/// Bases that are held, and followers of followers and of what is fixed.
constexpr std::string_view floating = R"(<robot name="floating">
<link name="a"/>
<link name="b"/>
<joint name="free" type="floating"><parent link="a"/><child link="b"/></joint>
<link name="c"/>
<joint name="ground" type="planar"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/></joint>
<link name="d"><visual><geometry><capsule radius="0.1" length="0.3"/></geometry></visual></link>
<joint name="one" type="continuous"><parent link="c"/><child link="d"/></joint>
<link name="e"/>
<joint name="two" type="continuous"><parent link="d"/><child link="e"/><origin xyz="1 0 0"/><mimic joint="one" multiplier="-1"/></joint>
<link name="f"/>
<joint name="three" type="continuous"><parent link="e"/><child link="f"/><origin xyz="1 0 0"/><mimic joint="two" offset="0.5"/></joint>
<link name="g"/>
<joint name="four" type="fixed"><parent link="f"/><child link="g"/></joint>
<link name="h"/>
<joint name="five" type="revolute"><parent link="g"/><child link="h"/><limit lower="-1" upper="1"/><mimic joint="four" offset="0.2"/></joint>
<loop_joint name="loop" type="fixed"><link1 link="a"/><link2 link="h"/></loop_joint>
</robot>
)";

/// Classes, several joints in a body, frames, sites, all shapes, what is left out.
constexpr std::string_view model = R"(<mujoco model="arm">
<compiler angle="degree" autolimits="true" eulerseq="XYZ" meshdir="meshes"/>
<option timestep="0.002"/>
<default>
<joint damping="1" axis="0 1 0"/>
<geom rgba="0.8 0.8 0.8 1"/>
<default class="finger">
<joint type="slide" range="0 0.04"/>
</default>
</default>
<asset>
<material name="grey" rgba="0.5 0.5 0.5 1"/>
<mesh name="fore" file="fore.stl" scale="0.001 0.001 0.001"/>
</asset>
<worldbody>
<light pos="0 0 3"/>
<geom type="plane" size="1 1 0.1"/>
<body name="base" pos="0 0 0.1" euler="0 0 30">
<geom type="cylinder" size="0.1 0.05"/>
<joint name="pan" axis="0 0 1" range="-170 170" ref="10"/>
<body name="upper" pos="0 0 0.1" quat="0.9 0.1 0 0">
<joint name="lift" range="-90 90"/>
<joint name="roll" axis="0 0 1"/>
<geom type="capsule" fromto="0 0 0 0 0 0.4" size="0.05"/>
<frame pos="0 0 0.4" axisangle="0 1 0 20">
<body name="fore" xyaxes="1 0 0 0 0 1">
<joint name="ball" type="ball" pos="0 0 0.01"/>
<geom type="mesh" mesh="fore" material="grey"/>
<geom type="box" size="0.05 0.05 0.2" zaxis="0 1 1"/>
<site name="grip_site" pos="0 0 0.3"/>
<body name="left" childclass="finger">
<joint name="left"/>
<geom type="ellipsoid" size="0.01 0.02 0.03"/>
</body>
<body name="right" childclass="finger">
<joint name="right" axis="0 -1 0"/>
<geom type="sphere" size="0.02"/>
</body>
</body>
</frame>
<replicate count="3" euler="0 0 30" offset="0 0 0.1" sep="-">
<geom size="0.01"/>
<body name="petal" pos="0.1 0 0"><joint name="petal"/><joint name="fold"/></body>
</replicate>
<composite type="cable" count="5 1 1"/>
</body>
</body>
<body name="free" pos="1 0 0">
<freejoint name="float"/>
<geom size="0.1"/>
</body>
</worldbody>
<equality>
<joint joint1="right" joint2="left" polycoef="0.001 1 0 0 0"/>
<joint joint1="fold" joint2="petal"/>
<connect body1="left" body2="right" anchor="0 0 0"/>
</equality>
<tendon>
<fixed name="t"><joint joint="lift" coef="1"/></fixed>
</tendon>
<keyframe>
<key name="home" qpos="0.1 0.2 0.3 1 0 0 0 0.01 0.01 1 0 0 1 0 0 0"/>
</keyframe>
<actuator><motor joint="pan"/></actuator>
</mujoco>
)";

/// Radians, lists by rows, nothing named.
constexpr std::string_view bare = R"(<mujoco>
<compiler angle="radian" coordinate="local"/>
<worldbody>
<body>
<joint/>
<body pos="1 0 0">
<joint type="hinge" limited="true" range="-1 1" axis="1 1 0"/>
<geom size="0.1 0.1 0.1" type="box"/>
<body pos="1 0 0">
<joint type="slide" axis="0 0 2"/>
<geom size="0.1"/>
</body>
</body>
</body>
</worldbody>
</mujoco>
)";

/// A figure of which each line is one word of the format, and its motion.
constexpr std::string_view figure = R"(HIERARCHY
ROOT Hips
{
OFFSET 0 10 0
CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
JOINT Chest
{
OFFSET 0 5 0
CHANNELS 3 Zrotation Yrotation Zrotation
JOINT LeftHand
{
OFFSET 4 0 0
CHANNELS 2 Xrotation Zposition
End Site
{
OFFSET 1 0.5 0
}
}
JOINT mixamorig:Right Hand
{
OFFSET -4 0 0
CHANNELS 0
JOINT finger
{
OFFSET -1 0 0
CHANNELS 1 Yrotation
End Site
{
OFFSET -1 0 0
}
}
}
}
}
MOTION
Frames: 3
Frame Time: 0.0333333
1 12 3 10 20 30 40 50 60 70 0.5 5
2 13 4 170 21 31 41 51 61 71 0.6 6
3 14 5 -170 201 149 -139 129 62 -288 0.7 7
)";

/// A joint on a joint.
constexpr std::string_view chain = R"(hierarchy
root a
{
offset 0 0 0
channels 1 Xrotation
joint b
{
offset 0 1e-3 0
channels 3 Xrotation Yrotation Zrotation
}
}
)";

/// What is true of a scene of whatever format.
void check_parts(const std::shared_ptr<const sim::Scene>& scene) {
  for (const std::string& notice : scene->notices) check_sentence(notice);
  for (const sim::Link& link : scene->links) {
    expect(sim::is_name(link.name), "a link is named " + link.name);
    expect(link.frame.position.allFinite() && link.frame.rotation.allFinite(),
           "a link has no place: " + link.name);
  }
  for (const sim::Solid& solid : scene->solids)
    expect(solid.frame.position.allFinite() && solid.size.allFinite(), "a solid has no place");
}

}  // namespace

std::vector<std::string> bvh_texts() { return {std::string(figure), std::string(chain)}; }

void read_bvh(const std::string& text) {
  const std::string file = "fuzz.bvh";
  std::shared_ptr<const sim::Scene> scene;
  try {
    scene = formats::scene_format_of(file)->parse(text, file);
  } catch (const base::Error& error) {
    check_location(error.what(), file);
    throw;
  }
  check_parts(scene);
  if (scene->recording)
    expect(scene->recording->theta.allFinite() && scene->recording->interval > 0,
           "a recording is not finite");
  check_run(scene, false);
}

std::vector<std::string> urdf_texts() { return {std::string(arm), std::string(floating)}; }

namespace {

void read_robot(const std::string& text, const std::string& file) {
  std::shared_ptr<const sim::Scene> scene;
  try {
    scene = formats::xml_format_of(text, file).parse(text, file);
  } catch (const base::Error& error) {
    check_location(error.what(), file);
    throw;
  }
  check_parts(scene);
  check_run(scene, false);
}

}  // namespace

void read_urdf(const std::string& text) { read_robot(text, "fuzz.urdf"); }

std::vector<std::string> mjcf_texts() { return {std::string(model), std::string(bare)}; }

void read_mjcf(const std::string& text) { read_robot(text, "fuzz.xml"); }

}  // namespace fuzz
