#pragma once
#include <string>

#include "sim/history.h"
#include "sim/metric.h"

namespace sim {

/// What a history shows of late.
struct Late {
  double oscillation = 0;  ///< mean over what a verdict is about, a second and a half
  double depth = 0;        ///< of the worst contact, now
};
Late late_of(const History& history);

/// The words of a verdict beside `recent`, the numbers of the last five seconds: where the two
/// differ, they say so.
std::string words_beside(const History::Verdict& verdict, const MetricValues& recent, Late late);

/// Whether nothing is wrong: no advice, and the numbers show neither shaking nor a contact.
bool is_fine(const History::Verdict& verdict, const MetricValues& recent);

/// Before there is a verdict: how the error has changed, in the last second at most.
std::string first_look(const History& history, const ik::Skeleton& body);

}  // namespace sim
