#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "ik/analysis/directions.h"
#include "sim/run.h"
#include "sim/timeline/history.h"

namespace lessons {

/// A measure for conditions, declared once: lesson files name it by its key, and its documentation
/// and the window's texts derive from it.
struct Quantity {
  std::string_view key = {};    ///< its name in lesson files
  std::string_view title = {};  ///< its name for readers
  std::string_view unit = {};   ///< unit of the number in the file
  std::string_view explanation = {};
  /// How the values of the last seconds are combined.
  enum class Over { Mean, Least, Most } over = Over::Mean;
  bool of_effector = false;  ///< whether it exists for a single effector
  /// The factor and the unit in which it is shown to readers.
  double shown_times = 1;
  std::string_view shown_unit = "";
  bool length = false;  ///< a distance, or an angle in degrees for angular goals
  /// The channel that records it; count: none.
  sim::channel::Channel channel = sim::channel::count;
  /// Returns the value at the run's last step; null: the channel's. `directions` are those of that
  /// step, or null if needs_directions is false.
  double (*value)(const sim::Run& run, int effector, const ik::Directions* directions) = nullptr;
  bool needs_directions = false;
  /// Whether to skip the first step, whose J belongs to the start pose.
  bool from_second_step = false;
  /// Returns the value at an earlier step from other curves of the run; null if it cannot.
  double (*recorded)(const sim::History& history, int64_t step, const sim::Run& run,
                     int effector) = nullptr;
  /// The panel that shows its curve; empty if there is none.
  std::string_view plot = {};

  double of(const sim::Run& run, int effector, const ik::Directions* directions) const {
    return value ? value(run, effector, directions) : sim::History::value(channel, run);
  }
  bool is_recorded() const { return recorded || channel != sim::channel::count; }
  double of(const sim::History& history, int64_t step, const sim::Run& run, int effector) const {
    return recorded ? recorded(history, step, run, effector) : history.at(channel, step);
  }
};

/// Returns the unit in which a value is shown, lengths in the scene's unit; effector -1: all.
base::ShownUnit shown_unit(const Quantity& quantity, const ik::Skeleton& body, int effector,
                           double value);

/// Returns the mean, the least or the largest of one or more values.
double aggregate(Quantity::Over over, std::span<const double> values);

const std::vector<Quantity>& quantities();
const Quantity* find_quantity(std::string_view key);  ///< or null

/// Returns the declaration of a parameter of any method or of the world; null if there is none.
const base::Parameter* find_parameter(std::string_view key);

}  // namespace lessons
