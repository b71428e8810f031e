// Whatever allocation fails, what was asked for is refused with a sentence, nothing has changed,
// and the session goes on bit by bit.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "allocations.h"
#include "sim/session.h"
#include "support/bodies.h"
#include "support/effort.h"

namespace {

constexpr double a_step = 1 / sim::Clock::steps_per_second;
const std::string refusal = "there is not enough memory for that";

void go(sim::Session& session, int steps) {
  for (int step = 0; step < steps; ++step) session.advance(a_step);
}

void give(sim::Session& session, sim::Command command) {
  session.post(std::move(command));
  session.advance(0);
}

const sim::RecordedPath way{"way", 0, {1, 0, 0, 1, 1, 0, 0, 1, 0}, 0.1};

/// With a recorded motion, which gives a coordinate.
std::shared_ptr<const sim::Scene> recorded_scene() {
  auto scene = test::y_scene();
  auto recording = std::make_shared<sim::Recording>();
  recording->interval = 0.2;
  recording->theta = scene->skeleton->start().replicate(1, 3);
  recording->theta.row(2) << 0, 0.3, 0.1;
  recording->given = {2};
  scene->recording = std::move(recording);
  return scene;
}

/// Where each kind of command does something: with a branch left behind, and, if that is wanted, in
/// the past.
sim::Session begun(bool in_past) {
  sim::Session session{sim::Simulation(recorded_scene())};
  go(session, 15);
  give(session, sim::SetParameter{"lambda", 0.4});
  give(session, sim::PutObstacle{-1, {.name = "ball", .position = {3, 3, 3}}});
  give(session, sim::SavePath{way});
  give(session, sim::AddRun{});
  give(session, sim::SetRest{1, 0.2});
  go(session, 20);
  give(session, sim::Seek{25});
  give(session, sim::ChooseMethod{"transpose"});  // what was is a branch
  give(session, sim::SetParameter{"bodies", 3});
  give(session, sim::Perturb{});
  give(session, sim::Undo{});
  go(session, 20);
  give(session, sim::SetParameter{"bodies", 2});
  give(session, sim::Undo{});
  go(session, 5);
  if (in_past) give(session, sim::Seek{43});
  EXPECT_EQ(session.take_messages(), std::vector<std::string>());
  EXPECT_EQ(session.timeline().in_past(), in_past);
  return session;
}

std::vector<sim::Command> one_of_each() {
  sim::RecordedPath other = way;
  other.name = "other way";
  return {sim::ChooseMethod{"sdls"},
          sim::UseMethod{"transpose", {"alpha"}, {0.2}},
          sim::SetParameter{"bodies", 5},
          sim::SetSeveral{{"target_speed", "alpha"}, {0.5, 0.1}},
          sim::ResetParameter{"bodies"},
          sim::ResetAllParameters{},
          sim::HoldTarget{0, {1, 1, 0}},
          sim::ReleaseTarget{0, sim::ReleaseTarget::To::Swing},
          sim::Perturb{},
          sim::SetPriority{{1, 0}},
          sim::SetStiffness{0, 2},
          sim::SetRest{0, 0.3},
          sim::SetJoint{0, 0.3},
          sim::SetPose{{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}},
          sim::HoldJoint{1},
          sim::ReleaseJoints{},
          sim::FollowRecording{true},
          sim::PutObstacle{-1, {.name = "another with a name of its own"}},
          sim::RemoveObstacle{0},
          sim::SavePath{other},
          sim::DeletePath{"way"},
          sim::FollowPath{"way"},
          sim::AddRun{},
          sim::CompareMethods{{"dls", "sdls"}},
          sim::RemoveRun{},
          sim::Restart{},
          sim::Undo{},
          sim::Redo{},
          sim::SelectRun{0},
          sim::MuteRun{0, true},
          sim::SetPaused{true},
          sim::SingleStep{},
          sim::StepBack{},
          sim::SetSpeed{2},
          sim::Seek{20},
          sim::SwitchBranch{0}};
}

/// All that can be seen of a session, and goes to where else it has been.
std::vector<std::string> picture(sim::Session& session) {
  std::vector<std::string> all;
  const auto add = [&](const auto& value) { all.push_back(testing::PrintToString(value)); };
  const auto look = [&] {
    const sim::Simulation& simulation = session.simulation();
    const sim::Timeline& timeline = session.timeline();
    for (const int64_t tick : {timeline.first(), timeline.now(), timeline.end()}) add(tick);
    for (const sim::LoggedCommand& one : timeline.log())
      add(std::vector{one.tick, int64_t{one.run_serial},
                      static_cast<int64_t>(one.command.index())});
    for (const auto& branch : timeline.branches()) add(std::pair(branch.fork, branch.end));
    add(text(simulation.undo_effect()) + "/" + text(simulation.redo_effect()));
    add(simulation.run().serial);
    for (const base::Parameter& parameter : simulation.world().table())
      add(simulation.world()[parameter]);
    for (const sim::Run& run : simulation.runs()) {
      add(std::string(run.solver().method().name) + (run.muted ? ", muted" : ""));
      add(std::vector<double>(run.solver().pose().theta.begin(), run.solver().pose().theta.end()));
      add(timeline.history(run.serial).size());
    }
    for (int body = 0; body < simulation.crowd().size(); ++body)
      add(simulation.crowd().body(body).pose().theta.sum());
    add(simulation.paths().size());
    add(simulation.obstacles().size());
  };
  look();
  give(session, sim::SetPaused{false});
  go(session, 10);
  look();
  give(session, sim::Seek{18});
  look();
  give(session, sim::Seek{100});
  look();
  return all;
}

class OutOfMemory : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
#ifndef IKSCOPE_COUNTS_ALLOCATIONS
    GTEST_SKIP() << "allocations are not counted under this C library";
#endif
  }

  /// Goes on once for each allocation (of the later ones some), which fails. Then what is
  /// asked for (null: a step) is refused and all is as it was; or it is done without (a copy of the
  /// state, a mark in the plots), and all is as it should be. Returns how often it was refused.
  int refusals(const sim::Session& before, const sim::Command* command) {
    const auto ask = [&](sim::Session& session) {
      if (command) session.post(*command);
    };
    const double seconds = command ? 0 : a_step;
    sim::Session untouched = before, done = before;
    ask(done);
    done.advance(seconds);
    const std::vector<std::string> as_it_was = picture(untouched), as_it_should_be = picture(done);
    int refused = 0;
    // Commands are many: of their later allocations fewer fail.
    const int part = command ? test::by_effort(3, 4) : 16;
    for (long i = 0;; i += 1 + i / part) {
      sim::Session session = before;
      ask(session);
      test::until_one_fails = i;
      session.advance(seconds);
      const bool over = test::until_one_fails >= 0;
      test::until_one_fails = -1;
      const std::vector<std::string> said = session.take_messages();
      if (!said.empty()) {
        EXPECT_EQ(said, std::vector<std::string>{refusal}) << "allocation " << i;
        ++refused;
      }
      const std::vector<std::string>& expected = said.empty() ? as_it_should_be : as_it_was;
      const std::vector<std::string> found = picture(session);
      const auto [one, other] =
          std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
      if (one == found.end() && other == expected.end()) {
        if (over) return refused;
        continue;
      }
      ADD_FAILURE() << "allocation " << i << (said.empty() ? "" : ", refused") << ": at "
                    << one - found.begin() << " there is "
                    << (one == found.end() ? "nothing" : *one) << ", not "
                    << (other == expected.end() ? "nothing" : *other);
      return refused;
    }
  }
};

