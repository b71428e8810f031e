// Models in MJCF, read here and by MuJoCo.

#include <numbers>

#include "oracles/mujoco_reference.h"

namespace mjcf_tests {
namespace {

using namespace test;

class Mjcf : public testing::Test {
 protected:
  std::shared_ptr<const sim::Scene> load(const std::string& text) const {
    return formats::load(folder_.put("model.xml", text));
  }
  /// Frames as MuJoCo has them.
  std::shared_ptr<const sim::Scene> compare(const std::string& text) {
    const std::filesystem::path file = folder_.put("model.xml", text);
    const auto scene = formats::load(file);
    MujocoModel mujoco(file);
    EXPECT_TRUE(mujoco);
    if (mujoco) {
      EXPECT_GT(expect_same_frames(*scene, mujoco, random_, 20), 20);
    }
    return scene;
  }

  TemporaryFolder folder_;
  Random random_{7};
};

const ik::Joint& joint(const sim::Scene& scene, const std::string& name) {
  for (int j = 0; j < scene.skeleton->joints(); ++j)
    if (scene.skeleton->joint(j).name == name) return scene.skeleton->joint(j);
  throw std::out_of_range(name);
}

constexpr double degree = std::numbers::pi / 180;

TEST_F(Mjcf, AllJointsAndOrientations) {
  const auto scene = compare(R"(<mujoco model="all">
  <compiler angle="degree" eulerseq="zYx"/>
  <default>
    <joint axis="0 1 0" pos="0.1 0 0"/>
    <geom size="0.1"/>
    <default class="leg">
      <joint axis="1 1 0" ref="20"/>
      <default class="shin"><joint type="slide" range="-1 2" limited="true"/></default>
    </default>
  </default>
  <worldbody>
    <body name="base" pos="1 2 3" euler="10 20 30">
      <freejoint name="root"/><geom/>
      <body name="a" pos="0 0 1" quat="1 2 3 4" childclass="leg">
        <joint name="a1"/><joint name="a2" pos="0 0.3 0.1" axis="0 0 2" ref="-40"/>
        <joint name="a3" type="slide" axis="1 2 3" ref="0.4"/><geom/>
        <body name="b" xyaxes="1 1 0 0 1 1"><joint name="b1" class="shin" ref="0"/><geom/>
          <body name="c" zaxis="1 -2 -0.5"><joint name="c1" type="ball" pos="0 0.2 0"/><geom/>
            <body name="d" axisangle="0 1 1 70"><geom/></body></body></body></body>
      <body name="e" pos="0 1 0"><joint name="e1" class="main" range="-30 60" limited="true"/><geom/></body>
    </body>
    <body name="f" zaxis="0 0 -1"><joint name="f1"/><joint name="f3"/><joint name="f2" type="ball"/><geom/></body>
  </worldbody></mujoco>)");
  EXPECT_EQ(scene->name, "all");
  EXPECT_EQ(scene->up, sim::Scene::Up::Z);
  EXPECT_EQ(scene->held, (std::vector<int>{0, 1, 2, 3, 4, 5}));
  EXPECT_DOUBLE_EQ(joint(*scene, "e1").lower, -30 * degree);
  EXPECT_DOUBLE_EQ(joint(*scene, "e1").upper, 60 * degree);
  EXPECT_EQ(joint(*scene, "b1").lower, -1);
  EXPECT_EQ(joint(*scene, "b1").upper, 2);
  EXPECT_FALSE(ik::has_limits(joint(*scene, "a1")));
}

TEST_F(Mjcf, EulerSequences) {
  for (const char* sequence : {"xyz", "XYZ", "zyx", "ZYX", "xYz", "yxY", "zxz"})
    compare(std::string("<mujoco><compiler eulerseq=\"") + sequence +
            R"(" angle="radian"/><worldbody>
      <body euler="0.3 -1.2 2"><joint name="j" axis="1 0 1"/><geom size="0.1"/>
      <body pos="1 0 0" euler="1 2 3"><joint name="k"/><geom size="0.1"/></body></body></worldbody></mujoco>)");
}

TEST_F(Mjcf, OrientationsOfClassAndElement) {
  const std::filesystem::path file = folder_.put("model.xml", R"(<mujoco><default>
    <default class="q"><geom type="box" size="1 2 3" quat="1 1 0 0"/></default>
    <default class="e"><geom type="box" size="1 2 3" euler="10 20 30" pos="1 2 3"/></default></default>
    <worldbody><body name="b"><joint name="j"/>
      <geom class="q"/><geom class="q" euler="10 0 0"/><geom class="e"/><geom class="e" quat="0 1 0 0"/>
      <geom class="e" axisangle="0 0 1 40"/>
      <geom type="capsule" size="0.1" fromto="0 0 1 3 2 -1"/><geom type="cylinder" size="0.1 2" zaxis="1 0 0"/>
      <geom type="ellipsoid" size="1 2 3" xyaxes="0 1 0 0 0 1"/><geom size="0.4"/>
      <geom type="box" size="0.2 9 9" fromto="0 0 0 0 0 1"/>
    </body></worldbody></mujoco>)");
  const auto scene = formats::load(file);
  MujocoModel mujoco(file);
  ASSERT_TRUE(mujoco);
  mujoco.move();
  ASSERT_EQ(static_cast<int>(scene->solids.size()), mujoco.model().ngeom);
  for (int i = 0; i < mujoco.model().ngeom; ++i) {
    const sim::Solid& solid = scene->solids[static_cast<size_t>(i)];
    const auto position = Eigen::Vector3d::Map(mujoco.data().geom_xpos + 3 * i);
    const auto rotation = Eigen::Map<const RowMajor>(mujoco.data().geom_xmat + 9 * i);
    EXPECT_LT((solid.frame.position - position).norm(), 1e-9) << i;
    EXPECT_LT((solid.frame.rotation - rotation).norm(), 1e-9) << i;
    Eigen::Vector3d size = Eigen::Vector3d::Map(mujoco.model().geom_size + 3 * i);
    switch (mujoco.model().geom_type[i]) {
      case mjGEOM_BOX:
        size *= 2;
        break;
      case mjGEOM_SPHERE:
        size.setConstant(size.x());
        break;
      case mjGEOM_CAPSULE:
      case mjGEOM_CYLINDER:
        size = {size.x(), size.x(), 2 * size.y()};
    }
    EXPECT_LT((solid.size - size).norm(), 1e-12) << i;
  }
}

TEST_F(Mjcf, WithoutNames) {
  const auto scene = load(R"(<mujoco><worldbody><body><joint/><body name="hand"><joint/>
    <body><joint/><joint name="hand 2"/></body></body></body></worldbody></mujoco>)");
  EXPECT_EQ(scene->links[0].name, "world");
  EXPECT_EQ(scene->links[1].name, "body 1");
  EXPECT_EQ(scene->links[3].name, "body 3");
  EXPECT_EQ(scene->skeleton->joint(0).name, "joint 1");
  EXPECT_EQ(scene->skeleton->joint(1).name, "hand");
  EXPECT_EQ(scene->skeleton->joint(2).name, "joint 3");
  EXPECT_EQ(scene->skeleton->joint(3).name, "hand 2");
}

TEST_F(Mjcf, Limits) {
  const auto range_of = [&](const std::string& compiler, const std::string& attributes) {
    const auto scene =
        load("<mujoco><compiler " + compiler + "/><worldbody><body><joint name=\"j\" " +
             attributes + "/></body></worldbody></mujoco>");
    return std::pair(joint(*scene, "j").lower, joint(*scene, "j").upper);
  };
  const double far = std::numeric_limits<double>::infinity();
  EXPECT_EQ(range_of("", "range='-1 2'"), std::pair(-degree, 2 * degree));
  EXPECT_EQ(range_of("angle='radian'", "range='-1 2'"), std::pair(-1.0, 2.0));
  EXPECT_EQ(range_of("", "type='slide' range='-1 2'"), std::pair(-1.0, 2.0));
  EXPECT_EQ(range_of("", "range='-1 2' limited='false'"), std::pair(-far, far));
  EXPECT_EQ(range_of("autolimits='false'", "range='-1 2'"), std::pair(-far, far));
  EXPECT_EQ(range_of("autolimits='false'", "range='-1 2' limited='true'"),
            std::pair(-degree, 2 * degree));
  EXPECT_EQ(range_of("", "range='0 0'"), std::pair(-far, far));
}

TEST_F(Mjcf, Includes) {
  folder_.put("parts/arm.xml",
              R"(<mujocoinclude><body name="arm" pos="0 0 1"><joint name="arm"/><geom size="0.1"/>
    <include file="parts/hand.xml"/></body></mujocoinclude>)");
  folder_.put("parts/hand.xml",
              R"(<mujocoinclude><body name="hand" pos="1 0 0"><joint name="hand"/><geom size="0.1"/>
    </body></mujocoinclude>)");
  folder_.put("classes.xml", R"(<mujoco><default><joint axis="1 0 0"/></default></mujoco>)");
  const auto scene = compare(R"(<mujoco><include file="classes.xml"/><worldbody>
    <include file="parts/arm.xml"/></worldbody></mujoco>)");
  EXPECT_EQ(scene->skeleton->joints(), 2);
  EXPECT_EQ(scene->skeleton->joint(1).axis, Eigen::Vector3d::UnitX());
}

// MuJoCo 2.2.2 does not know them: as with the frames multiplied out.
TEST_F(Mjcf, Frames) {
  const auto scene =
      load(R"(<mujoco><default><default class="x"><joint axis="1 0 0"/></default></default>
    <worldbody><frame pos="1 0 0" euler="0 0 90" childclass="x"><frame pos="0 2 0">
      <body name="a" pos="1 0 0"><frame euler="90 0 0" pos="0 0 1"><joint name="j" pos="0 1 0"/></frame></body>
    </frame></frame></worldbody></mujoco>)");
  EXPECT_LT((scene->links[1].frame.position - Eigen::Vector3d(-1, 1, 0)).norm(), 1e-12);
  EXPECT_LT((joint(*scene, "j").axis - Eigen::Vector3d::UnitY()).norm(), 1e-12);
  EXPECT_LT((joint(*scene, "j").position - Eigen::Vector3d(-1, 1, 2)).norm(), 1e-12);
}

TEST_F(Mjcf, EqualityOfJointsIsAMimic) {
  const std::string text = R"(<mujoco><worldbody>
      <body><joint name="a" ref="10"/><geom size="0.1"/><body><joint name="b" ref="20"/><geom size="0.1"/>
      <body><joint name="c"/><geom size="0.1"/></body></body></body></worldbody>
    <equality><joint joint1="b" joint2="a" polycoef="0.5 2 0 0 0"/>
      <joint joint1="c" joint2="b"/><joint joint1="a" joint2="c"/>
      <joint joint1="c" polycoef="0.1 0 0 0 0"/></equality>
    <tendon><fixed><joint joint="a" coef="1"/></fixed></tendon></mujoco>)";
  const auto scene = load(text);
  const ik::Mimic& b = joint(*scene, "b").mimic;
  EXPECT_EQ(b.leader, 0);
  EXPECT_EQ(b.multiplier, 2);
  EXPECT_NEAR(b.offset, 0.5 + 20 * degree - 2 * 10 * degree, 1e-12);
  EXPECT_EQ(joint(*scene, "c").mimic.leader, 1);
  EXPECT_EQ(joint(*scene, "a").mimic.leader, -1);
  ASSERT_EQ(scene->notices.size(), 4u);
  EXPECT_TRUE(scene->notices[0].ends_with(
      "joint \"a\" should follow \"c\", which follows it; it moves on its own"));
  EXPECT_TRUE(scene->notices[1].ends_with("joint \"c\" has a second equality, which is left out"));
  EXPECT_EQ(scene->notices[2],
            "Not supported and left out: <tendon> (1); their effects on the model are missing.");
}

TEST_F(Mjcf, Keyframes) {
  const std::string body = R"(<mujoco><worldbody><body><freejoint name="f"/>
    <body pos="1 0 0"><joint name="ball" type="ball"/></body><body pos="1 0 0"><joint name="a" axis="0 1 0"/>
    <body pos="1 0 0"><joint name="b" axis="0 1 0"/><body pos="1 0 0"><joint name="c" axis="0 0 1"/><site name="tcp" pos="1 0 1"/>
    </body></body></body></body></worldbody><keyframe>)";
  const auto scene =
      load(body + R"(<key qpos="1"/><key name="x" qpos="0 0 0 1 0 0 0 1 0 0 0 0.1 0.2 0.3"/>
    <key name="home" qpos="0 0 0 1 0 0 0 1 0 0 0 0.5 1.5 0.7"/></keyframe></mujoco>)");
  EXPECT_EQ(joint(*scene, "a").start, 0.5);
  EXPECT_EQ(joint(*scene, "b").start, 1.5);
  EXPECT_EQ(joint(*scene, "c").start, 0.7);
  const auto first = load(body + R"(<key qpos="1"/>
    <key name="x" qpos="0 0 0 1 0 0 0 1 0 0 0 0.4 1.4 0.6"/></keyframe></mujoco>)");
  EXPECT_EQ(joint(*first, "a").start, 0.4);
  ASSERT_EQ(first->notices.size(), 1u);
  EXPECT_NE(first->notices[0].find("has 1 numbers, the model 14"), std::string::npos);
  EXPECT_EQ(joint(*first, "f.x").start, 0);
  // of free and ball joints too, with bodies that are turned
  const std::filesystem::path file = folder_.put("model.xml", R"(<mujoco><worldbody>
    <body pos="1 2 3" euler="10 20 30"><freejoint name="f"/><geom size="1"/><body pos="1 0 0" euler="40 5 -60">
    <joint name="a" ref="20"/><joint name="ball" type="ball" pos="0 .1 0"/><geom size="1"/></body></body></worldbody>
    <keyframe><key qpos="5 6 7 .5 .5 -.5 .5 .3 .6 0 .8 0"/></keyframe></mujoco>)");
  const auto scene_at = formats::load(file);
  MujocoModel mujoco(file);
  ASSERT_TRUE(mujoco);
  std::copy_n(mujoco.model().key_qpos, mujoco.model().nq, mujoco.data().qpos);
  mujoco.move();
  const ik::Pose start(*scene_at->skeleton);
  for (int i = 0; i < mujoco.model().nbody; ++i) {
    const sim::Link& link = scene_at->links[static_cast<size_t>(i)];
    const sim::Frame at = sim::carried(*scene_at->skeleton, start, link.joint, link.frame);
    EXPECT_LT((at.position - Eigen::Vector3d::Map(mujoco.data().xpos + 3 * i)).norm(), 1e-9);
    EXPECT_LT((at.rotation - Eigen::Map<const RowMajor>(mujoco.data().xmat + 9 * i)).norm(), 1e-9);
  }
}

