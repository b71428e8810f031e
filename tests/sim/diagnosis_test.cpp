// Every rule of the detector on a scene in which it must speak and one in which it must not.

#include "sim/diagnosis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <set>

#include "formats/assets.h"
#include "formats/scene_file.h"
#include "ik/model/rotation.h"
#include "sim/session.h"
#include "support/bodies.h"

namespace {

using Settings = std::vector<std::pair<const char*, const char*>>;

struct Case {
  const char *scene, *method;
  Settings settings;
  int steps;
  std::vector<double> degrees = {};  // of its joints; then its targets rest where that is right
};

/// A scene at work under observation.
class Watched {
 public:
  explicit Watched(const Case& what)
      : simulation(formats::load(formats::find_scene(what.scene))),
        diagnosis(simulation.skeleton()) {
    simulation.apply(sim::ChooseMethod{what.method});
    set(what.settings);
    if (!what.degrees.empty()) pose(what.degrees);
    run(what.steps);
  }
  void set(const Settings& settings) {
    for (const auto& [key, text] : settings)
      simulation.apply(sim::SetParameter{key, base::parse(simulation.parameter(key), text)});
  }
  void pose(std::vector<double> theta) {
    for (double& angle : theta) angle *= std::numbers::pi / 180;
    simulation.apply(sim::SetPose{theta});
    const ik::Pose& pose = simulation.run().solver().pose();
    for (int i = 0; i < simulation.skeleton().effectors(); ++i) {
      const auto link = static_cast<size_t>(simulation.skeleton().effector_joint(i));
      simulation.apply(sim::HoldTarget{i, simulation.skeleton().turns(i)
                                              ? ik::rotation_vector(pose.rotation[link])
                                              : Eigen::Vector3d(pose.effector.col(i))});
    }
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      simulation.step();
      diagnosis.observe(simulation.run(), simulation.target_state(), simulation.steps());
      if (const sim::Rule* rule = diagnosis.rule();
          rule && (said.empty() || rule->name != said.back()))
        said.push_back(rule->name);
    }
  }
  std::string name() const {
    return diagnosis.rule() ? std::string(diagnosis.rule()->name) : "nothing";
  }

  sim::Simulation simulation;
  sim::Diagnosis diagnosis;
  std::vector<std::string_view> said;
};

struct Trial {
  const char* rule;
  Case speaks, is_silent;
  const char *sentence, *advice;  // parts of what it says
};

const Case well{"single-arm", "dls", {}, 300};

const std::vector<Trial>& trials() {
  static const std::vector<Trial> all{
      {"objective",
       {"double-y", "dls", {{"rest_gain", "1"}}, 300},
       {"double-y", "dls", {}, 300},
       "of each step",
       "lower its gain"},
      {"shaking out of reach",
       {"double-y", "dls", {{"lambda", "0.05"}}, 300},
       {"double-y", "dls", {}, 300},
       "is out of reach and σ₁₂ = ",
       "raise λ or set Dₘₐₓ"},
      {"shaking near a singular pose",
       {"out-of-reach", "pinv", {{"max_angle_deg", "45"}, {"limits", "off"}}, 300},
       {"out-of-reach", "dls", {}, 300},
       "steps along u₆ are amplified",
       "lower γₘₐₓ"},
      {"shaking",
       {"single-arm", "dss", {}, 180},
       {"vehicle-arm", "dls", {{"lambda", "2"}}, 120},
       "overshoot and turn back",
       "damped least squares"},
      {"obstacles",
       {"obstacle-field", "pinv", {}, 700},
       {"obstacle-field", "pinv", {{"obstacles_gain", "0.01"}}, 700},
       ": obstacles are ignored",
       "set the gain of the obstacles"},
      {"singular arm",
       {"puma-560", "dls", {}, 300, {0, 45, -180, 0, 0, 0}},
       {"puma-560", "dls", {}, 300, {0, 45, -180, 0, 30, 0}},
       "wrist singularity: axes 4 and 6 are in line, a rotation is lost, σ₆ = ",
       "bend the wrist"},
      {"tracking", well, {"double-y", "dls", {}, 300}, "every effector is on its target", ""},
      {"clamped",
       {"double-y", "dls", {{"max_angle_deg", "1"}}, 300},
       {"double-y", "dls", {}, 300},
       "the step clamp acts in 100 %",
       "raise γₘₐₓ"},
      {"damping",
       {"single-arm", "dls", {{"lambda", "3"}}, 300},
       well,
       "the damping leaves 9",
       "lower λ"},
      {"out of reach", {"double-y", "dls", {}, 300}, well, "steady but out of reach", "nearer"},
      {"limits",
       {"snu-7-4", "dls", {{"lambda", "0.25"}}, 660},
       {"snu-7-3", "dls", {}, 660},
       "theta6 is at its limit",
       "bounded-dls"},
      {"conflict",
       {"snu-7-3", "dls", {}, 600},
       {"snu-7-3", "dls", {}, 300},
       "conflicting targets",
       "priority"},
      {"D_max",
       {"single-arm", "dls", {{"dmax_mode", "constant"}, {"dmax", "0.01"}}, 300},
       {"single-arm", "dls", {{"dmax_mode", "constant"}, {"dmax", "1"}}, 300},
       "in 100 % of the steps",
       "raise Dₘₐₓ"},
      {"transpose",
       {"single-arm", "transpose", {}, 300},
       {"single-arm", "pinv", {}, 300},
       "the transpose leaves",
       "damped least squares"},
      {"lag",
       {"vehicle-arm", "dss", {}, 640},
       {"vehicle-arm", "dls", {}, 640},
       "the targets move on",
       "feed-forward"},
      {"following", {"human", "dls", {}, 390}, well, "has the largest error", ""},
  };
  return all;
}

