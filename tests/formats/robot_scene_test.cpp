// Tests which points of common robots follow targets when their files name none, and whether they
// reach them.

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <sstream>

#include "formats/scene_format.h"
#include "ik/linalg/generic_rank.h"
#include "ik/linalg/svd.h"
#include "ik/model/jacobian.h"
#include "sim/simulation.h"
#include "support/temporary_folder.h"
#include "support/urdf_text.h"

namespace robot_scene_tests {
namespace {

/// Writes chains of links; the first is "base".
class Robot {
 public:
  Robot() { text_ = test::urdf_link("base"); }
  Robot& on(const std::string& link) {
    at_ = link;
    return *this;
  }
  Robot& add(const std::string& link, const std::string& type, const std::string& xyz,
             const std::string& axis, const std::string& more = {}) {
    text_ += test::urdf_link(link) +
             test::urdf_joint(link + "_joint", type, at_, link,
                              "<origin xyz=\"" + xyz + "\"/><axis xyz=\"" + axis + "\"/>" +
                                  (type == "prismatic" ? "<limit lower=\"0\" upper=\"0.3\"/>"
                                                       : "<limit lower=\"-2.5\" upper=\"2.5\"/>") +
                                  more);
    at_ = link;
    return *this;
  }
  /// Adds a visual or another element to the last link.
  Robot& looks(const std::string& element) {
    const std::string bare = test::urdf_link(at_);
    const size_t at = text_.find(bare);
    EXPECT_NE(at, text_.npos) << bare;
    text_.replace(at, bare.size(), "<link name=\"" + at_ + "\">" + element + "</link>");
    return *this;
  }
  Robot& fixed(const std::string& link, const std::string& xyz = "0 0 0.1") {
    return add(link, "fixed", xyz, "0 0 1");
  }
  Robot& arm(const std::string& name, int joints, const std::string& at = "0 0 0.1") {
    const char* axes[] = {"0 0 1", "0 1 0", "0 0 1", "0 1 0", "0 0 1", "0 1 0", "0 0 1"};
    for (int i = 0; i < joints; ++i)
      add(name + std::to_string(i + 1), "revolute",
          i == 0  ? at
          : i % 2 ? "0 0 0.05"
                  : "0 0 0.3",
          axes[i % 7]);
    return *this;
  }
  std::shared_ptr<const sim::Scene> scene(const std::string& file = "r.urdf") const {
    const std::string text = test::urdf(text_);
    return formats::xml_format_of(text, file).parse(text, file);
  }

