// Tests motion capture: what is read, against independent forward kinematics, and what is refused,
// and how.

#include <Eigen/Geometry>
#include <cctype>
#include <numbers>

#include "formats/bvh/bvh.h"
#include "formats/scene_format.h"
#include "sim/simulation.h"
#include "support.h"
#include "support/random.h"
#include "support/temporary_folder.h"

namespace bvh_test {
namespace {

using test::replaced;

constexpr double degree = std::numbers::pi / 180;

std::shared_ptr<const sim::Scene> read(const std::string& text) {
  return formats::scene_format_of("figure.bvh")->parse(text, "figure.bvh");
}
std::string complaint(const std::string& text) {
  return test::refusal([&] { read(text); });
}

/// An arm with a hand in two frames.
const std::string arm = R"(HIERARCHY
ROOT Hips
{
  OFFSET 0 10 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Arm
  {
    OFFSET 5 0 0
    CHANNELS 3 Zrotation Yrotation Xrotation
    JOINT LeftHand
    {
      OFFSET 4 0 0
      CHANNELS 2 Xrotation Zrotation
      End Site
      {
        OFFSET 1 0.5 0
      }
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.05
1 2 3 10 20 30 40 50 60 70 80
2 3 4 11 21 31 41 51 61 71 81
)";

TEST(Bvh, IsAFigureInItsFirstFrame) {
  const auto scene = read(arm);
  EXPECT_EQ(scene->name, "Figure");
  EXPECT_EQ(scene->group, "Figures");
  EXPECT_EQ(scene->up, sim::Scene::Up::Y);
  const ik::Skeleton& body = *scene->skeleton;
  ASSERT_EQ(body.joints(), 11);
  EXPECT_EQ(body.joint(3).name, "Hips.Zrotation");
  EXPECT_EQ(body.joint(3).compound, "Hips");
  EXPECT_EQ(body.joint(10).name, "LeftHand.Zrotation");
  EXPECT_EQ(body.start()[1], 2 - 10);  // it stands for OFFSET
  EXPECT_DOUBLE_EQ(body.start()[10], 80 * degree);
  EXPECT_EQ(scene->held, (std::vector<int>{0, 1, 2, 3, 4, 5}));
  ASSERT_EQ(body.effectors(), 1);
  EXPECT_EQ(body.effector(0).name, "LeftHand");
  EXPECT_EQ(body.effector(0).position, Eigen::Vector3d(10, 10.5, 0));
  EXPECT_EQ(scene->targets[0].motion, "recorded");
  ASSERT_TRUE(scene->recording);
  EXPECT_EQ(scene->recording->frames(), 2);
  EXPECT_EQ(scene->recording->interval, 0.05);
  EXPECT_EQ(scene->recording->given, scene->held);
  EXPECT_EQ(scene->links.size(), 4u);
  EXPECT_EQ(scene->links[3].name, "LeftHand tip");
  EXPECT_EQ(scene->solids.size(), 3u);
}

TEST(Bvh, IsReadHoweverItIsWritten) {
  const auto usual = read(arm);
  std::string windows, tabs;
  for (const char c : arm) {
    windows += c == '\n' ? "\r\n" : std::string(1, c);
    tabs += c == ' ' ? "\t " : std::string(1, c);
  }
  std::string small = arm;
  for (const char* word : {"HIERARCHY", "ROOT", "OFFSET", "CHANNELS", "JOINT", "MOTION", "Frames",
                           "Frame Time", "End Site", "Xposition", "Zrotation"}) {
    std::string lower = word;
    for (char& c : lower) c = static_cast<char>(std::tolower(c));
    for (size_t at = 0; (at = small.find(word, at)) != small.npos;)
      small.replace(at, lower.size(), lower);
  }
  for (const std::string& text :
       {windows, tabs, small, replaced(arm, "10 20 30 40 50 60", "10\n20 30\n 40 50 60"),
        replaced(arm, "80\n2 3", "80 2 3"), replaced(arm, "JOINT Arm\n  {", "JOINT Arm {"),
        replaced(arm, "4 11 21", "4.0 +11 2.1e1"), arm + "\n  \n"}) {
    SCOPED_TRACE(text);
    const auto scene = read(text);
    test::expect_same(*scene, *usual);
    EXPECT_EQ(scene->recording->theta, usual->recording->theta);
  }
}

TEST(Bvh, NamesMayHaveColonsAndSpacesAndBeAlike) {
  const auto scene = read(replaced(replaced(arm, "ROOT Hips", "ROOT mixamorig:Hips"), "JOINT Arm",
                                   "JOINT mixamorig:Hips"));
  EXPECT_EQ(scene->skeleton->joint(0).compound, "mixamorig:Hips");
  EXPECT_EQ(scene->skeleton->joint(6).compound, "mixamorig:Hips 2");
  EXPECT_EQ(read(replaced(arm, "JOINT Arm", "JOINT upper arm"))->skeleton->joint(6).name,
            "upper arm.Zrotation");
  EXPECT_EQ(read(replaced(arm, "JOINT Arm", "JOINT world"))->skeleton->joint(6).compound,
            "world 2");
}

TEST(Bvh, WithoutMotionIsAFigureThatSwings) {
  const auto scene = read(arm.substr(0, arm.find("MOTION")));
  EXPECT_FALSE(scene->recording);
  EXPECT_EQ(scene->targets[0].motion, "path");
  EXPECT_FALSE(
      read(replaced(arm.substr(0, arm.find("1 2 3")), "Frames: 2", "Frames: 0"))->recording);
}

TEST(Bvh, FixedJointsAndOneFrameAreRead) {
  std::string text = replaced(arm, "CHANNELS 3 Zrotation Yrotation Xrotation", "CHANNELS 0");
  text = replaced(text, "Frames: 2", "Frames: 1");
  text = replaced(text, "40 50 60 70 80\n2 3 4 11 21 31 41 51 61 71 81", "70 80");
  const auto scene = read(text);
  EXPECT_EQ(scene->skeleton->joints(), 8);
  sim::Simulation simulation(scene);
  for (int step = 0; step < 20; ++step) simulation.step();
  EXPECT_LT(simulation.run().pose_error(), 1e-9);
}

TEST(Bvh, PositionsAddToTheOffsetOrContainIt) {
  const std::string inner =
      replaced(arm, "CHANNELS 2 Xrotation Zrotation", "CHANNELS 2 Zrotation Xposition");
  const auto slides = read(replaced(inner, "60 70 80", "60 70 4.5"));
  EXPECT_EQ(slides->skeleton->joint(9).name, "LeftHand.Xposition");
  EXPECT_EQ(slides->skeleton->start()[9], 0.5);
  EXPECT_DOUBLE_EQ(slides->skeleton->start()[10], 70 * degree);
}

/// The angles jump from one triple to another of the same rotation.
TEST(Bvh, AnglesAreJoinedWhereTheFileJumps) {
  const auto theta = [](const std::string& last) {
    return read(replaced(arm, "41 51 61", last))->recording->theta;
  };
  const Eigen::MatrixXd usual = theta("41 51 61");
  EXPECT_LT((theta("401 -309 61") - usual).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((theta("221 129 241") - usual).cwiseAbs().maxCoeff(), 1e-12);
}

// --- beside an evaluation that shares nothing with the reader's

struct RandomFigure {
  struct Part {
    int parent;
    Eigen::Vector3d offset;
    std::vector<int> channels;  // 0 to 2: positions, 3 to 5: rotations
  };
  std::vector<Part> parts;
  std::string text;
  std::vector<std::vector<double>> frames;

  RandomFigure(test::Random& random, int frame_count) {
    const int count = 4 + random.index(8);
    for (int i = 0; i < count; ++i) {
      Part part{i == 0 ? -1 : random.index(i), random.vector(3, 3), {}};
      if (i > 0 && random.chance(0.2)) {
        parts.push_back(part);
        continue;
      }
      if (i == 0 || random.chance(0.2)) {
        part.channels = {0, 1, 2};
        part.offset = 3 * random.direction();  // far from the positions: they add to it
      }
      if (i == 0) part.offset.setZero();
      const int turns = 1 + random.index(3);
      for (int k = 0; k < turns; ++k) part.channels.push_back(3 + random.index(3));
      for (size_t k = part.channels.size(); k > 1; --k)
        std::swap(part.channels[k - 1],
                  part.channels[static_cast<size_t>(random.index(static_cast<int>(k)))]);
      parts.push_back(part);
    }
    text = "HIERARCHY\n";
    write(0);
    text += "MOTION\nFrames: " + std::to_string(frame_count) + "\nFrame Time: 0.1\n";
    for (int frame = 0; frame < frame_count; ++frame) {
      std::vector<double> numbers;
      for (const int part : order)
        for (const int channel : parts[static_cast<size_t>(part)].channels)
          numbers.push_back(channel < 3 ? random.uniform(-0.1, 0.1) : random.uniform(-60, 60));
      for (const double number : numbers) text += std::to_string(number) + " ";
      for (double& number : numbers) number = std::stod(std::to_string(number));
      text += "\n";
      frames.push_back(numbers);
    }
  }

  /// Returns the frame of each part, by its number.
  std::vector<Eigen::Affine3d> frames_of_joints(const std::vector<double>& numbers) const {
    std::vector<Eigen::Affine3d> all(parts.size());
    size_t next = 0;
    for (const int i : order) {
      const Part& part = parts[static_cast<size_t>(i)];
      Eigen::Affine3d frame =
          part.parent < 0 ? Eigen::Affine3d::Identity() : all[static_cast<size_t>(part.parent)];
      Eigen::Vector3d shift = part.offset;
      Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
      for (const int channel : part.channels) {
        const double value = numbers[next++];
        if (channel < 3)
          shift[channel] += value;
        else
          R = R * Eigen::AngleAxisd(value * degree, Eigen::Vector3d::Unit(channel - 3))
                      .toRotationMatrix();
      }
      frame.translate(shift);
      frame.rotate(R);
      all[static_cast<size_t>(i)] = frame;
    }
    return all;
  }

 private:
  void write(int i) {
    const Part& part = parts[static_cast<size_t>(i)];
    order.push_back(i);
    text += (i == 0 ? "ROOT part" : "JOINT part") + std::to_string(i) + "\n{\nOFFSET";
    for (const double x : part.offset) text += " " + exact(x);
    text += "\nCHANNELS " + std::to_string(part.channels.size());
    for (const int channel : part.channels)
      text += std::string(" ") + "XYZ"[channel % 3] + (channel < 3 ? "position" : "rotation");
    text += "\n";
    bool leaf = true;
    for (int child = i + 1; child < static_cast<int>(parts.size()); ++child)
      if (parts[static_cast<size_t>(child)].parent == i) {
        leaf = false;
        write(child);
      }
    if (leaf) text += "End Site\n{\nOFFSET 0 1 0\n}\n";
    text += "}\n";
  }
  static std::string exact(double x) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", x);
    return digits;
  }
  std::vector<int> order;  // order of the parts in the file
};

TEST(Bvh, LinksAreWhereTheFileHasThem) {
  test::Random random(11);
  int compared = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const RandomFigure figure(random, 4);
    SCOPED_TRACE(figure.text);
    const auto scene = read(figure.text);
    ik::Pose pose(*scene->skeleton);
    for (int frame = 0; frame < 4; ++frame) {
      // Positions that are nearer to OFFSET would contain it, but none of these are.
      const auto expected = figure.frames_of_joints(figure.frames[static_cast<size_t>(frame)]);
      pose.theta = scene->recording->theta.col(frame);
      ik::forward_kinematics(*scene->skeleton, pose);
      for (size_t i = 0; i < expected.size(); ++i) {
        const std::string name = "part" + std::to_string(i);
        const sim::Frame there = test::link_frame(*scene, pose, name);
        ASSERT_LT((there.position - expected[i].translation()).norm(), 1e-9)
            << name << " " << frame;
        ASSERT_LT((there.rotation - expected[i].linear()).norm(), 1e-9) << name << " " << frame;
        ++compared;
      }
      // The targets are where the effectors are at that time.
      const sim::Simulation simulation(scene);
      for (int k = 0; k < scene->skeleton->effectors(); ++k)
        ASSERT_LT((simulation.targets()[static_cast<size_t>(k)]
                       .at(frame * 0.1 - (frame == 3 ? 1e-12 : 0), 1)
                       .position -
                   pose.effector.col(k))
                      .norm(),
                  1e-8);
    }
  }
  EXPECT_GT(compared, 1000);
}

TEST(Bvh, BecomesASceneFileThatDoesTheSame) {
  const test::TemporaryFolder folder;
  const auto scene = formats::load(folder.put("arm.bvh", arm));
  const std::string text = formats::to_toml(*scene);
  const auto again = formats::parse(text, (folder.path() / "arm.toml").string());
  EXPECT_EQ(formats::to_toml(*again), text);
  test::expect_same(*scene, *again);
  EXPECT_EQ(again->recording->theta, scene->recording->theta);
  EXPECT_EQ(again->recording->given, scene->recording->given);

  const auto like = formats::parse(R"(like = "arm.bvh"
[[effector]]
name = "elbow"
joint = "Arm"
[[effector]]
name = "hand"
joint = "LeftHand"
position = [10, 10, 0]
[[target]]
effector = "elbow"
motion = "recorded"
[[target]]
effector = "hand"
goal = "pose"
motion = "recorded"
[method]
name = "dls"
held = []
)",
                                   (folder.path() / "mine.toml").string());
  ASSERT_EQ(like->skeleton->effectors(), 3);
  EXPECT_EQ(like->skeleton->effector(0).position, Eigen::Vector3d(5, 10, 0));
  EXPECT_TRUE(like->skeleton->has_angle_error(2));
  EXPECT_EQ(like->targets[2].motion, "recorded");
  EXPECT_TRUE(like->held.empty());
  const sim::Simulation simulation(like);
  const ik::Pose start(*like->skeleton);
  EXPECT_LT(simulation.run().errors().maxCoeff(), 1e-9);

  const auto refused = [&](const std::string& scene_text) {
    return test::refusal(
        [&] { formats::parse(scene_text, (folder.path() / "mine.toml").string()); });
  };
  EXPECT_TRUE(test::has(refused(replaced(text, "arm.bvh\"", "nothing.bvh\"")), "nothing.bvh"));
  folder.put("other.bvh", replaced(arm, "JOINT Arm", "JOINT Elbow"));
  EXPECT_TRUE(
      test::has(refused(replaced(text, "arm.bvh\"", "other.bvh\"")), "\"Elbow.Zrotation\""));
  EXPECT_TRUE(test::has(refused(replaced(test::small_scene(),
                                         "motion = \"sinusoid\"\ncenter = [1, 1, 0]\n"
                                         "amplitude = [0.5, 0.5, 0.5]\nfrequency = [1, 2, 3]",
                                         "motion = \"recorded\"")),
                        "the scene has no recording; expected"));
}

struct Wrong {
  const char *what, *by, *sentence;
};

TEST(Bvh, WhatIsWrongIsSaidWithItsLine) {
  const Wrong cases[] = {
      {"HIERARCHY", "HIERARCHIE", "figure.bvh:1: there is \"HIERARCHIE\"; expected HIERARCHY"},
      {"ROOT Hips", "ROOT", "figure.bvh:2: a joint is named \"\"; expected a name"},
      {"OFFSET 5 0 0", "OFFSET 5 0", "OFFSET has \"CHANNELS\"; expected numbers"},
      {"OFFSET 5 0 0", "OFFSET 5 0 nan", "figure.bvh:8: OFFSET has \"nan\"; expected numbers"},
      {"OFFSET 5 0 0", "OFFSET 5 0 1e9", "expected numbers from -500000 to 500000"},
      {"CHANNELS 3", "CHANNELS 4", "expected one more of Xposition"},
      {"CHANNELS 3", "CHANNELS 2.5", "CHANNELS is 2.5; expected a whole number up to 12"},
      {"Xposition Yposition", "Xposition Xposition", "the channel \"Xposition\" twice"},
      {"Zrotation Yrotation", "Zrotation Wrotation", "there is \"Wrotation\"; expected one more"},
      {"MOTION", "ROOT Other {\n}\nMOTION", "there is a second ROOT; expected one figure"},
      {"MOTION", "MOVE", "there is \"MOVE\"; expected MOTION"},
      {"MOTION", "MOTION hello", "hello"},
      {"Frame Time: 0.05", "Frame Time: 0", "Frame Time: is 0; expected seconds"},
      {"71 81", "71 hello", "figure.bvh:25: a frame has \"hello\"; expected numbers"},
      {"1 2 3 10", "1 2 10", "figure.bvh:24: this line is not one frame, and the motion has 21"},
      {"1 2 3 10", "1 2 3 10 10 10 10 10 10 10 10 10", "expected 11 for each frame"},
  };
  for (const Wrong& wrong : cases) {
    const std::string sentence = complaint(replaced(arm, wrong.what, wrong.by));
    EXPECT_TRUE(test::has(sentence, wrong.sentence)) << wrong.by;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
  }
  EXPECT_TRUE(test::has(complaint("HIERARCHY\nROOT a {\nOFFSET 0 0 0\n}\n"),
                        "figure.bvh:2: no joint has CHANNELS"));
  EXPECT_TRUE(test::has(complaint(""), "the file ends; expected HIERARCHY"));
  EXPECT_TRUE(
      test::has(complaint(arm.substr(0, arm.find("End Site"))), "the file ends; expected OFFSET"));
}

TEST(Bvh, AFileThatIsTooLargeIsRefused) {
  std::string deep = "HIERARCHY\nROOT a {\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n";
  for (int i = 0; i < 30000; ++i) deep += "JOINT a {\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n";
  EXPECT_TRUE(test::has(complaint(deep), "too many joints"));
}

}  // namespace
}  // namespace bvh_test
