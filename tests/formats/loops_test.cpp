// Tests loops in files: MJCF's connect, weld and attach, and [[loop]] of scene files.

#include <gtest/gtest.h>

#include <tuple>

#include "formats/scene/scene_file.h"
#include "sim/simulation.h"
#include "support.h"
#include "support/temporary_folder.h"

namespace {

class LoopFiles : public testing::Test {
 protected:
  std::shared_ptr<const sim::Scene> load(const std::string& text) const {
    return formats::load(folder_.put("model.xml", text));
  }
  test::TemporaryFolder folder_;
};

const std::string four_bar = R"(<mujoco model="bar"><compiler angle="degree"/><worldbody>
  <body name="drive" pos="0 0 0.4"><joint name="drive" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 0 0 .15"/>
    <body name="floater" pos="0 0 .15"><joint name="floater" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .5 0 .05"/></body></body>
  <body name="follower" pos=".45 0 .4"><joint name="follower" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .05 0 .2"/></body>
  </worldbody><equality><connect body1="floater" body2="follower" anchor=".5 0 .05"/></equality></mujoco>)";

TEST_F(LoopFiles, AConnectIsKeptClosedByEachMethod) {
  const auto scene = load(four_bar);
  ASSERT_EQ(scene->skeleton->loops().size(), 1u);
  EXPECT_EQ(scene->skeleton->effectors(), 1);  // one for both ends
  ASSERT_EQ(scene->notices.size(), 1u);
  EXPECT_EQ(scene->notices[0], "The loop \"floater-follower\" is kept closed in every step");
  for (const char* method : {"dls", "pinv", "priority"}) {
    sim::Simulation simulation(scene);
    simulation.apply(sim::ChooseMethod{method});
    const Eigen::VectorXd before = simulation.run().solver().pose().theta;
    double moved = 0;
    for (int step = 0; step < 600; ++step) {
      simulation.step();
      ASSERT_LT(simulation.run().solver().loop_gap(), 1e-9) << method;
      moved = std::max(moved, (simulation.run().solver().pose().theta - before).norm());
    }
    EXPECT_GT(moved, 0.1) << method;
    EXPECT_LT(simulation.run().total_error(), 0.02) << method;  // it can follow its path
  }
}

TEST_F(LoopFiles, AnAttachedModelIsFreeInTheWorldAndNamedByItsFile) {
  folder_.put("walker.xml",
              R"(<mujoco model="walker"><worldbody><body name="trunk"><freejoint name="root"/>
    <geom size=".1"/><body name="leg" pos=".1 0 0"><joint name="hip" axis="0 1 0"/><geom size=".1"/></body>
    </body></worldbody></mujoco>)");
  const auto scene = [&](const std::string& attach) {
    return load(
        R"(<mujoco><asset><model file="walker.xml"/></asset><worldbody><frame pos="0 0 1">)" +
        attach + "</frame></worldbody></mujoco>");
  };
  const auto free = scene(R"(<attach model="walker" prefix="w_"/>)");
  EXPECT_EQ(free->skeleton->joints(), 7);
  const auto on_a_pole =
      scene(R"(<body name="pole"><joint name="turn" axis="0 0 1"/><geom size=".1"/>
    <attach model="walker" prefix="w_"/></body>)");
  EXPECT_EQ(on_a_pole->skeleton->joints(), 2) << "only what hangs in the world is free";
}

TEST_F(LoopFiles, ASiteBetweenTwoPointsIsInTheirMiddle) {
  const auto scene = load(R"(<mujoco><worldbody><body><joint axis="0 0 1"/><geom size=".1"/>
    <site name="tcp" type="capsule" size=".01" fromto="1 0 0 3 0 0"/></body></worldbody></mujoco>)");
  EXPECT_LT((scene->skeleton->effector(0).position - Eigen::Vector3d(2, 0, 0)).norm(), 1e-12);
}

TEST_F(LoopFiles, AreWrittenAndReadBack) {
  const auto scene = load(four_bar);
  const auto again = formats::parse(formats::to_toml(*scene), "again.toml");
  ASSERT_EQ(again->skeleton->loops().size(), 1u);
  const ik::Loop &a = scene->skeleton->loops()[0], &b = again->skeleton->loops()[0];
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.from, b.from);
  EXPECT_EQ(a.to, b.to);
  EXPECT_EQ(formats::to_toml(*again), formats::to_toml(*scene));
}