TEST_P(OutOfMemory, RefusesACommandOfAnyKind) {
  const sim::Session before = begun(GetParam());
  std::set<size_t> kinds, refused;
  int all = 0;
  for (const sim::Command& command : one_of_each()) {
    SCOPED_TRACE(command.index());
    kinds.insert(command.index());
    const int times = refusals(before, &command);
    if (times > 0) refused.insert(command.index());
    all += times;
  }
  EXPECT_EQ(kinds.size(), std::variant_size_v<sim::AnyCommand>);
  EXPECT_GE(refused.size(), 22u);
  EXPECT_GT(all, 500);
}
INSTANTIATE_TEST_SUITE_P(Session, OutOfMemory,
                         testing::ValuesIn(test::some<bool>(1, {true, false})),
                         [](const auto& one) { return one.param ? "InThePast" : "Now"; });

/// Where the timeline keeps a copy, or carries out commands again.
TEST_P(OutOfMemory, PausesBeforeAStep) {
  sim::Session before = begun(GetParam());
  if (!GetParam()) go(before, 119 - static_cast<int>(before.timeline().now()));
  int refused = 0, steps = 0;
  for (; steps < 4; ++steps) {
    refused += refusals(before, nullptr);
    go(before, 1);
  }
  EXPECT_EQ(steps, 4);
  EXPECT_EQ(refused > 20, GetParam()) << refused;
}

TEST_P(OutOfMemory, PausesBeforeAStepBack) {
  sim::Session before = begun(GetParam());
  give(before, sim::SetSpeed{-1});
  EXPECT_GT(refusals(before, nullptr), 40);
}

}  // namespace
