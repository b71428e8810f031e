// Tests links of sessions, and the sessions that they open.

#include <gtest/gtest.h>

#include <random>

#include "base/error.h"
#include "formats/assets.h"
#include "formats/lesson_file.h"
#include "formats/moments/moment.h"
#include "formats/scene/scene_file.h"
#include "support.h"
#include "support/effort.h"
#include "support/refusal.h"

namespace moment_session_test {
namespace {

using test::all;

const std::vector<base::Parameter> no_options;

sim::Session opened(const std::string& scene) {
  return sim::Session(sim::Simulation(formats::load(formats::find_scene(scene))));
}

std::string link_of(const sim::Session& session, const std::string& scene) {
  formats::Moment moment;
  formats::add_session(moment, session, scene);
  return formats::to_link(moment);
}

/// Opens a link as the window does.
sim::Session reopened(const std::string& link) {
  const formats::Moment moment = formats::parse_link(link, no_options);
  std::vector<std::string> warnings = moment.warnings;
  formats::Opening opening = formats::open(moment, warnings);
  sim::Session session(std::move(opening.simulation));
  session.play(std::move(opening.commands));
  session.post(sim::SetSpeed{moment.speed.value_or(1)});
  const double pace = sim::Clock::steps_per_second * moment.speed.value_or(1);
  while (session.timeline().now() < opening.tick) {
    const int64_t left = opening.tick - session.timeline().now();
    session.advance(static_cast<double>(std::min<int64_t>(left, 32)) / pace);
  }
  session.advance(0);
  for (sim::Command& one : formats::arrival_commands(session.simulation(), moment, warnings))
    session.post(std::move(one));
  session.post(sim::SetPaused{moment.paused.value_or(false)});
  session.advance(0);
  EXPECT_EQ(all(warnings), "") << link;
  EXPECT_EQ(all(session.take_messages()), "") << link;
  return session;
}

void expect_the_same(const sim::Session& a, const sim::Session& b) {
  const sim::Simulation &one = a.simulation(), &other = b.simulation();
  const bool paused = a.clock().paused;
  EXPECT_EQ(b.clock().paused, paused);
  EXPECT_EQ(b.clock().speed, a.clock().speed);
  EXPECT_EQ(other.world(), one.world());
  EXPECT_EQ(other.obstacles(), one.obstacles());
  ASSERT_EQ(other.runs().size(), one.runs().size());
  const auto index = [](const sim::Simulation& s) { return &s.run() - s.runs().data(); };
  EXPECT_EQ(index(other), index(one));
  for (size_t i = 0; i < one.runs().size(); ++i) {
    const sim::Run &run = one.runs()[i], &again = other.runs()[i];
    EXPECT_EQ(again.solver().method().name, run.solver().method().name);
    for (const base::Parameter& parameter : run.settings().table())
      EXPECT_EQ(again.settings().get(parameter.key), run.settings()[parameter]) << parameter.key;
    EXPECT_EQ(again.solver().held(), run.solver().held());
    EXPECT_EQ(again.muted, run.muted);
    if (paused) {
      EXPECT_EQ(again.solver().pose().theta, run.solver().pose().theta);
    }
  }
  for (size_t i = 0; i < one.targets().size(); ++i) {
    const sim::Target &target = one.targets()[i], &again = other.targets()[i];
    EXPECT_EQ(again.held(), target.held());
    if (paused) {
      EXPECT_EQ(again.position(), target.position());
    }
    if (target.held() && again.held()) {
      EXPECT_LT((*again.manual().held - *target.manual().held).norm(), 1e-3);
    }
  }
}

/// Chooses commands that a user may give.
struct User {
  std::mt19937 random;

  int upto(int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); }
  double share() { return std::uniform_real_distribution<>(0, 1)(random); }

