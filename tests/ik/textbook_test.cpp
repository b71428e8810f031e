// Compares the solver with the plain implementation, on both reference bodies with their own
// targets, with every method, both Jacobians and every mode of D_max.

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

#include "support/bodies.h"
#include "support/moving.h"
#include "support/textbook.h"

namespace {

/// Returns the targets of tests/data/reference/README.md.
Eigen::Matrix3Xd targets_at(const sim::Scene& scene, double t) {
  Eigen::Matrix3Xd result(3, scene.skeleton->effectors());
  for (const sim::TargetSpec& target : scene.targets)
    for (int axis = 0; axis < 3; ++axis) {
      const auto number = [&](const char* key) { return target.values.find(key)->second[axis]; };
      result(axis, target.effector) =
          number("center") + number("amplitude") * std::sin(number("frequency") * t);
    }
  return result;
}

struct TextbookCase {
  const char* method;
  std::vector<std::pair<std::string, std::string>> own;
};

void PrintTo(const TextbookCase& one, std::ostream* out) { *out << one.method; }

class Textbook : public testing::TestWithParam<
                     std::tuple<const char*, TextbookCase, const char*, const char*>> {
 protected:
  std::shared_ptr<const sim::Scene> scene =
      std::get<0>(GetParam()) == std::string("y") ? test::y_scene() : test::double_y_25_scene();
  ik::Solver solver{scene->skeleton, ik::find_method(std::get<1>(GetParam()).method), settings()};
  plain::Stepper stepper{scene->skeleton,
                         test::textbook(std::get<1>(GetParam()).method, settings())};
  ik::Targets targets{scene->skeleton->effectors()};

  void advance(int step) {
    targets.position = targets_at(*scene, step * scene->dt);
    solver.step(targets, scene->dt);
    stepper.step(targets.position);
  }
  double distance(const Eigen::VectorXd& theta) const {
    return (theta - stepper.theta()).cwiseAbs().maxCoeff();
  }

 private:
  static base::Settings settings() {
    const auto& [name, one, kind, dmax_mode] = GetParam();
    base::Settings result(ik::find_method(one.method).parameters());
    for (const auto& [key, text] : one.own) result.set_text(key, text);
    result.set_text("jacobian", kind);
    result.set_text("dmax_mode", dmax_mode);
    return result;
  }
};

/// Compares each of 500 updates, made by both from the same pose.
TEST_P(Textbook, AgreesUpdateByUpdate) {
  for (int step = 1; step <= 500; ++step) {
    stepper.set_theta(solver.pose().theta);
    advance(step);
    ASSERT_LT(distance(solver.pose().theta), 1e-9) << "at step " << step;
  }
}

/// Compares whole runs. If a method shakes, rounding errors grow step by step until two correct
/// programs diverge; twins of the plain run that start 1e-13 rad off show when. Until then both
/// must agree.
TEST_P(Textbook, AgreesOverWholeRuns) {
  test::Random random(120);
  std::vector<plain::Stepper> twins(4, stepper);
  for (plain::Stepper& twin : twins)
    twin.set_theta(twin.theta() + random.vector(scene->skeleton->joints(), 1e-13));
  int step = 1;
  for (double rounding = 0; step <= 500 && rounding < 1e-9; ++step) {
    advance(step);
    for (plain::Stepper& twin : twins) {
      twin.step(targets.position);
      rounding = std::max(rounding, distance(twin.theta()));
    }
    if (rounding < 1e-9) {
      ASSERT_LT(distance(solver.pose().theta), 1e-8) << "at step " << step;
    }
  }
  RecordProperty("steps", step - 1);
  EXPECT_GT(step, 10);
}

const std::vector<TextbookCase> cases{
    {"dls", {{"lambda", "0.6"}}},       {"dls", {{"lambda", "1.1"}}},
    {"sdls", {{"sdls_clamp", "hard"}}}, {"sdls", {{"sdls_clamp", "soft"}}},
    {"pinv", {{"tolerance", "0.01"}}},  {"transpose", {}},
    {"transpose", {{"alpha", "0.05"}}},
};

std::string run_name(const testing::TestParamInfo<Textbook::ParamType>& info) {
  const auto& [body, one, kind, dmax_mode] = info.param;
  std::ostringstream name;
  name << body << ' ' << one.method << ' ' << kind << " dmax " << dmax_mode;
  for (const auto& [key, text] : one.own) name << ' ' << key << ' ' << text;
  std::string text = name.str();
  for (char& letter : text)
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  return text;
}

INSTANTIATE_TEST_SUITE_P(Runs, Textbook,
                         testing::Combine(testing::Values("y", "double-y-25"),
                                          testing::ValuesIn(cases),
                                          testing::Values("effector", "target"),
                                          testing::Values("off", "constant", "adaptive")),
                         run_name);

}  // namespace
