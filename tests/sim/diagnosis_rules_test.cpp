// Every rule of the detector on a scene in which it must speak and one in which it must not.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "watched.h"

namespace {
namespace diagnosis_rules_test {

using test::Case;
using test::Watched;
using test::well;

struct Trial {
  const char* rule;
  Case speaks, is_silent;
  const char *sentence, *advice;  // parts of what it says
};

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
       "is out of reach and σ₁₂ is small",
       "raise λ or set Dₘₐₓ"},
      {"shaking near a singular pose",
       {"out-of-reach", "pinv", {{"max_angle_deg", "45"}, {"limits", "off"}}, 300},
       {"out-of-reach", "dls", {}, 300},
       "steps along u₆ are amplified",
       "try damped least squares"},
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
       "wrist singularity: axes 4 and 6 are in line, a rotation is lost",
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
      {"out of reach",
       {"double-y", "dls", {}, 300},
       well,
       "out of reach at this moment",
       "nothing to tune"},
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
       "in 100 % of the last steps",
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
      {"following", {"human", "dls", {{"lambda", "0.5"}}, 300}, well, "has the largest error", ""},
  };
  return all;
}

TEST(DiagnosisRules, EveryRuleIsTried) {
  std::set<std::string_view> tried{"open loop", "immobile"};  // bodies of files: wild_robots_test
  for (const Trial& trial : trials()) tried.insert(trial.rule);
  for (const sim::Rule& rule : sim::rules()) EXPECT_TRUE(tried.contains(rule.name)) << rule.name;
  EXPECT_EQ(tried.size(), sim::rules().size());
}

TEST(DiagnosisRules, EachSpeaksWhereItMust) {
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
TEST(DiagnosisRules, TheAdviceAgainstShakingIsTheMethods) {
  const sim::Rule& rule =
      *std::ranges::find(sim::rules(), std::string_view("shaking"), &sim::Rule::name);
  for (const auto& [method, advice] : {std::pair{"dls", "raise λ"}, {"sdls", "lower γₘₐₓ"}}) {
    const Watched watched({"vehicle-arm", method, {}, 60});
    sim::Symptoms symptoms = watched.diagnosis.symptoms();
    symptoms.solver = &watched.simulation.run().solver();
    EXPECT_NE(rule.advice(symptoms).find(advice), std::string::npos) << rule.advice(symptoms);
  }
}

/// A step that leaves r of the error lags less by it only for r above a third.
TEST(DiagnosisRules, FeedForwardIsAdvisedWhereItHelps) {
  const Watched watched(well);
  sim::Symptoms symptoms = watched.diagnosis.symptoms();
  symptoms.solver = &watched.simulation.run().solver();
  const sim::Rule& lag =
      *std::ranges::find(sim::rules(), std::string_view("lag"), &sim::Rule::name);
  for (const auto& [left, advised] : {std::pair{0.2, false}, {0.4, true}}) {
    symptoms.left = left;
    EXPECT_EQ(lag.advice(symptoms).find("feed-forward") != std::string::npos, advised) << left;
  }
}

/// Found: of a single joint at its limit it said that the other joints would compensate.
TEST(DiagnosisRules, OtherJointsAreOfferedWhereThereAreAny) {
  const Watched watched({"double-y", "dls", {}, 100});
  sim::Symptoms symptoms = watched.diagnosis.symptoms();
  symptoms.solver = &watched.simulation.run().solver();
  const sim::Rule& limits =
      *std::ranges::find(sim::rules(), std::string_view("limits"), &sim::Rule::name);
  symptoms.stuck.setZero();
  symptoms.stuck[0] = 1;
  EXPECT_NE(limits.advice(symptoms).find("compensate"), std::string::npos);
  symptoms.stuck.setOnes();
  EXPECT_EQ(limits.advice(symptoms).find("compensate"), std::string::npos);
}

/// The pseudoinverse goes on shaking under smaller clamps  (claim 2b); only a target that rests can
/// be brought nearer.
TEST(DiagnosisRules, TheAdviceOutOfReachHelps) {
  const Watched shakes({"double-y", "pinv", {}, 300});
  EXPECT_EQ(shakes.name(), "shaking out of reach");
  EXPECT_EQ(shakes.diagnosis.advice(), "try damped least squares");
  Watched rests({"y", "dls", {}, 0});
  rests.simulation.apply(sim::HoldTarget{0, {1.2, 1.6, 0.2}});
  rests.simulation.apply(sim::HoldTarget{1, {-1.6, 3.2, 0}});
  rests.run(400);
  EXPECT_TRUE(rests.diagnosis.sentence().starts_with("steady but out of reach: "))
      << rests.diagnosis.sentence();
  EXPECT_EQ(rests.diagnosis.advice(), "bring the target nearer");
}

/// Each by its name, with what can be seen of it; and where the arm shakes there, that too.
TEST(DiagnosisRules, NamesTheSingularitiesOfASixAxisArm) {
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

TEST(DiagnosisRules, EachIsSilentWhereItMustBe) {
  for (const Trial& trial : trials()) {
    const Watched watched(trial.is_silent);
    for (std::string_view said : watched.said) EXPECT_NE(said, trial.rule);
    EXPECT_FALSE(watched.said.empty());
  }
}

/// Where one sign alone decides about a rule: it holds above the bound, or below it.
struct Edge {
  const char *rule, *method;
  double sim::Symptoms::*sign;
  bool above;
  double (*bound)(double ease);
};

TEST(DiagnosisRules, EachRuleHoldsUpToItsBound) {
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

/// Two digits below ten, one below a thousandth, whole numbers above; the very large and small ones
/// as powers of ten.
TEST(DiagnosisRules, SaysNumbersShortly) {
  const Watched watched(well);
  sim::Symptoms signs = watched.diagnosis.symptoms();
  signs.solver = &watched.simulation.run().solver();
  const sim::Rule& rule = *std::ranges::find(sim::rules(), "following", &sim::Rule::name);
  for (const auto& [error, text] :
       {std::pair(1.23e-5, "10⁻⁵"), std::pair(0.01234, "0.012"), std::pair(1.26, "1.3"),
        std::pair(12.34, "12"), std::pair(123456.7, "1.2·10⁵"), std::pair(1e12, "10¹²")}) {
    signs.errors.setConstant(error);
    EXPECT_TRUE(rule.sentence(signs).ends_with(std::string(" ") + text)) << rule.sentence(signs);
  }
}

}  // namespace diagnosis_rules_test
}  // namespace
