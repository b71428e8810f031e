// Tests Buss's claims on the transpose, the pseudoinverse and DLS on the Y and the double-Y.

#include <algorithm>

#include "lab/claim.h"

namespace lab {
namespace {

Finding claim_1() {
  const auto hits = [](const char* scene, const char* method) {
    return measured(Trial{scene, method}, &sim::MetricValues::hit_share);
  };
  const auto relative = [&](const char* scene) {
    const auto own = hits(scene, "transpose"), sdls = hits(scene, "sdls");
    return each_course([&](size_t c) { return own[c] / std::max(sdls[c], 1e-3); });
  };
  const auto one = relative("single-arm"), two = relative("y"), four = relative("double-y");
  const auto excess = each_course([&](size_t c) {
    return std::min({one[c] / 0.8 - 1, 1 - two[c] / 0.5, 1 - four[c] / 0.1});
  });
  return Finding{
      base::format("on target, relative to SDLS: {} with one effector, {} on the Y, {} on the "
                   "double-Y",
                   percents(one), percents(two), percents(four)),
      base::format(
          "SDLS on target {} of all steps with one effector, {} on the Y, {} on the double-Y",
          percents(hits("single-arm", "sdls")), percents(hits("y", "sdls")),
          percents(hits("double-y", "sdls"))),
      decide(excess)};
}

Finding claim_2a() {
  const Trial pinv = Trial{"y", "pinv"}.with("max_angle_deg", 45);
  Trial close = pinv;
  close.target_scale = 0.2;  // targets of the Y within reach, a fifth as far from its root
  const auto far = oscillations(pinv), near = oscillations(close), dls = oscillations({"y", "dls"});
  const auto excess =
      each_course([&](size_t c) { return far[c] / (10 * std::max(near[c], dls[c])) - 1; });
  return Finding{
      base::format("Y, clamp at 45°: {}, error {}", milliradians(far), spread(errors(pinv))),
      base::format("within reach: {}, error {}; DLS out of reach: {}, error {}", milliradians(near),
                   spread(errors(close)), milliradians(dls), spread(errors({"y", "dls"}))),
      decide(excess)};
}

Finding claim_2b() {
  const Sweep clamps = sweep({"y", "pinv"}, "max_angle_deg", 0.5, 45, 1.1);
  const Trial five = Trial{"y", "pinv"}.with("max_angle_deg", 5);
  const std::string severe = base::format("Y, clamp at 5°: {}, error {}",
                                          milliradians(oscillations(five)), spread(errors(five)));
  const size_t best = clamps.least_error(true);
  if (best == clamps.values.size())
    return Finding{severe, "every clamp shakes", Verdict::DoesNotHold};
  const double degrees = clamps.values[best];
  const Trial dls{"y", "dls"};
  const auto same = errors(dls.with("max_angle_deg", degrees)), own = errors(dls);
  const auto clamped = clamps.errors(best);
  const auto excess =
      each_course([&](size_t c) { return 1.5 * std::max(same[c], own[c]) / clamped[c] - 1; });
  const std::string angle = spread(std::vector{degrees}, "°");
  return Finding{base::format("{}; at {}, the best without shaking: {}, error {}", severe, angle,
                              milliradians(clamps.oscillations(best)), spread(clamped)),
                 base::format("DLS at 45°: {}, error {}; at {}: error {}",
                              milliradians(oscillations(dls)), spread(own), angle, spread(same)),
                 decide(excess)};
}

Finding claim_3() {
  const Sweep dls = lambdas({"double-y", "dls"});
  const size_t best = dls.least_error(), quiet = dls.least_error(true);
  if (quiet == dls.values.size()) return Finding{dls.text(best), "every λ shakes", Verdict::Tie};
  const auto shakes = dls.oscillations(best), least = dls.errors(best), calm = dls.errors(quiet);
  const auto excess = each_course(
      [&](size_t c) { return std::min(shakes[c] / shaking - 1, calm[c] / least[c] - 1); });
  return Finding{"double-Y, " + dls.text(best), "the best without shaking " + dls.text(quiet),
                 decide(excess)};
}

Finding claim_4() {
  const Sweep dls = lambdas({"double-y", "dls"});
  const Sweep primed = lambdas(Trial{"double-y", "dls"}.with("dmax_mode", "constant"));
  const size_t a = dls.least_error(true), b = primed.least_error(true);
  if (a == dls.values.size() || b == primed.values.size())
    return Finding{primed.text(b), dls.text(a), Verdict::Tie};
  const auto from = [](const Sweep& sweep) {
    return each_course([&](size_t course) {
      return sweep.values[std::min(sweep.first_without_shaking(course), sweep.values.size() - 1)];
    });
  };
  const auto plain = from(dls), smaller = from(primed);
  const auto error = dls.errors(a), less = primed.errors(b);
  const auto excess = each_course(
      [&](size_t c) { return std::min(plain[c] / smaller[c] - 1, error[c] / less[c] - 1); });
  return Finding{
      base::format("double-Y, DLS′ stops shaking at λ {}; the best without shaking {}",
                   spread(smaller), primed.text(b)),
      base::format("DLS stops at λ {}; the best without shaking {}", spread(plain), dls.text(a)),
      decide(excess)};
}

}  // namespace

void declare_buss(base::Registry<Claim>& claims) {
  claims.add({
      .name = "1",
      .says = "The transpose is poor on the Y, very poor on the double-Y, good with one effector.",
      .source = "Buss §8",
      .refuted_by = "Relative to the hits of SDLS on the same targets: less than 80 % with one "
                    "effector, more than half on the Y, or more than a tenth on the double-Y.",
      .test = claim_1,
  });
  claims.add({
      .name = "2a",
      .says = "The pseudoinverse is very bad whenever targets are out of reach.",
      .source = "Buss §8",
      .refuted_by = "Less than ten times the oscillation of DLS on the same targets, or of its own "
                    "on targets within reach.",
      .test = claim_2a,
  });
  claims.add({
      .name = "2b",
      .says = "With severely clamped joint angles the pseudoinverse can be used there.",
      .source = "Buss §8",
      .refuted_by = "Every clamp that stops the shaking has more than 1.5 times the error of DLS, "
                    "with the same clamp and with its own.",
      .test = claim_2b,
      .note = "The clamp changes the length of a step, not its wrong direction. A clamp small "
              "enough to stop the shaking keeps the effectors from following; DLS loses far less "
              "by the same clamp, and needs none.",
  });
  claims.add({
      .name = "3",
      .says = "DLS: the damping with the least mean error still shakes; one that does not shake "
              "costs accuracy.",
      .source = "Buss §8",
      .refuted_by = "The λ that is best over all courses does not shake on one of them, or the "
                    "best λ without shaking has no more error on one.",
      .test = claim_3,
  });
  claims.add({
      .name = "4",
      .says =
          "DLS' (with D_max) stops shaking at a smaller damping than DLS, and so tracks better.",
      .source = "Buss §8",
      .refuted_by = "On some course it does not stop shaking at a smaller λ, or has no less error "
                    "with the best λ that does not shake on any.",
      .test = claim_4,
  });
}

}  // namespace lab