  sim::Command change(const sim::Simulation& simulation) {
    const ik::Skeleton& body = simulation.skeleton();
    const sim::Run& run = simulation.run();
    const auto& runs = simulation.runs();
    const Eigen::Vector3d position(share(), 1 + share(), share());
    switch (upto(16)) {
      case 0:
      case 1:
      case 2: {
        const auto& table = upto(3) ? run.settings().table() : simulation.world().table();
        const base::Parameter& one =
            table[static_cast<size_t>(upto(static_cast<int>(table.size())))];
        double value = one.min + share() * (one.max - one.min);
        if (one.integer || !one.choices.empty()) value = std::floor(value);
        if (!one.choices.empty()) value = upto(static_cast<int>(one.choices.size()));
        if (one.key == "bodies") value = 1;
        return sim::SetParameter{std::string(one.key), value};
      }
      case 3:
        return sim::ChooseMethod{upto(2) ? "sdls" : "pinv"};
      case 4:
      case 5:
        return sim::HoldTarget{upto(body.effectors()), position};
      case 6:
        return sim::ReleaseTarget{upto(body.effectors()),
                                  static_cast<sim::ReleaseTarget::To>(upto(3))};
      case 7:
        return sim::AddRun{};
      case 8:
        return sim::CompareMethods{{"transpose", "pinv", "dls", "sdls"}};
      case 9:
        return sim::SelectRun{
            runs[static_cast<size_t>(upto(static_cast<int>(runs.size())))].serial};
      case 10:
        return sim::MuteRun{runs[static_cast<size_t>(upto(static_cast<int>(runs.size())))].serial,
                            upto(2) == 0};
      case 11:
        return sim::PutObstacle{-1, {.name = "ball", .position = position}};
      case 12:
        return sim::SetJoint{upto(body.joints()), share()};
      case 13:
        return sim::HoldJoint{upto(body.joints()), upto(2) == 0};
      case 14:
        return sim::Restart{};
      default:
        return sim::Undo{};
    }
  }
};

/// A link opens what is on the screen, however it came about, paused or running.
TEST(MomentSession, ALinkOpensWhatIsShown) {
  int paused = 0, in_words = 0;
  for (unsigned i = 0; i < test::by_effort(60u, 120u); ++i) {
    User user{std::mt19937(i)};
    const char* scenes[] = {"y", "double-y", "panda", "walking-figure"};
    const std::string scene = scenes[i % 4];
    sim::Session session = opened(scene);
    for (int changes = user.upto(8); changes >= 0; --changes) {
      if (user.upto(3) == 0) session.post(sim::SetPaused{user.upto(2) == 0});
      if (user.upto(8) == 0) session.post(sim::SetSpeed{0.5});
      session.post(user.change(session.simulation()));
      session.advance(user.upto(2) ? 0 : user.share());
      if (user.upto(10) == 0) session.post(sim::StepBack{});
    }
    session.advance(0);
    const std::string link = link_of(session, i % 5 == 0 && scene != "walking-figure" ? "" : scene);
    SCOPED_TRACE(std::to_string(i) + " " + link);
    const sim::Session again = reopened(link);
    expect_the_same(session, again);
    if (HasFailure()) return;
    paused += session.clock().paused;
    in_words += link.find("session=") == link.npos && link.find("commands=") == link.npos;
  }
  EXPECT_GT(paused, 10);
  EXPECT_GT(in_words, 10);
}

/// Opens a link, changes the session and copies a link again, several times.
TEST(MomentSession, LinksOfLinks) {
  for (unsigned i = 0; i < test::by_effort(20u, 40u); ++i) {
    User user{std::mt19937(1000 + i)};
    std::string link = "#scene=double-y&compare=1-4&method=sdls&dmax=0.3";
    for (int turn = 0; turn < 3; ++turn) {
      SCOPED_TRACE(link);
      sim::Session session = reopened(link);
      session.post(sim::SetPaused{user.upto(2) == 0});
      session.advance(0.2 * user.share());
      session.post(user.change(session.simulation()));
      session.advance(0);
      link = link_of(session, link.find("scene=") == link.npos ? "" : "double-y");
      SCOPED_TRACE(link);
      expect_the_same(session, reopened(link));
      if (HasFailure()) return;
    }
  }
}

TEST(MomentSession, AStepOfALessonIsSaidByWhatDiffersFromItsBeginning) {
  const auto scene = formats::load(formats::find_scene("y"));
  sim::Simulation now(scene);
  const auto link = [&] {
    formats::Moment moment{.lesson = "damping", .step = 2};
    EXPECT_TRUE(formats::add_changes(moment, now, scene));
    return formats::to_link(moment);
  };
  EXPECT_EQ(link(), "#lesson=damping&step=2");
  now.apply(sim::ChooseMethod{"sdls"});
  now.apply(sim::SetParameter{"target_speed", 2});
  now.apply(sim::HoldTarget{0, {1, 2, 0}});
  const formats::Moment moment = formats::parse_link(link(), no_options);
  EXPECT_EQ(moment.lesson, "damping");
  EXPECT_EQ(moment.step, 2);
  std::vector<std::string> warnings = moment.warnings;
  sim::Simulation again(scene);
  formats::apply(again, moment, warnings);
  EXPECT_EQ(all(warnings), "");
  EXPECT_EQ(again.run().solver().method().name, "sdls");
  EXPECT_EQ(again.world(), now.world());
  EXPECT_EQ(again.targets()[0].manual(), now.targets()[0].manual());

  const auto lesson = formats::load_lesson(formats::find_lesson("pseudoinverse"));
  formats::Moment unchanged{.lesson = "pseudoinverse"};  // its first step has two runs
  const auto& first = lesson->steps[0].scene;
  EXPECT_TRUE(formats::add_changes(unchanged, sim::Simulation(first), first));
  EXPECT_EQ(formats::to_link(unchanged), "#lesson=pseudoinverse");
  EXPECT_FALSE(formats::add_changes(unchanged, now, first)) << "another scene";
}

TEST(MomentSession, LinksAreShort) {
  sim::Session session = opened("double-y");
  session.post(sim::CompareMethods{{"transpose", "pinv", "dls", "sdls"}});
  session.advance(1);
  EXPECT_EQ(link_of(session, "double-y"), "#scene=double-y&compare=1-4");

  session = opened("y");
  session.advance(0.5);
  for (int i = 0; i < 20; ++i) {
    session.post(sim::HoldTarget{0, {0.1 * i + 0.0123456789, 1, 1. / 3}});
    session.advance(0.02);
  }
  session.post(sim::ReleaseTarget{0, sim::ReleaseTarget::To::Rest});
  session.advance(0.5);
  EXPECT_EQ(link_of(session, "y"), "#scene=y&target=right:1.9123,1,0.33333");
}

/// A drag while time is paused is reduced to its end, at that step.
TEST(MomentSession, APausedDragIsBrief) {
  sim::Session session = opened("y");
  session.advance(0.5);
  session.post(sim::SetPaused{true});
  for (int i = 0; i < 200; ++i) session.post(sim::HoldTarget{0, {0.01 * i, 1, 1. / 3}});
  session.post(sim::SetParameter{"lambda", 0.25});
  session.advance(0);
  const std::string link = link_of(session, "y");
  EXPECT_LT(link.size(), 280u) << link;
  expect_the_same(session, reopened(link));
}

/// Content of a file that only this machine has cannot be opened elsewhere.
TEST(MomentSession, RecordedMotionIsInNoLink) {
  const sim::Session session = opened("walking-figure");
  EXPECT_NE(link_of(session, "walking-figure"), "");
  EXPECT_THROW((void)link_of(session, ""), base::Error);
}

TEST(MomentSession, AxesThatTheMapCannotHave) {
  const sim::Simulation simulation(formats::load(formats::find_scene("arm-2r")));
  for (const char* axis : {"lambda", "lambda=0.1:2:64:log", "start.elbow=-90:90", "target.tool.z",
                           "tol"})  // of another method, which may be chosen later
    EXPECT_NO_THROW(formats::check_axis(axis, simulation)) << axis;
  for (const auto& [axis, why] :
       {std::pair{"start.elbov",
                  "this body has no \"start.elbov\" (did you mean \"start.elbow\"?)"},
        {"target.nose.x=-1:1",
         "this body has no \"target.nose.x\" (did you mean \"target.tool.x\"?)"},
        {"start.elbow=90:-90",
         "axis \"start.elbow=90:-90\": expected a first value below the last"},
        {"bodies", "\"bodies\" cannot be an axis: a cell of a map runs a single body"}})
    EXPECT_EQ(test::refusal([&, axis = axis] { formats::check_axis(axis, simulation); }), why);
}

TEST(MomentSession, WordsThatTheSceneHasNot) {
  const auto problems = [](const std::string& link) {
    const formats::Moment moment = formats::parse_link(link, no_options);
    std::vector<std::string> told = moment.warnings;
    const formats::Opening opening = formats::open(moment, told);
    (void)formats::arrival_commands(opening.simulation, moment, told);
    return all(told);
  };
  EXPECT_EQ(problems("scene=y&target=left:1,2,0&compare=dls,sdls&select=2&mute=1"), "");
  EXPECT_TRUE(test::has(problems("scene=y&target=lefty:1,2,0"), "did you mean \"left\""));
  EXPECT_TRUE(test::has(problems("scene=y&select=3"), "select is 3, but there is 1 run"));
  EXPECT_TRUE(
      test::has(problems("scene=y&compare=1-2&method=ccd&lambda=1"), "not one of the methods"));
}

}  // namespace
}  // namespace moment_session_test
