// Ranks the methods, and says why.

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "base/numbers.h"
#include "base/text.h"
#include "sweep/choose/candidate.h"
#include "sweep/picture.h"

namespace sweep {
namespace {

constexpr double tie = 0.02;  // what differs by a smaller fraction is as good

struct Property {
  std::string_view name;
  double (*of)(const Candidate& one);
  double least;  ///< what is smaller is as good
  bool is_fraction = false;

  double value(const Candidate& one) const { return std::max(of(one), least); }
  bool better(const Candidate& a, const Candidate& b) const {
    if (!is_fraction) return value(a) * (1 + tie) < value(b);
    return solved_interval(*a.solves).low > solved_interval(*b.solves).high;
  }
};

constexpr Property of_followers[] = {
    {"mean error", [](const Candidate& one) { return one.summary.mean_total_error; }, 1e-9},
    {"oscillation", [](const Candidate& one) { return one.summary.oscillation_mean; }, 1e-5},
    {"largest error", [](const Candidate& one) { return one.summary.max_total_error; }, 1e-9},
    {"time", [](const Candidate& one) { return one.median_us(); }, 1e-2},
};
constexpr Property of_solvers[] = {
    {"targets missed", [](const Candidate& one) { return 1 - one.solves->solved_fraction(); }, 1e-3,
     true},
    {"updates", [](const Candidate& one) { return one.solves->mean_updates; }, 1},
    {"time", [](const Candidate& one) { return one.median_us(); }, 1e-2},
};

std::span<const Property> properties(const ChoiceRequest& request) {
  return request.solves ? std::span<const Property>(of_solvers) : of_followers;
}

std::string times_text(double ratio) { return base::significant(ratio, 2) + " times"; }

/// Writes which demands a candidate fails. has_angle_goals: whether some errors are angles.
void find_failures(const ChoiceRequest& request, bool has_angle_goals, Candidate& one) {
  one.failures.clear();
  if (!one.refusal.empty()) return;
  constexpr double rounding = 1e-9;
  if (!request.solves && one.summary.oscillation_mean > request.most_oscillation)
    one.failures.push_back(
        base::format("it oscillates by {} mrad/step²",
                     base::significant(to_display(one.summary.oscillation_mean), 3)));
  if (one.solves && one.solves->solved == 0)
    one.failures.push_back(has_angle_goals && one.method->positions_alone
                               ? "it ignores orientations, and reaches no target"
                               : "it reaches no target");
  if (one.median_us() > request.most_us)
    one.failures.push_back(base::format("a {} takes {} µs", request.solves ? "solve" : "step",
                                        base::significant(one.median_us(), 3)));
  if (request.keeps_limits && one.outside > rounding)
    one.failures.push_back(
        base::format("a joint goes {} rad beyond its limit", base::significant(one.outside, 2)));
  if (request.keeps_limits && one.solves && one.solves->limits_kept < one.solves->solved)
    one.failures.push_back(base::format("{} of its poses are beyond a limit",
                                        one.solves->solved - one.solves->limits_kept));
}

using Iterator = std::vector<Candidate>::iterator;

/// Sorts by the first property, those that are as good by the next. Time, the last, differs between
/// machines: in its place the method that is cheaper by its kind comes first.
void sort_by(Iterator begin, Iterator end, std::span<const Property> by) {
  const bool last = by.size() == 1;
  const auto value = [&](const Candidate& one) {
    return last ? one.method->cost + 1e-6 * one.method->rank : by.front().value(one);
  };
  std::ranges::stable_sort(begin, end, {}, value);
  for (Iterator first = begin; first != end && !last;) {
    const Iterator tied = std::find_if(
        first, end, [&](const Candidate& one) { return by.front().better(*first, one); });
    sort_by(first, tied, by.subspan(1));
    first = tied;
  }
}

/// Returns whether a is better than b by more than a tie in a property, and worse in none.
bool beats(const Candidate& a, const Candidate& b, std::span<const Property> all) {
  return std::ranges::none_of(all, [&](const Property& one) { return one.better(b, a); }) &&
         std::ranges::any_of(all, [&](const Property& one) { return one.better(a, b); });
}

std::string speed_text(double ratio) {
  constexpr double same = 1.1;
  if (ratio < same && ratio > 1 / same) return "about as fast";
  return ratio > 1 ? times_text(ratio) + " as fast" : times_text(1 / ratio) + " as slow";
}

std::string more(double ratio, std::string_view what, std::string_view less = "less") {
  constexpr double many = 2;
  if (ratio >= many) return base::format("{} the {}", times_text(ratio), what);
  return base::format("{} % {} {}", base::significant(100 * std::abs(ratio - 1), 2),
                      ratio > 1 ? "more" : less, what);
}

std::string error_text(const Candidate& one, const Candidate& first) {
  const Property& error = of_followers[0];
  const double ratio = error.value(one) / error.value(first);
  if (error.of(one) <= error.least && error.of(first) <= error.least)
    return "an error that is as good as none";
  if (std::abs(ratio - 1) <= tie) return "the same error within 2 %";
  return (error.of(first) < error.least ? "more than " : "") + more(ratio, "error");
}

std::string updates_text(double ratio) {
  return std::abs(ratio - 1) <= tie ? "as many updates" : more(ratio, "updates", "fewer");
}

std::string solved_text(const SolveSummary& sum) {
  return base::format("{} of the targets ({})", base::percent(sum.solved_fraction(), 1),
                      interval_text(sum));
}

/// most: of those that meet the demands, the one that reaches most targets.
std::string reason(const ChoiceRequest& request, const Candidate& one, const Candidate* first,
                   const Candidate* most) {
  if (!one.meets_demands()) return "out: " + base::joined(one.failures);
  if (&one == first)
    return request.solves
               ? base::format(
                     "it reaches {}, as many as any within the intervals, with the fewest "
                     "updates",
                     solved_text(*one.solves))
               : "of the methods that meet the demands it has the least error, within 2 %, and of "
                 "those the least oscillation";
  const std::string speed = speed_text(first->median_us() / std::max(one.median_us(), 1e-3));
  if (!request.solves) return base::format("{}, {}", error_text(one, *first), speed);
  const bool fewer = of_solvers[0].better(*most, one);
  return base::format("{}, {}, {}, {}", fewer ? "fewer" : "as many within the intervals",
                      solved_text(*one.solves),
                      updates_text(of_solvers[1].value(one) / of_solvers[1].value(*first)), speed);
}

std::string weakness(const Candidate& one, const std::vector<Candidate>& all,
                     std::span<const Property> properties) {
  constexpr double little = 1.2;
  std::string text;
  double worst = 1;
  for (const Property& property : properties) {
    const Candidate* best = &one;
    for (const Candidate& other : all)
      if (other.meets_demands() && property.value(other) < property.value(*best)) best = &other;
    const double ratio = property.value(one) / property.value(*best);
    if (ratio <= little * worst || (property.is_fraction && !property.better(*best, one))) continue;
    worst = ratio;
    text =
        property.is_fraction
            ? base::format("{}, {} beside {} of the best that meets the demands", property.name,
                           base::percent(property.of(one), 1), base::percent(property.of(*best), 1))
            : base::format("{}, {}{} the least of those that meet the demands", property.name,
                           property.of(*best) < property.least ? "more than " : "",
                           times_text(ratio));
  }
  return text;
}

}  // namespace

void rank_candidates(Choice& choice) {
  std::vector<Candidate>& all = choice.candidates;
  const std::span<const Property> of = properties(choice.request);
  const bool has_angle_goals = choice.scene && choice.scene->skeleton->angle_error_count() > 0;
  for (Candidate& one : all) find_failures(choice.request, has_angle_goals, one);
  const auto group = [](const Candidate& one) {
    return one.meets_demands() ? 0 : one.refusal.empty() ? 1 : 2;
  };
  std::ranges::stable_sort(all, {}, group);
  sort_by(all.begin(), std::ranges::find_if(all, [&](const auto& one) { return group(one) > 0; }),
          of);
  const Candidate* most = choice.first();
  if (choice.request.solves)
    for (const Candidate& one : all)
      if (one.meets_demands() && of[0].value(one) < of[0].value(*most)) most = &one;
  for (Candidate& one : all) {
    if (!one.refusal.empty()) continue;
    one.unbeaten = one.meets_demands() && std::ranges::none_of(all, [&](const Candidate& other) {
                     return other.meets_demands() && beats(other, one, of);
                   });
    one.weakness = weakness(one, all, of);
    one.reason = reason(choice.request, one, choice.first(), most);
  }
}

}  // namespace sweep