TEST(Diagnosis, EveryRuleIsTried) {
  std::set<std::string_view> tried;
  for (const Trial& trial : trials()) tried.insert(trial.rule);
  for (const sim::Rule& rule : sim::rules()) EXPECT_TRUE(tried.contains(rule.name)) << rule.name;
  EXPECT_EQ(tried.size(), sim::rules().size());
}

TEST(Diagnosis, EachSpeaksWhereItMust) {
  for (const Trial& trial : trials()) {
    const Watched watched(trial.speaks);
    EXPECT_EQ(watched.name(), trial.rule) << watched.diagnosis.sentence();
    EXPECT_NE(watched.diagnosis.sentence().find(trial.sentence), std::string::npos)
        << trial.rule << ": " << watched.diagnosis.sentence();
    EXPECT_NE(watched.diagnosis.advice().find(trial.advice), std::string::npos)
        << trial.rule << ": " << watched.diagnosis.advice();
  }
}

/// What is advised is what the method at work has: not every method has a damping to raise.
TEST(Diagnosis, TheAdviceAgainstShakingIsTheMethods) {
  const sim::Rule& rule =
      *std::ranges::find(sim::rules(), std::string_view("shaking"), &sim::Rule::name);
  for (const auto& [method, advice] : {std::pair{"dls", "raise λ"}, {"sdls", "lower γₘₐₓ"}}) {
    const Watched watched({"vehicle-arm", method, {}, 60});
    sim::Symptoms symptoms = watched.diagnosis.symptoms();
    symptoms.solver = &watched.simulation.run().solver();
    EXPECT_NE(rule.advice(symptoms).find(advice), std::string::npos) << rule.advice(symptoms);
  }
}

/// Each by its name, with what can be seen of it; and where the arm shakes there, that too.
TEST(Diagnosis, NamesTheSingularitiesOfASixAxisArm) {
  struct Named {
    const char *scene, *words;
    std::vector<double> degrees;
  };
  const Named all[] = {
      {"puma-560", "wrist singularity: axes 4 and 6 are in line", {0, 45, -180, 0, 0, 0}},
      {"puma-560", "elbow singularity: the arm is stretched", {0, 30, -87.3, 0, 45, 0}},
      {"puma-560",
       "shoulder singularity: the wrist is as close to axis 1",
       {0, 121.4, -150, 0, 28.6, 0}},
      {"ur5", "wrist singularity: axes 4 and 6 are parallel", {0, -70, -100, -80, 0, 0}},
      {"ur5", "elbow singularity: the arm is stretched", {0, -70, 0, -80, 90, 0}},
  };
  for (const Named& one : all) {
    const Watched watched({one.scene, "dls", {}, 200, one.degrees});
    EXPECT_TRUE(watched.diagnosis.sentence().starts_with(one.words))
        << one.words << ": " << watched.diagnosis.sentence();
  }
}

TEST(Diagnosis, EachIsSilentWhereItMustBe) {
  for (const Trial& trial : trials()) {
    const Watched watched(trial.is_silent);
    for (std::string_view said : watched.said) EXPECT_NE(said, trial.rule);
    EXPECT_FALSE(watched.said.empty());
  }
}

TEST(Diagnosis, SaysNothingBeforeItHasSeenSomething) {
  EXPECT_EQ(Watched({"double-y", "dls", {}, 50}).name(), "nothing");
}