TEST_F(Mjcf, ToolSitesAreEffectors) {
  std::string text = "<mujoco><worldbody>", end;
  for (const char* axis : {"0 0 1", "0 1 0", "0 1 0", "1 0 0", "0 1 0", "1 0 0"}) {
    text += std::string("<body pos='0.1 0 0.3'><joint axis='") + axis + "'/><site name='knee'/>";
    end += "</body>";
  }
  const auto scene = load(text +
                          "<site name='attachment_site' pos='0 0 0.1'/><body><site name='pinch' "
                          "pos='0 0 0.2'/></body>" +
                          end + "</worldbody></mujoco>");
  ASSERT_EQ(scene->skeleton->effectors(), 2);
  EXPECT_EQ(scene->skeleton->effector(0).name, "pinch");
  EXPECT_TRUE(scene->skeleton->has_angle_error(1));
  EXPECT_LT((scene->skeleton->effector(0).position - Eigen::Vector3d(0.6, 0, 2.0)).norm(), 1e-12);
}

TEST_F(Mjcf, GeomsByGroupAndColor) {
  const auto scene = load(R"(<mujoco><asset><material name="m" rgba="1 0 0 0.5"/></asset>
    <default><default class="visual"><geom group="2" rgba="0 1 0 1"/></default>
      <default class="collision"><geom group="3"/></default></default>
    <worldbody><geom type="plane" size="1 1 1"/><body><joint/><geom class="visual" size="0.1"/>
    <geom class="collision" size="0.1"/><geom material="m" size="0.2"/><geom size="0.3"/>
    <geom size="0"/><geom rgba="1 1 1 0" size="1"/></body></worldbody></mujoco>)");
  ASSERT_EQ(scene->solids.size(), 3u);
  EXPECT_EQ(scene->solids[0].color, Eigen::Vector4f(0, 1, 0, 1));
  EXPECT_EQ(scene->solids[1].color, Eigen::Vector4f(1, 0, 0, 0.5f));
  EXPECT_FALSE(scene->solids[2].color);
  const auto only = load(R"(<mujoco><worldbody><body><joint/><geom group="4" size="0.1"/></body>
    </worldbody></mujoco>)");
  EXPECT_EQ(only->solids.size(), 1u);
}

