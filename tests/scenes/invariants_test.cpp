// What must hold whatever is set: many updates of every method on every scene, parameters drawn at
// random from their ranges, extremes and special values included. IKSCOPE_UPDATES=1000000 in the
// environment makes a million of each.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "sim/simulation.h"
#include "sim/timeline/history.h"
#include "support/effort.h"
#include "support/names.h"
#include "support/random.h"
#include "support/scenes.h"

namespace {

const char* const wanted = std::getenv("IKSCOPE_UPDATES");

int64_t updates_wanted() {
  if (wanted) return std::atoll(wanted);
  return test::by_effort(test::sanitized ? 250 : 1'000, 4'000);
}
const int64_t all_updates = updates_wanted();

std::vector<std::string> scenes() {
  return test::thorough() ? formats::scene_names() : test::scene_names();
}

constexpr int64_t updates_of_a_draw = 250;
constexpr int most_bodies = 3;

double draw(const base::Parameter& p, test::Random& random) {
  if (p.key == sim::world::bodies().key) return 1 + random.index(most_bodies);
  if (!p.choices.empty()) return random.index(static_cast<int>(p.choices.size()));
  if (!p.special.empty() && random.chance(0.3)) return p.special_value;
  const double kind = random.uniform(0, 1);
  if (kind < 0.1) return p.min;
  if (kind < 0.2) return p.max;
  if (kind < 0.4) return p.default_value;
  const double value = p.scale == base::Scale::Log
                           ? random.log_uniform(std::max(p.min, 1e-9 * p.max), p.max)
                           : random.uniform(p.min, p.max);
  return p.integer ? std::round(value) : std::min(value, p.max);
}

class Invariants : public testing::TestWithParam<std::tuple<std::string, const ik::MethodInfo*>> {
 protected:
  void tell(const sim::Command& command) { simulation.apply(command); }

  void draw_everything() {
    for (const auto* table : {&method.parameters(body), &sim::world::table(body)})
      for (const base::Parameter& p : *table)
        tell(sim::SetParameter{std::string(p.key), draw(p, random)});
    for (int i = 0; i < body.effectors(); ++i) {
      const double kind = random.uniform(0, 1);
      if (kind < 0.1)  // near, far, very far
        tell(sim::HoldTarget{i, Eigen::Vector3d(random.vector(3, random.log_uniform(1e-3, 1e7)))});
      else if (kind < 0.15)  // in the middle of the body, where links fold
        tell(sim::HoldTarget{i, body.joint(random.index(body.joints())).position});
      else if (kind < 0.2)  // at the effector itself: no error at all
        tell(sim::HoldTarget{i, simulation.run().solver().pose().effector.col(i)});
      else if (kind < 0.5)
        tell(sim::ReleaseTarget{i, sim::ReleaseTarget::To::Home});
      else if (kind < 0.6)
        tell(sim::ReleaseTarget{i, sim::ReleaseTarget::To::Swing});
    }
    if (random.chance(0.1)) tell(sim::Restart{});
    if (random.chance(0.3)) tell(sim::HoldJoint{random.index(body.joints()), random.chance(0.5)});
    if (random.chance(0.1)) tell(sim::SetJoint{random.index(body.joints()), random.uniform(-4, 4)});
  }

  std::string settings() const {
    std::ostringstream text;
    for (const base::Parameter& p : method.parameters(body))
      text << p.key << '=' << simulation.run().settings().text(p.key) << ' ';
    for (const base::Parameter& p : sim::world::table(body))
      text << p.key << '=' << simulation.world().text(p.key) << ' ';
    return text.str();
  }

  /// Whether joint j follows a recording: as long as it is held.
  bool is_given(int j) const {
    return std::ranges::binary_search(simulation.target_state().recorded_joints, j) &&
           std::ranges::binary_search(simulation.run().solver().held(), j);
  }

  /// An angle counts as much as a length of the body's scale.
  double largest_error() const {
    double largest = 0;
    for (int i = 0; i < body.effectors(); ++i)
      largest = std::max(
          largest, simulation.run().errors()[i] * (body.has_angle_error(i) ? body.scale() : 1));
    return largest;
  }

