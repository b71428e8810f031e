// Writes one figure and motion in the dialects of several motion capture programs. Every one must
// give the same body in the same poses, and be followed equally well.

#include <Eigen/Geometry>
#include <algorithm>
#include <functional>
#include <numbers>
#include <sstream>

#include "formats/scene/run_options.h"
#include "formats/scene_format.h"
#include "sim/metrics/measurement.h"
#include "sim/simulation.h"
#include "support.h"

namespace bvh_dialects_test {
namespace {

using Eigen::AngleAxisd, Eigen::Vector3d;
using Up = sim::Scene::Up;

struct Part {
  const char* name;
  int parent;
  Vector3d offset;
};
const std::vector<Part> human = {{"Hips", -1, {0, 0, 0}},
                                 {"Chest", 0, {0, 30, 0}},
                                 {"Neck", 1, {0, 25, 0}},
                                 {"Head", 2, {0, 9, 0}},
                                 {"Head end", 3, {0, 18, 0}},
                                 {"LeftArm", 1, {16, 18, 0}},
                                 {"LeftForeArm", 5, {28, 0, 0}},
                                 {"LeftHand", 6, {25, 0, 0}},
                                 {"LeftHand end", 7, {16, 0, 0}},
                                 {"RightArm", 1, {-16, 18, 0}},
                                 {"RightForeArm", 9, {-28, 0, 0}},
                                 {"RightHand", 10, {-25, 0, 0}},
                                 {"RightHand end", 11, {-16, 0, 0}},
                                 {"LeftUpLeg", 0, {9, -4, 0}},
                                 {"LeftLeg", 13, {0, -42, 0}},
                                 {"LeftFoot", 14, {0, -42, 0}},
                                 {"LeftFoot end", 15, {0, -8, 14}},
                                 {"RightUpLeg", 0, {-9, -4, 0}},
                                 {"RightLeg", 17, {0, -42, 0}},
                                 {"RightFoot", 18, {0, -42, 0}},
                                 {"RightFoot end", 19, {0, -8, 14}}};
constexpr int frames = 30;

bool is_end(size_t part) { return std::string(human[part].name).ends_with(" end"); }

/// Returns the hips' position. With y up the figure walks along z, crouches and waves.
Vector3d hips_at(int frame, double height) {
  return {20, height + std::sin(0.3 * frame), 5. * frame - 30};
}
/// Returns degrees about z, x, y, in this order.
Vector3d turns_at(size_t part, int frame, double height) {
  if (is_end(part)) return Vector3d::Zero();
  const auto x = static_cast<double>(part);
  const double lies = part == 0 && height < 30 ? -90 : 0;
  return {12 * std::sin(0.21 * frame + x), 15 * std::sin(0.17 * frame + 2 * x) + lies,
          9 * std::sin(0.13 * frame + 3 * x)};
}

struct Dialect {
  const char* name;
  enum class Positions { OfRoot, OfAll, OfAllWithoutOffset, OfBase } positions = Positions::OfRoot;
  int static_roots = 0;
  bool root_moves = false;  // along the ground, and the hips to and fro
  Vector3d hips_offset = Vector3d::Zero();
  bool adds = false;  // the root's positions to its OFFSET
  Up up = Up::Y;
  double height = 96;

  Vector3d upright(const Vector3d& v) const {
    return up == Up::Y ? v : Vector3d(v.x(), -v.z(), v.y());
  }

  std::string text() const {
    std::ostringstream out;
    out.precision(17);
    out << "HIERARCHY\n";
    for (int root = 0; root < static_roots; ++root)
      out << (root == 0 ? "ROOT" : "JOINT") << " Base" << root
          << "\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
             "Yrotation\n";
    part(out, 0);
    for (int root = 0; root < static_roots; ++root) out << "}\n";
    out << "MOTION\nFrames: " << frames << "\nFrame Time: 0.0333333\n";
    for (int frame = 0; frame < frames; ++frame) {
      const Vector3d along = positions == Positions::OfBase ? upright(hips_at(frame, height))
                             : root_moves                   ? Vector3d(20, 0, hips_at(frame, 0).z())
                                                            : Vector3d(0, 0, 0);
      for (int root = 0; root < static_roots; ++root)
        out << (root == 0 ? along : Vector3d(0, 0, 0)).transpose() << " 0 0 0 ";
      for (size_t i = 0; i < human.size(); ++i) {
        if (is_end(i)) continue;
        Vector3d p = upright(human[i].offset);
        if (i == 0)
          p = upright(hips_at(frame, height)) - along - (adds ? hips_offset : Vector3d(0, 0, 0));
        if (has_positions(i)) out << p.x() << " " << p.y() << " " << p.z() << " ";
        const Vector3d turns = turns_at(i, frame, height);
        if (up == Up::Y)
          out << turns[0] << " " << turns[1] << " " << turns[2] << " ";
        else  // the same turn: about the old z is about -y, about the old y about z
          out << -turns[0] << " " << turns[1] << " " << turns[2] << " ";
      }
      out << "\n";
    }
    return out.str();
  }

