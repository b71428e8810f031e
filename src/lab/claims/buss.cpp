// What Buss saw on the Y and the double-Y, and Buss and Kim of SDLS.

#include <cmath>

#include "lab/claim.h"
#include "lab/table.h"

namespace lab {
namespace {

using ik::Registered;

std::string milliradians(double oscillation) { return digits(1e3 * oscillation, 3) + " mrad"; }

const Registered<Claim> transpose{{
    .name = "1",
    .rank = 10,
    .says = "The transpose is poor on the Y, very poor on the double-Y, good with one effector.",
    .source = "Buss §8",
    .decide =
        [] {
          const auto hits = [](const char* scene) {
            return Trial{scene, "transpose"}.measure().hit_share;
          };
          const double one = hits("single-arm"), two = hits("y"), four = hits("double-y");
          return Verdict{"on target: " + percent(one) + " with one effector",
                         percent(two) + " on the Y, " + percent(four) + " on the double-Y",
                         one > 0.9 && two < 0.5 * one && four < 0.5 * two};
        },
}};

const Registered<Claim> pseudoinverse{{
    .name = "2",
    .rank = 20,
    .says = "The pseudoinverse is very bad when targets are out of reach, unless the angles are "
            "severely clamped.",
    .source = "Buss §8",
    .decide =
        [] {
          const Trial trial{"y", "pinv"};
          const double free = trial.with("max_angle_deg", 45).measure().oscillation_mean;
          const double clamped = trial.with("max_angle_deg", 5).measure().oscillation_mean;
          return Verdict{"Y, oscillation: clamp at 45°: " + milliradians(free),
                         "clamp at 5°: " + milliradians(clamped),
                         free > shaking && clamped < 0.25 * free};
        },
}};

std::string at(const Sweep& sweep, size_t i) {
  return "λ " + digits(sweep.values[i], 3) + ": error " +
         digits(sweep.measured[i].mean_total_error, 3) + ", " +
         milliradians(sweep.measured[i].oscillation_mean);
}

const Registered<Claim> damping{{
    .name = "3",
    .rank = 30,
    .says = "DLS: the damping with the least mean error still shakes; one that does not shake "
            "costs accuracy.",
    .source = "Buss §8",
    .decide =
        [] {
          const Sweep& dls = dls_lambdas();
          const size_t best = dls.least_error(), quiet = dls.first_quiet();
          if (quiet == dls.values.size()) return Verdict{at(dls, best), "every λ shakes", false};
          return Verdict{"double-Y, " + at(dls, best), at(dls, quiet),
                         dls.measured[best].oscillation_mean > shaking && quiet > best};
        },
}};

const Registered<Claim> clamped{{
    .name = "4",
    .rank = 40,
    .says = "DLS' (with D_max) stops shaking at a smaller damping than DLS, and so tracks better.",
    .source = "Buss §8",
    .decide =
        [] {
          const Sweep& dls = dls_lambdas();
          const Sweep primed = lambdas(Trial{"double-y", "dls"}.with("dmax_mode", "constant"));
          const size_t a = dls.first_quiet(), b = primed.first_quiet();
          if (a == dls.values.size() || b == primed.values.size())
            return Verdict{"every λ shakes", "every λ shakes", false};
          return Verdict{"double-Y, first quiet DLS: " + at(dls, a), "DLS′: " + at(primed, b),
                         primed.values[b] < dls.values[a] && primed.measured[b].mean_total_error <
                                                                 dls.measured[a].mean_total_error};
        },
}};

const Registered<Claim> alternate{{
    .name = "5",
    .rank = 50,
    .says = "The alternate Jacobian shakes less when targets are far away.",
    .source = "Buss §2",
    .decide =
        [] {
          double logarithms[2] = {0, 0};  // of the oscillation: usual, alternate
          int calmer = 0, runs = 0;
          for (const char* scene : {"y", "double-y"})
            for (const char* method : {"transpose", "pinv", "dls", "sdls"}) {
              const Trial far = Trial{scene, method}.with("target_amplitude", 2);
              const double usual = far.with("jacobian", "effector").measure().oscillation_mean;
              const double other = far.with("jacobian", "target").measure().oscillation_mean;
              logarithms[0] += std::log(usual);
              logarithms[1] += std::log(other);
              ++runs;
              if (other < usual) ++calmer;
            }
          const auto mean = [&](int which) { return std::exp(logarithms[which] / runs); };
          return Verdict{"targets swing twice as far, four methods on Y and double-Y, usual: " +
                             milliradians(mean(0)),
                         "alternate: " + milliradians(mean(1)) + " (calmer in " +
                             std::to_string(calmer) + " of " + std::to_string(runs) + ")",
                         mean(1) < mean(0)};
        },
}};

const Registered<Claim> sdls{{
    .name = "6",
    .rank = 60,
    .says = "SDLS needs no damping constant: as it comes it tracks as closely as DLS with the "
            "best one, and shakes less.",
    .source = "Buss and Kim 2005",
    .decide =
        [] {
          const Sweep& dls = dls_lambdas();
          const size_t best = dls.least_error();
          const auto own = Trial{"double-y", "sdls"}.measure();
          return Verdict{"double-Y, DLS at its best " + at(dls, best),
                         "SDLS: error " + digits(own.mean_total_error, 3) + ", " +
                             milliradians(own.oscillation_mean),
                         own.mean_total_error < dls.measured[best].mean_total_error &&
                             own.oscillation_mean < dls.measured[best].oscillation_mean};
        },
}};

}  // namespace
}  // namespace lab
