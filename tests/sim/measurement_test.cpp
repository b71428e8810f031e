// Compares the measures of mathematics.md §4 with a direct computation from the angles of a whole
// run.

#include "sim/metrics/measurement.h"

#include <gtest/gtest.h>

#include <numbers>

#include <algorithm>

#include "base/quantile.h"
#include "bench/plain.h"
#include "sim/simulation.h"
#include "support/bodies.h"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int warmup = 50, measured = 400;

sim::Tolerances same_for(int effectors) {
  return {VectorXd::Constant(effectors, 0.05), VectorXd::Ones(effectors)};
}

TEST(Measures, EqualADirectComputation) {
  const auto scene = test::double_y_25_scene();
  scene->method = "pinv";
  scene->settings = {{"dmax_mode", "constant"}};
  sim::Simulation simulation(scene);
  const int n = scene->skeleton->joints(), k = scene->skeleton->effectors();
  sim::Measurement measures(n, simulation.run().tolerances(), measured);
  EXPECT_EQ(measures.summary().steps, 0);

  MatrixXd theta(n, warmup + measured + 1), error(k, measured);
  theta.col(0) = scene->skeleton->start();
  int clamped = 0;
  double sigma_min = 1e300;
  for (int step = 1; step <= warmup + measured; ++step) {
    simulation.step();
    sim::Run& run = simulation.run();
    theta.col(step) = run.solver().pose().theta;
    if (step <= warmup) continue;
    const double sigma = run.solver().svd().sigma().minCoeff();
    measures.add(run.errors(), run.oscillation(), run.report(), theta.col(step), 1e-3 * step);
    measures.add_timed(sigma, 100 + step);
    error.col(step - warmup - 1) = (simulation.target_state().position -
                                    plain::positions(*scene->skeleton, theta.col(step)).effector)
                                       .colwise()
                                       .norm()
                                       .transpose();
    clamped += run.report().step_clamped || run.report().limit_reached;
    sigma_min = std::min(sigma_min, sigma);
  }

  std::vector<double> second;
  int reversals = 0;
  double max_step = 0;
  for (int step = warmup + 1; step <= warmup + measured; ++step) {
    const VectorXd difference = theta.col(step) - theta.col(step - 1);
    const VectorXd last = theta.col(step - 1) - theta.col(step - 2);
    const VectorXd turn = (difference - last).cwiseAbs();
    for (double value : turn) second.push_back(value);
    reversals += difference.dot(last) < 0;
    max_step = std::max(max_step, difference.cwiseAbs().maxCoeff());
  }
  std::sort(second.begin(), second.end());
  double sum = 0;
  for (double value : second) sum += value;

  const sim::Summary found = measures.summary();
  EXPECT_EQ(found.steps, measured);
  EXPECT_NEAR(found.mean_total_error, error.colwise().sum().mean(), 1e-12);
  EXPECT_NEAR(found.max_total_error, error.colwise().sum().maxCoeff(), 1e-12);
  ASSERT_EQ(static_cast<int>(found.per_effector.size()), k);
  for (int i = 0; i < k; ++i) EXPECT_NEAR(found.per_effector[i], error.row(i).mean(), 1e-12);
  EXPECT_DOUBLE_EQ(found.hit_share, static_cast<double>((error.array() < 0.05).count()) /
                                        static_cast<double>(error.size()));
  EXPECT_NEAR(found.oscillation_mean, sum / static_cast<double>(second.size()), 1e-14);
  EXPECT_NEAR(found.oscillation_max, second.back(), 1e-14);
  const auto share_below = [&](double value) {
    return static_cast<double>(std::lower_bound(second.begin(), second.end(), value) -
                               second.begin()) /
           static_cast<double>(second.size());
  };
  EXPECT_LE(share_below(found.oscillation_p99 - 1e-13), 0.99);
  EXPECT_GE(share_below(found.oscillation_p99 + 1e-13), 0.99);
  EXPECT_DOUBLE_EQ(found.reversals, reversals / static_cast<double>(measured));
  EXPECT_GT(found.reversals, 0);
  EXPECT_NEAR(found.max_step, max_step, 1e-15);
  EXPECT_DOUBLE_EQ(found.clamped_share, clamped / static_cast<double>(measured));
  EXPECT_EQ(found.contact_depth, 1e-3 * (warmup + measured));
  EXPECT_EQ(found.sigma_min, sigma_min);
  EXPECT_EQ(found.nonfinite, 0);
  EXPECT_NEAR(found.step_ns_median, 100 + warmup + measured / 2, 1);
}

