// Tests scenes and sessions of extreme values: what is written can be read, whatever was done
// before.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "formats/assets.h"
#include "formats/scene_format.h"
#include "formats/session_file.h"
#include "sim/timeline/timeline.h"
#include "support.h"
#include "support/effort.h"
#include "support/random.h"
#include "support/urdf_text.h"

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A person, or a file, that does not respect any reasonable range.
class Hostile {
 public:
  explicit Hostile(uint64_t seed) : random_(seed) {}

  int index(int count) { return random_.index(count); }
  double number() {
    static const double all[] = {
        0,       -0., 5e-324, 1e-12, 1e-9,   1e-3, 0.1, 1,        -1, 999999.9999999999, 1e6, -1e6,
        1e6 + 1, 2e6, 1e12,   1e300, -1e300, 0.5,  2.5, infinity, NAN};
    return random_.chance(0.4) ? 10 * random_.uniform(-1, 1) : all[index(std::size(all))];
  }
  Eigen::Vector3d vector() { return {number(), number(), number()}; }
  std::string name() {
    static const std::string all[] = {"a",
                                      "b",
                                      "\"",
                                      "'",
                                      "\\",
                                      "# x",
                                      "",
                                      "é",
                                      std::string(100, 'n'),
                                      std::string(101, 'n'),
                                      "a\nb",
                                      "\x1b[31m",
                                      "\xff",
                                      "a = 1",
                                      "]]"};
    return all[index(std::size(all))];
  }

  sim::Command command(const sim::Simulation& now) {
    const int effectors = now.skeleton().effectors();
    switch (index(17)) {
      case 0:
        return sim::HoldTarget{index(effectors + 1), vector()};
      case 1:
        return sim::ReleaseTarget{index(effectors), static_cast<sim::ReleaseTarget::To>(index(3))};
      case 2:
      case 3:
        return sim::PutObstacle{
            index(4) - 1,
            {name(), static_cast<ik::Obstacle::Shape>(index(3)), vector(), vector(), vector()}};
      case 4: {
        sim::RecordedPath path{name(), index(effectors), {}, number()};
        for (int i = 3 * index(5); i > 0; --i) path.points.push_back(number());
        return sim::SavePath{std::move(path)};
      }
      case 5:
        return sim::FollowPath{name()};
      case 6:
        return sim::SetRest{index(now.skeleton().joints()), number()};
      case 7: {
        std::vector<int> order(static_cast<size_t>(effectors));
        for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(order.size() - 1 - i);
        return sim::SetPriority{order};
      }
      case 8: {
        const auto& table = now.run().settings().table();
        return sim::SetParameter{
            std::string(table[static_cast<size_t>(index(static_cast<int>(table.size())))].key),
            number()};
      }
      case 9:
        return sim::SetSeveral{{"target_speed", "target_amplitude"}, {number(), number()}};
      case 10:
        return sim::AddRun{};
      case 11:
        return sim::ChooseMethod{index(2) ? "sdls" : "ccd"};
      case 12:
        return sim::Undo{};
      case 13:
        return sim::SetJoint{index(now.skeleton().joints() + 1), number()};
      case 14:
        return sim::HoldJoint{index(now.skeleton().joints() + 1), index(2) == 0};
      case 15: {
        sim::SetPose pose;
        for (int j = now.skeleton().joints(); j > 0; --j) pose.theta.push_back(number());
        return pose;
      }
      default:
        return sim::Restart{};
    }
  }

 private:
  test::Random random_;
};

TEST(Extremes, WhatIsWrittenIsRead) {
  Hostile hostile(7);
  int accepted = 0, refused = 0;
  const int rounds = test::by_effort(60, 120);
  for (int round = 0; round < rounds; ++round) {
    const char* const scenes[] = {"y", "obstacle-field", "vehicle-arm", "single-arm"};
    auto scene =
        std::make_shared<sim::Scene>(*formats::load(formats::find_scene(scenes[round % 4])));
    const double times[] = {0, 1e6, 1e9, -1e12, 1e12 - 1};
    scene->time = times[hostile.index(5)];
    sim::Timeline timeline{sim::Simulation(scene)};
    for (int i = 0; i < 25; ++i) {
      try {
        timeline.apply(hostile.command(timeline.simulation()));
        ++accepted;
      } catch (const base::Error&) {
        ++refused;
      }
      timeline.step();
    }
    for (const sim::Run& run : timeline.simulation().runs())
      ASSERT_TRUE(run.solver().pose().theta.allFinite());
    const std::string written = formats::to_toml(timeline.simulation().snapshot());
    std::shared_ptr<const sim::Scene> read;
    ASSERT_NO_THROW(read = formats::parse(written, "saved.toml"))
        << test::complaint(written) << written;
    EXPECT_EQ(formats::to_toml(*read), written);
    const std::string session = formats::to_toml(formats::session_of(timeline));
    ASSERT_EQ(test::refusal([&] { formats::parse_session(session, "session.toml"); }), "")
        << session;
    EXPECT_EQ(formats::to_toml(formats::parse_session(session, "session.toml")), session);
  }
  EXPECT_GT(accepted, 7 * rounds);
  EXPECT_GT(refused, 7 * rounds);
}