TEST_F(LoopFiles, AWeldedBodyGoesAlong) {
  const std::string gripper = R"(<body name="jaw" pos=".7 0 .1"><freejoint/>
      <body name="finger" pos=".1 0 0"><geom type="box" size=".05 .02 .02" pos=".05 0 0"/></body></body>)";
  const std::string text = R"(<mujoco><worldbody><body name="arm"><joint name="j1" axis="0 1 0"/>
      <body name="fore" pos=".4 0 0"><joint name="j2" axis="0 1 0"/></body></body>)" +
                           gripper + "</worldbody><equality><weld ";
  for (const char* bodies : {"body1=\"fore\" body2=\"jaw\"", "body1=\"finger\" body2=\"fore\""}) {
    SCOPED_TRACE(bodies);
    const auto scene = load(text + bodies + "/></equality></mujoco>");
    EXPECT_EQ(scene->skeleton->joints(), 2);
    test::expect_notice(*scene, "the weld fixes \"");
    for (const sim::Link& link : scene->links)
      if (link.name == "finger") {
        EXPECT_EQ(link.joint, 1) << bodies;
        EXPECT_LT((link.frame.position - Eigen::Vector3d(0.8, 0, 0.1)).norm(), 1e-12) << bodies;
      }
    EXPECT_GT(scene->skeleton->effector(0).position.x(), 0.75) << bodies;
  }
}

TEST_F(LoopFiles, ThePointAtAMocapBodyBecomesTheEffector) {
  const std::string arm =
      R"(<mujoco><worldbody><body name="arm"><joint axis="0 0 1"/><geom size=".1"/>
    <body name="fore" pos=".5 0 0"><joint axis="0 0 1"/><geom size=".1"/><site name="s" pos=".5 0 .1"/>
    </body></body><body name="mc" mocap="true" pos="1 0 .1"><site name="m"/></body></worldbody><equality>)";
  for (const auto& [equality, x, z] :
       {std::tuple{"<connect body1=\"fore\" body2=\"mc\" anchor=\".5 0 .1\"/>", 1.0, 0.1},
        {"<connect body1=\"mc\" body2=\"fore\" anchor=\"0 0 0\"/>", 1.0, 0.1},
        {"<weld site1=\"s\" site2=\"m\"/>", 1.0, 0.1},
        {"<weld body1=\"mc\" body2=\"fore\"/>", 0.5, 0.0}}) {
    folder_.put("arm.xml", arm + equality + "</equality></mujoco>");
    for (const char* model : {R"(<include file="arm.xml"/>)",
                              R"(<asset><model name="a" file="arm.xml"/></asset>
                                 <worldbody><attach model="a" prefix="p_"/></worldbody>)"}) {
      const auto scene = load("<mujoco>" + std::string(model) + "</mujoco>");
      ASSERT_EQ(scene->skeleton->effectors(), 1) << equality << model;
      EXPECT_LT((scene->skeleton->effector(0).position - Eigen::Vector3d(x, 0, z)).norm(), 1e-12)
          << equality << model;
    }
  }
}