  /// One step and all that must be true of it. Returns the first thing that is not.
  const char* step_and_check() {
    const ik::Solver& solver = simulation.run().solver();
    theta_before = solver.pose().theta;
    simulation.step();
    if (watched) history.record(simulation.run());
    const ik::StepReport& report = simulation.run().report();
    const Eigen::VectorXd& theta = solver.pose().theta;
    const ik::StepCap cap = solver.cap();
    const double count = std::max(report.updates, 1);

    if (!theta.allFinite()) return "theta is not finite";
    if (!solver.pose().effector.allFinite()) return "an effector is not at a finite place";
    if (!simulation.run().errors().allFinite()) return "an error is not finite";
    if (!solver.requested_dq().allFinite()) return "the step asked for is not finite";
    for (int j = 0; j < body.joints(); ++j) {
      const double most = body.revolute(j) ? cap.angle : cap.length;
      if (std::abs(solver.dtheta()[j]) > most * (1 + 1e-12)) return "an update exceeds its cap";
      const double rounding = 1e-15 * (std::abs(theta[j]) + std::abs(theta_before[j]));
      if (is_given(j)) continue;
      if (std::abs(theta[j] - theta_before[j]) > count * (most * (1 + 1e-12) + rounding))
        return "a step exceeds its caps";
    }
    for (const int j : solver.held())
      if (!is_given(j) && theta[j] != theta_before[j]) return "a held joint moves";
    for (const int j : simulation.target_state().recorded_joints)
      if (is_given(j) && theta[j] != simulation.target_state().recorded[j])
        return "a held joint does not follow the recording";
    if (limits) {
      for (int j = 0; j < body.joints(); ++j)
        if (theta[j] < body.joint(j).lower || theta[j] > body.joint(j).upper)
          return "a limit is not kept";
    } else if (report.limit_reached) {
      return "a limit is reported though limits are off";
    }
    if (report.updates > updates_per_step) return "too many updates";
    if (report.updates < updates_per_step &&
        !(largest_error() < solver.settings().get("stop_error")))
      return "too few updates";
    if (report.error_clamped && dmax_off) return "D_max is reported though it is off";
    if (!(report.max_ratio >= 0 && report.max_ratio <= 1)) return "the reported ratio is wrong";
    if (report.step_clamped && solver_clamps_hard && !speeds_act && report.max_ratio < 1 - 1e-12)
      return "a clamp is reported that did not act";
    for (int i = 0; i < simulation.crowd().size(); ++i) {
      const Eigen::VectorXd& other = simulation.crowd().body(i).pose().theta;
      if (!other.allFinite()) return "theta of one of the crowd is not finite";
      for (int j = 0; limits && j < body.joints(); ++j)
        if (other[j] < body.joint(j).lower || other[j] > body.joint(j).upper)
          return "one of the crowd does not keep a limit";
    }
    return nullptr;
  }

  const ik::MethodInfo& method = *std::get<1>(GetParam());
  std::shared_ptr<const sim::Scene> scene =
      formats::load(formats::find_scene(std::get<0>(GetParam())));
  const ik::Skeleton& body = *scene->skeleton;
  sim::Simulation simulation{scene};
  sim::History history{body.effectors(), body.rows(), 200};
  bool watched = false;
  test::Random random{500};
  Eigen::VectorXd theta_before;
  bool limits = true, dmax_off = true, solver_clamps_hard = true;
  bool speeds_act = false;  // they clamp below the cap, too
  int updates_per_step = 1;
};

INSTANTIATE_TEST_SUITE_P(All, Invariants,
                         testing::Combine(testing::ValuesIn(scenes()),
                                          testing::ValuesIn(ik::methods())),
                         [](const auto& one) {
                           return test::identifier(std::get<0>(one.param) + '_' +
                                                   std::string(std::get<1>(one.param)->name));
                         });

TEST_P(Invariants, HoldInEveryStep) {
  if (!method.suits(body)) GTEST_SKIP() << method.unable(body);
  tell(sim::ChooseMethod{std::string(method.name)});
  // Unless a number is asked for, a slow method, or a body larger than the larger double-Y, makes
  // fewer updates: fewer of each draw and, less so, fewer draws.
  const double size = body.rows() * body.joints() / (12.0 * 25);
  const double cost =
      wanted ? 1 : std::max(1.0, method.cost / 4) * std::max(1.0, std::pow(size, 3));
  const double slowness = std::sqrt(cost);
  int64_t steps = 0, updates = 0;
  while (static_cast<double>(updates) < static_cast<double>(all_updates) / cost) {
    draw_everything();
    watched = random.chance(0.1);
    const base::Settings& now = simulation.run().settings();
    limits = now.get("limits") != 0;
    dmax_off = now.get("dmax_mode") == 0;
    solver_clamps_hard = !now.has("sdls_clamp") || now.text("sdls_clamp") == "hard";
    speeds_act = body.has_rate_limits() && now.get("speed_limits") != 0;
    updates_per_step = static_cast<int>(now.get("updates_per_step"));
    const double enough = static_cast<double>(updates) + updates_of_a_draw / slowness;
    for (; static_cast<double>(updates) < enough; ++steps) {
      const char* wrong = step_and_check();
      ASSERT_EQ(wrong, nullptr) << wrong << " in step " << steps << " with " << settings();
      updates +=
          std::max<int64_t>(simulation.run().report().updates + simulation.crowd().updates(), 1);
    }
  }
}

}  // namespace
