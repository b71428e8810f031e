#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/parameter.h"
#include "sim/metrics/tolerances.h"

namespace sim {

/// The interval over which the window's numbers and conditions of lessons are averaged.
constexpr double recent_seconds = 5;

namespace channel {
/// The quantities of each step: History::value() computes them, curves show them, metrics of the
/// last seconds and conditions of lessons are made of them.
enum Channel : int {
  total_error,
  oscillation,  ///< mean over joints
  max_angle,    ///< largest change of a joint, degrees
  angle_cap,    ///< its clamp, degrees
  clamped,      ///< whether one of the next two acted
  step_clamped,
  limit_reached,
  error_clamped,
  update_us,   ///< time of an update
  depth,       ///< of the deepest contact, scene units
  pose_error,  ///< angle to the recording, degrees
  sigma_min,   ///< smallest singular value within the generic rank of J
  events,      ///< path_events(), as a number
  count
};
}  // namespace channel

/// The metrics of a run over some steps  (mathematics.md §4), each declared in metrics().
struct MetricValues {
  double mean_total_error = 0, max_total_error = 0;                       ///< scene units
  double hit_share = 0;                                                   ///< of effector-steps
  double oscillation_mean = 0, oscillation_p99 = 0, oscillation_max = 0;  ///< rad per step^2
  double reversals = 0;                                                   ///< of steps
  double max_step = 0;        ///< rad, or scales of the body
  double contact_depth = 0;   ///< scene units
  double pose_error = 0;      ///< rad
  double clamped_share = 0;   ///< of steps
  double sigma_min = 0;       ///< scene units per rad
  double step_ns_median = 0;  ///< ns
  // Of a search for a pose (ik/search), the first two -1 if none was found:
  double updates = 0, solution = 0;             ///< solution: a number in [0, 1) that identifies it
  double ending = 0;                            ///< ik::Ending
  double error_left = 0;                        ///< scene units
  double search_step = 0;                       ///< rad, or scales of the body
  double manipulability = 0, search_sigma = 0;  ///< of J where it ended
  double limit_distance = 0;                    ///< 0 at a limit, 1 in the middle of all
  double limit_joint = 0;  ///< (j + 1/2)/n if the limit of joint j of n blocks; -1: none
  bool operator==(const MetricValues&) const = default;
};

/// A metric, declared once for tables, plots, maps, files, lessons and explanations. Files contain
/// the value, displays show value x times in `unit`.
struct Metric {
  static constexpr std::string_view kind = "metric";
  std::string_view key = {};      ///< in CSV and JSON files, --color
  std::string_view title = {};    ///< "largest step of a joint"
  std::string_view heading = {};  ///< of a narrow column, "max step"
  std::string_view unit = {};     ///< as shown
  double times = 1;
  std::string_view explanation = {};  ///< one sentence
  double MetricValues::*value = nullptr;
  /// The channel and the operation that give the metric over the last seconds; count: none.
  channel::Channel channel = channel::count;
  enum class Over { Mean, Most, Latest } over = Over::Mean;
  double per = 1;  ///< channel units per unit of the value: degrees per rad
  base::Scale scale = base::Scale::Linear;
  bool more_is_better = false;
  double tie = 0.01;          ///< values that differ by a smaller fraction are as good
  double noise = 0;           ///< smaller differences are rounding
  bool of_machine = false;    ///< needs a clock or its own decomposition: not in maps
  bool of_obstacles = false;  ///< zero without them: tables then leave it out
  bool of_recording = false;  ///< likewise; not in maps
  bool of_solving = false;    ///< of a search for a pose, not of a run over some steps
  bool in_sweeps = false;     ///< a column of what `ikscope-lab sweep` prints
  int number_rank = 0;        ///< position among the window's numbers; 0: it is none of them
  struct Color {
    int rank = 0;                 ///< position among the colours of the window's maps; 0: none
    std::string_view name = {};   ///< in files with options
    std::string_view title = {};  ///< for readers
    std::string_view dark = {};   ///< what a dark cell means; empty for names
    enum class By { Amount, Hue, Name } by = By::Amount;
    std::span<const std::string_view> names = {};  ///< of the values 0, 1, ... (By::Name)
  } color = {};

  bool in_maps() const { return !of_machine && !of_recording; }
  /// Returns whether the value is missing because the search found no pose.
  bool is_missing(const MetricValues& values) const { return of_solving && values.*value < 0; }
  /// Returns the value in the unit that suits a body: lengths in mm or m, angular errors in
  /// degrees.
  double shown(const MetricValues& values, const ik::Skeleton& body) const {
    return unit_for(body).factor * (values.*value);
  }
  base::ShownUnit unit_for(const ik::Skeleton& body) const;
  bool is_error() const {
    return value == &MetricValues::mean_total_error || value == &MetricValues::max_total_error ||
           value == &MetricValues::error_left;
  }
  bool is_depth() const { return value == &MetricValues::contact_depth; }
  bool is_length() const { return is_error() || is_depth(); }
  /// "0.0123 scene units", "2.31 mrad/step²", "5.4 %".
  std::string text(double from) const;
  /// "12.3 mm", "0.0123", "1.5°": of an error or a length, without a unit if it has no name.
  std::string text(double from, const ik::Skeleton& body) const;
  /// Returns whether a is better than b, and by more than a tie or noise. Neither is negative.
  bool better(double a, double b) const;
  /// The same as text() without the unit.
  std::string number(double from) const;
  std::string number(double from, const ik::Skeleton& body) const;
};

std::span<const Metric> metrics();                   ///< of runs
std::span<const Metric> search_metrics();            ///< of searches: maps alone have them
const std::vector<const Metric*>& number_metrics();  ///< those with a rank, in its order
const std::vector<const Metric*>& color_metrics();   ///< likewise
/// Throws base::Error listing the known ones, or those of maps.
const Metric& find_metric(std::string_view key, bool of_map = false);

/// Metrics that the code refers to.
const Metric& error_metric();        ///< mean_total_error
const Metric& oscillation_metric();  ///< oscillation_mean

}  // namespace sim