TEST_F(LoopFiles, AFreeBodyOnLegsIsReleasedAndChasesTheTarget) {
  std::string text =
                  "<mujoco><worldbody><body name=\"plate\" pos=\"0 0 .5\"><freejoint/>"
                  "<geom type=\"box\" size=\".2 .2 .01\"/></body>",
              joined = "<equality>";
  for (int leg = 0; leg < 6; ++leg) {
    const double angle = leg * 1.0472 + (leg % 2 ? 0.2 : -0.2);
    const std::string name = "leg" + std::to_string(leg);
    const auto at = [&](double radius, double a, double z) {
      return std::to_string(radius * std::cos(a)) + " " + std::to_string(radius * std::sin(a)) +
             " " + std::to_string(z);
    };
    const double top = angle + (leg % 2 ? 0.3 : -0.3);
    text += "<body name=\"" + name + "\" pos=\"" + at(0.3, angle, 0) + "\"><joint name=\"" + name +
            "b\" type=\"ball\"/><body name=\"rod" + std::to_string(leg) + "\"><joint name=\"" +
            name + "s\" type=\"slide\" axis=\"0 0 1\"/></body></body>";
    joined += "<connect body1=\"plate\" body2=\"rod" + std::to_string(leg) + "\" anchor=\"" +
              at(0.2, top, 0) + "\"/>";
  }
  const auto scene = load(text + "</worldbody>" + joined + "</equality></mujoco>");
  EXPECT_EQ(scene->skeleton->loops().size(), 6u);
  EXPECT_TRUE(scene->held.empty());
  ASSERT_GE(scene->skeleton->effectors(), 1);
  EXPECT_EQ(scene->skeleton->effector(0).name, "plate");
  sim::Simulation simulation(scene);
  for (int step = 0; step < 200; ++step) {
    simulation.step();
    ASSERT_LT(simulation.run().solver().loop_gap(), 1e-9);
  }
}

TEST_F(LoopFiles, BodiesOfOtherModelsAreAttached) {
  folder_.put("hand.xml",
              R"(<mujoco><compiler angle="radian"/><worldbody><body name="palm" pos="0 0 .1">
      <joint name="turn" axis="0 0 1" range="-1 1" limited="true"/><geom size=".02"/>
      <body name="tip" pos="0 0 .2"><geom size=".01"/></body></body>
      <body name="other"><joint/></body></worldbody></mujoco>)");
  const auto scene = load(R"(<mujoco><asset><model name="h" file="hand.xml"/></asset><worldbody>
      <body name="arm" pos="1 0 0"><joint name="lift" axis="0 1 0"/>
      <frame pos="0.5 0 0"><attach model="h" body="palm" prefix="left_"/></frame></body></worldbody></mujoco>)");
  ASSERT_EQ(scene->skeleton->joints(), 2);
  EXPECT_EQ(scene->skeleton->joint(1).name, "left_turn");
  EXPECT_EQ(scene->skeleton->joint(1).parent, 0);
  EXPECT_DOUBLE_EQ(scene->skeleton->joint(1).upper, 1);  // in the angles of its own file
  EXPECT_EQ(scene->links.back().name, "left_tip");
  EXPECT_LT((scene->links.back().frame.position - Eigen::Vector3d(1.5, 0, 0.3)).norm(), 1e-12);
  EXPECT_TRUE(test::has(
      test::refusal([&] {
        load("<mujoco><worldbody><body><joint/><attach model=\"g\"/></body></worldbody></mujoco>");
      }),
      "not declared"));
  folder_.put("parts.xml", R"(<include file="hand.xml"/>)");
  EXPECT_TRUE(test::has(test::refusal([&] {
                          load(R"(<mujoco><asset><model name="p" file="parts.xml"/></asset>
      <worldbody><body><joint/><attach model="p"/></body></worldbody></mujoco>)");
                        }),
                        "parts.xml:1: the root element is <include>; expected <mujoco>"));
}

TEST_F(LoopFiles, OfACoupledPairOneIsAttachedAndFree) {
  folder_.put(
      "gripper.xml",
      R"(<mujoco><worldbody><body name="left"><joint name="l" axis="0 0 1"/><geom size=".1"/></body>
      <body name="right"><joint name="r" axis="0 0 1"/><geom size=".1"/></body></worldbody>
      <equality><joint joint1="r" joint2="l"/></equality></mujoco>)");
  const auto scene = load(R"(<mujoco><asset><model name="g" file="gripper.xml"/></asset><worldbody>
      <body><joint axis="0 1 0"/><attach model="g" body="right" prefix="g_"/></body></worldbody></mujoco>)");
  ASSERT_EQ(scene->skeleton->joints(), 2);
  EXPECT_FALSE(scene->skeleton->follows(1));
  EXPECT_EQ(scene->notices.at(0),
            "joint \"g_r\" should follow \"l\", which is not attached; it moves on its own");
}

