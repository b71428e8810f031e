// Tests claims on methods that solve: LM, Halley, saturation in the null space, quasi-Newton.

#include <algorithm>
#include <cmath>

#include "base/quantile.h"
#include "cli/interrupt.h"
#include "ik/search/problem_sampler.h"
#include "ik/search/search.h"
#include "lab/claim.h"

namespace lab {
namespace {

using Eigen::VectorXd;

/// Results of searches from random poses for random reachable targets: one attempt each, with so
/// many updates.
struct Solved {
  double share = 0;    ///< of the searches
  double longest = 0;  ///< rad: the largest change of a joint in an update, mean over the searches
  std::vector<double> order = {};  ///< of convergence, of each search that shows it
};
Solved solve(const Trial& trial, ik::StartFrom from, int updates, int count, size_t course) {
  const auto simulation = trial.start();
  const ik::Solver& solver = simulation->run().solver();
  ik::ProblemSampler problems(solver.skeleton(), solver.pose().theta, solver.held(), 1600 + course,
                              from, ik::TargetsAre::Reachable);
  ik::Search search(solver,
                    {.length_tolerance = 1e-12, .angle_tolerance = 1e-12, .updates = updates});
  Solved result;
  for (int i = 0; i < count; ++i) {
    cli::stop_if_interrupted();
    problems.draw(static_cast<uint64_t>(i));
    search.begin(problems.targets(), problems.start(), problems.seed());
    std::vector<double> errors{search.error()};
    while (search.advance())
      if (search.error() != errors.back()) errors.push_back(search.error());
    const ik::SearchResult& found = search.result();
    result.share += (found.error < 1e6 ? 1. : 0.) / count;
    result.longest += found.max_step / count;
    // e_2 = c e_1^p and e_1 = c e_0^p: far enough from rounding, near enough to the solution.
    for (size_t k = 2; k < errors.size(); ++k) {
      const double e0 = errors[k - 2] * 1e-12, e1 = errors[k - 1] * 1e-12, e2 = errors[k] * 1e-12;
      if (e0 < 0.05 && e2 > 1e-12 && e2 < e1 && e1 < e0)
        result.order.push_back(std::log(e2 / e1) / std::log(e1 / e0));
    }
  }
  return result;
}

Trial free(const char* scene, const char* method) {
  return Trial{scene, method}.with("max_angle_deg", 180).with("limits", "off");
}

/// How far the effector's motion is from the direction of its error, where a joint of the ten-link
/// arm is at a limit, 1 rad to either side.
struct Deviation {
  double angle = 0;    ///< rad, largest
  double limited = 0;  ///< of the steps
};
Deviation deviation_of(const char* method, size_t course) {
  const auto simulation =
      Trial{"obstacle-field", method}.with("max_angle_deg", 180).start([](ik::Joint& joint) {
        joint.lower = -1, joint.upper = 1;
      });
  ik::Solver& solver = simulation->run().solver();
  Draw draw(1700 + course);
  const int steps = scaled(1000);
  Deviation result;
  for (int step = 0; step < steps; ++step) {
    cli::stop_if_interrupted();
    VectorXd theta(solver.skeleton().joints());
    for (double& angle : theta) angle = draw(-1, 1);
    solver.set_theta(theta);
    const Eigen::Vector3d s = solver.pose().effector.col(0);
    const Eigen::Vector3d way(draw(-1, 1), draw(-1, 1), 0);
    simulation->apply(sim::HoldTarget{0, s + way});
    simulation->step();
    const VectorXd moved = solver.J() * solver.dtheta();
    const bool at_limit = solver.pose().theta.cwiseAbs().maxCoeff() > 1 - 1e-12;
    if (!at_limit || moved.norm() < 1e-9) continue;
    result.limited += 1. / steps;
    const double cosine = moved.dot(solver.e()) / (moved.norm() * solver.e().norm());
    result.angle = std::max(result.angle, std::acos(std::clamp(cosine, -1., 1.)));
  }
  return result;
}

std::string shares(const std::vector<Solved>& all) { return percents(all, &Solved::share); }

Finding claim_16() {
  std::vector<double> excess;
  std::vector<Solved> all[2][2];
  for (size_t course = 0; course < course_count; ++course) {
    excess.push_back(1e300);
    for (const int robot : {0, 1}) {
      const char* scene = robot == 0 ? "ur5" : "panda";
      const auto run = [&](const Trial& trial) {
        return solve(trial, ik::StartFrom::Random, 200, scaled(200), course);
      };
      const Solved& lm = all[robot][0].emplace_back(
          run(free(scene, "lm").with("lm_damping", "sugihara").with("accept", "off")));
      const Solved& newton =
          all[robot][1].emplace_back(run(free(scene, "pinv").with("tolerance", 1e-9)));
      excess.back() = std::min(
          {excess.back(), newton.longest / lm.longest / 4 - 1, lm.share / newton.share - 0.98});
    }
  }
  const auto text = [&](int method) {
    const std::vector<Solved>&ur5 = all[0][method], &panda = all[1][method];
    return base::format("UR5: {} solved, longest step {} rad; Panda: {}, {} rad", shares(ur5),
                        spread(ur5, &Solved::longest), shares(panda),
                        spread(panda, &Solved::longest));
  };
  return Finding{text(0), "Newton: " + text(1), decide(excess)};
}

Finding claim_17() {
  const auto orders = [](const Trial& trial) {
    return each_course([&](size_t course) {
      std::vector<double> order = solve(trial, ik::StartFrom::Near, 20, scaled(400), course).order;
      return order.empty() ? 0 : base::quantile(order);
    });
  };
  const auto halley = orders(free("ur5", "halley").with("lambda", 0)),
             newton = orders(free("ur5", "pinv").with("tolerance", 1e-9));
  const auto kept = each_course(
      [&](size_t c) { return std::abs(halley[c] - 3) < 0.4 && std::abs(newton[c] - 2) < 0.3; });
  return Finding{"UR5, order " + spread(halley), "Newton: " + spread(newton), decide_always(kept)};
}

Finding claim_18() {
  const auto sns = each_course([](size_t c) { return deviation_of("sns", c); });
  const auto clipped = each_course([](size_t c) { return deviation_of("pinv", c); });
  const auto kept = each_course([&](size_t c) {
    return sns[c].limited > 0.1 && sns[c].angle < 1e-6 && clipped[c].angle > 0.1;
  });
  return Finding{
      base::format(
          "ten links with limits of 1 rad, a joint at one after {} of the steps: off by {} "
          "rad at most",
          percents(sns, &Deviation::limited), spread(sns, &Deviation::angle)),
      base::format("pseudoinverse, clipped: {} rad at most", spread(clipped, &Deviation::angle)),
      decide_always(kept)};
}

Finding claim_19() {
  const auto ur5 = [](const char* method) {
    return Trial{"ur5", method}.with("max_angle_deg", 180);
  };
  const auto solved = [](const Trial& trial, int updates = 200) {
    return each_course([&](size_t course) {
      return solve(trial, ik::StartFrom::Home, updates, scaled(200), course);
    });
  };
  // It minimises the error alone: ε would slow it near the target.
  const auto bfgs =
      solved(ur5("nlp").with("subdivisions", 0).with("iterations", 20).with("epsilon", 0), 7);
  const auto newton = solved(ur5("pinv")), halley = solved(ur5("halley")), lm = solved(ur5("lm"));
  const auto excess = each_course([&](size_t c) {
    return std::min({1., newton[c].share, halley[c].share, lm[c].share}) / bfgs[c].share - 1;
  });
  return Finding{
      "BFGS solves " + shares(bfgs),
      base::format("Newton {}, Halley {}, LM {}", shares(newton), shares(halley), shares(lm)),
      decide(excess)};
}

}  // namespace

void declare_solving(base::Registry<Claim>& claims) {
  claims.add({
      .name = "16",
      .says = "Damped by the squared error and a small constant, Levenberg-Marquardt converges "
              "without leaps where Newton's method leaps.",
      .source = "Sugihara 2011",
      .refuted_by = "On the UR5 and the Panda it solves fewer targets than Newton's method, or its "
                    "longest steps are more than a quarter as long.",
      .test = claim_16,
      .note = "Its steps are a sixth as long, though Newton's are cut at half a turn; but on the "
              "Panda, whose limits are off here, it solves fewer targets in 200 updates.",
  });
  claims.add({
      .name = "17",
      .says = "Near a solution the digits triple in an update of Halley's method, as they double "
              "in one of Newton's.",
      .source = "Lloyd, Irani and Ahmadi 2022",
      .refuted_by =
          "The order of convergence, median over targets that differ from home by up to 0.5 rad a "
          "joint, is not 2.6 to 3.4 for Halley's method or not 1.7 to 2.3 for Newton's.",
      .test = claim_17,
  });
  claims.add({
      .name = "18",
      .says = "Where joints reach their bounds, saturation in the null space keeps the direction "
              "of the effector; clipping does not.",
      .source = "Flacco, De Luca and Khatib 2012",
      .refuted_by =
          "Its effector's motion is more than 1e-6 rad off the direction of the error in "
          "a step that ends with a joint at its limit; or clipped steps never are by 0.1 rad.",
      .test = claim_18,
  });
  claims.add({
      .name = "19",
      .says = "A quasi-Newton method, BFGS, fails most often of all.",
      .source = "Lloyd, Irani and Ahmadi 2022, table II",
      .refuted_by = "On the UR5, with limits, from home, as many evaluations of the error as the "
                    "others have updates, it solves no fewer targets than Newton's method, "
                    "Halley's and Levenberg-Marquardt.",
      .test = claim_19,
      .note = "Their BFGS is another one. Ours minimises the squared error within the limits "
              "(L-BFGS-B, ε = 0) and solves more targets than Newton's method, whose steps are "
              "clipped at them.",
  });
}

}  // namespace lab
