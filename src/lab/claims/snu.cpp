// Tests SNU's claims on task priority and on damping.

#include <algorithm>
#include <cmath>

#include "ik/linalg/svd.h"
#include "lab/claim.h"

namespace lab {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

/// The largest differences from the stacked pseudoinverse's step, as fractions of it, over steps
/// without small singular values, but for those of a planar body across its plane.
struct Differences {
  double recursion = 0;  ///< the recursive formula's
  double sum = 0;        ///< that of the sum of the tasks' own steps, J_i^+ e_i
  int compared = 0;
};
Differences differences(const char* scene, size_t course) {
  constexpr double zero = 1e-12, planar = 1e-9, small = 0.02;
  const auto simulation =
      Trial{scene, "priority"}.with("damping", "fixed").with("lambda", 0).on(course).start();
  const ik::Solver& solver = simulation->run().solver();
  const ik::Skeleton& body = simulation->skeleton();
  ik::Svd svd(body.rows(), body.joints()), one(3, body.joints());
  VectorXd stacked(body.joints()), single(body.joints());
  Differences result;
  make_steps(*simulation, 0, scaled(500), [&] {
    svd.compute(solver.J());
    const double largest = svd.sigma()[0];
    if (std::any_of(svd.sigma().begin(), svd.sigma().end(), [&](double sigma) {
          return sigma > planar * largest && sigma < small * largest;
        }))
      return;
    ++result.compared;
    ik::pseudoinverse_times(svd, solver.e(), zero, stacked);
    const double length = stacked.norm();
    result.recursion =
        std::max(result.recursion, (solver.requested_dq() - stacked).norm() / length);
    for (int i = 0; i < body.effectors(); ++i) {
      one.compute(solver.J().middleRows(body.row(i), 3));
      ik::pseudoinverse_times(one, solver.e().segment(body.row(i), 3), zero, single);
      stacked -= single;
    }
    result.sum = std::max(result.sum, stacked.norm() / length);
  });
  return result;
}
/// Returns the first effector's error when the second one's target is out of reach.
double error_of_first(const char* method, std::vector<int> order, const Vector3d& away) {
  const auto simulation = Trial{"snu-5-7", method}
                              .with("dmax_mode", "constant")
                              .with("lambda", 1)
                              .with("error_factor", 1)
                              .start();
  simulation->apply(sim::SetPriority{std::move(order)});
  const Vector3d near = simulation->run().solver().pose().effector.col(0);
  simulation->apply(sim::HoldTarget{0, near});
  simulation->apply(sim::HoldTarget{1, near + away});
  const int steps = scaled(2000);
  double worst = 0;
  make_steps(*simulation, steps - steps / 4, steps / 4,
             [&] { worst = std::max(worst, simulation->run().errors()[0]); });
  return worst;
}

struct Conflict {
  double first, second, together;  ///< remaining error: by priority, and without
};
/// Draws conflicting targets until DLS, which knows no priority, leaves some of the error.
Conflict conflict(size_t course) {
  constexpr double some = 0.05;
  constexpr int most = 20;
  Draw draw(1100 + course);
  for (int drawn = 0;; ++drawn) {
    const double angle = draw(0, 6.28), length = draw(12, 30);
    const Vector3d away = course == 0
                              ? Vector3d(-20, 5, 0)
                              : Vector3d(length * std::cos(angle), length * std::sin(angle), 0);
    const double together = error_of_first("dls", {0, 1}, away);
    if (together > some || drawn == most)
      return {error_of_first("priority", {0, 1}, away), error_of_first("priority", {1, 0}, away),
              together};
  }
}

Finding claim_11a() {
  const auto on = [](const char* scene) {
    return each_course([=](size_t course) { return differences(scene, course); });
  };
  const auto two = on("snu-5-7"), three = on("snu-three"), four = on("snu-four");
  const auto more =
      each_course([&](size_t c) { return std::max(three[c].recursion, four[c].recursion); });
  const auto sum = each_course([&](size_t c) {
    return std::min({two[c].sum, three[c].sum, four[c].sum});
  });
  const auto kept = each_course([&](size_t c) {
    return std::max(two[c].recursion, more[c]) < 1e-9 && sum[c] > 0.01 &&
           std::min({two[c].compared, three[c].compared, four[c].compared}) > 50;
  });
  return Finding{base::format("relative difference, two effectors: {}; three and four: {}",
                              spread(two, &Differences::recursion), spread(more)),
                 "sum of the tasks' pseudoinverse steps: at least " + percents(sum),
                 decide_always(kept)};
}

Finding claim_11b() {
  const auto conflicts = each_course(conflict);
  const auto kept = each_course(
      [&](size_t c) { return conflicts[c].first < 1e-6 && conflicts[c].together > 0.05; });
  return Finding{
      "error of the first, priority: " + spread(conflicts, &Conflict::first),
      base::format("DLS: {}; as the second of two priorities: {}",
                   spread(conflicts, &Conflict::together), spread(conflicts, &Conflict::second)),
      decide_always(kept)};
}

Finding claim_12() {
  const auto lambda = [](double value) { return Trial{"snu-7-3", "dls"}.with("lambda", value); };
  const auto at = [&](double value) {
    return base::format("λ {}: {}", spread(std::vector{value}), text(lambda(value)));
  };
  const auto shaky = oscillations(lambda(0.1)), calm = oscillations(lambda(1.5));
  const auto small = errors(lambda(0.1)), next = errors(lambda(0.25)), fit = errors(lambda(1.5)),
             large = errors(lambda(10));
  const auto excess = each_course([&](size_t c) {
    return std::min({shaky[c] / shaking - 1, small[c] / next[c] - 1, shaking / calm[c] - 1,
                     large[c] / (1.5 * fit[c]) - 1});
  });
  return Finding{base::format("{}; {}", at(0.1), at(10)), base::format("{}; {}", at(0.25), at(1.5)),
                 decide(excess)};
}

}  // namespace

void declare_snu(base::Registry<Claim>& claims) {
  claims.add({
      .name = "11a",
      .says = "The recursive formula of task priority equals the stacked pseudoinverse.",
      .source = "SNU §4-6",
      .refuted_by = "A relative difference above 1e-9 at a pose without small singular values, for "
                    "two, three or four effectors.",
      .test = claim_11a,
  });
  claims.add({
      .name = "11b",
      .says = "When tasks conflict, the error of the first stays zero.",
      .source = "SNU §4-6",
      .refuted_by = "A first task's error above 1e-6 where DLS leaves more than 0.05.",
      .test = claim_11b,
  });
  claims.add({
      .name = "12",
      .says = "On a chain that is pulled straight, λ = 0.1 is too small and λ = 10 too large.",
      .source = "SNU §7, example 7.3",
      .refuted_by = "0.1 does not shake, or has less error than 0.25; or 10 has less than 1.5 "
                    "times the error of 1.5, which does not shake either.",
      .test = claim_12,
  });
}

}  // namespace lab