TEST(Measures, CountStepsThatAreNotFinite) {
  sim::Measurement measures(2, same_for(1));
  const sim::Oscillation oscillation(VectorXd::Zero(2));
  measures.add(VectorXd::Ones(1), oscillation, {}, Eigen::Vector2d(0, NAN));
  measures.add(VectorXd::Ones(1), oscillation, {}, Eigen::Vector2d(0, 0));
  EXPECT_EQ(measures.summary().nonfinite, 1);
}

TEST(Measures, AreEmptyWithoutSteps) {
  const sim::Summary nothing = sim::Measurement(7, same_for(2)).summary();
  EXPECT_EQ(nothing.steps, 0);
  EXPECT_EQ(nothing.mean_total_error, 0);
  EXPECT_EQ(nothing.sigma_min, 0);
  EXPECT_EQ(nothing.step_ns_median, 0);
}

/// Files contain rad, fractions and nanoseconds.
TEST(Metrics, AreShownInTheirUnits) {
  const auto body = test::double_y_25_scene()->skeleton;
  int shown = 0;
  for (const sim::Metric& metric : sim::metrics()) {
    const double expected = metric.unit == "mrad/step²" ? 1e3
                            : metric.unit == "%"        ? 100
                            : metric.unit == "µs"       ? 1e-3
                            : metric.unit == "°"        ? 180 / std::numbers::pi
                                                        : 1;
    sim::MetricValues values;
    values.*metric.value = 0.25;
    EXPECT_EQ(metric.shown(values, *body), 0.25 * expected) << metric.key;
    shown += expected != 1;
  }
  EXPECT_GE(shown, 7);
  EXPECT_EQ(sim::find_metric("oscillation_max").text(0.25), "250 mrad/step²");
}

TEST(Oscillation, IsTheSecondDifference) {
  sim::Oscillation oscillation(Eigen::Vector2d(0, 1));
  EXPECT_TRUE(oscillation.second_difference().isZero(0));
  oscillation.push(Eigen::Vector2d(1, 1));
  EXPECT_TRUE(oscillation.second_difference().isZero(0));  // it needs three poses
  EXPECT_EQ(oscillation.difference(), Eigen::Vector2d(1, 0));
  oscillation.push(Eigen::Vector2d(1, 4));
  EXPECT_EQ(oscillation.second_difference(), Eigen::Vector2d(1, 3));
  EXPECT_FALSE(oscillation.reversed());
  oscillation.push(Eigen::Vector2d(1, 3));
  EXPECT_EQ(oscillation.second_difference(), Eigen::Vector2d(0, 4));
  EXPECT_TRUE(oscillation.reversed());
  oscillation.restart(Eigen::Vector2d(5, 5));
  oscillation.push(Eigen::Vector2d(6, 6));
  EXPECT_TRUE(oscillation.second_difference().isZero(0));
  EXPECT_FALSE(oscillation.reversed());
}

TEST(Quantile, IsOneOfTheNumbers) {
  EXPECT_EQ(base::quantile(std::vector{4, 1, 3, 2}), 2);
  EXPECT_EQ(base::quantile(std::vector{4., 1., 3.}), 3);
  EXPECT_EQ(base::quantile(std::vector{4, 1, 3, 2}, 0.99), 3);
  EXPECT_EQ(base::quantile(std::vector{4, 1, 3, 2}, 1), 4);
  EXPECT_EQ(base::quantile(std::vector<double>{}), 0);
}

TEST(Quantile, OfDurationsUnderACoarseClockTheMeanIsTaken) {
  EXPECT_EQ(base::median_duration(std::vector<int64_t>{9, 1, 2}), 2);
  EXPECT_EQ(base::median_duration(std::vector<int64_t>{0, 0, 0, 100'000}), 25'000);
  EXPECT_EQ(base::median_duration(std::vector{0., 0., 0.}), 0);
  EXPECT_EQ(base::median_duration(std::vector<double>{}), 0);
}

}  // namespace
