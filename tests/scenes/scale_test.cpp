// A body ten times as large, with targets ten times as far apart, behaves the same: all defaults
// follow the body's size.

#include <gtest/gtest.h>

#include <cmath>

#include "base/length_unit.h"
#include "formats/scene/scene_file.h"
#include "ik/linalg/generic_rank.h"
#include "ik/methods/method.h"
#include "sim/metrics/measurement.h"
#include "sim/simulation.h"
#include "support/bodies.h"
#include "support/scenes.h"

namespace {

/// The same body, targets and obstacles so much larger, with a method's defaults.
std::shared_ptr<sim::Scene> resized(const sim::Scene& scene, double times, std::string_view method,
                                    const base::LengthUnit* unit = nullptr) {
  auto result = std::make_shared<sim::Scene>(scene);
  const ik::Skeleton& body = *scene.skeleton;
  result->skeleton =
      std::make_shared<ik::Skeleton>(test::resized(body, times, unit ? unit : body.unit()));
  for (sim::TargetSpec& target : result->targets)
    for (const sim::Field& field : sim::find_motion(target.motion).fields)
      if (field.unit == "unit" && !body.has_angle_error(target.effector))
        for (double& value : target.values[std::string(field.key)]) value *= times;
  for (ik::Obstacle& obstacle : result->obstacles) {
    obstacle.position *= times;
    obstacle.size *= times;
    obstacle.axis *= times;
  }
  static_cast<sim::RunSpec&>(*result) = {.method = std::string(method)};
  result->others.clear();
  return result;
}

std::shared_ptr<const sim::Scene> load(const char* name) {
  return formats::load(formats::find_scene(name));
}

/// The largest difference of a joint's angle within so many steps.
double difference(sim::Simulation a, sim::Simulation b, int steps) {
  double most = 0;
  for (int step = 0; step < steps; ++step) {
    a.step();
    b.step();
    most = std::max(
        most,
        (a.run().solver().pose().theta - b.run().solver().pose().theta).cwiseAbs().maxCoeff());
  }
  return most;
}

/// Those of the papers; robots are in metres, figures in whatever the recording has.
TEST(Scale, IsOneForEverySceneWithoutAUnitThatComesWithTheProgram) {
  int compared = 0;
  for (const std::string& name : formats::scene_names()) {
    const auto scene = load(name.c_str());
    if (scene->skeleton->unit() || scene->group == "Figures") continue;
    ++compared;
    EXPECT_EQ(scene->skeleton->scale(), 1) << name << ", " << scene->skeleton->length();
    for (const ik::MethodInfo* method : ik::methods())
      EXPECT_EQ(&method->parameters(*scene->skeleton), &method->parameters());
    EXPECT_EQ(base::Settings(sim::world::table(*scene->skeleton)).get("hit_distance"), 0.05);
  }
  EXPECT_GT(compared, 15);
}

TEST(Scale, EveryMethodDoesTheSameOnABodyTenTimesAsLargeOrSmall) {
  int compared = 0;
  for (const char* name : {"single-arm", "y", "double-y", "snu-7-3", "obstacle-field"}) {
    const auto scene = load(name);
    for (const ik::MethodInfo* method : ik::methods()) {
      const sim::Simulation once(resized(*scene, 1, method->name));
      for (const double times : {0.1, 10., 100.}) {
        const sim::Simulation other(resized(*scene, times, method->name));
        const int steps = method->cost > 10 ? 12 : 60;
        const double rounding = method->cost > 10 ? 1e-3 : 1e-6;  // which a search makes larger
        EXPECT_LT(difference(once, other, steps), rounding) << method->name << " on " << name;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(Scale, EveryRuleOfDampingDoesTheSame) {
  const auto scene = load("y");
  for (const std::string_view rule : {"manipulability", "sigma_min", "filtering", "error"}) {
    sim::Simulation once(resized(*scene, 1, "dls")), other(resized(*scene, 0.1, "dls"));
    for (sim::Simulation* one : {&once, &other}) {
      const base::Parameter& damping = one->parameter("damping");
      one->apply(sim::SetParameter{"damping", base::parse(damping, rule)});
    }
    EXPECT_NE(once.value("w0"), other.value("w0"));
    EXPECT_LT(difference(once, other, 200), 1e-6) << rule;
  }
}

const char* const mobile_arm = R"(
name = "mobile arm"
unit = "m"
joint = [
  {name = "base", parent = "world", type = "prismatic", position = [0, 0, 0], axis = [1, 0, 0], limits = [-0.2, 0.25], start = 0.05},
  {name = "shoulder", parent = "base", type = "revolute", position = [0, 0, 0.2], axis = [0, 1, 0], start_deg = 20, limits_deg = [-90, 100]},
  {name = "elbow", parent = "shoulder", type = "revolute", position = [0, 0, 0.5], axis = [0, 1, 0], start_deg = 50, rest_deg = 20},
  {name = "roll", parent = "elbow", type = "revolute", position = [0, 0, 0.6], axis = [0, 0, 1], start_deg = 10},
  {name = "rod", parent = "roll", type = "prismatic", position = [0, 0, 0.7], axis = [0.2, 0.1, 1], limits = [0, 0.2], start = 0.05},
  {name = "wrist", parent = "rod", type = "revolute", position = [0, 0, 0.8], axis = [1, 0, 0], start_deg = 30},
]
effector = [
  {name = "tip", joint = "wrist", position = [0, 0.05, 0.95]},
  {name = "knuckle", joint = "rod", position = [0, 0, 0.8]},
]
target = [
  {effector = "tip", motion = "sinusoid", center = [0.55, 0.05, 0.35], amplitude = [0.05, 0.03, 0.02], frequency = [2, 3, 1]},
  {effector = "tip", goal = "orientation", motion = "fixed", center = [0.3, 1.2, 0.2]},
  {effector = "knuckle", motion = "fixed", center = [0.5, 0, 0.4]},
]
obstacle = [
  {name = "ball", shape = "sphere", position = [0.6, 0.3, 0.5], radius = 0.1},
]
)";

/// A value of a parameter other than its default, where it is a number.
double another_value(const base::Parameter& p) {
  const double from = p.scale == base::Scale::Log ? std::log(std::max(p.min, 1e-2 * p.max)) : p.min;
  const double to = p.scale == base::Scale::Log ? std::log(p.max) : p.max;
  const double at = from + 0.55 * (to - from);
  const double value = p.scale == base::Scale::Log ? std::exp(at) : at;
  return p.integer ? std::floor(value) : value;
}

/// Few steps, so that rounding is not amplified: what is compared is the update.
TEST(Scale, ABodyOfTurnsAndSlidesMovesAlikeInMetresMillimetresAndInches) {
  const auto scene = formats::parse(mobile_arm, "mobile arm");
  const int rank = ik::GenericRank(*scene->skeleton).of(false);
  int compared = 0;
  for (const ik::MethodInfo* method : ik::methods()) {
    const auto compare = [&](std::vector<std::pair<std::string_view, double>> settings) {
      static const base::LengthUnit binary{"binary", 0x1p-10};
      for (const base::LengthUnit* other_unit :
           {base::find_length_unit("mm"), base::find_length_unit("in"), &binary}) {
        const std::string_view unit = other_unit->name;
        const double times = 1 / other_unit->metres;
        sim::Simulation a(resized(*scene, 1, method->name)),
            b(resized(*scene, times, method->name, other_unit));
        for (const auto& [key, value] : settings) {
          const base::Parameter& p = a.parameter(key);
          const int power = p.length_power * (p.per_rank ? rank : 1);
          a.apply(sim::SetParameter{std::string(key), value});
          b.apply(sim::SetParameter{std::string(key), value * std::pow(times, power)});
        }
        const bool searches = method->cost > 10;
        const bool many = !settings.empty() && settings.back().first == "updates_per_step";
        // Powers of two leave no rounding but that of settings, so that searches do the same.
        const double tolerance = other_unit == &binary ? (searches ? 0 : 1e-12)
                                 : searches && many    ? 1e-5
                                                       : 1e-9;
        for (int step = 0; step < (many || searches ? 1 : 10); ++step) {
          a.step();
          b.step();
          for (int j = 0; j < a.skeleton().joints(); ++j) {
            const double theirs = b.run().solver().pose().theta[j];
            const double difference =
                std::abs(a.run().solver().pose().theta[j] -
                         (a.skeleton().revolute(j) ? theirs : theirs / times));
            ASSERT_LE(difference, tolerance)
                << method->name << " in " << unit << ", joint " << j << ", step " << step << ", "
                << (settings.empty() ? "" : settings.back().first);
          }
          ++compared;
        }
      }
    };
    compare({});
    for (const base::Parameter& p : method->parameters(*scene->skeleton)) {
      std::vector<std::pair<std::string_view, double>> settings;
      if (!p.needs.key.empty()) {
        const base::Settings table(method->parameters(*scene->skeleton));
        const base::Parameter& needed = *table.find(p.needs.key);
        settings.emplace_back(needed.key, base::parse(needed, p.needs.choices.front()));
      }
      if (p.choices.empty()) {
        settings.emplace_back(p.key, another_value(p));
        compare(settings);
      }
      for (size_t choice = 0; choice < p.choices.size(); ++choice)
        compare({{p.key, static_cast<double>(choice)}});
    }
  }
  EXPECT_GT(compared, 300);
}

/// Found: a base that moved 0.95 m in metres moved 0.02 m in millimetres.
TEST(Scale, SlidesWeighAsMuchAsTurnsByTheBodysScale) {
  const auto scene = formats::parse(mobile_arm, "mobile arm");
  sim::Simulation light(resized(*scene, 1, "dls")), heavy(resized(*scene, 1, "dls"));
  const double usual = light.value("slide_length");
  EXPECT_NEAR(usual, scene->skeleton->scale(), 1e-12);
  light.apply(sim::SetParameter{"slide_length", 10 * usual});
  heavy.apply(sim::SetParameter{"slide_length", 0.1 * usual});
  light.step();
  heavy.step();
  const auto slid = [](const sim::Simulation& simulation) {
    return std::abs(simulation.run().solver().dtheta()[0]);
  };
  EXPECT_GT(slid(light), 10 * slid(heavy));
}

TEST(Scale, GoalsThatAreAnglesDoTheSame) {
  const char* const text = R"(
name = "arm"
joint = [
  {name = "a", parent = "world", type = "ball", position = [0, 0, 0]},
  {name = "b", parent = "a", type = "ball", position = [0, 1.5, 0]},
  {name = "c", parent = "b", type = "revolute", axis = [0, 0, 1], position = [0, 2.5, 0]},
]
effector = [
  {name = "tip", joint = "c", position = [0, 3.5, 0]},
]
target = [
  {effector = "tip", motion = "fixed", center = [1.5, 1, 0.5]},
  {effector = "tip", goal = "orientation", motion = "fixed", center = [0.3, 1.4, 0.2]},
]
)";
  const auto scene = formats::parse(text, "arm");
  ASSERT_EQ(scene->skeleton->scale(), 1);
  std::string small = text;
  for (const auto& [from, to] :
       {std::pair("1.5, 0]", "0.15, 0]"), std::pair("2.5, 0]", "0.25, 0]"),
        std::pair("3.5, 0]", "0.35, 0]"), std::pair("[1.5, 1, 0.5]", "[0.15, 0.1, 0.05]")})
    small.replace(small.find(from), std::string_view(from).size(), to);
  const auto other = formats::parse(small, "small arm");
  ASSERT_NEAR(other->skeleton->scale(), 0.1, 1e-15);
  EXPECT_NEAR(other->skeleton->effector(1).goal.weight, 0.1, 1e-15);
  for (const char* mode : {"off", "constant", "adaptive"}) {
    sim::Simulation a(scene), b(other);
    for (sim::Simulation* one : {&a, &b})
      one->apply(sim::SetParameter{"dmax_mode", base::parse(one->parameter("dmax_mode"), mode)});
    EXPECT_LT(difference(a, b, 200), 1e-6) << mode;
  }
  sim::Simulation a(scene), b(other);
  a.step();
  b.step();
  EXPECT_NEAR(10 * b.run().total_error(), a.run().total_error(), 1e-9);
}

TEST(Scale, RangesAreRoundNumbers) {
  const auto scene = load("y");
  const sim::Simulation small(resized(*scene, 0.1, "dls")), middle(resized(*scene, 0.3, "dls"));
  EXPECT_EQ(small.parameter("lambda").default_value, 0.06);
  EXPECT_EQ(small.parameter("lambda").max, 1);
  EXPECT_EQ(small.parameter("dmax").default_value, 0.04);
  EXPECT_EQ(small.parameter("dmax").min, 1e-4);
  EXPECT_EQ(small.parameter("max_angle_deg").max, 180);
  EXPECT_EQ(small.value("hit_distance"), 0.005);
  EXPECT_EQ(middle.parameter("lambda").default_value, 0.18);
  EXPECT_EQ(middle.value("hit_distance"), 0.015);
  EXPECT_EQ(small.run().default_value("dmax"), 0.04);
}

TEST(Scale, AFileThatGivesValuesKeepsThem) {
  const auto small = resized(*load("y"), 0.1, "dls");
  small->settings = {{"lambda", "0.6"}, {"hit_distance", "0.05"}};
  const sim::Simulation simulation(small);
  EXPECT_EQ(simulation.value("lambda"), 0.6);
  EXPECT_EQ(simulation.value("hit_distance"), 0.05);
  EXPECT_EQ(formats::parse(formats::to_toml(simulation.snapshot()), "again")->settings,
            small->settings);
}

TEST(Scale, OfABodyThatOnlySlidesIsThatOfItsSlides) {
  ik::Joint slide{.name = "x", .type = ik::JointType::Prismatic, .lower = -15, .upper = 20};
  EXPECT_EQ(ik::Skeleton({slide}, {{"tip", 0, {0.1, 0, 0}}}).length(), 35);
  EXPECT_NEAR(ik::Skeleton({slide}, {{"tip", 0, {0.1, 0, 0}}}).scale(), 10, 1e-12);
  slide.lower = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(ik::Skeleton({slide}, {{"tip", 0}}).scale(), 1);  // no length at all
}

TEST(Scale, IsFiniteForTheSmallestAndLargestBodies) {
  for (const double length : {1e-100, 1e-9, 1e-4, 1.9, 2., 6., 6.1, 1e6}) {
    const ik::Skeleton body({{.name = "a"}}, {{"tip", 0, {length, 0, 0}}});
    EXPECT_GE(body.scale(), 0.99e-6);
    EXPECT_LE(body.scale(), 1.01e6);
    EXPECT_EQ(body.scale() == 1, length >= 2 && length <= 6) << length;
    for (const ik::MethodInfo* method : ik::methods())
      for (const base::Parameter& parameter : method->parameters(body)) {
        EXPECT_LT(parameter.min, parameter.choices.empty() ? parameter.max : 1e300);
        EXPECT_TRUE(std::isfinite(parameter.max)) << parameter.key;
        EXPECT_NO_THROW(base::check(parameter, parameter.default_value)) << parameter.key;
      }
  }
}

TEST(Tolerances, AreForPositionsAndForTurns) {
  sim::Simulation simulation(load("y"));
  EXPECT_EQ(simulation.run().tolerances().hit, Eigen::VectorXd::Constant(2, 0.05));
  simulation.apply(sim::SetParameter{"hit_distance", 0.5});
  EXPECT_EQ(simulation.run().tolerances().hit, Eigen::VectorXd::Constant(2, 0.5));
  simulation.apply(sim::AddRun{});
  EXPECT_EQ(simulation.runs()[1].tolerances().hit, Eigen::VectorXd::Constant(2, 0.5));

  ik::Effector turned{.name = "tip", .goal = {.info = &ik::find_goal("orientation")}};
  const ik::Skeleton body({{.name = "a"}}, {turned});
  EXPECT_NEAR(sim::tolerances(base::Settings(sim::world::table()), body).hit[0], 0.0523599, 1e-6);
}

TEST(Tolerances, DecideWhatAHitIs) {
  double share[2] = {};
  for (int wide = 0; wide < 2; ++wide) {
    sim::Simulation simulation(load("y"));
    if (wide) simulation.apply(sim::SetParameter{"hit_distance", 1});
    sim::Measurement measures(simulation.skeleton().joints(), simulation.run().tolerances());
    for (int i = 0; i < 200; ++i) {
      simulation.step();
      measures.add(simulation.run());
    }
    share[wide] = measures.summary().hit_share;
  }
  EXPECT_LT(share[0], 0.9);
  EXPECT_GT(share[1], share[0] + 0.1);
}

TEST(Tolerances, ComeBackWithUndo) {
  sim::Simulation simulation(load("y"));
  simulation.enable_undo();
  simulation.apply(sim::SetParameter{"hit_distance", 0.5});
  simulation.apply(sim::Undo{});
  EXPECT_EQ(simulation.run().tolerances().hit[0], 0.05);
  simulation.apply(sim::Redo{});
  EXPECT_EQ(simulation.run().tolerances().hit[0], 0.5);
}

}  // namespace
