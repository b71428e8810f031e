// What the chapter on multiple end effectors says of priority, damping, bounds and subdivision.

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "ik/svd.h"
#include "lab/claim.h"
#include "lab/table.h"

namespace lab {
namespace {

using Eigen::VectorXd;
using ik::Registered;

std::string exponent(double value) { return digits(value, 2); }

std::string series(const std::vector<double>& values) {
  std::string text;
  for (double value : values) text += (text.empty() ? "" : ", ") + digits(value, 3);
  return text;
}

bool rises(const std::vector<double>& values) {
  return std::is_sorted(values.begin(), values.end(), std::less_equal<>());
}

/// The largest difference between the recursion's step and the stacked pseudoinverse's, as a share
/// of the step, where no singular value is small. (A planar body's rows across the plane are zero:
/// those count for neither.)
double recursion_difference(const char* scene) {
  const auto simulation =
      Trial{scene, "priority"}.with("damping", "fixed").with("lambda", 0).start();
  const ik::Solver& solver = simulation->run().solver();
  ik::Svd svd(simulation->skeleton().rows(), simulation->skeleton().joints());
  VectorXd stacked(simulation->skeleton().joints());
  double worst = 0;
  int compared = 0;
  for (int step = 0; step < 1000; ++step) {
    simulation->step();
    svd.compute(solver.J());
    const auto small = [&](double sigma) {
      return sigma > 1e-9 * svd.sigma()[0] && sigma < 0.02 * svd.sigma()[0];
    };
    if (std::any_of(svd.sigma().begin(), svd.sigma().end(), small)) continue;
    ++compared;
    ik::pseudoinverse_times(svd, solver.e(), 1e-12, stacked);
    worst = std::max(worst, (solver.dtheta_raw() - stacked).norm() / stacked.norm());
  }
  return compared > 100 ? worst : 1;
}

const Registered<Claim> recursion{{
    .name = "11a",
    .rank = 110,
    .says = "The recursive formula of task priority equals the stacked pseudoinverse.",
    .source = "SNU §4-6",
    .decide =
        [] {
          const double two = recursion_difference("snu-5-7");
          const double more =
              std::max(recursion_difference("snu-three"), recursion_difference("snu-four"));
          return Verdict{"relative difference, two effectors: " + exponent(two),
                         "three and four: " + exponent(more), two < 1e-9 && more < 1e-9};
        },
}};

/// The first effector's error when the second is called far out of reach.
double error_of_first(const char* method) {
  const auto simulation =
      Trial{"snu-5-7", method}.with("dmax_mode", "constant").with("lambda", 1).start();
  const Eigen::Vector3d near = simulation->run().solver().pose().effector.col(0);
  simulation->apply(sim::HoldTarget{0, near});
  simulation->apply(sim::HoldTarget{1, near + Eigen::Vector3d(-20, 5, 0)});
  double worst = 0;
  for (int step = 0; step < 2000; ++step) {
    simulation->step();
    if (step >= 1500) worst = std::max(worst, simulation->run().errors()[0]);
  }
  return worst;
}

const Registered<Claim> first_wins{{
    .name = "11b",
    .rank = 111,
    .says = "When tasks conflict the first keeps its error at zero.",
    .source = "SNU §4-6",
    .decide =
        [] {
          const double priority = error_of_first("priority"), together = error_of_first("dls");
          return Verdict{"error of the first, priority: " + exponent(priority),
                         "DLS: " + digits(together, 3), priority < 1e-6 && together > 0.05};
        },
}};

const Registered<Claim> lemmas{{
    .name = "12",
    .rank = 120,
    .says = "Lemmas 7.1, 7.2: as λ grows (0.1, 0.25, 1.5, 10) the residual grows, the step shrinks "
            "and the condition number falls to one.",
    .source = "SNU §7, example 7.3",
    .decide =
        [] {
          const auto simulation = Trial{"snu-7-3", "dls"}.start();
          for (int step = 0; step < 60; ++step) simulation->step();
          std::vector<double> residual, length, condition;
          for (double lambda : {0.1, 0.25, 1.5, 10.0}) {
            simulation->apply(sim::SetParameter{"lambda", lambda});
            // one step from the same pose: a solver of its own
            ik::Solver solver(simulation->scene().skeleton, simulation->run().solver().method(),
                              simulation->run().settings());
            solver.set_theta(simulation->run().solver().pose().theta);
            solver.step(simulation->target_state(), simulation->scene().dt);
            const VectorXd sigma = solver.svd().sigma();
            residual.push_back((solver.J() * solver.dtheta_raw() - solver.e()).norm());
            length.push_back(solver.dtheta_raw().norm());
            const double most = sigma[0], least = solver.J().cols() > solver.J().rows()
                                                      ? 0
                                                      : sigma[solver.J().cols() - 1];
            condition.push_back(std::hypot(most, lambda) / std::hypot(least, lambda));
          }
          std::vector<double> shrinking(length.rbegin(), length.rend());
          std::vector<double> falling(condition.rbegin(), condition.rend());
          return Verdict{"residual " + series(residual),
                         "step " + series(length) + "; condition " + series(condition),
                         rises(residual) && rises(shrinking) && rises(falling)};
        },
}};

const Registered<Claim> bounds{{
    .name = "13",
    .rank = 130,
    .says =
        "Bounded DLS keeps the bounds exactly, at a KKT point, which the clipped unbounded step "
        "is not.",
    .source = "SNU §7, example 7.4",
    .decide =
        [] {
          const auto simulation = Trial{"snu-7-4", "bounded-dls"}.start();
          const ik::Skeleton& body = simulation->skeleton();
          const ik::Solver& solver = simulation->run().solver();
          const double lambda = simulation->value("lambda");
          double outside = 0, kkt = 0, clipped_differs = 0;
          for (int step = 0; step < 2000; ++step) {
            const VectorXd before = solver.pose().theta;
            simulation->step();
            const Eigen::MatrixXd& J = solver.J();
            const VectorXd& d = solver.dtheta_raw();
            const VectorXd gradient = J.transpose() * (J * d - solver.e()) + lambda * lambda * d;
            VectorXd clipped = (J.transpose() * J +
                                lambda * lambda * Eigen::MatrixXd::Identity(d.size(), d.size()))
                                   .ldlt()
                                   .solve(J.transpose() * solver.e());
            for (int j = 0; j < body.joints(); ++j) {
              const double low = body.joint(j).lower - before[j];
              const double high = body.joint(j).upper - before[j];
              outside = std::max({outside, low - d[j], d[j] - high});
              clipped[j] = std::clamp(clipped[j], low, high);
              const bool at_low = d[j] <= low, at_high = d[j] >= high;
              const double pull = at_low    ? std::max(0.0, -gradient[j])
                                  : at_high ? std::max(0.0, gradient[j])
                                            : std::abs(gradient[j]);
              kkt = std::max(kkt, pull);
            }
            clipped_differs = std::max(clipped_differs, (clipped - d).norm() / d.norm());
          }
          return Verdict{"outside by " + exponent(outside) + ", KKT residual " + exponent(kkt),
                         "the clipped unbounded step differs by up to " + percent(clipped_differs),
                         outside <= 0 && kkt < 1e-9 && clipped_differs > 0.01};
        },
}};

/// The largest change of a joint in one update on the way to far targets that is gone in so many
/// parts, and whether limits were kept.
struct Way {
  double largest = 0;
  bool kept = true;
};
Way way(int parts) {
  const auto simulation = Trial{"snu-7-4", "nlp"}.with("max_angle_deg", 180).start();
  const ik::Skeleton& body = simulation->skeleton();
  const ik::Solver& solver = simulation->run().solver();
  const Eigen::Matrix3Xd from = solver.pose().effector;
  ik::Pose folded = solver.pose();  // far away, and in reach
  for (int j = 0; j < body.joints(); ++j)
    folded.theta[j] = std::clamp(-0.8 * folded.theta[j], body.joint(j).lower, body.joint(j).upper);
  ik::forward_kinematics(body, folded);
  Way result;
  for (int part = 1; part <= parts; ++part) {
    const double share = static_cast<double>(part) / parts;
    for (int i = 0; i < body.effectors(); ++i)
      simulation->apply(
          sim::HoldTarget{i, from.col(i) + share * (folded.effector.col(i) - from.col(i))});
    simulation->step();
    result.largest = std::max(result.largest, solver.dtheta().cwiseAbs().maxCoeff());
    for (int j = 0; j < body.joints(); ++j)
      result.kept = result.kept && solver.pose().theta[j] >= body.joint(j).lower &&
                    solver.pose().theta[j] <= body.joint(j).upper;
  }
  return result;
}

const Registered<Claim> subdivision{{
    .name = "14",
    .rank = 140,
    .says =
        "L-BFGS-B keeps the bounds; subdividing the way gives a smaller largest joint step than "
        "one jump.",
    .source = "SNU §3",
    .decide =
        [] {
          const Way jump = way(1), parts = way(9);
          return Verdict{"largest step in one jump: " + digits(jump.largest, 3) + " rad",
                         "in nine parts: " + digits(parts.largest, 3) + " rad",
                         jump.kept && parts.kept && parts.largest < jump.largest};
        },
}};

}  // namespace
}  // namespace lab
