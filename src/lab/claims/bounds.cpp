// Tests SNU's claims on bounds: bounded DLS, and L-BFGS-B.

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "cli/interrupt.h"
#include "lab/claim.h"

namespace lab {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Bounded {
  double error = 0;         ///< mean
  double outside = 0;       ///< how far a step leaves the bounds
  double kkt = 0;           ///< how far a step is from a KKT point of the bounded problem
  double clipped_cost = 0;  ///< largest, of the clipped step over this one's
  double held = 0;          ///< joints at a bound, mean
  int most_held = 0;
};
/// Follows the path of example 7.4 with narrow limits, 3 to 20 degrees to either side of the start
/// pose, so that several joints reach theirs at once.
Bounded follow(const char* method, size_t course) {
  constexpr double degree = std::numbers::pi / 180;
  const int warmup = scaled(400), steps = scaled(1600);
  Draw draw(1300 + course);
  const auto simulation =
      Trial{"snu-7-4", method}.with("lambda", 0.25).start([&](ik::Joint& joint) {
        joint.lower = joint.start - draw(3, 20) * degree;
        joint.upper = joint.start + draw(3, 20) * degree;
      });
  const ik::Skeleton& body = simulation->skeleton();
  const ik::Solver& solver = simulation->run().solver();
  const double lambda2 = std::pow(simulation->value("lambda"), 2);
  Bounded result;
  for (int step = 0; step < warmup + steps; ++step) {
    cli::stop_if_interrupted();
    const VectorXd before = solver.pose().theta;
    simulation->step();
    if (step < warmup) continue;
    result.error += simulation->run().errors().sum() / steps;
    const MatrixXd& J = solver.J();
    const VectorXd d = solver.pose().theta - before;
    const VectorXd gradient = J.transpose() * (J * d - solver.e()) + lambda2 * d;
    VectorXd clipped = (J.transpose() * J + lambda2 * MatrixXd::Identity(d.size(), d.size()))
                           .ldlt()
                           .solve(J.transpose() * solver.e());
    int held = 0;
    for (int j = 0; j < body.joints(); ++j) {
      constexpr double rounding = 1e-12;
      const double low = body.joint(j).lower - before[j], high = body.joint(j).upper - before[j];
      result.outside = std::max({result.outside, body.joint(j).lower - solver.pose().theta[j],
                                 solver.pose().theta[j] - body.joint(j).upper});
      clipped[j] = std::clamp(clipped[j], low, high);
      const bool at_low = d[j] <= low + rounding, at_high = d[j] >= high - rounding;
      held += at_low || at_high;
      const double pull = at_low    ? std::max(0.0, -gradient[j])
                          : at_high ? std::max(0.0, gradient[j])
                                    : std::abs(gradient[j]);
      result.kkt = std::max(result.kkt, pull);
    }
    const auto cost = [&](const VectorXd& x) {
      return (J * x - solver.e()).squaredNorm() + lambda2 * x.squaredNorm();
    };
    result.clipped_cost = std::max(result.clipped_cost, cost(clipped) / cost(d));
    result.held += static_cast<double>(held) / steps;
    result.most_held = std::max(result.most_held, held);
  }
  return result;
}
/// The effect of an update towards distant targets that some pose reaches, over draws of both.
struct Reach {
  double error = 0;    ///< mean remaining error, as a fraction of the distance
  double missed = 0;   ///< fraction of draws with more than a hundredth remaining
  double largest = 0;  ///< mean largest change of a joint, rad
  bool kept = true;    ///< whether the limits were kept
};
Reach reach(const char* scene, int draws, int subdivisions, size_t course) {
  const auto simulation = Trial{scene, "nlp"}
                              .with("max_angle_deg", 180)
                              .with("epsilon", 1e-5)
                              .with("iterations", 200)
                              .with("subdivisions", subdivisions)
                              .start();
  const ik::Skeleton& body = simulation->skeleton();
  ik::Solver& solver = simulation->run().solver();
  Draw draw(1400 + course);
  Reach result;
  for (int i = 0; i < draws; ++i) {
    cli::stop_if_interrupted();
    ik::Pose from(body), to(body);
    for (int j = 0; j < body.joints(); ++j)
      for (ik::Pose* pose : {&from, &to})
        pose->theta[j] =
            draw(std::max(body.joint(j).lower, -2.), std::min(body.joint(j).upper, 2.));
    ik::forward_kinematics(body, to);
    solver.restart();
    solver.set_theta(from.theta);
    double way = 0;
    for (int k = 0; k < body.effectors(); ++k) {
      way += (to.effector.col(k) - solver.pose().effector.col(k)).norm();
      simulation->apply(sim::HoldTarget{k, to.effector.col(k)});
    }
    simulation->step();
    const double left = simulation->run().errors().sum() / way;
    result.error += left / draws;
    result.missed += (left > 0.01 ? 1.0 : 0.0) / draws;
    result.largest += solver.dtheta().cwiseAbs().maxCoeff() / draws;
    for (int j = 0; j < body.joints(); ++j)
      result.kept = result.kept && solver.pose().theta[j] >= body.joint(j).lower &&
                    solver.pose().theta[j] <= body.joint(j).upper;
  }
  return result;
}

Finding claim_13() {
  const auto own = each_course([](size_t c) { return follow("bounded-dls", c); });
  const auto clipped = each_course([](size_t c) { return follow("dls", c); });
  const auto kept = each_course([&](size_t c) {
    return own[c].outside <= 0 && own[c].kkt < 1e-9 && own[c].most_held >= 3 &&
           clipped[c].kkt > 1e-3;
  });
  return Finding{
      base::format(
          "narrow limits, {} active at a time, {} at most: outside by {}, KKT residual {}, "
          "mean error {}",
          spread(own, &Bounded::held), spread(own, &Bounded::most_held),
          spread(own, &Bounded::outside), spread(own, &Bounded::kkt), spread(own, &Bounded::error)),
      base::format(
          "DLS clipped at the limits: KKT residual {}, mean error {}; on the same path the "
          "clipped step's cost is up to {} times as large",
          spread(clipped, &Bounded::kkt), spread(clipped, &Bounded::error),
          spread(own, &Bounded::clipped_cost)),
      decide_always(kept)};
}

Finding claim_14() {
  std::vector<double> excess;
  std::vector<Reach> all[2][2];  // [body][with parts, without]
  for (size_t course = 0; course < course_count; ++course) {
    bool kept = true;
    for (int body = 0; body < 2; ++body)
      for (int i = 0; i < 2; ++i) {
        all[body][i].push_back(reach(body == 0 ? "snu-3-1" : "snu-7-4",
                                     scaled(body == 0 ? 400 : 40), i == 0 ? 8 : 0, course));
        kept = kept && all[body][i].back().kept;
      }
    excess.push_back(kept ? all[0][1].back().error / all[0][0].back().error - 1 : -1);
  }
  const auto text = [&](int i) {
    const std::vector<Reach>&three = all[0][i], &twelve = all[1][i];
    return base::format(
        "three links: {} of the way left, {} of the targets missed, largest change of a joint {} "
        "rad; twelve links with limits, five effectors: {}, {}, {} rad",
        percents(three, &Reach::error), percents(three, &Reach::missed),
        spread(three, &Reach::largest), percents(twelve, &Reach::error),
        percents(twelve, &Reach::missed), spread(twelve, &Reach::largest));
  };
  return Finding{"M = 8, " + text(0), "M = 0, " + text(1), decide(excess)};
}

}  // namespace

void declare_bounds(base::Registry<Claim>& claims) {
  claims.add({
      .name = "13",
      .says = "Bounded DLS satisfies the bounds exactly, at a KKT point, also with several of them "
              "active; the clipped unbounded step is not a KKT point.",
      .source = "SNU §7, example 7.4",
      .refuted_by = "A violated bound, or a KKT residual above 1e-9 with three or more active "
                    "bounds; or one below 1e-3 for the clipped step.",
      .test = claim_13,
  });
  claims.add({
      .name = "14",
      .says = "L-BFGS-B satisfies the bounds, and intermediate targets on the way to a distant "
              "target help to reach it.",
      .source = "SNU §3, example 3.1",
      .refuted_by = "A violated bound; or, on the three links of the example, no less error left "
                    "with eight intermediate targets than with none.",
      .test = claim_14,
      .note = "Intermediate targets straighten the path of the effectors but do not shorten that "
              "of the joints; where limits and several effectors cause many local minima, they do "
              "not avoid them.",
  });
}

}  // namespace lab