TEST_F(Mjcf, Meshes) {
  const auto mesh = folder_.put("assets/arm.stl", "solid");
  const auto scene = load(R"(<mujoco><compiler meshdir="assets"/><asset>
    <mesh file="arm.stl" scale="0.001 0.001 0.001" refpos="1000 0 0"/><mesh name="gone" file="gone.obj"/></asset>
    <worldbody><body><joint/><geom type="mesh" mesh="arm" pos="0 0 1"/><geom type="mesh" mesh="gone"/>
    <geom type="mesh" mesh="gone"/></body></worldbody></mujoco>)");
  ASSERT_EQ(scene->solids.size(), 1u);
  EXPECT_EQ(scene->solids[0].mesh, mesh.string());
  EXPECT_EQ(scene->solids[0].size, Eigen::Vector3d::Constant(0.001));
  EXPECT_LT((scene->solids[0].frame.position - Eigen::Vector3d(-1, 0, 1)).norm(), 1e-12);
  ASSERT_EQ(scene->notices.size(), 3u);
  EXPECT_TRUE(scene->notices[2].starts_with("Nothing can move")) << scene->notices[2];
  EXPECT_TRUE(scene->notices[1].starts_with("1 mesh file, \"arm.stl\", cannot be read"));
  EXPECT_TRUE(scene->notices[0].starts_with("1 mesh file was not found (\"gone.obj\")"))
      << scene->notices[0];
}

