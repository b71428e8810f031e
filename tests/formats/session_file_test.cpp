#include "formats/session_file.h"

#include <gtest/gtest.h>

#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "formats/scene/scene_file.h"
#include "sim/session.h"
#include "support.h"
#include "support/refusal.h"

namespace {

Eigen::VectorXd theta(const sim::Simulation& simulation, size_t run) {
  return simulation.runs()[run].solver().pose().theta;
}

/// Returns a session with a command of every kind.
sim::Timeline lively(const std::string& scene) {
  sim::Simulation simulation(formats::load(formats::find_scene(scene)));
  simulation.apply(sim::SetParameter{"target_speed", 0.9});  // an option, set before opening
  sim::Timeline timeline(std::move(simulation));
  const auto go = [&](int steps) {
    while (steps-- > 0) timeline.step();
  };
  std::vector<int> order(static_cast<size_t>(timeline.simulation().skeleton().effectors()));
  for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(order.size() - 1 - i);
  const std::vector<sim::Command> commands{
      sim::SetParameter{"max_angle_deg", 30.1},
      sim::SetParameter{"dmax", std::numeric_limits<double>::infinity()},
      sim::ResetParameter{"max_angle_deg"},
      sim::HoldTarget{0, {1.1, 0.2, -0.3}},
      sim::ReleaseTarget{0, sim::ReleaseTarget::To::Swing},
      sim::PutObstacle{-1, {.name = "a \"stone\"", .position = {0.1, 0.2, 0.3}}},
      sim::PutObstacle{0, {.name = "a box", .shape = ik::Obstacle::Shape::Box}},
      sim::SavePath{{.name = "way",
                     .target = 0,
                     .points = {1, 0, 0, 1.5, 0.25, 0.1, 1, 0.5, 0},
                     .interval = 0.05}},
      sim::FollowPath{"way"},
      sim::AddRun{},
      sim::ChooseMethod{"nlp"},
      sim::Perturb{},
      sim::SetPriority{order},
      sim::SetRest{1, 0.123456789},
      sim::SetStiffness{1, 1.23456789},
      sim::HoldJoint{1},
      sim::SetJoint{2, 0.123456789},
      sim::SetPose{std::vector<double>(
          static_cast<size_t>(timeline.simulation().skeleton().joints()), 0.123456789)},
      sim::HoldJoint{2},
      sim::HoldJoint{1, false},
      sim::ReleaseJoints{},
      sim::UseMethod{"sdls", {"max_angle_deg"}, {20}},
      sim::SetSeveral{{"target_speed", "max_angle_deg"}, {0.123456789, 30}},
      sim::RemoveObstacle{0},
      sim::ResetAllParameters{},
      sim::RemoveRun{},
      sim::Undo{},
      sim::Undo{},
      sim::Redo{},
      sim::Restart{},
  };
  for (const sim::Command& command : commands) {
    go(7);
    timeline.apply(command);
  }
  go(50);
  return timeline;
}

TEST(SessionFile, PlaysToTheSameTrajectory) {
  for (const char* scene : {"y", "double-y-25", "human", "obstacle-field"}) {
    const sim::Timeline timeline = lively(scene);
    const std::string text = formats::to_toml(formats::session_of(timeline));
    const formats::SessionFile read = formats::parse_session(text, "session.toml");
    EXPECT_EQ(formats::to_toml(read), text) << scene;
    EXPECT_EQ(read.steps, timeline.end());
    ASSERT_EQ(read.commands.size(), timeline.log().size());

    sim::Simulation again(read.scene);
    sim::Playback playback(again, read.commands);
    for (int64_t step = 0; step < read.steps; ++step) playback.step();
    ASSERT_EQ(again.runs().size(), timeline.simulation().runs().size());
    for (size_t run = 0; run < again.runs().size(); ++run)
      EXPECT_EQ(theta(again, run), theta(timeline.simulation(), run)) << scene << run;
  }
}

TEST(SessionFile, KeepsWhatTheMapShows) {
  formats::SessionFile session{formats::load(formats::find_scene("arm-2r"))};
  session.view = "map_color=solution&map_x=start.shoulder=-170:170:96:lin&map_y=lambda";
  EXPECT_EQ(formats::parse_session(formats::to_toml(session), "session.toml").view, session.view);
  const std::string scene = formats::view_line(session.view) + formats::to_toml(*session.scene);
  EXPECT_EQ(formats::to_toml(*formats::parse(scene, "scene.toml")),
            formats::to_toml(*session.scene));
  EXPECT_EQ(formats::parse_session(scene, "scene.toml").view, session.view);
  EXPECT_EQ(formats::load_scene(formats::find_scene("arm-2r")).view, "");
  EXPECT_EQ(formats::view_line(""), "");
}

TEST(SessionFile, SolutionsOfLessonsAreReadAsTheyAreWritten) {
  for (const std::string& name : formats::lesson_names()) {
    const auto lesson = formats::load_lesson(formats::find_lesson(name));
    for (const lessons::Step& step : lesson->steps) {
      if (!step.task) continue;
      const std::string text = formats::to_toml(step.task->solution);
      EXPECT_EQ(formats::to_toml(formats::parse_commands(text, name)), text);
    }
  }
}

TEST(SessionFile, ASceneSavedAsItStandsOpensToTheSame) {
  for (const std::string& name : formats::scene_names()) {
    sim::Simulation simulation(formats::load(formats::find_scene(name)));
    simulation.apply(sim::AddRun{});
    simulation.apply(sim::SetParameter{"max_angle_deg", 12.5});
    simulation.apply(sim::HoldJoint{simulation.skeleton().joints() - 1});
    simulation.apply(sim::SetParameter{"target_amplitude", 1.25});
    simulation.apply(sim::HoldTarget{0, {0.5, 0.25, 1}});
    for (int step = 0; step < 3; ++step) simulation.step();
    const int last = simulation.skeleton().effectors() - 1;
    simulation.apply(sim::SavePath{
        {.name = "way", .target = last, .points = {1, 0, 0, 1.5, 0.25, 0.1}, .interval = 1}});
    simulation.apply(sim::FollowPath{"way"});
    simulation.step();
    for (int step = 0; step < 30; ++step) simulation.step();
    const std::string text = formats::to_toml(simulation.snapshot());
    const auto read = formats::parse(text, "saved.toml");
    EXPECT_EQ(formats::to_toml(*read), text) << name;
    const sim::Simulation opened(read);
    ASSERT_EQ(opened.runs().size(), 2u);
    EXPECT_EQ(opened.time(), simulation.time());
    for (size_t run = 0; run < 2; ++run) {
      EXPECT_EQ(theta(opened, run), theta(simulation, run)) << name;
      EXPECT_EQ(opened.runs()[run].settings(), simulation.runs()[run].settings()) << name;
      EXPECT_EQ(opened.runs()[run].solver().held(), simulation.runs()[run].solver().held());
      EXPECT_EQ(opened.runs()[run].errors(), simulation.runs()[run].errors()) << name;
    }
  }
}

std::string refusal_of_session(const std::string& more) {
  return test::refusal([&] { formats::parse_session(test::small_scene() + more, "test.toml"); });
}

TEST(SessionFile, ComplaintsNameTheLineAndWhatToDo) {
  const std::string start = "[[command]]\nat = 3\n",
                    obstacle = "do = \"obstacle\"\nindex = -1\nshape = \"box\"\naxis = [0, 0, 0]\n";
  EXPECT_EQ(refusal_of_session(start + "do = \"undo\"\n"), "");
  EXPECT_EQ(refusal_of_session(start + "do = \"set\"\nkey = \"lambda\"\nvalue = inf\n"), "");
  const struct {
    std::string text;
    const char* words;
  } wrong[] = {
      {start + "do = \"unod\"\n", "did you mean \"undo\""},
      {start, "has no do"},
      {"[[command]]\ndo = \"undo\"\n", "has no at"},
      {"[[command]]\nat = 0.5\ndo = \"undo\"\n", "whole number"},
      {"[[command]]\nat = -1\ndo = \"undo\"\n", "at"},
      {start + "do = \"set\"\nkey = \"lambda\"\n", "has no value"},
      {start + "do = \"undo\"\nkey = \"lambda\"\n", "unknown key"},
      {start + "do = \"release\"\ntarget = 0\nto = \"rst\"\n", "did you mean \"rest\""},
      {start + "do = \"priority\"\norder = \"hand\"\n", "order"},
      {start + "do = \"priority\"\norder = [0.7, 1.2]\n", "order is 0.7; expected a whole number"},
      {start + "do = \"priority\"\norder = [1e9]\n", "order is 1e+09; expected a whole number"},
      {start + "do = \"hold\"\ntarget = 0.5\nposition = [0, 0, 0]\n", "whole number"},
      {start + "do = \"hold\"\ntarget = 0\nposition = [0, 0, nan]\n", "expected a number"},
      {start + "do = \"choose\"\nname = \"\"\n", "1 to 100 letters"},
      {start + "do = \"choose\"\nname = \"\\u001b[2J\"\n", "name is \"\\x1B[2J\"; expected 1"},
      {start + obstacle + "name = \"a\"\nsize = [0, 0, 0]\nposition = [0, 0, 0]\n",
       "has an impossible size"},
      {start + obstacle + "name = \"\"\nsize = [1, 1, 1]\nposition = [0, 0, 0]\n", "letters"},
      {start + obstacle + "name = \"a\"\nsize = [1, 1, 1]\nposition = [0, 2e6, 0]\n", "too far"},
      {start + "do = \"keep-path\"\nname = \"a\"\ntarget = 0\ninterval = 0\n"
               "points = [0, 0, 0, 1, 1, 1]\n",
       "interval 0"},
      {start + "do = \"undo\"\n[[command]]\nat = 2\ndo = \"undo\"\n", "in chronological order"},
      {"[[path]]\nname = \"a\"\ntarget = \"hnad\"\n", "did you mean \"hand\""},
      {"[[path]]\nname = \"a\"\ntarget = \"hand\"\ninterval = 1\npoints = [[1, 2, 3]]\n",
       "has 1 points"},
      {"[[run]]\nname = \"dls\"\norder = [\"foot\"]\n", "every effector once"},
      {"[[run]]\nname = \"dls\"\ntheta = [1, 2]\n", "theta"},
      {"[[run]]\nname = \"dls\"\nheld = [\"elbwo\"]\n", "joint \"elbwo\" does not exist"},
      {start + "do = \"hold-joint\"\njoint = 1\nheld = 1\n", "held"},
      {start + "do = \"joint\"\njoint = 1\n", "has no value"},
      {"[[run]]\nname = \"dls\"\ntarget_speed = 2\n", "unknown key"},
      {"[[run]]\nname = \"dsl\"\n", "did you mean \"dls\""},
  };
  for (const auto& one : wrong) {
    const std::string sentence = refusal_of_session(one.text);
    EXPECT_TRUE(test::has(sentence, one.words)) << one.text;
    EXPECT_EQ(sentence.rfind("test.toml:", 0), 0u) << sentence;
  }
}

/// A command that only the simulation can refuse is refused when its time comes, and the message
/// has its position in the file.
TEST(SessionFile, ARefusedCommandIsToldWithItsPlace) {
  const formats::SessionFile session = formats::parse_session(
      test::small_scene() + "[[command]]\nat = 2\ndo = \"set\"\nkey = \"lambda\"\nvalue = -1\n",
      "dir/test.toml");
  const std::string expected =
      "dir/test.toml:35: lambda cannot be \"-1\"; expected a number from 0 to 10";
  sim::Simulation simulation(session.scene);
  sim::Playback playback(simulation, session.commands);
  playback.step();
  playback.step();
  EXPECT_EQ(test::refusal([&] { playback.step(); }), expected);

  sim::Session window{sim::Simulation(session.scene)};
  window.play(session.commands);
  window.advance(3.0 / 60, 1);
  EXPECT_EQ(window.take_messages(), std::vector<std::string>{expected});
}

}  // namespace
