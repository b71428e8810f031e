// Tests claims on Buss's alternate Jacobian: smoother for distant targets, jerky when links fold.

#include <cmath>

#include "cli/interrupt.h"
#include "lab/claim.h"

namespace lab {
namespace {

using Eigen::Vector3d;

constexpr const char* bodies[] = {"y", "double-y"};
constexpr const char* methods[] = {"transpose", "pinv", "dls", "sdls"};
constexpr int pairs = 8;  // pairs of a body and a method

/// A metric with the alternate Jacobian relative to the usual one: the geometric mean over all
/// bodies and methods for each course, and the number of pairs in which all courses agree.
struct Ratios {
  std::vector<double> mean = std::vector<double>(course_count, 1);
  int smaller = 0, larger = 0;
};
Ratios ratios(const auto& measure) {
  Ratios result;
  for (const char* body : bodies)
    for (const char* method : methods) {
      const Trial trial{body, method};
      const auto one = each_course([&](size_t course) {
        return measure(trial.with("jacobian", "target").on(course)) /
               measure(trial.with("jacobian", "effector").on(course));
      });
      const auto all = [&](auto holds) { return std::all_of(one.begin(), one.end(), holds); };
      result.smaller += all([](double ratio) { return ratio < 1; });
      result.larger += all([](double ratio) { return ratio > 1; });
      for (size_t c = 0; c < course_count; ++c) result.mean[c] *= std::pow(one[c], 1.0 / pairs);
    }
  return result;
}

std::string text(const Ratios& ratios) {
  return base::format("{} (on all courses less in {}, more in {} of {} pairs)", spread(ratios.mean),
                      ratios.smaller, ratios.larger, pairs);
}

/// Returns the largest second difference of a joint during the motion from the start pose to
/// targets at rest, whose distances from the root are within these fractions of the reach. It is
/// the geometric mean over some draws of the targets.
double peak(const Trial& trial, double nearest, double farthest) {
  const int draws = scaled(10), steps = scaled(300);
  Draw draw(100 + trial.course);
  double logarithm = 0;
  for (int i = 0; i < draws; ++i) {
    cli::stop_if_interrupted();
    const auto simulation = trial.on(0).start();
    const ik::Skeleton& body = simulation->skeleton();
    const ik::Pose start = simulation->run().solver().pose();
    const Vector3d root = start.position.col(0);
    for (int k = 0; k < body.effectors(); ++k) {
      const Vector3d way = draw.direction();
      const double reach = (start.effector.col(k) - root).norm();  // it starts stretched out
      simulation->apply(sim::HoldTarget{k, root + draw(nearest, farthest) * reach * way});
    }
    double largest = 0;
    for (int step = 0; step < steps; ++step) {
      simulation->step();
      largest = std::max(largest, simulation->run().oscillation().second_difference().maxCoeff());
    }
    logarithm += std::log(largest) / draws;
  }
  return std::exp(logarithm);
}

Finding claim_5a() {
  const auto swinging = [](double amplitude) {
    return ratios([amplitude](const Trial& trial) {
      return trial.with("target_amplitude", amplitude).measure().oscillation_mean;
    });
  };
  const Ratios twice = swinging(2), once = swinging(1);
  const auto excess = each_course([&](size_t course) { return 1 / twice.mean[course] - 1; });
  return Finding{"oscillation, alternate over usual, targets swing twice as far: " + text(twice),
                 "as far as in the scene: " + text(once), decide(excess)};
}

Finding claim_5b() {
  const auto reaching = [](double nearest, double farthest) {
    return ratios([&](const Trial& trial) { return peak(trial, nearest, farthest); });
  };
  const Ratios close = reaching(0.05, 0.3), half = reaching(0.5, 0.8), far_away = reaching(1.2, 2);
  const auto excess = each_course([&](size_t course) { return close.mean[course] - 1; });
  return Finding{
      "peak oscillation of a joint, alternate over usual, targets at 0.05 to 0.3 of the reach: " +
          text(close),
      base::format("at 0.5 to 0.8: {}; out of reach, 1.2 to 2: {}", text(half), text(far_away)),
      decide(excess)};
}

}  // namespace

void declare_alternate(base::Registry<Claim>& claims) {
  claims.add({
      .name = "5a",
      .says = "The alternate Jacobian shakes less when targets are far away.",
      .source = "Buss §2",
      .refuted_by = "With targets that swing twice as far, its oscillation is not below that of "
                    "the usual one, averaged over four methods on Y and double-Y.",
      .test = claim_5a,
      .note = "On average, but not always: with DLS on the Y it shakes more.",
  });
  claims.add({
      .name = "5b",
      .says = "The alternate Jacobian can be jerky when links fold back to reach a close target.",
      .source = "Buss §2",
      .refuted_by = "While links fold, the peak oscillation of a joint is not above that with the "
                    "usual one, averaged over four methods on Y and double-Y.",
      .test = claim_5b,
  });
}

}  // namespace lab
