// No parameter is shown that does nothing: each of every method makes a difference somewhere, to
// the pose after some steps of some scene, the others drawn at random, and none where it is said
// not to act.

#include <gtest/gtest.h>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "sim/simulation.h"
#include "support/bodies.h"
#include "support/names.h"

namespace {

double draw_moderate(const base::Parameter& p, test::Random& random) {
  if (!p.choices.empty()) return random.index(static_cast<int>(p.choices.size()));
  if (p.integer) return p.min + random.index(static_cast<int>(std::min(p.max - p.min, 4.0)) + 1);
  return p.scale == base::Scale::Log ? random.log_uniform(std::max(p.min, 1e-3 * p.max), p.max)
                                     : random.uniform(p.min, p.max);
}

using Scene = std::shared_ptr<const sim::Scene>;

/// A planar arm and a target on the line that it makes, stretched: no gradient leads there.
Scene stretched() {
  return test::scene_of("stretched", {test::row(3), {{"tip", 2, {3, 0, 0}}}},
                        {test::sinusoid(0, {1, 0, 0}, {0, 0, 0}, {0, 0, 0})});
}

/// A slow arm with a place and an orientation to reach, which contradict each other.
Scene oriented() {
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 4; ++j)
    joints.push_back({.name = std::string(1, static_cast<char>('a' + j)),
                      .parent = j - 1,
                      .position = {0.7 * j, 0, 0},
                      .axis = Eigen::Vector3d::Unit(2 - j % 3),
                      .start = 0.3,
                      .max_speed = 1});
  return test::scene_of("oriented",
                        {joints,
                         {{"tip", 3, {2.8, 0, 0}},
                          {"turn", 3, {2.8, 0, 0}, {.info = &ik::find_goal("orientation")}}}},
                        {test::sinusoid(0, {1, 1, 0.5}, {0.5, 0.3, 0.2}, {3, 2, 4}),
                         test::sinusoid(1, {0.5, -0.3, 0.2}, {0.2, 0.2, 0.2}, {2, 3, 1})});
}

/// With slides, angles, obstacles, conflicts, limits that are met, a local minimum.
const std::vector<Scene>& chosen_scenes() {
  static const std::vector<Scene> all = [] {
    std::vector<Scene> result{stretched(), oriented()};
    for (const char* name : {"vehicle-arm", "obstacle-field", "double-y", "snu-7-4", "human"})
      result.push_back(formats::load(formats::find_scene(name)));
    return result;
  }();
  return all;
}

class Effects : public testing::TestWithParam<const ik::MethodInfo*> {
 protected:
  const ik::MethodInfo& method = *GetParam();
  test::Random random{600};

  /// theta of each of some steps, the parameters as in `values` but for one.
  std::vector<Eigen::VectorXd> way(const Scene& scene, const std::vector<double>& values,
                                   size_t changed, double value) const {
    sim::Simulation simulation(scene);
    simulation.apply(sim::ChooseMethod{std::string(method.name)});
    const auto& parameters = method.parameters();
    for (size_t i = 0; i < parameters.size(); ++i)
      simulation.apply(
          sim::SetParameter{std::string(parameters[i].key), i == changed ? value : values[i]});
    std::vector<Eigen::VectorXd> result;
    for (int step = 0; step < 40; ++step) {
      simulation.step();
      result.push_back(simulation.run().solver().pose().theta);
    }
    return result;
  }

  bool makes_a_difference(size_t parameter, bool acting, int trials) {
    const auto& parameters = method.parameters();
    int compared = 0;
    for (int trial = 0; trial < trials; ++trial)
      for (const Scene& scene : chosen_scenes()) {
        std::vector<double> values;
        base::Settings settings(parameters);
        for (const base::Parameter& p : parameters) {
          values.push_back(random.chance(0.5) ? p.default_value : draw_moderate(p, random));
          settings.set(p.key, values.back());
        }
        if (settings.has_effect(parameters[parameter]) != acting) continue;
        ++compared;
        const double one = draw_moderate(parameters[parameter], random);
        double other = draw_moderate(parameters[parameter], random);
        while (other == one) other = draw_moderate(parameters[parameter], random);
        if (way(scene, values, parameter, one) != way(scene, values, parameter, other)) return true;
      }
    EXPECT_GT(compared, 0) << parameters[parameter].key;
    return false;
  }
};
INSTANTIATE_TEST_SUITE_P(Methods, Effects, testing::ValuesIn(ik::methods()), test::by_name);

TEST_P(Effects, EveryParameterMakesADifferenceSomewhere) {
  for (size_t i = 0; i < method.parameters().size(); ++i)
    EXPECT_TRUE(makes_a_difference(i, true, 100)) << method.parameters()[i].key;
}

TEST_P(Effects, NoParameterMakesOneWhereItDoesNotAct) {
  for (size_t i = 0; i < method.parameters().size(); ++i)
    if (!method.parameters()[i].needs.key.empty()) {
      EXPECT_FALSE(makes_a_difference(i, false, 8)) << method.parameters()[i].key;
    }
}

}  // namespace
