// Writes one figure and motion in the dialects of several motion capture programs. Every one must
// give the same body in the same poses, and be followed equally well.

#include <functional>
#include <sstream>

#include "bvh_dialects.h"
#include "formats/scene/run_options.h"
#include "sim/metrics/measurement.h"
#include "sim/simulation.h"
#include "support.h"

namespace bvh_dialects_test {
namespace {

using namespace bvh_dialects;

std::vector<Dialect> dialects() {
  using P = Dialect::Positions;
  const Vector3d t_pose(0, 96, 0), first = hips_at(0, 96);
  return {
      {.name = "six channels", .positions = P::OfAll},
      {.name = "bones in the channels", .positions = P::OfAllWithoutOffset},
      {.name = "a static root", .static_roots = 1},
      {.name = "a root that moves", .static_roots = 1, .root_moves = true},
      {.name = "a root that moves hips that turn", .positions = P::OfBase, .static_roots = 1},
      {.name = "static roots, six channels", .positions = P::OfAll, .static_roots = 2},
      {.name = "a static root, bones in the channels",
       .positions = P::OfAllWithoutOffset,
       .static_roots = 1},
      {.name = "OFFSET of the first frame", .hips_offset = first},
      {.name = "OFFSET of another frame", .hips_offset = {-42, 92, -40}},
      {.name = "OFFSET of a T-pose", .hips_offset = t_pose},
      {.name = "OFFSET of a T-pose, crouching", .hips_offset = t_pose, .height = 40},
      {.name = "OFFSET of a T-pose, lying", .hips_offset = t_pose, .height = 12},
      {.name = "a static root, OFFSET of a T-pose", .static_roots = 1, .hips_offset = t_pose},
      {.name = "positions from OFFSET", .hips_offset = t_pose, .adds = true},
      {.name = "a static root, positions from OFFSET",
       .static_roots = 1,
       .hips_offset = t_pose,
       .adds = true},
      {.name = "z up", .up = Up::Z},
      {.name = "z up, six channels", .positions = P::OfAll, .up = Up::Z},
      {.name = "z up, OFFSET of a T-pose", .hips_offset = {0, 0, 96}, .up = Up::Z},
      {.name = "z up, bones in the channels",
       .positions = P::OfAllWithoutOffset,
       .static_roots = 1,
       .up = Up::Z},
  };
}

TEST(BvhDialects, EveryPartIsWhereTheMotionHasIt) {
  int compared = 0;
  for (const Dialect& dialect : dialects()) {
    SCOPED_TRACE(dialect.name);
    const auto scene = read(dialect.text());
    EXPECT_EQ(scene->up, dialect.up);
    EXPECT_TRUE(scene->notices.empty());
    ik::Pose pose(*scene->skeleton);
    for (const int frame : {0, 7, frames - 1}) {
      const std::vector<Vector3d> expected = part_positions(frame, dialect.height);
      pose.theta = scene->recording->theta.col(frame);
      ik::forward_kinematics(*scene->skeleton, pose);
      for (size_t i = 0; i < human.size(); ++i) {
        if (is_end(i)) continue;
        const sim::Frame there = test::link_frame(*scene, pose, human[i].name);
        ASSERT_LT((there.position - dialect.upright(expected[i])).norm(), 1e-9)
            << human[i].name << " in frame " << frame;
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 19 * 3 * 16);
}

struct Followed {
  double error, angle;
};
Followed follow(const std::shared_ptr<const sim::Scene>& scene) {
  sim::Simulation simulation(scene);
  sim::Measurement measurement(simulation.skeleton().joints(), simulation.run().tolerances());
  for (int step = 0; step < 50; ++step) {
    simulation.step();
    measurement.add(simulation.run());
    if (step % 10 > 0) continue;
    const Eigen::VectorXd& theta = simulation.run().solver().pose().theta;
    for (const int j : scene->recording->given)
      EXPECT_EQ(theta[j], simulation.target_state().recorded[j]) << scene->skeleton->joint(j).name;
  }
  return {measurement.summary().mean_total_error, measurement.summary().pose_error};
}

/// Each dialect has the same error with the same defaults: the body has its size whatever its
/// OFFSETs are.
TEST(BvhDialects, EachIsFollowedAsThePlainOne) {
  for (const Dialect& dialect : dialects()) {
    SCOPED_TRACE(dialect.name);
    const Followed plain = follow(read(Dialect{.name = "plain", .height = dialect.height}.text()));
    const auto scene = read(dialect.text());
    const Followed followed = follow(scene);
    EXPECT_NEAR(followed.error, plain.error, 1e-6);
    EXPECT_NEAR(followed.angle, plain.angle, 1e-8);
    EXPECT_EQ(scene->solids.size(), 20u);
    EXPECT_EQ(scene->held, scene->recording->given);
    for (const sim::Solid& solid : scene->solids) EXPECT_LT(solid.size.maxCoeff(), 60);
  }
}

/// Without a branch the joints that travel carry the figure; bones that stretch a little do not.
TEST(BvhDialects, AChainIsCarriedByWhatTravels) {
  const auto chain = [](const std::string& hips_channels, const std::string& row_begin) {
    std::string text = "HIERARCHY\nROOT Root\n{\nOFFSET 0 0 0\n" + hips_channels +
                       "JOINT Hips\n{\nOFFSET 0 95 0\nCHANNELS 6 Xposition Yposition Zposition "
                       "Zrotation Xrotation Yrotation\nJOINT Chest\n{\nOFFSET 0 30 0\nCHANNELS 6 "
                       "Xposition Yposition Zposition Zrotation Xrotation Yrotation\nEnd Site\n{\n"
                       "OFFSET 50 0 0\n}\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.1\n";
    for (int i = 0; i < 3; ++i)
      text += row_begin + "0 95 " + std::to_string(20 * i) + " 0 0 0 0 3" + std::to_string(i) +
              " 0 5 " + std::to_string(i) + " 0\n";
    return text;
  };
  const auto six = read(chain(
      "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n", "0 0 0 0 0 0 "));
  EXPECT_EQ(six->held, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}));
  const auto none = read(chain("CHANNELS 0\n", ""));
  EXPECT_EQ(none->held, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
}

/// Tests a figure that lies in a file with y up, and one that a root stands up in a file with z up.
TEST(BvhDialects, UprightIsTheGroundThatItLiesOrStandsOn) {
  const auto turned = [](const Vector3d& hips, const std::string& turn) {
    const std::string text = Dialect{.name = "plain"}.text();
    std::string all = text.substr(0, text.find("Frames:")) + "Frames: 2\nFrame Time: 0.1\n";
    for (int frame = 0; frame < 2; ++frame) {
      std::ostringstream row;
      row << hips.x() << " " << hips.y() << " " << hips.z() << " " << turn;
      for (size_t i = 1; i < human.size(); ++i)
        if (!is_end(i)) row << " 0 0 0";
      all += row.str() + "\n";
    }
    return read(all)->up;
  };
  EXPECT_EQ(turned({0, 96, 0}, "0 0 0"), Up::Y);
  EXPECT_EQ(turned({10, 15, 40}, "0 90 0"), Up::Y);  // on its back
  EXPECT_EQ(turned({10, 15, 40}, "0 -90 0"), Up::Y);
  EXPECT_EQ(turned({150, 80, 96}, "0 90 0"), Up::Z);  // a body of y in a world of z
}

TEST(BvhDialects, ASnakeLies) {
  std::string text =
      "HIERARCHY\nROOT s0 {\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
      "Zrotation Xrotation Yrotation\n";
  constexpr int bones = 12;
  for (int i = 1; i < bones; ++i)
    text += "JOINT s" + std::to_string(i) +
            " {\nOFFSET 0 0 10\nCHANNELS 3 Zrotation Xrotation Yrotation\n";
  text += "End Site {\nOFFSET 0 0 10\n}\n" + [] {
    std::string braces;
    for (int i = 0; i < bones; ++i) braces += "}\n";
    return braces;
  }() + "\nMOTION\nFrames: 3\nFrame Time: .1\n";
  for (int frame = 0; frame < 3; ++frame) {
    text += "0 1 " + std::to_string(frame);
    for (int i = 0; i < bones; ++i) text += " 0 0 " + std::to_string((frame - 1) * 5);
    text += "\n";
  }
  EXPECT_EQ(read(text)->up, Up::Y);
}

/// Tests a figure that stands with its arms out: it starts so although stretched limbs are
/// singular.
TEST(BvhDialects, AFigureWithoutMotionStartsInTheFilesPose) {
  const std::string text = Dialect{.name = "plain"}.text();
  EXPECT_TRUE(read(text.substr(0, text.find("MOTION")))->skeleton->start().isZero(0));
}

/// Tests the names of the coordinates that follow the recording, in scene files and on the command
/// line.
TEST(BvhDialects, WhatFollowsHasOneName) {
  const auto scene = read(Dialect{.name = "", .positions = Dialect::Positions::OfAll}.text());
  const std::vector<int>& given = scene->recording->given;
  EXPECT_EQ(formats::names_of_joints(*scene, given), (std::vector<std::string>{"recording"}));
  EXPECT_EQ(formats::find_joints(*scene, "recording"), given);
  EXPECT_EQ(formats::find_joints(*scene, "Chest"), (std::vector<int>{6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(formats::names_of_joints(*scene, {6, 7, 8, 9, 10, 11, 13}),
            (std::vector<std::string>{"Chest", "Neck.Yposition"}));
}

struct Limb {
  const char *name, *parent;
  Vector3d offset;
};
std::vector<std::string> effectors_of(const std::vector<Limb>& limbs) {
  std::ostringstream out;
  const std::function<void(const Limb&)> write = [&](const Limb& limb) {
    out << (*limb.parent ? "JOINT " : "ROOT ") << limb.name << "\n{\nOFFSET "
        << limb.offset.transpose() << "\nCHANNELS "
        << (*limb.parent ? "3 " : "6 Xposition Yposition Zposition ")
        << "Zrotation Xrotation Yrotation\n";
    bool leaf = true;
    for (const Limb& child : limbs)
      if (std::string_view(child.parent) == limb.name) write(child), leaf = false;
    if (leaf) out << "End Site\n{\nOFFSET 0 0 1\n}\n";
    out << "}\n";
  };
  out << "HIERARCHY\n";
  write(limbs[0]);
  const auto scene = read(out.str());
  std::vector<std::string> names;
  for (int i = 0; i < scene->skeleton->effectors(); ++i)
    names.push_back(scene->skeleton->effector(i).name);
  return names;
}

TEST(BvhDialects, AnimalsFollowWithHeadWingsAndFeet) {
  std::vector<Limb> bird = {{"Body", "", {0, 0, 0}},
                            {"Neck", "Body", {0, 6, 8}},
                            {"Head", "Neck", {0, 6, 2}},
                            {"Jaw", "Head", {0, -1, 2}},
                            {"Crest", "Head", {0, 2, 0}},
                            {"Tail", "Body", {0, 0, -10}},
                            {"LWing1", "Body", {4, 3, 0}},
                            {"LWing2", "LWing1", {10, 0, 0}},
                            {"LWingTip", "LWing2", {9, 0, 0}},
                            {"LFeather", "LWing2", {2, 0, -3}},
                            {"RWing1", "Body", {-4, 3, 0}},
                            {"RWing2", "RWing1", {-10, 0, 0}},
                            {"RWingTip", "RWing2", {-9, 0, 0}},
                            {"RFeather", "RWing2", {-2, 0, -3}},
                            {"LLeg", "Body", {2, -5, 0}},
                            {"LFoot", "LLeg", {0, -8, 0}},
                            {"RLeg", "Body", {-2, -5, 0}},
                            {"RFoot", "RLeg", {0, -8, 0}}};
  const std::vector<Limb> without_toes = bird;
  const std::vector<std::string> toes = {"a", "b", "c", "d", "e", "f", "g", "h"};
  std::vector<std::string> names;
  for (const char* foot : {"LFoot", "RFoot"})
    for (const std::string& toe : toes)
      names.push_back(std::string(foot).substr(0, 1) + "digit" + toe);
  for (size_t i = 0; i < names.size(); ++i)
    bird.push_back({names[i].c_str(),
                    i < toes.size() ? "LFoot" : "RFoot",
                    {0.3 * static_cast<double>(i % toes.size()) - 1, -1, 2}});
  EXPECT_EQ(effectors_of(bird),
            (std::vector<std::string>{"Head", "Tail", "LWingTip", "RWingTip", "LFoot", "RFoot"}));
  EXPECT_EQ(effectors_of(without_toes).size(), 6u);
  // If feet have no name, the joint that carries the toes counts.
  for (Limb& limb : bird)
    for (const char** text : {&limb.name, &limb.parent}) {
      if (std::string_view(*text) == "LFoot") *text = "L3";
      if (std::string_view(*text) == "RFoot") *text = "R3";
    }
  EXPECT_EQ(effectors_of(bird),
            (std::vector<std::string>{"Head", "Tail", "LWingTip", "RWingTip", "L3", "R3"}));
}

}  // namespace
}  // namespace bvh_dialects_test
