// Whole trajectories of the solver beside those of the plain implementation, on both reference
// bodies with their own targets, with every method, both Jacobians and every mode of D_max.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>
#include <string>

#include "support/bodies.h"
#include "support/moving.h"
#include "support/plain.h"

namespace {

/// The targets of tests/data/reference/README.md.
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

struct Case {
  const char* method;
  std::vector<std::pair<std::string, std::string>> own;
  int steps;  // until rounding, amplified step by step, shows above 1e-8
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.method; }

class Textbook
    : public testing::TestWithParam<std::tuple<const char*, Case, const char*, const char*>> {};

TEST_P(Textbook, AgreesStepByStep) {
  const auto& [name, one, kind, dmax_mode] = GetParam();
  const bool y = std::string(name) == "y";
  const auto scene = y ? test::y_scene() : test::double_y_25_scene();

  const ik::MethodInfo& method = ik::find_method(one.method);
  ik::Settings settings(method.parameters);
  plain::Settings textbook;
  textbook.method = one.method;
  for (const auto& [key, text] : one.own) {
    settings.set_text(key, text);
    if (key == "lambda") textbook.lambda = settings.get(key);
    if (key == "tolerance") textbook.tolerance = settings.get(key);
    if (key == "alpha") textbook.alpha = settings.get(key);
    if (key == "sdls_clamp") textbook.soft = text == "soft";
  }
  settings.set_text("jacobian", kind);
  settings.set_text("dmax_mode", dmax_mode);
  textbook.alternate = std::string(kind) == "target";
  textbook.dmax_mode = static_cast<plain::Settings::Dmax>(settings.get("dmax_mode"));
  textbook.dmax = settings.get("dmax");
  textbook.cap = {settings.get("max_angle_deg") * std::numbers::pi / 180,
                  settings.get("max_slide")};

  ik::Solver solver(scene->skeleton, method, settings);
  plain::Stepper stepper(scene->skeleton, textbook);
  ik::Targets targets(scene->skeleton->effectors());
  double worst = 0;
  for (int step = 1; step <= one.steps; ++step) {
    targets.position = targets_at(*scene, step * scene->dt);
    solver.step(targets, scene->dt);
    stepper.step(targets.position);
    worst = std::max(worst, (solver.pose().theta - stepper.theta()).cwiseAbs().maxCoeff());
    ASSERT_LT(worst, 1e-8) << "at step " << step;
  }
  RecordProperty("largest_difference", std::to_string(worst));
}

const std::vector<Case> cases{
    {"dls", {{"lambda", "0.6"}}, 500},       {"dls", {{"lambda", "1.1"}}, 500},
    {"sdls", {{"sdls_clamp", "hard"}}, 500}, {"sdls", {{"sdls_clamp", "soft"}}, 500},
    {"pinv", {{"tolerance", "0.01"}}, 100},  {"transpose", {}, 100},
    {"transpose", {{"alpha", "0.05"}}, 500},
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
