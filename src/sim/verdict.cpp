#include "sim/verdict.h"

#include <algorithm>

#include "base/numbers.h"
#include "sim/diagnosis.h"
#include "sim/session.h"

namespace sim {
namespace {

/// Without these words at its beginning.
std::string_view after(std::string_view sentence, std::string_view words) {
  if (sentence.starts_with(words)) sentence.remove_prefix(words.size());
  return sentence;
}

}  // namespace

Late late_of(const History& history) {
  return {history.mean(history.oscillation(), diagnosed_steps), history.max(history.depth(), 1)};
}

std::string words_beside(const History::Verdict& verdict, const MetricValues& recent, Late late) {
  constexpr double many_hits = 0.9;
  const std::string& sentence = verdict.sentence;
  const double oscillation = recent.oscillation_mean;
  if (verdict.rule.starts_with("shaking")) {
    if (oscillation > shaking) return sentence;
    const std::string_view how =
        late.oscillation > oscillation ? "starting to shake" : "hardly shaking now";
    return std::string(how).append(after(sentence, "shaking"));
  }
  if (oscillation > shaking) {
    const std::string_view how = late.oscillation > shaking ? "not calm; " : "calming down; ";
    return std::string(how).append(after(sentence, "steady but "));
  }
  if (recent.contact_depth > 0 && verdict.rule != "obstacles") {
    const std::string_view how = late.depth > 0 ? "touching an obstacle; " : "clear again; ";
    return std::string(how).append(after(sentence, "steady but "));
  }
  if (verdict.rule == "tracking" && recent.hit_share < many_hits)
    return std::string("arriving").append(after(sentence, "tracking"));
  return sentence;
}

bool is_fine(const History::Verdict& verdict, const MetricValues& recent) {
  return !verdict.rule.empty() && verdict.advice.empty() && recent.oscillation_mean <= shaking &&
         recent.contact_depth == 0;
}

std::string first_look(const History& history, const ik::Skeleton& body) {
  constexpr auto most = static_cast<int64_t>(Clock::steps_per_second);
  if (history.size() == 0) return "no step has been made yet";
  const int64_t last = history.end() - 1, from = std::max(history.first(), last - most);
  const auto error = [&](int64_t step) {
    return error_text(body, all_effectors, history.at(history.total_error(), step));
  };
  if (error(from) == error(last)) return "the total error is " + error(last);
  const double before = history.at(history.total_error(), from),
               now = history.at(history.total_error(), last);
  const std::string_view how = now > before ? "rose" : "fell";
  const std::string time =
      last - from == most
          ? "last second"
          : "last " + base::fixed(static_cast<double>(last - from) / Clock::steps_per_second, 2) +
                " s";
  return "in the " + time + " the total error " + std::string(how) + " from " + error(from) +
         " to " + error(last);
}

}  // namespace sim