/// Writes robots that files can contain, of any size, with solids of any size.
class HostileRobots {
 public:
  explicit HostileRobots(uint64_t seed) : random_(seed) {}

  std::string urdf() {
    std::string text = test::urdf_link("base", visual());
    const int links = 1 + random_.index(5);
    for (int i = 0; i < links; ++i) {
      const std::string name = "l" + std::to_string(i), parent = i == 0 ? "base" : pick_before(i);
      static const char* const types[] = {"revolute", "continuous", "prismatic", "ball",
                                          "floating", "planar",     "fixed"};
      text += test::urdf_link(name, visual() + visual()) +
              test::urdf_joint("j" + std::to_string(i), types[random_.index(7)], parent, name,
                               origin() + "<axis xyz=\"0 " + (random_.chance(0.5) ? "1" : "1e-5") +
                                   " 1\"/>" + limit());
    }
    return test::urdf(text);
  }
  std::string mjcf() {
    std::string text = "<mujoco><compiler angle=\"radian\"/><worldbody>";
    const int links = 1 + random_.index(4);
    for (int i = 0; i < links; ++i) {
      static const char* const kinds[] = {"sphere", "capsule", "cylinder", "box", "ellipsoid"};
      text += "<body pos=\"" + three() + "\"><joint axis=\"0 1 0\"/><geom type=\"" +
              kinds[random_.index(5)] + "\" size=\"" + three() + "\" pos=\"" + three() +
              "\"/><geom type=\"capsule\" size=\"" + length() + "\" fromto=\"" + three() + " " +
              three() + "\"/>";
    }
    for (int i = 0; i < links; ++i) text += "</body>";
    return text + "</worldbody></mujoco>";
  }

 private:
  std::string pick_before(int i) { return "l" + std::to_string(random_.index(i)); }
  std::string length() {
    static const char* const all[] = {"1e-14",
                                      "5e-324",
                                      "1e-9",
                                      "9.99e-10",
                                      "1e-6",
                                      "0.1",
                                      "0.3",
                                      "2",
                                      "1000",
                                      "5e5",
                                      "999999.9999999999",
                                      "1e6",
                                      "1000000.0000000008",
                                      "4e6"};
    return random_.chance(0.6) ? all[4 + random_.index(5)] : all[random_.index(14)];
  }
  std::string three() {
    std::string text;
    for (int axis = 0; axis < 3; ++axis)
      text += (axis > 0 ? " " : "") + (random_.chance(0.4) ? std::string("0") : length());
    return text;
  }
  std::string origin() { return "<origin xyz=\"" + three() + "\" rpy=\"0.3 1.2 0\"/>"; }
  std::string limit() {
    return random_.chance(0.5) ? "" : "<limit lower=\"-" + length() + "\" upper=\"2\"/>";
  }
  std::string visual() {
    const std::string round = " radius=\"" + length() + "\"", long_one = " length=\"" + length();
    const std::string shapes[] = {"box size=\"" + three() + "\"", "sphere" + round,
                                  "cylinder" + round + long_one + "\"",
                                  "capsule" + round + long_one + "\""};
    return "<visual>" + origin() + "<geometry><" + shapes[random_.index(4)] +
           "/></geometry></visual>";
  }
  test::Random random_;
};

/// Each robot is refused with file and line, or opened, written, opened again and moved.
TEST(Extremes, WhatRobotsBecomeIsRead) {
  HostileRobots robots(11);
  int opened = 0, refused = 0;
  const int rounds = test::by_effort(150, 700);
  for (int round = 0; round < rounds; ++round) {
    const bool urdf = round % 2 == 0;
    const std::string text = urdf ? robots.urdf() : robots.mjcf();
    std::shared_ptr<const sim::Scene> scene;
    const std::string said =
        test::refusal([&] { scene = formats::xml_format_of(text, "r.xml").parse(text, "r.xml"); });
    if (!scene) {
      ASSERT_TRUE(said.starts_with("r.xml:")) << said << "\n" << text;
      ++refused;
      continue;
    }
    ++opened;
    const std::string written = formats::to_toml(*scene);
    std::shared_ptr<const sim::Scene> again;
    ASSERT_EQ(test::refusal([&] { again = formats::parse(written, "again.toml"); }), "")
        << text << written;
    EXPECT_EQ(formats::to_toml(*again), written);
    sim::Simulation simulation(again);
    for (int step = 0; step < 20; ++step) simulation.step();
    ASSERT_TRUE(simulation.run().solver().pose().theta.allFinite()) << text;
  }
  EXPECT_GT(opened, rounds / 4);
  EXPECT_GT(refused, 0);
}

/// The body is 5 mm tall, and the obstacle is smaller still.
TEST(Extremes, ASmallBodyHasSmallObstacles) {
  sim::Simulation simulation(formats::load(formats::find_scene("y")));
  simulation.apply(
      sim::PutObstacle{-1, {.name = "grain", .size = Eigen::Vector3d::Constant(0.12 * 0.005)}});
  const auto read = formats::parse(formats::to_toml(simulation.snapshot()), "saved.toml");
  EXPECT_EQ(read->obstacles[0].size.x(), 0.12 * 0.005);
}

}  // namespace