TEST(Diagnosis, WaitsBeforeItChangesItsMind) {
  Watched watched({"double-y", "dls", {{"lambda", "0.05"}}, 300});
  const std::string before = watched.name();
  watched.set({{"lambda", "2"}});
  watched.run(40);
  EXPECT_EQ(watched.name(), before);
  watched.run(400);
  EXPECT_NE(watched.name(), before);
}

/// Whatever happens, the sentence stays long enough to be read.
TEST(Diagnosis, DoesNotFlicker) {
  int sentences = 0;
  for (const char* name : {"y", "double-y", "single-arm", "out-of-reach", "vehicle-arm"}) {
    for (const char* method : {"transpose", "pinv", "dls", "sdls"}) {
      Watched watched({name, method, {}, 60});
      int changes = 0, last = 0, shortest = 1 << 20;
      std::string sentence = watched.diagnosis.sentence();
      for (int step = 1; step <= 1500; ++step) {
        watched.run(1);
        if (watched.diagnosis.sentence() == sentence) continue;
        sentence = watched.diagnosis.sentence();
        if (changes++ > 0) shortest = std::min(shortest, step - last);
        last = step;
      }
      EXPECT_GE(shortest, 40) << name << " " << method;
      sentences += changes;
    }
  }
  EXPECT_GT(sentences, 40);
}

TEST(Diagnosis, BeginsAnewAfterARestart) {
  Watched watched(well);
  watched.simulation.apply(sim::Restart{});
  watched.run(1);
  EXPECT_EQ(watched.name(), "nothing");
}

/// As a window does it: what was said is found again wherever one goes back to, and what follows a
/// change there is said anew.
TEST(Diagnosis, SaysOfAMomentInThePastWhatItSaidThen) {
  sim::Session session(sim::Simulation(formats::load(formats::find_scene("double-y"))));
  sim::Diagnosis diagnosis(session.simulation().skeleton());
  const auto recall = [&] {
    const sim::Simulation& simulation = session.simulation();
    diagnosis.recall(simulation.run(), simulation.steps(), session.history().verdict());
  };
  const auto said = [&] { return diagnosis.rule() ? diagnosis.sentence() : ""; };
  std::vector<std::string> then{""};
  session.on_step([&](const sim::Simulation& simulation) {
    if (session.timeline().in_past()) return recall();
    diagnosis.observe(simulation.run(), simulation.target_state(), simulation.steps());
    if (auto news = diagnosis.news(session.timeline().now())) session.say(std::move(*news));
    then.push_back(said());
  });
  session.on_jump(recall);
  const auto seek = [&](int64_t tick) {
    session.post(sim::SetPaused{true});
    session.post(sim::Seek{tick});
    session.advance(0);
  };
  for (int i = 0; i < 900; ++i) session.advance(1 / sim::Clock::steps_per_second);
  ASSERT_EQ(then.size(), 901u);
  const std::set<std::string> different(then.begin(), then.end());
  EXPECT_GT(different.size(), 5u);
  for (const int64_t tick : {900, 431, 20, 700, 0, 61, 899}) {
    seek(tick);
    EXPECT_EQ(said(), then[static_cast<size_t>(tick)]) << tick;
  }
  seek(300);
  session.post(sim::SetParameter{"lambda", 3});
  session.post(sim::SetPaused{false});
  session.advance(0);
  then.resize(301);
  for (int i = 0; i < 300; ++i) session.advance(1 / sim::Clock::steps_per_second);
  EXPECT_TRUE(said().starts_with("sluggish")) << said();
  for (const int64_t tick : {299, 600, 450}) {
    seek(tick);
    EXPECT_EQ(said(), then[static_cast<size_t>(tick)]) << tick;
  }
}

/// It looks on: with and without it the same trajectory, to the last bit.
TEST(Diagnosis, ChangesNothing) {
  Watched watched({"double-y", "dls", {{"rest_gain", "0.1"}}, 200});
  sim::Simulation alone(watched.simulation.scene_ptr());
  alone.apply(sim::SetParameter{"rest_gain", 0.1});
  for (int i = 0; i < 200; ++i) alone.step();
  EXPECT_EQ(alone.run().solver().pose().theta, watched.simulation.run().solver().pose().theta);
}

/// Where one sign alone decides about a rule: it holds above the bound, or below it.
struct Edge {
  const char *rule, *method;
  double sim::Symptoms::*sign;
  bool above;
  double (*bound)(double ease);
};

