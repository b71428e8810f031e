// Recordings that are not quite as they should be are read all the same, with a notice.

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <sstream>

#include "bvh_dialects.h"

namespace bvh_liberties_test {
namespace {

using namespace bvh_dialects;

TEST(BvhLiberties, SmallLibertiesAreReadWithANotice) {
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

TEST(BvhLiberties, ACameraBesideTheFigureIsNoLimb) {
  std::string text =
      "HIERARCHY\nROOT Root {\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n";
  for (const char* limb : {"LeftArm", "RightArm", "Camera"})
    text += "JOINT " + std::string(limb) +
            " {\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
            "End Site {\nOFFSET 1 0 0\n}\n}\n";
  const auto scene = read(text +
                          "}\nMOTION\nFrames: 2\nFrame Time: .1\n0 0 0 0 0 0 0 0 0 0 0 0\n"
                          "0 0 0 9 0 0 9 0 0 9 0 0\n");
  ASSERT_EQ(scene->skeleton->effectors(), 2);
  EXPECT_EQ(scene->skeleton->effector(1).name, "RightArm");
}

TEST(BvhLiberties, AValueThatIsNoNumberIsThatOfTheFrameBefore) {
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
TEST(BvhLiberties, FramesOfZerosAreGapsWhereChannelsHoldBones) {
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

TEST(BvhLiberties, WhatFollowsTheLastFrameIsLeftOut) {
  const std::string plain = Dialect{.name = "plain"}.text();
  const auto expected = read(plain);
  for (const std::string& end :
       {std::string("\x1A"), std::string(3, '\0'), std::string("\n\x1A\r\n")})
    EXPECT_TRUE(read(plain + end)->notices.empty()) << end;
  const auto scene = read(plain + "# made by hand, 3 actors\n");
  EXPECT_EQ(scene->recording->theta, expected->recording->theta);
  EXPECT_EQ(scene->notices.at(0), "what follows the last frame is left out");
}

TEST(BvhLiberties, ANameInAnotherEncodingIsWrittenOut) {
  const auto scene = read(
      "HIERARCHY\nROOT Sch\xE4"
      "del {\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n"
      "End Site {\nOFFSET 0 1 0\n}\n}\n");
  EXPECT_EQ(scene->skeleton->joint(0).compound,
            "Sch\\xE4"
            "del");
}

}  // namespace
}  // namespace bvh_liberties_test