TEST_F(LoopFiles, EqualitiesOfJoints) {
  const std::string text = R"(<mujoco><compiler angle="radian"/><worldbody>
      <body><joint name="a" axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 .4 0 0"/>
      <body pos=".4 0 0"><joint name="b" axis="0 1 0" ref="0.1"/><geom type="capsule" size=".02" fromto="0 0 0 .4 0 0"/>
      </body></body></worldbody><equality><joint )";
  const auto held = load(text + "joint1=\"b\" polycoef=\"0.5 0 0 0 0\"/></equality></mujoco>");
  EXPECT_EQ(held->held, std::vector<int>{1});
  EXPECT_DOUBLE_EQ(held->skeleton->joint(1).start, 0.6);
  test::expect_notice(*held, "the equality of joint \"b\" holds it at 0.6000 rad");
  const auto offset =
      load(text + "joint1=\"b\" joint2=\"a\" polycoef=\"0.2\"/></equality></mujoco>");
  EXPECT_EQ(offset->skeleton->joint(1).mimic.multiplier, 1) << "MuJoCo's own is 0 1 0 0 0";
  EXPECT_DOUBLE_EQ(offset->skeleton->joint(1).mimic.offset, 0.3);
  const auto free =
      load(text + "joint1=\"b\" joint2=\"a\" polycoef=\"0 1 2 0 0\"/></equality></mujoco>");
  test::expect_notice(*free, "joint \"b\" should follow \"a\" by a polynomial of degree 2");
}

TEST_F(LoopFiles, ManyNoticesThatAreAlikeAreOne) {
  std::string bodies, equalities;
  for (int i = 0; i < 5; ++i) {
    const std::string name = "j" + std::to_string(i);
    bodies += "<body pos=\"1 0 0\"><joint name=\"" + name + "\" axis=\"0 1 0\"/>";
    equalities += "<joint joint1=\"" + name + "\" polycoef=\"" + (i % 2 ? "-" : "") + ".1\"/>\n";
  }
  for (int i = 0; i < 5; ++i) bodies += "</body>";
  const auto scene = load("<mujoco><worldbody><body><joint axis=\"0 1 0\"/>" + bodies +
                          "</body></worldbody><equality>" + equalities + "</equality></mujoco>");
  ASSERT_FALSE(scene->notices.empty());
  EXPECT_TRUE(scene->notices[0].ends_with(" (and 4 more like this)")) << scene->notices[0];
  for (size_t i = 1; i < scene->notices.size(); ++i)
    EXPECT_EQ(scene->notices[i].find("holds it"), std::string::npos) << scene->notices[i];
}

TEST_F(LoopFiles, DefaultsSwitchEqualitiesOff) {
  const auto arm = [&](const char* active) {
    return load(
        "<mujoco><default><equality active=\"" + std::string(active) +
        "\"/></default><worldbody><body><joint name=\"a\" axis=\"0 1 0\"/><body pos=\"1 0 0\">"
        "<joint name=\"b\" axis=\"0 1 0\"/></body></body></worldbody><equality><joint "
        "joint1=\"b\" polycoef=\".5\"/></equality></mujoco>");
  };
  EXPECT_TRUE(arm("false")->held.empty());
  EXPECT_EQ(arm("true")->held, std::vector<int>{1});
}

TEST_F(LoopFiles, WrongOnesInSceneFilesAreRefused) {
  const auto with = [](const std::string& loop) {
    return test::complaint(test::small_scene() + "[[loop]]\n" + loop);
  };
  const std::string from = "from = { joint = \"elbow\", position = [1, 0, 0] }\n";
  EXPECT_EQ(with("name = \"l\"\n" + from + "to = { joint = \"world\", position = [1, 0, 0] }\n"),
            "");
  EXPECT_TRUE(
      test::has(with("name = \"l\"\n" + from + "to = { joint = \"elbo\", position = [1, 0, 0] }\n"),
                "did you mean \"elbow\""));
  EXPECT_TRUE(test::has(
      with("name = \"l\"\n" + from + "to = { joint = \"elbow\", position = [0, 0, 0] }\n"),
      "joins a link to itself"));
  EXPECT_TRUE(test::has(with("name = \"l\"\n" + from), "has no to"));
}

}  // namespace
