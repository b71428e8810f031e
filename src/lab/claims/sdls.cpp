// Tests claims of Buss and Kim on selectively damped least squares.

#include <algorithm>

#include "lab/claim.h"

namespace lab {
namespace {

/// SDLS with its defaults, and DLS with the same error clamp and its best λ that does not shake.
struct Rivals {
  Trial sdls, dls;
  double lambda;
};
Rivals rivals(const char* scene) {
  const Trial dls = Trial{scene, "dls"}.with("dmax_mode", "constant");
  const Sweep tuned = lambdas(dls);
  const size_t best = std::min(tuned.least_error(true), tuned.values.size() - 1);
  return {{scene, "sdls"}, dls, tuned.values[best]};
}

Finding claim_6a() {
  const Rivals both = rivals("double-y");
  const Trial tuned = both.dls.with("lambda", both.lambda);
  const auto error = errors(both.sdls), less = errors(tuned);
  const auto shakes = oscillations(both.sdls), calm = oscillations(tuned);
  const auto excess =
      each_course([&](size_t c) { return std::min(less[c] / error[c], calm[c] / shakes[c]) - 1; });
  const Sweep plain = lambdas({"double-y", "dls"});
  return Finding{
      base::format("double-Y, SDLS: {}; with D_max constant: {}", text(both.sdls),
                   text(both.sdls.with("dmax_mode", "constant"))),
      base::format("DLS′, λ {}: {}; DLS without D_max at its best: {}", base::shortest(both.lambda),
                   text(tuned), plain.text(plain.least_error())),
      decide(excess)};
}

Finding claim_6b() {
  std::string own, rival;
  std::vector<double> excess(course_count, 1);
  for (const char* scene : {"y", "double-y"}) {
    const Rivals both = rivals(scene);
    const Trial small = both.dls.with("lambda", both.lambda / 2),
                large = both.dls.with("lambda", both.lambda * 4);
    const auto shakes = oscillations(both.sdls), error = errors(both.sdls);
    const auto shakes_more = oscillations(small), more = errors(large);
    for (size_t c = 0; c < course_count; ++c)
      excess[c] =
          std::min({excess[c], shakes_more[c] / (2 * shakes[c]) - 1, more[c] / error[c] - 1});
    const std::string on = scene == std::string("y") ? "Y: " : "; double-Y: ";
    own += base::format("{}SDLS {}", on, text(both.sdls));
    rival += base::format("{}DLS′ with half of λ {}: {}; with four times as much: {}", on,
                          base::shortest(both.lambda), text(small), text(large));
  }
  return Finding{own, rival, decide(excess)};
}

}  // namespace

void declare_sdls(base::Registry<Claim>& claims) {
  claims.add({
      .name = "6a",
      .says = "SDLS needs no damping constant: with its defaults it tracks as closely as DLS with "
              "the best one, and shakes no more.",
      .source = "Buss and Kim 2005",
      .refuted_by = "DLS′ with the D_max of SDLS and the best λ without shaking has less error on "
                    "the double-Y, or shakes less, on every course.",
      .test = claim_6a,
      .note = "The advantage of SDLS over DLS is due to D_max. DLS with the same D_max and an "
              "optimised λ shakes less and tracks as well or better; row 6b shows what this "
              "optimisation is worth.",
  });
  claims.add({
      .name = "6b",
      .says = "SDLS saves the tuning of λ: with too small a λ, DLS′ shakes far more; with too "
              "large a λ, it tracks worse.",
      .source = "Buss and Kim 2005",
      .refuted_by = "On Y or double-Y, DLS′ with half its best λ does not shake twice as much as "
                    "SDLS, or DLS′ with four times that λ has no more error.",
      .test = claim_6b,
  });
}

}  // namespace lab
