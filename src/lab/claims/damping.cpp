// Damping chosen anew at each step, against a fixed constant.

#include "lab/claim.h"
#include "lab/table.h"

namespace lab {
namespace {

const ik::Registered<Claim> dynamic{{
    .name = "15",
    .rank = 150,
    .says = "Dynamic damping: less error than the fixed λ that shakes as little.",
    .source = "Buss §5 and the works it names",
    .decide =
        [] {
          std::string kind;
          sim::Measures::Summary best;
          for (const char* one : {"manipulability", "sigma_min", "filtering", "error"}) {
            const Sweep changing = lambdas(Trial{"double-y", "dls"}.with("damping", one));
            const size_t quiet = changing.least_error(shaking);
            if (quiet == changing.values.size()) continue;
            const sim::Measures::Summary& found = changing.measured[quiet];
            if (!kind.empty() && found.mean_total_error >= best.mean_total_error) continue;
            kind = one;
            best = found;
          }
          if (kind.empty()) return Verdict{"double-Y", "every dynamic damping shakes", false};
          const Sweep& fixed = dls_lambdas();
          const size_t i = fixed.least_error(best.oscillation_mean);
          const std::string first = "double-Y, " + kind + ": error " +
                                    digits(best.mean_total_error, 3) + ", " +
                                    digits(1e3 * best.oscillation_mean, 3) + " mrad";
          if (i == fixed.values.size()) return Verdict{first, "no fixed λ is as quiet", true};
          const sim::Measures::Summary& other = fixed.measured[i];
          return Verdict{first,
                         "fixed λ as quiet: error " + digits(other.mean_total_error, 3) + ", " +
                             digits(1e3 * other.oscillation_mean, 3) + " mrad",
                         best.mean_total_error < other.mean_total_error};
        },
}};

}  // namespace
}  // namespace lab
