#pragma once
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ik/analysis/directions.h"
#include "lessons/lesson.h"
#include "lessons/quantity.h"
#include "sim/simulation.h"

namespace lessons {

/// Returns whether a value of its quantity meets the condition.
bool holds(const Condition& condition, double value);
/// Returns the value of a condition that is about no quantity: a parameter, the number of runs, or
/// 0 if the run has the method; none if neither the run nor the world has such a parameter.
std::optional<double> setting_of(const Condition& condition, const sim::Simulation& simulation,
                                 const sim::Run& run);

/// A lesson in progress: its step, the answers, the completed tasks. Every step can be visited.
class Course {
 public:
  explicit Course(std::shared_ptr<const Lesson> lesson);

  const Lesson& lesson() const { return *lesson_; }
  int index() const { return index_; }
  const Step& step() const { return lesson_->steps[index_]; }
  bool is_first() const { return index_ == 0; }
  bool is_last() const { return index_ + 1 == static_cast<int>(lesson_->steps.size()); }
  /// Returns the scene of a step: its own, or that of the nearest earlier step with one.
  const std::shared_ptr<const sim::Scene>& scene(int index) const;

  void go_to(int index);  ///< clamped to existing steps; completed tasks stay completed
  void answer(int choice);
  int answer_index() const { return answer_index(index_); }  ///< the choice; -1: none yet
  int answer_index(int step) const { return progress_[step].answer; }
  /// Returns the first answer, given before the reply was shown; -1: none yet.
  int first_answer(int step) const { return progress_[step].first; }

  /// Call after each step of the simulation. Allocates only when the observed body or run changes.
  void observe(const sim::Simulation& simulation);
  /// Clears the values of the last seconds. Call when the scene was restarted.
  void clear_measurements();
  /// Call after a jump in time. Restores the values of the last seconds from the curves, as far as
  /// they are recorded.
  void recall(const sim::Simulation& simulation, const sim::History& history);

  /// A condition of the task and its progress.
  struct State {
    std::string text = {};        ///< the goal: "oscillation below 1 mrad/step²"
    bool shows_value = false;     ///< whether it has a value to show
    bool of_run = false;          ///< whether the value is of one of the runs
    std::string value_text = {};  ///< "5 s mean 0.4 · now 0.1", in the unit of the text
    double value = 0;             ///< value of a measure over the last seconds
    double nearness = 0;          ///< 0 to 1, 1 if met: value and bound as a ratio
    bool met = false;
  };
  const std::vector<State>& states() const { return states_; }
  std::vector<State> initial_states(int index) const;  ///< of a step that begins
  /// Returns the fraction of the task's seconds for which all conditions have held; once 1, it
  /// stays.
  double held_fraction() const;
  /// Returns whether this step's task was ever completed.
  bool is_done() const { return progress_[index_].done; }
  /// Returns whether the step's question and task are done.
  bool is_ready() const {
    return (!step().question || answer_index() >= 0) && (!step().task || is_done());
  }
  bool is_complete() const;  ///< every question answered and every task done

 private:
  struct Progress {
    int answer = -1, first = -1;
    bool done = false;
  };
  /// The last seconds of a measure: a ring buffer.
  struct Window {
    const Quantity* quantity = nullptr;  // null: no measure
    std::vector<double> values = {};
    size_t count = 0;
    size_t filled() const { return std::min(count, values.size()); }
    void add(double value) { values[count++ % values.size()] = std::isfinite(value) ? value : 0; }
    double value() const {
      return count > 0 ? aggregate(quantity->over, std::span(values).first(filled())) : 0;
    }
    double now() const { return count > 0 ? values[(count - 1) % values.size()] : 0; }
  };
  void begin();  // begins a step
  /// Returns whether all conditions are met by the values of the windows.
  bool judge(const sim::Simulation& simulation);
  void describe_value(size_t i, const sim::Simulation& simulation);

  std::shared_ptr<const Lesson> lesson_;
  std::vector<Progress> progress_;
  std::vector<State> states_;
  std::vector<Window> windows_;
  std::optional<ik::Directions> directions_;
  const ik::Skeleton* body_ = nullptr;  // the body of directions_
  int serial_ = -1;                     // serial number of the observed run
  int64_t held_ = 0, seen_ = 0;         // steps: for which all conditions held; observed
  int index_ = 0;
};

}  // namespace lessons
