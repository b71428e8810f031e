#include "ik/methods/parts/damping.h"

#include <cmath>

namespace ik {

const std::vector<base::Parameter>& DampingParameters::parameters() {
  static const std::vector<base::Parameter> all{
      base::log_scaled(
          "lambda", "λ", "unit/rad", {0, 10, 0.6},
          {.length_power = 1,
           .explanation =
               "Damping: weights the size of the step against the error it removes. Too small a "
               "value shakes near singularities, too large a value lags behind the targets.",
           .source = "Buss §5 eq. 11",
           .primary = true,
           .needs = {"damping", {"fixed", "manipulability", "sigma_min", "filtering"}}}),
      base::choice(
          "damping", "λ(θ)", {"fixed", "manipulability", "sigma_min", "filtering", "error"},
          {.choice_titles = {"fixed", "manipulability", "smallest σ", "filtering", "error"},
           .explanation =
               "How the damping of a step is chosen: always λ; growing from 0 to λ as the "
               "manipulability falls below w₀, or as the smallest singular value falls below ε, in "
               "all directions or (filtering) only in that one; or c times the error.",
           .source = "Nakamura and Hanafusa 1986; Maciejewski and Klein 1988; Chiaverini 1997; "
                     "Chan and Lawrence 1988"}),
      base::log_scaled(
          "w0", "w₀", "(unit/rad)ʳ", {1e-6, 1e5, 1},
          {.length_power = 1,
           .per_rank = true,
           .explanation =
               "Damping by manipulability acts where w, the product of the r singular values that "
               "are not zero at every pose, is below this: w = √det JJᵀ for a body with full rank.",
           .source = "Nakamura and Hanafusa 1986",
           .needs = {"damping", {"manipulability"}}}),
      base::log_scaled(
          "epsilon", "ε", "unit/rad", {1e-4, 10, 0.5},
          {.length_power = 1,
           .explanation = "Damping by the smallest σ, and filtering, act where the smallest "
                          "singular value that is not zero at every pose is below this.",
           .source = "Maciejewski and Klein 1988; Chiaverini 1997",
           .needs = {"damping", {"sigma_min", "filtering"}}}),
      base::log_scaled("error_factor", "c", "", {0, 10, 0.6},
                       {.explanation = "Damping by the error is c times the error: a number "
                                       "without a unit, so that a body of any size moves alike.",
                        .source = "Chan and Lawrence 1988",
                        .needs = {"damping", {"error"}}}),
      base::log_scaled("lambda_floor", "λ_floor", "unit/rad", {0, 1, 0.05},
                       {.length_power = 1,
                        .explanation = "Added in the square to the damping by the error, c² |e|², "
                                       "so that it does not vanish at the targets.",
                        .source = "Chan and Lawrence 1988; Sugihara 2011",
                        .needs = {"damping", {"error"}}}),
  };
  return all;
}

template <class Number>
void DampingOf<Number>::configure(const SettingsOf<Number>& settings) {
  rule_ = settings.get("damping");
  lambda_ = settings.get("lambda");
  w0_ = settings.get("w0");
  epsilon_ = settings.get("epsilon");
  factor_ = settings.get("error_factor");
  floor_ = settings.get("lambda_floor");
}

template <>
double Damping::of(const Svd& svd, int r, int all) const {
  if (r == 0) return lambda_;
  const double w0 = r == all ? w0_ : std::pow(w0_, static_cast<double>(r) / all);
  const double share =
      rule_ == manipulability_ ? svd.sigma().head(r).prod() / w0 : svd.sigma()[r - 1] / epsilon_;
  if (!(share < 1)) return 0;
  return lambda_ * (rule_ == manipulability_ ? 1 - share : std::sqrt(1 - share * share));
}

template void DampingOf<double>::configure(const SettingsOf<double>& settings);
template void DampingOf<Pack>::configure(const SettingsOf<Pack>& settings);

}  // namespace ik