 private:
  bool has_positions(size_t i) const {
    return i == 0 ? positions != Positions::OfBase
                  : positions == Positions::OfAll || positions == Positions::OfAllWithoutOffset;
  }
  void part(std::ostream& out, size_t i) const {
    const bool root = i == 0 && static_roots == 0;
    const bool omits = positions == Positions::OfAllWithoutOffset && !is_end(i);
    const Vector3d offset = i == 0  ? hips_offset
                            : omits ? Vector3d(0, 0, 0)
                                    : upright(human[i].offset);
    out << (is_end(i) ? "End Site"
            : root    ? "ROOT "
                      : "JOINT ")
        << (is_end(i) ? "" : human[i].name) << "\n{\nOFFSET " << offset.x() << " " << offset.y()
        << " " << offset.z() << "\n";
    if (!is_end(i))
      out << "CHANNELS " << (has_positions(i) ? "6 Xposition Yposition Zposition " : "3 ")
          << (up == Up::Y ? "Zrotation Xrotation Yrotation\n" : "Yrotation Xrotation Zrotation\n");
    for (size_t child = i + 1; child < human.size(); ++child)
      if (human[child].parent == static_cast<int>(i)) part(out, child);
    out << "}\n";
  }
};

/// Returns the positions of the parts in a frame, with y up.
std::vector<Vector3d> part_positions(int frame, double height) {
  std::vector<Eigen::Isometry3d> at(human.size(), Eigen::Isometry3d::Identity());
  std::vector<Vector3d> positions;
  for (size_t i = 0; i < human.size(); ++i) {
    if (i > 0) at[i] = at[static_cast<size_t>(human[i].parent)];
    at[i].translate(i == 0 ? hips_at(frame, height) : human[i].offset);
    const Vector3d turns = turns_at(i, frame, height) * std::numbers::pi / 180;
    at[i].rotate(AngleAxisd(turns[0], Vector3d::UnitZ()) * AngleAxisd(turns[1], Vector3d::UnitX()) *
                 AngleAxisd(turns[2], Vector3d::UnitY()));
    positions.push_back(at[i].translation());
  }
  return positions;
}

std::shared_ptr<const sim::Scene> read(const std::string& text) {
  return formats::scene_format_of("f.bvh")->parse(text, "f.bvh");
}

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
        const auto link = std::ranges::find(scene->links, human[i].name, &sim::Link::name);
        ASSERT_NE(link, scene->links.end());
        const sim::Frame there = sim::carried(*scene->skeleton, pose, link->joint, link->frame);
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

TEST(BvhDialects, SmallLibertiesAreReadWithANotice) {
  const std::string plain = Dialect{.name = "plain"}.text();
  const auto with = [&](const std::string& what, const std::string& by) {
    std::string text = plain;
    for (size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
      text.replace(at, what.size(), by);
    EXPECT_NE(text, plain);
    return read(text);
  };
  const auto expect = [&](const std::shared_ptr<const sim::Scene>& scene, int count,
                          const std::string& notice) {
    ASSERT_EQ(scene->notices.size(), 1u) << notice;
    EXPECT_NE(scene->notices[0].find(notice), std::string::npos) << scene->notices[0];
    ASSERT_EQ(scene->recording->frames(), count);
    EXPECT_EQ(scene->recording->theta,
              Eigen::MatrixXd(read(plain)->recording->theta.leftCols(count)));
  };
  expect(with("Frames: 30", "Frames: 29"), 30, "Frames: says 29, and the file has 30 frames");
  expect(with("Frames: 30", "Frames: 31"), 30, "Frames: says 31, and the file has 30 frames");
  expect(with("Frames: 30", "Frames: 0"), 30, "Frames: says 0, and the file has 30 frames");
  expect(with("Frames: 30", "Frames: 999999999"), 30,
         "Frames: says 999999999, and the file has 30");
  expect(with("Frames: 30", "Frames: -5"), 30, "Frames: says -5, and the file has 30 frames");
  expect(with("Frames: 30", "Frames:"), 30, "Frames: says nothing, and the file has 30 frames");
  expect(with("Frame Time: 0.0333333", "Frame Time: 30"), 30, "write 0.0333333");
  expect(with("Frames: 30", "Frames:30"), 30, "has no space before its number");
  expect(with("Frame Time: ", "Frame Time:"), 30, "has no space before its number");
  expect(with("End Site\n", "End Site LeftToe\n"), 30,
         "5 End Sites have names, such as \"LeftToe\"");
  expect(with("End Site\n{", "End Site LeftToe {"), 30, "5 End Sites have names");
  EXPECT_TRUE(with("End Site\n{", "End Site{")->notices.empty());
  EXPECT_TRUE(with("Frames: 30\nFrame Time: ", "frames : 30\nFrame  Time : ")->notices.empty());
  // This file was cut off within its last line.
  expect(read(plain.substr(0, plain.size() - 40)), 29, "29 frames and a part of one");
  const std::string one = plain.substr(0, plain.find("Frames:")) + "Frames: 1\nFrame Time: 0\n" +
                          plain.substr(plain.find("0.0333333\n") + 10,
                                       plain.find('\n', plain.find("0.0333333\n") + 10) -
                                           plain.find("0.0333333\n") - 9);
  expect(read(one), 1, "Frame Time: is 0");
}

TEST(BvhDialects, AValueThatIsNoNumberIsThatOfTheFrameBefore) {
  for (const char* none : {"nan", "-NaN(ind)", "-1.#IND00", "inf"}) {
    const auto scene = read(
        "HIERARCHY\nROOT Hips {\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\nEnd Site {\nOFFSET 0 1 "
        "0\n}\n}\n"
        "MOTION\nFrames: 4\nFrame Time: .1\n" +
        std::string(none) + "\n10\n" + none + "\n30\n");
    EXPECT_LT(
        (scene->recording->theta.row(0) * 18 / std::numbers::pi - Eigen::RowVector4d(1, 1, 1, 3))
            .norm(),
        1e-12);
    EXPECT_EQ(
        scene->notices.at(0),
        "2 values are not a number, the first in frame 1: that of a neighbouring frame is taken");
  }
}

/// Tests a recorder that lost the figure for a moment and wrote zeros, bones included.
TEST(BvhDialects, FramesOfZerosAreGapsWhereChannelsHoldBones) {
  for (const auto positions : {Dialect::Positions::OfAll, Dialect::Positions::OfAllWithoutOffset}) {
    const std::string plain = Dialect{.name = "bones", .positions = positions}.text();
    std::vector<std::string> lines;
    std::istringstream in(plain);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    const size_t first = lines.size() - frames;
    const auto with = [&](std::vector<size_t> lost) {
      std::ostringstream text;
      for (size_t i = 0; i < lines.size(); ++i) {
        if (std::ranges::count(lost, i) == 0) {
          text << lines[i] << '\n';
          continue;
        }
        std::istringstream numbers(lines[i]);
        for (std::string number; numbers >> number;) text << "0 ";
        text << '\n';
      }
      return read(text.str());
    };
    const auto expected = read(plain);
    const auto middle = with({first + 9}), begin = with({first});
    for (int j = 0; j < expected->skeleton->joints(); ++j)
      EXPECT_TRUE(
          middle->skeleton->joint(j).position.isApprox(expected->skeleton->joint(j).position));
    EXPECT_EQ(middle->recording->theta.col(9), middle->recording->theta.col(8));
    EXPECT_TRUE(middle->recording->theta.col(10).isApprox(expected->recording->theta.col(10)));
    EXPECT_EQ(begin->recording->theta.col(0), begin->recording->theta.col(1));
    EXPECT_NE(middle->notices.at(0).find("in frame 10"), std::string::npos) << middle->notices[0];
    EXPECT_TRUE(with({})->notices.empty());
  }
}

TEST(BvhDialects, WhatFollowsTheLastFrameIsLeftOut) {
  const std::string plain = Dialect{.name = "plain"}.text();
  const auto expected = read(plain);
  for (const std::string& end :
       {std::string("\x1A"), std::string(3, '\0'), std::string("\n\x1A\r\n")})
    EXPECT_TRUE(read(plain + end)->notices.empty()) << end;
  const auto scene = read(plain + "# made by hand, 3 actors\n");
  EXPECT_EQ(scene->recording->theta, expected->recording->theta);
  EXPECT_EQ(scene->notices.at(0), "what follows the last frame is left out");
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

TEST(BvhDialects, ANameInAnotherEncodingIsWrittenOut) {
  const auto scene = read(
      "HIERARCHY\nROOT Sch\xE4"
      "del {\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n"
      "End Site {\nOFFSET 0 1 0\n}\n}\n");
  EXPECT_EQ(scene->skeleton->joint(0).compound,
            "Sch\\xE4"
            "del");
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
