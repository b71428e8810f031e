// Damping chosen anew at each step, against a fixed constant.

#include "lab/claim.h"
#include "lab/table.h"

namespace lab {
namespace {

/// The trial with the least error of those that shake no more than `oscillation`; nullptr if all
/// do.
const sim::Measures::Summary* best_below(const Sweep& sweep, double oscillation) {
  const sim::Measures::Summary* best = nullptr;
  for (const auto& measured : sweep.measured)
    if (measured.oscillation_mean <= oscillation &&
        (!best || measured.mean_total_error < best->mean_total_error))
      best = &measured;
  return best;
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
          std::string kind;
          sim::Measures::Summary best;
          for (const char* one : {"manipulability", "sigma_min", "filtering", "error"}) {
            const Sweep changing = sweep(dls.with("damping", one), "lambda", 0.05, 5, 25);
            const sim::Measures::Summary* quiet = best_below(changing, shaking);
            if (!quiet || (!kind.empty() && quiet->mean_total_error >= best.mean_total_error))
              continue;
            kind = one;
            best = *quiet;
          }
          if (kind.empty()) return Verdict{"double-Y", "every dynamic damping shakes", false};
          const sim::Measures::Summary* other = best_below(fixed, best.oscillation_mean);
          const std::string first = "double-Y, " + kind + ": error " +
                                    digits(best.mean_total_error, 3) + ", " +
                                    digits(1e3 * best.oscillation_mean, 3) + " mrad";
          if (!other) return Verdict{first, "no fixed λ is as quiet", true};
          return Verdict{first,
                         "fixed λ as quiet: error " + digits(other->mean_total_error, 3) + ", " +
                             digits(1e3 * other->oscillation_mean, 3) + " mrad",
                         best.mean_total_error < other->mean_total_error};
        },
}};

}  // namespace
}  // namespace lab
