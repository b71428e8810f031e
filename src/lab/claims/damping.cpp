// Tests claims on damping chosen at each step, compared with a fixed constant.

#include <optional>

#include "lab/claim.h"

namespace lab {
namespace {

/// The λ with the least error over all courses without shaking, as finely as its rival's.
struct Tuned {
  std::string kind;
  Sweep sweep;
  size_t best = 0;
  double error() const { return sweep.error(best); }
  std::string text() const { return base::format("{}, {}", kind, sweep.text(best)); }
};
std::optional<Tuned> tuned(const char* kind) {
  constexpr double coarse = 1.2155, fine = 1.05;  // four fine steps are a coarse one
  const Trial trial = Trial{"double-y", "dls"}.with("damping", kind);
  const char* const key = kind == std::string_view("error") ? "error_factor" : "lambda";
  Tuned result{kind, sweep(trial, key, 0.4, 2.5, coarse)};
  const size_t about = result.sweep.least_error(true);
  if (about == result.sweep.values.size()) return std::nullopt;
  const double lambda = result.sweep.values[about];
  result.sweep = sweep(trial, key, lambda / coarse, lambda * coarse, fine);
  result.best = result.sweep.least_error(true);
  if (result.best == result.sweep.values.size()) return std::nullopt;
  return result;
}

Finding claim_15() {
  std::optional<Tuned> best;
  std::string others;
  for (const char* kind : {"manipulability", "sigma_min", "filtering", "error"}) {
    std::optional<Tuned> one = tuned(kind);
    if (one && (!best || one->error() < best->error())) std::swap(one, best);
    if (one)
      others += "; " + one->text();
    else if (!best || best->kind != kind)
      others += base::format("; {}, every λ shakes", kind);
  }
  const Sweep fixed = lambdas({"double-y", "dls"});
  const size_t rival = fixed.least_error(true);
  // The best for the scene's own targets:
  const auto own = std::ranges::min_element(fixed.runs, {}, [](const auto& runs) {
    const double none = std::numeric_limits<double>::infinity();
    return runs[0]->oscillation_mean < shaking ? runs[0]->mean_total_error : none;
  });
  const std::string control =
      base::format("fixed {}; optimised for the scene's own targets alone, {}", fixed.text(rival),
                   fixed.text(static_cast<size_t>(own - fixed.runs.begin())));
  if (!best || rival == fixed.values.size())
    return Finding{"double-Y" + others, control, Verdict::Tie};
  const auto less = best->sweep.errors(best->best), error = fixed.errors(rival);
  const auto excess = each_course([&](size_t c) { return error[c] / less[c] - 1; });
  return Finding{base::format("double-Y, {}{}", best->text(), others), control, decide(excess)};
}

}  // namespace

void declare_damping(base::Registry<Claim>& claims) {
  claims.add({
      .name = "15",
      .says = "Dynamic damping has less error than the best fixed λ, both without shaking.",
      .source = "Buss §5 and the works cited there",
      .refuted_by = "The best of four kinds has more error on every course, both λ optimised "
                    "equally finely and without shaking on any course.",
      .test = claim_15,
      .note = "On the double-Y, whose targets are out of reach most of the time, there is little "
              "to gain where J is well conditioned.",
  });
}

}  // namespace lab
