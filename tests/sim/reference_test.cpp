// The traces and figures of tests/data/reference, made by an implementation of others.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "sim/measures.h"
#include "sim/simulation.h"
#include "support/bodies.h"

namespace {

struct Trace {
  const char* name;
  const char* method;
  std::vector<std::pair<std::string, std::string>> settings;
  int exact_steps;  // within 1e-8 rad
  // Over 2000 steps after 400: total error, its maximum, hit share, oscillation.
  double mean, max, hits, oscillation;
  double tolerance;  // relative, of these; 0: to the printed digits
};

const std::vector<Trace> traces{
    {"jt", "transpose", {}, 100, 0.53050, 1.39356, 0.228, 1.019e-2, 0.01},
    {"pinv", "pinv", {{"tolerance", "0.01"}}, 100, 0.51608, 2.21094, 0.468, 2.339e-2, 0.01},
    {"dls", "dls", {{"lambda", "0.6"}}, 500, 0.45225, 1.39538, 0.498, 6.860e-4, 0},
    {"dlsclamp", "dls", {{"lambda", "0.6"}, {"dmax_mode", "constant"}}, 500,
     0.44632, 1.35601, 0.512, 6.689e-4, 0},
    {"sdls", "sdls", {{"dmax_mode", "constant"}, {"sdls_clamp", "soft"}}, 500,
     0.43304, 1.35078, 0.557, 1.017e-3, 0.01},
    {"sdlshard", "sdls", {{"dmax_mode", "constant"}}, 500,
     0.42942, 1.34857, 0.571, 2.915e-3, 0.01},
};

void PrintTo(const Trace& trace, std::ostream* out) { *out << trace.name; }

class Reference : public testing::TestWithParam<Trace> {
 protected:
  sim::Simulation simulation() const {
    auto scene = test::y_scene();
    scene->method = GetParam().method;
    scene->settings = GetParam().settings;
    return sim::Simulation(scene);
  }
};
INSTANTIATE_TEST_SUITE_P(Y, Reference, testing::ValuesIn(traces),
                         [](const auto& trace) { return trace.param.name; });

TEST_P(Reference, AnglesAgreeStepByStep) {
  std::ifstream file(
      test::data_file("reference/y." + std::string(GetParam().name) + ".theta.csv"));
  ASSERT_TRUE(file);
  std::string line;
  std::getline(file, line);  // the head
  sim::Simulation run = simulation();
  int steps = 0;
  while (steps < GetParam().exact_steps && std::getline(file, line)) {
    run.step();
    ++steps;
    for (char& letter : line)
      if (letter == ',') letter = ' ';
    std::istringstream numbers(line);
    double step = 0, time = 0;
    numbers >> step >> time;
    EXPECT_EQ(run.steps(), step);
    EXPECT_NEAR(run.time(), time, 1e-9);
    for (int j = 0; j < run.skeleton().joints(); ++j) {
      double angle = 0;
      ASSERT_TRUE(numbers >> angle);
      ASSERT_NEAR(run.run().solver().pose().theta[j], angle, 1e-8) << "step " << step;
    }
  }
  EXPECT_EQ(steps, GetParam().exact_steps);
}

TEST_P(Reference, FiguresOfTwoThousandSteps) {
  sim::Simulation run = simulation();
  sim::Measures measures(run.skeleton().joints(), run.skeleton().effectors(), 2000);
  for (int step = 1; step <= 2400; ++step) {
    run.step();
    if (step > 400)
      measures.add(run.run().errors(), run.run().oscillation(), run.run().report(),
                   run.run().solver().pose().theta, 0, 0);
  }
  const sim::Measures::Summary found = measures.summary();
  const Trace& trace = GetParam();
  const double off = trace.tolerance;
  EXPECT_NEAR(found.mean_total_error, trace.mean, std::max(off * trace.mean, 0.5e-5));
  EXPECT_NEAR(found.max_total_error, trace.max, std::max(off * trace.max, 0.5e-5));
  EXPECT_NEAR(found.hit_share, trace.hits, std::max(off * trace.hits, 0.5e-3));
  EXPECT_NEAR(found.oscillation_mean, trace.oscillation,
              off > 0 ? off * trace.oscillation : 0.5e-7);
}

}  // namespace