 private:
  std::string text_, at_ = "base";
};

Robot six() {
  Robot r;
  r.add("l1", "revolute", "0 0 0.1", "0 0 1").add("l2", "revolute", "0 0 0.2", "0 1 0");
  r.add("l3", "revolute", "0 0 0.4", "0 1 0").add("l4", "revolute", "0.35 0 0", "1 0 0");
  r.add("l5", "revolute", "0 0 0", "0 1 0").add("l6", "revolute", "0.08 0 0", "1 0 0");
  return r.fixed("flange", "0 0 0").fixed("tool0", "0.05 0 0");
}
Robot with_gripper(Robot r) {
  r.fixed("hand").add("left_finger", "prismatic", "0 0.02 0.06", "0 1 0");
  return r.on("hand").add("right_finger", "prismatic", "0 -0.02 0.06", "0 -1 0",
                          "<mimic joint=\"left_finger_joint\"/>");
}
Robot legs(Robot r, const std::vector<std::string>& names, const std::string& from,
           const std::string& x = "0.2") {
  for (const std::string& name : names) {
    const std::string side = name.find("l") == 1 ? "0.1" : "-0.1";
    const std::string front = name[0] == 'f' ? x : "-" + x;
    r.on(from).add(name + "_hip", "revolute", front + " " + side + " 0", "1 0 0");
    r.add(name + "_thigh", "revolute", "0 0.05 0", "0 1 0");
    r.add(name + "_calf", "revolute", "0 0 -0.25", "0 1 0").fixed(name + "_foot", "0 0 -0.25");
  }
  return r;
}
Robot human() {
  Robot r;
  r.add("pelvis", "floating", "0 0 1", "0 0 1");
  r.add("waist", "revolute", "0 0 0.1", "0 0 1").add("torso", "revolute", "0 0 0.1", "0 1 0");
  r.on("torso")
      .add("neck", "revolute", "0 0 0.5", "0 0 1")
      .add("head", "revolute", "0 0 0.1", "0 1 0");
  for (const std::string& side : {std::string("l"), std::string("r")}) {
    const std::string y = side == "l" ? "0.2" : "-0.2";
    r.on("torso").arm(side + "_arm", 7, "0 " + y + " 0.4").fixed(side + "_hand");
    r.on("pelvis").arm(side + "_leg", 6, "0 " + y + " -0.1").fixed(side + "_foot");
  }
  return r;
}
Robot five_fingers() {
  Robot r;
  r.fixed("palm");
  for (int finger = 0; finger < 5; ++finger) {
    const std::string name = "f" + std::to_string(finger), y = std::to_string(0.02 * finger - 0.04);
    r.on("palm").add(name + "_spread", "revolute", "0 " + y + " 0.1", "1 0 0");
    r.add(name + "_base", "revolute", "0 0 0.01", "0 1 0")
        .add(name + "_middle", "revolute", "0 0 0.04", "0 1 0");
    r.add(name + "_end", "revolute", "0 0 0.03", "0 1 0").fixed(name + "_tip", "0 0 0.02");
  }
  return r;
}

Robot bird() {
  Robot r;
  r.add("body", "floating", "0 0 1", "0 0 1");
  r.add("neck", "revolute", "0.1 0 0.1", "0 1 0").add("head", "revolute", "0.1 0 0.1", "0 0 1");
  for (const std::string& side : {std::string("l"), std::string("r")}) {
    const std::string y = side == "l" ? "0.1" : "-0.1";
    r.on("body").add(side + "_shoulder", "revolute", "0 " + y + " 0", "1 0 0");
    r.add(side + "_wing", "revolute", "0 " + y + " 0", "0 0 1");
    r.on("body")
        .arm(side + "_leg", 3, "0 " + y + " -0.1")
        .add(side + "_foot", "revolute", "0 0 -0.2", "0 1 0");
    for (const std::string& toe :
         {std::string("1"), std::string("2"), std::string("3"), std::string("4")}) {
      r.on(side + "_foot").add(side + "_toe_" + toe, "revolute", "0.0" + toe + " 0 0", "0 1 0");
      for (const std::string& part : {std::string("a"), std::string("b"), std::string("c"),
                                      std::string("d"), std::string("e")})
        r.add(side + "_toe_" + toe + part, "revolute", "0.01 0 0", "0 1 0");
    }
  }
  return r;
}

struct Case {
  const char* name;
  Robot robot;
  std::vector<std::string> effectors;  ///< positions
  int turns;                           ///< orientations
};

std::vector<Case> cases() {
  Robot two;
  two.add("a", "revolute", "0 0 0", "0 0 1")
      .add("b", "revolute", "1 0 0", "0 0 1")
      .fixed("tip", "1 0 0");
  Robot slide;
  slide.add("carriage", "prismatic", "0 0 0", "1 0 0");
  Robot scara;
  scara.add("a", "revolute", "0 0 0.3", "0 0 1").add("b", "revolute", "0.4 0 0", "0 0 1");
  scara.add("c", "prismatic", "0.3 0 0", "0 0 -1")
      .add("d", "revolute", "0 0 0", "0 0 1")
      .fixed("tool", "0 0 -0.05");
  Robot mobile;
  mobile.add("platform", "planar", "0 0 0", "0 0 1").arm("arm", 7, "0 0 0.5").fixed("tool0");
  Robot torso;
  torso.add("torso", "revolute", "0 0 0.5", "0 0 1").add("pan", "revolute", "0 0 0.6", "0 0 1");
  torso.add("tilt", "revolute", "0 0 0.05", "0 1 0").fixed("camera");
  torso.on("torso").arm("l", 7, "0 0.2 0.5").fixed("l_hand");
  torso.on("torso").arm("r", 7, "0 -0.2 0.5").fixed("r_hand");
  Robot quadruped;
  quadruped.add("trunk", "floating", "0 0 0.5", "0 0 1");
  Robot watched = six();
  watched.on("tool0").fixed("hand_camera", "0 0 0.2");
  watched.on("l1").fixed("lidar", "0.5 0 0");
  watched.on("base").add("goal", "prismatic", "1 0 0", "1 0 0");
  watched.on("base").arm("turret", 3).fixed("front_camera").fixed("camera_lens");
  Robot gimbal;
  gimbal.arm("pan", 3).fixed("camera");
  return {{"6R", six(), {"tool0"}, 1},
          {"gripper", with_gripper(Robot().arm("a", 7)), {"hand"}, 1},
          {"mobile", mobile, {"tool0"}, 1},
          {"SCARA", scara, {"tool"}, 0},
          {"torso", torso, {"l_hand", "r_hand"}, 2},
          {"quadruped",
           legs(quadruped, {"fl", "fr", "rl", "rr"}, "trunk"),
           {"fl_foot", "fr_foot", "rl_foot", "rr_foot"},
           0},
          {"hand", five_fingers(), {"f0_tip", "f1_tip", "f2_tip", "f3_tip", "f4_tip"}, 0},
          {"human", human(), {"l_hand", "l_foot", "r_hand", "r_foot"}, 0},
          {"2R", two, {"tip"}, 0},
          {"watched", watched, {"tool0"}, 1},
          {"gimbal", gimbal, {"camera"}, 0},
          {"bird", bird(), {"head", "l_wing", "l_foot", "r_wing", "r_foot"}, 0},
          {"slide", slide, {"carriage"}, 0}};
}

TEST(RobotScene, HandsAndFeetChaseTargetsThatTheyReach) {
  for (const Case& one : cases()) {
    const auto scene = one.robot.scene();
    const ik::Skeleton& body = *scene->skeleton;
    std::vector<std::string> positions;
    int turns = 0;
    for (int i = 0; i < body.effectors(); ++i) {
      if (body.has_angle_error(i))
        ++turns;
      else
        positions.push_back(body.effector(i).name);
    }
    std::ranges::sort(positions);
    std::vector<std::string> expected = one.effectors;
    std::ranges::sort(expected);
    EXPECT_EQ(positions, expected) << one.name;
    EXPECT_EQ(turns, one.turns) << one.name;
    for (int j = 0; j < body.joints(); ++j) {
      EXPECT_GE(body.joint(j).start, body.joint(j).lower);
      EXPECT_LE(body.joint(j).start, body.joint(j).upper);
    }
    sim::Simulation simulation(scene);
    constexpr int steps = 2000, begin = 300;
    double error = 0, angle = 0, least_move = INFINITY;
    int angles = 0, points = 0;
    Eigen::Matrix3Xd before = simulation.target_state().position;
    for (int step = 0; step < steps; ++step) {
      simulation.step();
      if (step < begin) continue;
      for (int i = 0; i < body.effectors(); ++i) {
        const double e = simulation.run().errors()[i];
        ASSERT_TRUE(std::isfinite(e)) << one.name;
        if (body.has_angle_error(i))
          angle += e, ++angles;
        else
          error += e, ++points;
      }
    }
    for (int i = 0; i < body.effectors(); ++i)
      if (!body.has_angle_error(i))
        least_move = std::min(least_move,
                              (simulation.target_state().position.col(i) - before.col(i)).norm());
    EXPECT_LT(error / points, 0.02 * body.length()) << one.name;
    EXPECT_LT(angle, 0.1 * angles + 1e-12) << one.name;
    EXPECT_GT(least_move, 0) << one.name;
  }
}

/// The start pose reaches every direction that other poses reach. Some directions are impossible: a
/// camera on its last axis never moves in three of them, and an arm of two hinges never leaves its
/// plane.
TEST(RobotScene, TheStartIsNotSingular) {
  int compared = 0;
  for (const Case& one : cases()) {
    const auto scene = one.robot.scene();
    const ik::Skeleton& body = *scene->skeleton;
    ik::Pose pose(body);
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(body.rows(), body.joints());
    ik::goal_jacobian(body, pose, Eigen::Matrix3Xd::Zero(3, body.effectors()), false, J);
    ik::zero_columns(scene->held, J);
    ik::Svd svd(body.rows(), body.joints());
    svd.compute(J);
    ik::GenericRank rank(body);
    rank.hold(scene->held);
    EXPECT_GT(svd.sigma()[rank.of(false) - 1], 0.01 * svd.sigma()[0]) << one.name;
    ++compared;
  }
  EXPECT_EQ(compared, 13);
}

/// Returns a box along x from its origin, 0.4 x 0.1 x 0.1, with a lump at its beginning.
std::string triangles(const std::function<std::string(const Eigen::Vector3d&)>& corner,
                      const std::string& before, const std::string& after) {
  std::string text;
  for (const Eigen::Vector3d& low : {Eigen::Vector3d(0, -0.05, -0.05), {-0.1, -0.2, -0.1}}) {
    const Eigen::Vector3d high(low.x() < 0 ? 0.1 : 0.4, -low.y(), -low.z());
    for (int i = 0; i < 6; ++i) {  // through all corners
      text += before;
      for (const int bits : {i, i + 1, i + 2})
        text += corner({bits & 1 ? high.x() : low.x(), bits & 2 ? high.y() : low.y(),
                        bits & 4 ? high.z() : low.z()});
      text += after;
    }
  }
  return text;
}
std::string in_words(const std::string& before, const Eigen::Vector3d& p) {
  std::ostringstream out;
  out << before << p.transpose() << "\n";
  return out.str();
}
std::string binary_stl() {
  std::string bytes(84, ' ');
  const uint32_t count = 12;
  std::memcpy(bytes.data() + 80, &count, sizeof count);
  return bytes + triangles(
                     [](const Eigen::Vector3d& p) {
                       const Eigen::Vector3f xyz = p.cast<float>();
                       return std::string(reinterpret_cast<const char*>(xyz.data()), 12);
                     },
                     std::string(12, '\0'), std::string(2, '\0'));
}
/// Returns a DAE file in millimetres, in a node that shifts it and turns -z to x.
std::string dae() {
  const std::string points = triangles(
      [](const Eigen::Vector3d& p) {
        return in_words("",
                        1000 * Eigen::Vector3d(-p.z(), p.y(), p.x()) - Eigen::Vector3d(0, 0, 7));
      },
      "", "");
  return R"(<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="millimeter" meter="0.001"/></asset>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="a" count="108">)" +
         points + R"(</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices></mesh></geometry>
</library_geometries><library_visual_scenes><visual_scene id="s"><node id="o">
<rotate>0 1 0 90</rotate><node id="n"><translate>0 0 7</translate><instance_geometry url="#g"/>
</node></node></visual_scene></library_visual_scenes></COLLADA>)";
}

/// The effector is at the far end of the solids on the last joint if the link's frame is at the
/// joint itself.
TEST(RobotScene, AMeshIsReachedWithItsFarEnd) {
  const test::TemporaryFolder folder;
  const std::pair<const char*, std::string> meshes[] = {
      {"binary.stl", binary_stl()},
      {"text.stl",
       "solid s\n" + triangles([](const auto& p) { return in_words("vertex ", p); },
                               "facet normal 0 0 1\nouter loop\n", "endloop\nendfacet\n")},
      {"mesh.OBJ", triangles([](const auto& p) { return in_words("v ", p); }, "vn 9 9 9\n", "")},
      {"mesh.dae", dae()},
      {"broken.stl", "solid s\nvertex 1 nan 0\nvertex 1"},
      {"empty.dae", "<COLLADA"},
  };
  for (const auto& [name, bytes] : meshes) {
    SCOPED_TRACE(name);
    folder.put(name, bytes);
    const std::string mesh = std::string("<geometry><mesh filename=\"") + name + "\"/></geometry>";
    Robot robot;
    robot.add("upper", "revolute", "0 0 0.2", "0 1 0").add("fore", "revolute", "0.4 0 0", "0 1 0");
    robot.looks("<visual>" + mesh + "</visual>");
    const bool broken =
        std::string_view(name).starts_with("broken") || std::string_view(name).starts_with("empty");
    const Eigen::Vector3d end(broken ? 0.4 : 0.8, 0, 0.2);
    const auto scene = robot.scene((folder.path() / "r.urdf").string());
    EXPECT_LT((scene->skeleton->effector(0).position - end).norm(), 1e-6)
        << scene->skeleton->effector(0).position.transpose();
    // A limb without visible solids shows its collision shape, faintly.
    Robot unseen;
    unseen.add("upper", "revolute", "0 0 0.2", "0 1 0").add("fore", "revolute", "0.4 0 0", "0 1 0");
    unseen.looks("<collision>" + mesh +
                 "</collision><collision><geometry><box size=\"a\"/>"
                 "</geometry></collision>");
    const auto faint = unseen.scene((folder.path() / "r.urdf").string());
    EXPECT_LT((faint->skeleton->effector(0).position - end).norm(), 1e-6);
    ASSERT_EQ(faint->solids.size(), 1u);
    ASSERT_TRUE(faint->solids[0].color);
    EXPECT_LT((*faint->solids[0].color)[3], 0.6f);
  }
  Robot both;
  both.add("upper", "revolute", "0 0 0.2", "0 1 0")
      .looks("<visual><geometry><sphere radius=\"0.1\"/></geometry></visual>");
  both.fixed("stop").looks("<collision><geometry><sphere radius=\"0.5\"/></geometry></collision>");
  EXPECT_EQ(both.scene()->solids.size(), 1u);
}

/// Like Spot, this leg has the frame of the lower leg at the knee, and no link for the foot.
TEST(RobotScene, ALegWithoutAFootReachesWithTheEndOfItsShape) {
  const test::TemporaryFolder folder;
  std::string mesh;
  for (const double z : {0.03, -0.1, -0.2, -0.35})
    for (const double x : {-0.02, 0.03})
      for (const double y : {-0.015, 0.015}) mesh += in_words("v ", {x, y, z});
  folder.put("leg.obj", mesh);
  for (const std::string& shape :
       {std::string("<geometry><mesh filename=\"leg.obj\"/></geometry>"),
        std::string("<origin xyz=\"0 0 -0.175\"/><geometry><cylinder radius=\"0.02\" "
                    "length=\"0.35\"/></geometry>")}) {
    Robot spot;
    for (const std::string& side :
         {std::string("fl"), std::string("fr"), std::string("hl"), std::string("hr")}) {
      const std::string x = side[0] == 'f' ? "0.3 " : "-0.3 ", y = side[1] == 'l' ? "" : "-";
      spot.on("base").add(side + ".uhip", "revolute", x + y + "0.055 0", "1 0 0");
      spot.add(side + ".uleg", "revolute", "0 " + y + "0.11 0", "0 1 0");
      spot.add(side + ".lleg", "revolute", "0.025 0 -0.32", "0 1 0");
      spot.looks("<visual>" + shape + "</visual>");
    }
    const auto scene = spot.scene((folder.path() / "spot.urdf").string());
    const ik::Skeleton& body = *scene->skeleton;
    ASSERT_EQ(body.effectors(), 4);
    for (int i = 0; i < 4; ++i) {
      const Eigen::Vector3d knee = body.joint(body.effector_joint(i)).position;
      const Eigen::Vector3d foot = body.effector(i).position - knee;
      EXPECT_NEAR(foot.z(), -0.35, 1e-6) << body.effector(i).name;
      EXPECT_LT(foot.head<2>().norm(), 0.01) << body.effector(i).name;
      EXPECT_TRUE(body.effector(i).name.ends_with(".lleg"));
    }
  }
}

}  // namespace
}  // namespace robot_scene_tests
