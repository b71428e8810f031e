// The rules of the diagnosis, tried in this order. The last rule always holds.

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "base/numbers.h"
#include "ik/methods/common.h"
#include "sim/diagnosis.h"

namespace sim {
namespace {

std::string join(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

std::string number_text(double value) { return base::short_number(value, value < 1e-3 ? 1 : 2); }
std::string length(const Symptoms& s, double length) {
  const base::LengthUnit* unit = s.solver->skeleton().unit();
  return unit ? base::length_text(length, unit) : number_text(length);
}
/// Of effector i, in the scene's unit or degrees.
std::string error(const Symptoms& s, int i) {
  const ik::Skeleton& skeleton = s.solver->skeleton();
  return skeleton.turns(i) ? error_text(skeleton, i, s.errors[i]) : length(s, s.errors[i]);
}
std::string effector(const Symptoms& s, int i) { return s.solver->skeleton().effector(i).name; }
std::string weakest(const Symptoms& s) { return base::subscript(s.weakest + 1); }

bool one_effector(const Symptoms& s) { return s.solver->skeleton().effectors() == 1; }
bool shakes(const Symptoms& s, double ease) {
  return s.oscillation > shaking * ease && s.reversals > 0.1 * ease;
}
bool tracks(const Symptoms& s, double ease) { return s.hits > 1 - 0.1 / ease; }
bool damped(const Symptoms& s) { return s.has("lambda"); }
bool damped_by_error(const Symptoms& s) {
  return s.has("damping") && s.solver->settings().text("damping") == "error";
}
double lambda(const Symptoms& s) {
  return damped_by_error(s) ? s.value("error_factor") * s.solver->e().norm() : s.value("lambda");
}
std::string_view lambda_symbol(const Symptoms& s) { return damped_by_error(s) ? "c" : "λ"; }
bool singular(const Symptoms& s, double ease) { return s.sigma_min * ease < 0.1 * s.sigma_1; }
/// A six-axis arm at one of its named singularities, within some six degrees.
bool singular_arm(const Symptoms& s, double ease) { return s.arm.distance * ease < 0.1; }
/// Its name, and what can be seen of it.
std::pair<std::string_view, std::string_view> named(const ik::ArmSingularity& arm) {
  using Kind = ik::ArmSingularity::Kind;
  switch (arm.kind) {
    case Kind::Wrist:
      return {"wrist singularity", !arm.straight ? "axes 4, 5 and 6 are parallel to one plane"
                                   : arm.offset  ? "axes 4 and 6 are parallel"
                                                 : "axes 4 and 6 are in line"};
    case Kind::Elbow:
      return {"elbow singularity", arm.folded ? "the arm is folded" : "the arm is stretched"};
    default:
      return {"shoulder singularity", "the wrist is as close to axis 1 as it can be"};
  }
}
std::string_view lost(const ik::ArmSingularity& arm) {
  using Kind = ik::ArmSingularity::Kind;
  return arm.kind == Kind::Wrist   ? "a rotation is lost"
         : arm.kind == Kind::Elbow ? "the motion along the arm is lost"
                                   : "the motion across the arm is lost";
}

/// A gain that grows with sigma: the transpose's.
bool rises(const Symptoms& s) {
  return s.solver->gain(0, s.sigma_1) > 1.9 * s.solver->gain(0, 0.5 * s.sigma_1);
}

/// A gain of 1/sigma: the pseudoinverse's. Clamps make its steps shorter, and it shakes on  (claim
/// 2b).
bool inverts(const Symptoms& s) {
  const std::string_view gain = s.solver->method().gain;
  return gain == "1/σ" || gain.starts_with("1/σ or");  // the latter: hybrid
}

int stuck_joint(const Symptoms& s) {
  int index = 0;
  s.stuck.maxCoeff(&index);
  return index;
}

/// Whether a joint that is not at its limit could reduce the error by a tenth of what the joint at
/// its limit could:  |(J^T e)_j| / (|J_j| |e|), which is small for all of them where targets
/// conflict.
bool others_can_compensate(const Symptoms& s) {
  constexpr double rounding = 1e-9;
  const Eigen::VectorXd& e = s.solver->e();
  const auto reduction = [&](int j) {
    const auto column = s.solver->J().col(j);
    const double scale = column.norm() * e.norm();
    return scale > 0 ? std::abs(column.dot(e)) / scale : 0;
  };
  const double least = std::max(rounding, 0.1 * reduction(stuck_joint(s)));
  for (int j = 0; j < s.stuck.size(); ++j)
    if (s.stuck[j] < 0.3 && reduction(j) > least) return true;
  return false;
}

/// Which of the method's parameters to change against shaking.
std::string calm(const Symptoms& s) {
  if (rises(s) || inverts(s)) return "try damped least squares";
  const std::string_view dmax = ik::common::dmax_mode().key;
  return join({damped(s) ? join({"raise ", lambda_symbol(s)}) : "lower γₘₐₓ",
               !s.has(dmax)         ? ""
               : s.value(dmax) == 0 ? " or set Dₘₐₓ"
                                    : " or lower Dₘₐₓ"});
}
constexpr std::string_view obstacles_gain = "obstacles_gain";
bool avoids(const Symptoms& s) { return s.has(obstacles_gain) && s.value(obstacles_gain) > 0; }
std::string none(const Symptoms&) { return {}; }
/// A target that moves by itself comes back by itself.
bool swings(const Symptoms& s, int i) { return s.moves[static_cast<size_t>(i)]; }
std::string nothing_to_tune() { return "nothing to tune"; }

}  // namespace

const std::vector<Rule>& rules() {
  static const std::vector<Rule> table{
      {"open loop",
       [](const Symptoms& s, double) { return s.gap > 1e-6 * s.solver->skeleton().length(); },
       [](const Symptoms& s) {
         return join({"a loop of the body is open by ", length(s, s.gap),
                      ": its joints cannot close it here"});
       },
       [](const Symptoms&) {
         return join({"release joints that are held, or switch the limits off"});
       }},

      {"immobile", [](const Symptoms& s, double) { return s.immobile; },
       [](const Symptoms& s) {
         const auto held = static_cast<int>(s.solver->held().size());
         return join({"nothing can move: ", held == s.solver->skeleton().joints()
                                                ? "every joint is held"
                                                : "no joint that is free moves an effector"});
       },
       [](const Symptoms& s) {
         return join(
             {s.solver->held().empty() ? "choose other effectors" : "release joints under Joints"});
       }},

      {"objective",
       [](const Symptoms& s, double ease) {
         return s.idle > 0.6 * ease && !tracks(s, ease) &&
                (s.clamped > 0.5 * ease || shakes(s, ease));
       },
       [](const Symptoms& s) {
         return join(
             {"null-space objective dominates: it makes ", base::percent(s.idle), " of each step"});
       },
       [](const Symptoms&) { return join({"lower its gain"}); }},

      {"shaking out of reach",
       [](const Symptoms& s, double ease) { return shakes(s, ease) && s.out_of_reach() >= 0; },
       [](const Symptoms& s) {
         const int far = s.out_of_reach();
         if (singular_arm(s, 1))
           return join(
               {"shaking: ", named(s.arm).first, ", ", effector(s, far), " is out of reach"});
         return join({"shaking: ", effector(s, far), " is out of reach",
                      singular(s, 1) ? join({" and σ", weakest(s), " is small"}) : ""});
       },
       calm},

      {"shaking near a singular pose",
       [](const Symptoms& s, double ease) {
         return shakes(s, ease) && singular(s, ease) && !rises(s);
       },
       [](const Symptoms& s) {
         if (singular_arm(s, 1))
           return join({"shaking: ", named(s.arm).first, ", ", named(s.arm).second});
         return join({"shaking: σ", weakest(s), " is small, so steps along u", weakest(s),
                      " are amplified"});
       },
       calm},

      {"shaking", shakes,
       [](const Symptoms& s) {
         return join({"shaking: ", base::percent(s.reversals),
                      " of the last steps overshoot and turn back"});
       },
       [](const Symptoms& s) {
         if (rises(s)) return calm(s);
         return join({damped(s) ? join({"raise ", lambda_symbol(s)}) : "lower γₘₐₓ",
                      " or slow the targets down"});
       }},

      {"obstacles",
       [](const Symptoms& s, double ease) {
         return s.depth > 1e-3 * s.solver->skeleton().scale() * ease;
       },
       [](const Symptoms& s) {
         return join({"inside an obstacle by ", length(s, s.depth),
                      avoids(s) ? "" : ": obstacles are ignored"});
       },
       [](const Symptoms& s) {
         return join({!s.has(obstacles_gain) ? "try pinv or dls: this method cannot avoid them"
                      : avoids(s)            ? "raise the gain of the obstacles"
                                             : "set the gain of the obstacles, K_obs"});
       },
       "Avoid them",
       [](const Symptoms& s) -> std::optional<SetParameter> {
         constexpr double usual = 0.01;
         if (!s.has(obstacles_gain) || avoids(s)) return {};
         return SetParameter{std::string(obstacles_gain), usual};
       }},

      {"singular arm", singular_arm,
       [](const Symptoms& s) {
         const int far = s.out_of_reach();
         return join({named(s.arm).first, ": ", named(s.arm).second, ", ",
                      far >= 0 ? join({effector(s, far), " is ", error(s, far), " from its target"})
                               : join({lost(s.arm)})});
       },
       [](const Symptoms& s) {
         using Kind = ik::ArmSingularity::Kind;
         if (const int far = s.out_of_reach(); far >= 0 && swings(s, far)) return nothing_to_tune();
         return join({s.arm.kind == Kind::Wrist      ? "turn the target to bend the wrist"
                      : s.arm.kind == Kind::Shoulder ? "move the target away from axis 1"
                      : s.arm.folded                 ? "move the target farther away"
                                                     : "bring the target nearer"});
       }},

      {"tracking", tracks,
       [](const Symptoms&) { return join({"tracking: every effector is on its target"}); }, none},

      {"clamped", [](const Symptoms& s, double ease) { return s.clamped > 0.7 * ease; },
       [](const Symptoms& s) {
         return join({"step-limited: the step clamp acts in ", base::percent(s.clamped),
                      " of the last steps"});
       },
       [](const Symptoms&) { return join({"raise γₘₐₓ or slow the targets down"}); }},

      {"damping",
       [](const Symptoms& s, double ease) {
         return damped(s) && !shakes(s, ease) && s.left > 0.6 * ease &&
                lambda(s) > 0.4 * ease * s.sigma_1;
       },
       [](const Symptoms& s) {
         return join({"sluggish: the damping leaves ", base::percent(s.left),
                      " of the error in each step"});
       },
       [](const Symptoms& s) {
         return join({"lower ", lambda_symbol(s)});
       }},

      {"out of reach", [](const Symptoms& s, double) { return s.out_of_reach() >= 0; },
       [](const Symptoms& s) {
         const int i = s.out_of_reach();
         return join({swings(s, i) ? "out of reach at this moment: " : "steady but out of reach: ",
                      effector(s, i), " is ", error(s, i), " away on average"});
       },
       [](const Symptoms& s) {
         if (swings(s, s.out_of_reach())) return nothing_to_tune();
         const bool turns = s.solver->skeleton().turns(s.out_of_reach());
         return join({turns ? "turn the target back" : "bring the target nearer"});
       }},

      {"limits",
       [](const Symptoms& s, double ease) {
         return s.limited > 0.5 * ease && s.stuck.maxCoeff() > 0.3;
       },
       [](const Symptoms& s) {
         return join({"limited: ", s.solver->skeleton().joint(stuck_joint(s)).name,
                      " is at its limit in ", base::percent(s.stuck.maxCoeff()),
                      " of the last steps"});
       },
       [](const Symptoms& s) {
         return join({s.solver->method().name == "bounded-dls" || !others_can_compensate(s)
                          ? "switch the limits off to see what they cost"
                          : "try bounded-dls: there the other joints compensate"});
       }},

      {"conflict", [](const Symptoms& s, double ease) { return s.pull * ease < 0.08; },
       [](const Symptoms& s) {
         return one_effector(s)
                    ? join({"stuck: no small step brings ", effector(s, 0), " nearer"})
                    : join({"conflicting targets: no small step brings all effectors nearer"});
       },
       [](const Symptoms& s) {
         return join({one_effector(s) ? "move the target" : "move a target, or try priority"});
       }},

      {"D_max", [](const Symptoms& s, double ease) { return s.dmax > 0.7 * ease && s.left < 0.7; },
       [](const Symptoms& s) {
         return join({"error clamped: Dₘₐₓ shortens e in ", base::percent(s.dmax),
                      " of the last steps, with targets in reach"});
       },
       [](const Symptoms&) { return join({"raise Dₘₐₓ"}); }},

      {"transpose", [](const Symptoms& s, double ease) { return rises(s) && s.left > 0.5 * ease; },
       [](const Symptoms& s) {
         return join({"slow: the transpose leaves ", base::percent(s.left),
                      " of the error in each step, most of it where σ is small"});
       },
       [](const Symptoms&) { return join({"try damped least squares"}); }},

      {"lag",
       [](const Symptoms& s, double ease) { return s.hits < 0.5 / ease && s.left < 0.5 / ease; },
       [](const Symptoms& s) {
         return join({"lagging: a step removes ", base::percent(1 - s.left),
                      " of the error, but the targets move on"});
       },
       [](const Symptoms& s) {
         // One axis lags by r/(1-r) v dt without it, by |2r-1|/(1-r) v dt with it.
         const bool helps = s.left > 1. / 3 && s.value(ik::common::feed_forward().key) == 0;
         return join({helps ? "switch feed-forward on or " : "", "slow the targets down"});
       }},

      {"following", [](const Symptoms&, double) { return true; },
       [](const Symptoms& s) {
         return join({"following: ", effector(s, s.worst()), " has the largest error, ",
                      error(s, s.worst())});
       },
       none},
  };
  return table;
}

}  // namespace sim
