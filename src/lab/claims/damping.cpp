// Damping chosen anew at each step, against a fixed constant.

#include <limits>

#include "lab/claim.h"
#include "lab/table.h"

namespace lab {
namespace {

/// The least error of the trials that shake no more than `oscillation`.
double least_error(const Sweep& sweep, double oscillation) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& measured : sweep.measured)
    if (measured.oscillation_mean <= oscillation)
      least = std::min(least, measured.mean_total_error);
  return least;
}

const ik::Registered<Claim> dynamic{{
    .name = "15",
    .rank = 150,
    .says = "Dynamic damping: less error than the fixed λ that shakes as little.",
    .source = "Buss §5 and the works it names",
    .decide =
        [] {
          const Trial dls{"double-y", "dls"};
          const Sweep fixed = sweep(dls, "lambda", 0.05, 5, 25);
          std::string best = "none";
          double gain = 1, error = 0, oscillation = 0;
          for (const char* kind : {"manipulability", "sigma_min", "filtering", "error"}) {
            const Sweep changing = sweep(dls.with("damping", kind), "lambda", 0.05, 5, 25);
            for (const auto& measured : changing.measured) {
              if (measured.oscillation_mean > shaking) continue;
              const double ratio =
                  measured.mean_total_error / least_error(fixed, measured.oscillation_mean);
              if (ratio >= gain) continue;
              gain = ratio;
              best = kind;
              error = measured.mean_total_error;
              oscillation = measured.oscillation_mean;
            }
          }
          if (gain == 1) return Verdict{"double-Y", "no quiet dynamic λ has less error", false};
          return Verdict{"double-Y, " + best + ": error " + digits(error, 3) + " at " +
                             digits(1e3 * oscillation, 3) + " mrad",
                         "fixed λ as quiet: error " + digits(error / gain, 3), true};
        },
}};

}  // namespace
}  // namespace lab
