// Correctness first: what is quick beside what is plain, bench/plain.cpp, on every scene that comes
// with the program, with its own targets: 1000 steps, each to 1e-9. Sizes that are unrolled, those
// that are not, the solutions of damping that is small for the body, the singular values found from
// those before, and several bodies in the lanes of a register.

#include <gtest/gtest.h>

#include <string>

#include "formats/scene/scene_file.h"
#include "ik/batch/lanes.h"
#include "sim/simulation.h"
#include "support/effort.h"
#include "support/names.h"
#include "support/scenes.h"
#include "support/textbook.h"

namespace {

using Changes = std::vector<std::pair<const char*, const char*>>;

class FastPaths : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const sim::Scene> scene = formats::load(formats::find_scene(GetParam()));
  const std::shared_ptr<const ik::Skeleton>& body = scene->skeleton;
  sim::Simulation simulation{scene};  // for its targets
  const int steps = body->joints() > 1000 ? test::by_effort(3, 30) : test::by_effort(100, 1000);

  static base::Settings settings_of(const std::string& method, const Changes& changes) {
    base::Settings settings(ik::find_method(method).parameters());
    for (const ik::ObjectiveInfo* objective : ik::objectives())
      settings.set(objective->gain.key, 0);
    settings.set_text("limits", "off");
    for (const auto& [key, text] : changes) settings.set_text(key, text);
    return settings;
  }
  const ik::Targets& next_targets() {
    simulation.move_targets();
    return simulation.target_state();
  }
  void step_plainly(plain::Stepper& plain, const ik::Targets& targets) const {
    for (int i = 0; i < body->effectors(); ++i)
      if (targets.jumped[static_cast<size_t>(i)]) plain.target_jumped(i);
    plain.step(targets.position);
  }
};

INSTANTIATE_TEST_SUITE_P(Scenes, FastPaths,
                         testing::ValuesIn(test::plain_scene_names(formats::scene_names())),
                         [](const auto& one) { return test::identifier(one.param); });

/// Each update from the same pose as the plain one: whether a method shakes does not matter.
TEST_P(FastPaths, EveryUpdateIsTheTextbooks) {
  const std::pair<const char*, Changes> cases[] = {
      {"transpose", {{"dmax_mode", "adaptive"}}},
      {"pinv", {{"tolerance", "0.01"}}},
      {"dls", {{"lambda", "0.1"}, {"dmax_mode", "adaptive"}}},
      {"sdls", {{"tolerance", "0.01"}, {"sdls_clamp", "soft"}, {"dmax_mode", "constant"}}},
  };
  for (const auto& [method, changes] : cases) {
    SCOPED_TRACE(method);
    const base::Settings settings = settings_of(method, changes);
    ik::Solver solver(body, ik::find_method(method), settings);
    plain::Stepper plain(body, test::textbook(method, settings));
    for (int step = 0; step < steps; ++step) {
      plain.set_theta(solver.pose().theta);
      const ik::Targets& targets = next_targets();
      step_plainly(plain, targets);
      solver.step(targets, scene->dt);
      ASSERT_LT((solver.pose().theta - plain.theta()).cwiseAbs().maxCoeff(), 1e-9) << step;
      if (step % 20 != 0) continue;
      const Eigen::VectorXd sigma = plain::singular_values(solver.J());
      ASSERT_LT((solver.svd().sigma().head(sigma.size()) - sigma).norm(), 1e-12 * sigma[0]) << step;
    }
  }
}

/// Whole runs, each on its own, damped so that rounding is not made large.
TEST_P(FastPaths, SmoothRunsStayTogetherInLanesToo) {
  const char* lambda = body->joints() > 1000 ? "10" : "2";
  std::vector<base::Settings> settings;
  for (const Changes& changes :
       {Changes{}, Changes{{"dmax_mode", "constant"}}, Changes{{"dmax_mode", "adaptive"}}}) {
    settings.push_back(settings_of("dls", changes));
    settings.back().set_text("lambda", lambda);
  }
  std::vector<ik::Solver> solvers;
  std::vector<plain::Stepper> plain;
  for (const base::Settings& one : settings) {
    solvers.emplace_back(body, ik::find_method("dls"), one);
    plain.emplace_back(body, test::textbook("dls", one));
  }
  ik::LaneSolver lanes(solvers[0], settings);
  for (int step = 0; step < steps; ++step) {
    const ik::Targets& targets = next_targets();
    lanes.step(targets);
    for (size_t i = 0; i < solvers.size(); ++i) {
      solvers[i].step(targets, scene->dt);
      step_plainly(plain[i], targets);
      const Eigen::VectorXd& theta = solvers[i].pose().theta;
      ASSERT_LT((theta - plain[i].theta()).cwiseAbs().maxCoeff(), 1e-9) << step << ", run " << i;
      ASSERT_LT((theta - lanes.theta(static_cast<int>(i))).cwiseAbs().maxCoeff(), 1e-9)
          << step << ", lane " << i;
    }
  }
}

}  // namespace