/// MuJoCo at hand is older than <replicate>: what it makes is written out, by R_i = euler(i e),
/// p_i = p_(i-1) + R_(i-1) d, and compared with MuJoCo.
TEST_F(Mjcf, Replicate) {
  const char* const ends = "</body></worldbody></mujoco>";
  const std::string begins = R"(<mujoco><compiler eulerseq="zyx"/>
  <default><default class="slides"><joint type="slide"/></default></default>
  <worldbody><body name="hub"><joint name="hub"/><geom size="0.1"/>)";
  const std::string finger =
      R"(<joint name="j#" axis="0 1 0"/><geom size="0.1"/><site name="tip_grip#"/>
         <body name="end#" pos="0.5 0 0"><joint name="k#"/><geom size="0.1"/></body></body>)";
  const auto numbered = [&](std::string text, const std::string& number) {
    for (size_t at; (at = text.find('#')) != std::string::npos;) text.replace(at, 1, number);
    return text;
  };
  const std::string body = R"(<body name="finger#" pos="1 0 0">)" + finger;
  const auto replicas = load(begins + R"(<frame pos="0 0 2"><replicate count="3" sep="-"
      childclass="slides" euler="40 0 20" offset="0.1 0.2 0.3">)" +
                             numbered(body, "") + "</replicate></frame>" + ends);
  const Eigen::Vector3d d(0.1, 0.2, 0.3);
  std::string written = begins;
  Eigen::Vector3d p(0, 0, 2);
  for (int i = 0; i < 3; ++i) {
    std::ostringstream tag;
    tag << std::setprecision(17) << "<body pos=\"" << p.transpose() << "\" euler=\"" << 40 * i
        << " 0 " << 20 * i << "\"><body name=\"finger#\" pos=\"1 0 0\" childclass=\"slides\">"
        << finger << "</body>";
    written += numbered(tag.str(), "-" + std::to_string(i));
    p += Eigen::AngleAxisd(40 * i * degree, Eigen::Vector3d::UnitZ()) *
         (Eigen::AngleAxisd(20 * i * degree, Eigen::Vector3d::UnitX()) * d);
  }
  const auto by_hand = compare(written + ends);
  ASSERT_EQ(replicas->skeleton->joints(), 7);
  ASSERT_EQ(by_hand->skeleton->joints(), 7);
  for (int j = 0; j < 7; ++j) {
    const ik::Joint &one = replicas->skeleton->joint(j), &other = by_hand->skeleton->joint(j);
    EXPECT_EQ(one.name, other.name);
    EXPECT_LT((one.position - other.position).norm(), 1e-12) << one.name;
    EXPECT_LT((one.axis - other.axis).norm(), 1e-12) << one.name;
    EXPECT_EQ(one.type, other.type) << one.name;
  }
  ASSERT_EQ(replicas->skeleton->effectors(), 3);
  EXPECT_EQ(replicas->skeleton->effector(2).name, "tip_grip-2");
  EXPECT_TRUE(replicas->notices.empty());
}

TEST_F(Mjcf, ReplicatesHaveTheirOwnNamesAndEqualities) {
  const auto scene = load(R"(<mujoco><worldbody><body name="hub"><joint name="turn"/>
    <replicate count="10" euler="0 0 36"><body name="leg" pos="1 0 0"><joint name="hip"/>
      <replicate count="2" sep="/" offset="0 0 1"><body name="toe" pos="1 0 0"><joint name="toe"/>
      </body></replicate></body></replicate></body></worldbody>
    <equality><joint joint1="toe" joint2="turn"/><joint joint1="hip"/></equality></mujoco>)");
  std::set<std::string> names;
  for (int j = 0; j < scene->skeleton->joints(); ++j) names.insert(scene->skeleton->joint(j).name);
  for (const char* name : {"turn", "hip00", "hip09", "toe/000", "toe/109"})
    EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_EQ(names.size(), 31);
  for (const char* toe : {"toe/000", "toe/109"}) EXPECT_EQ(joint(*scene, toe).mimic.leader, 0);
}

}  // namespace
}  // namespace mjcf_tests