TEST(Diagnosis, EachRuleHoldsUpToItsBound) {
  using sim::Symptoms;
  const auto times = []<int hundredths>() {
    return [](double ease) { return 0.01 * hundredths * ease; };
  };
  const auto over = []<int hundredths>() {
    return [](double ease) { return 0.01 * hundredths / ease; };
  };
  const auto tracks = [](double ease) { return 1 - 0.1 / ease; };
  const Edge edges[] = {
      {"objective", "dls", &Symptoms::idle, true, times.operator()<60>()},
      {"objective", "dls", &Symptoms::clamped, true, times.operator()<50>()},
      {"objective", "dls", &Symptoms::hits, false, tracks},
      {"shaking", "dls", &Symptoms::oscillation, true, [](double ease) { return 3e-3 * ease; }},
      {"shaking", "dls", &Symptoms::reversals, true, times.operator()<10>()},
      {"shaking near a singular pose", "dls", &Symptoms::sigma_min, false, over.operator()<10>()},
      {"tracking", "dls", &Symptoms::hits, true, tracks},
      {"clamped", "dls", &Symptoms::clamped, true, times.operator()<70>()},
      {"damping", "dls", &Symptoms::left, true, times.operator()<60>()},
      {"damping", "dls", &Symptoms::sigma_1, false, over.operator()<125>()},  // lambda / 0.4
      {"limits", "dls", &Symptoms::limited, true, times.operator()<50>()},
      {"conflict", "dls", &Symptoms::pull, false, over.operator()<8>()},
      {"D_max", "dls", &Symptoms::dmax, true, times.operator()<70>()},
      {"D_max", "dls", &Symptoms::left, false, [](double) { return 0.7; }},
      {"transpose", "transpose", &Symptoms::left, true, times.operator()<50>()},
      {"lag", "dls", &Symptoms::hits, false, over.operator()<50>()},
      {"lag", "dls", &Symptoms::left, false, over.operator()<50>()},
  };
  for (const Edge& edge : edges) {
    Watched watched({"y", edge.method, {}, 20});
    const std::string_view name = edge.rule;
    Symptoms signs = watched.diagnosis.symptoms();
    signs.solver = &watched.simulation.run().solver();
    if (name == "damping") watched.set({{"lambda", "0.5"}});
    // What else the rule asks for holds by far.
    signs.idle = signs.clamped = signs.limited = signs.dmax = 1;
    signs.stuck.setConstant(1);
    signs.hits = signs.pull = signs.sigma_min = 0;
    signs.oscillation = signs.reversals = name.starts_with("shaking") ? 1 : 0;
    signs.left = name == "damping" || name == "transpose" ? 1 : 0;
    signs.sigma_1 = 1;
    const sim::Rule& rule = *std::ranges::find(sim::rules(), name, &sim::Rule::name);
    for (const double ease : {1.0, 0.8}) {
      const double bound = edge.bound(ease), little = 1e-9;
      signs.*edge.sign = bound + little;
      EXPECT_EQ(rule.holds(signs, ease), edge.above) << name << " above " << bound;
      signs.*edge.sign = bound - little;
      EXPECT_EQ(rule.holds(signs, ease), !edge.above) << name << " below " << bound;
    }
  }
}

/// Means of all steps so far, or of the last second and a half with older ones fading.
TEST(Diagnosis, SignsAreMeansOverASecondAndAHalf) {
  Watched watched({"double-y", "dls", {}, 0});
  double mean = 0;
  for (int step = 1; step <= 250; ++step) {
    watched.run(1);
    mean += (watched.simulation.run().errors().sum() - mean) / std::min(step, 90);
    ASSERT_NEAR(watched.diagnosis.symptoms().total_error, mean, 1e-12) << step;
  }
}

/// The smallest singular value of late: one of long ago counts less and less, by five in a hundred
/// at each look, every four steps.
TEST(Diagnosis, ForgetsSmallSingularValuesSlowly) {
  Watched watched({"double-y", "dls", {}, 0});
  ik::Directions directions(watched.simulation.skeleton());
  double expected = std::numeric_limits<double>::infinity();
  int remembered = 0, looks = 0;
  for (int step = 1; step <= 400; ++step) {
    watched.run(1);
    if (step % 4 != 1) continue;
    directions.look(watched.simulation.run().solver());
    const double now = directions[watched.simulation.run().solver().rank() - 1].sigma,
                 last = std::max(1.05 * expected, 1e-3 * directions[0].sigma);
    remembered += last < now;
    ++looks;
    expected = std::min(last, now);
    ASSERT_NEAR(watched.diagnosis.symptoms().sigma_min, expected, 1e-9) << step;
  }
  EXPECT_GT(remembered, 10);
  EXPECT_LT(remembered, looks - 10);
}

