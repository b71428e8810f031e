// What robots of the usual kinds chase when their files say nothing of it, and whether they can.

#include <gtest/gtest.h>

#include "formats/scene_format.h"
#include "ik/linalg/svd.h"
#include "ik/model/jacobian.h"
#include "sim/simulation.h"
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
  std::shared_ptr<const sim::Scene> scene() const {
    const std::string text = test::urdf(text_);
    return formats::xml_format_of(text, "r.urdf").parse(text, "r.urdf");
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
          {"slide", slide, {"carriage"}, 0}};
}

TEST(RobotScene, HandsAndFeetChaseTargetsThatTheyReach) {
  for (const Case& one : cases()) {
    const auto scene = one.robot.scene();
    const ik::Skeleton& body = *scene->skeleton;
    std::vector<std::string> positions;
    int turns = 0;
    for (int i = 0; i < body.effectors(); ++i) {
      if (body.turns(i))
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
        if (body.turns(i))
          angle += e, ++angles;
        else
          error += e, ++points;
      }
    }
    for (int i = 0; i < body.effectors(); ++i)
      if (!body.turns(i))
        least_move = std::min(least_move,
                              (simulation.target_state().position.col(i) - before.col(i)).norm());
    EXPECT_LT(error / points, 0.02 * body.length()) << one.name;
    EXPECT_LT(angle, 0.1 * angles + 1e-12) << one.name;
    EXPECT_GT(least_move, 0) << one.name;
  }
}

/// Arms that have all coordinates that their goals need do not start where some cannot be met.
TEST(RobotScene, TheStartIsNotSingular) {
  int compared = 0;
  for (const Case& one : cases()) {
    const auto scene = one.robot.scene();
    const ik::Skeleton& body = *scene->skeleton;
    const std::string name = one.name;
    if (name == "SCARA" || name == "2R" || name == "slide")
      continue;  // fewer coordinates than rows
    ik::Pose pose(body);
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(body.rows(), body.joints());
    ik::goal_jacobian(body, pose, Eigen::Matrix3Xd::Zero(3, body.effectors()), false, J);
    ik::zero_columns(scene->held, J);
    ik::Svd svd(body.rows(), body.joints());
    svd.compute(J);
    EXPECT_GT(svd.sigma()[body.rows() - 1], 0.01 * svd.sigma()[0]) << one.name;
    ++compared;
  }
  EXPECT_EQ(compared, 7);
}

}  // namespace
}  // namespace robot_scene_tests