/// Of its whole chain, from where that begins; a slide adds what it can at most.
TEST(Diagnosis, ATargetIsBeyondTheReachOfItsChain) {
  for (const bool slide : {false, true}) {
    std::vector<ik::Joint> joints{{.name = "a"}, {.name = "b", .parent = 0, .position = {1, 0, 0}}};
    if (slide) joints[0].type = ik::JointType::Prismatic;
    joints[0].lower = -0.5;
    joints[0].upper = 0.25;
    const auto scene = std::make_shared<sim::Scene>();
    scene->skeleton = std::make_shared<ik::Skeleton>(
        joints, std::vector<ik::Effector>{{"near", 1, {2, 0, 0}}, {"far", 1, {1, 2, 0}}});
    scene->targets = {{0, "fixed", {{"center", {0, 1.5, 0}}}},
                      {1, "fixed", {{"center", {0, 6, 0}}}}};
    sim::Simulation simulation(scene);
    sim::Diagnosis diagnosis(simulation.skeleton());
    simulation.step();
    diagnosis.observe(simulation.run(), simulation.target_state(), 1);
    EXPECT_EQ(diagnosis.symptoms().beyond[0], 0);
    EXPECT_NEAR(diagnosis.symptoms().beyond[1], 6 / (slide ? 3.5 : 3) - 1, 1e-12);
  }
}

/// A slide adds to the reach the most that it can move, whichever way that is.
TEST(Diagnosis, BeyondIsMeasuredByTheLengthOfTheChainWithItsSlides) {
  for (const auto& [lower, upper] : {std::pair(-1.0, 3.0), std::pair(-3.0, 1.0)}) {
    const ik::Skeleton crane({{.name = "slide",
                               .type = ik::JointType::Prismatic,
                               .axis = {1, 0, 0},
                               .lower = lower,
                               .upper = upper},
                              {.name = "boom", .parent = 0, .position = {0, 1.5, 0}}},
                             {{"hook", 1, {0, 2, 0}}});
    sim::Simulation simulation(test::scene_of("crane", crane, {}));
    ik::Targets targets(1);
    for (const double x : {4.9, 5.5, 10.0}) {
      targets.position << 0, 0, x;
      sim::Diagnosis diagnosis(crane);
      diagnosis.observe(simulation.run(), targets, 1);
      const double reach = 3 + 1.5 + 0.5;
      EXPECT_NEAR(diagnosis.symptoms().beyond[0], std::max(0.0, x / reach - 1), 1e-12) << x;
    }
  }
}

/// Two digits below ten, one below a thousandth, whole numbers above, and never more than ten
/// digits.
TEST(Diagnosis, SaysNumbersShortly) {
  const Watched watched(well);
  sim::Symptoms signs = watched.diagnosis.symptoms();
  signs.solver = &watched.simulation.run().solver();
  const sim::Rule& rule = *std::ranges::find(sim::rules(), "following", &sim::Rule::name);
  for (const auto& [error, text] :
       {std::pair(1.23e-5, "10⁻⁵"), std::pair(0.01234, "0.012"), std::pair(1.26, "1.3"),
        std::pair(12.34, "12"), std::pair(123456.7, "123457"), std::pair(1e12, "1000000000")}) {
    signs.errors.setConstant(error);
    EXPECT_TRUE(rule.sentence(signs).ends_with(std::string(" ") + text)) << rule.sentence(signs);
  }
}

TEST(Diagnosis, OutOfReachIsTheWorstOfThoseThatCannotGetThere) {
  sim::Symptoms signs;
  signs.beyond = signs.errors = Eigen::VectorXd::Zero(3);
  signs.pulls = Eigen::VectorXd::Ones(3);
  signs.tolerances = Eigen::VectorXd::Constant(3, 0.05);
  EXPECT_EQ(signs.out_of_reach(), -1);
  for (int i = 0; i < 3; ++i) {
    signs.errors << 0.3, 0.3, 0.3;
    signs.beyond.setZero();
    signs.beyond[i] = 0.0051;
    EXPECT_EQ(signs.out_of_reach(), i);
    signs.beyond[i] = 0.0049;
    EXPECT_EQ(signs.out_of_reach(), -1);
    signs.pulls[i] = 0.099;  // straight away from all that its joints can do
    EXPECT_EQ(signs.out_of_reach(), i);
    signs.errors[i] = 0.99 * signs.tolerances[i];  // but there
    EXPECT_EQ(signs.out_of_reach(), -1);
    signs.pulls[i] = 1;
  }
  signs.errors << 0.2, 0.4, 0.3;
  signs.beyond.setConstant(1);
  EXPECT_EQ(signs.out_of_reach(), 1);
}

}  // namespace
