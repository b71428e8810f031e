#pragma once
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/registry.h"
#include "sim/metrics/measurement.h"
#include "sim/simulation.h"

namespace lab {

/// A claim is tested on this many courses, variations of its targets or poses: the first is the
/// scene's own, the others have different seeds. All methods in a comparison get the same ones.
constexpr size_t course_count = 8;

enum class Verdict { Holds, DoesNotHold, Tie };

const char* word(Verdict verdict);

/// Decides a claim. `excess` has, for each course, the fraction by which it supports the claim, or
/// contradicts it if negative. It holds if every course supports it by more than the margin, does
/// not hold if every one contradicts it by more, and is a tie otherwise. By chance alone, eight of
/// eight would agree in one case of 128.
Verdict decide(std::span<const double> excess, double margin = 0.02);

/// Decides a claim that says never, always or exactly: one course is enough to refute it.
Verdict decide_always(const std::vector<bool>& kept);

struct Finding {
  std::string measured;     ///< the result that the claim is about
  std::string control;      ///< what it is compared with: a rival on the same targets, or the same
                            ///< method where the claim expects nothing
  Verdict verdict;          ///< depends only on reproducible results
  std::string timing = {};  ///< on this machine; shown, but decides nothing
};

/// A claim of a paper, tested by running scenes. Each file of lab/claims declares some.
struct Claim {
  static constexpr std::string_view kind = "claim";
  std::string_view name;  ///< label of the row: "3", "9a"
  std::string_view says;  ///< the claim, one sentence
  std::string_view source;
  std::string_view refuted_by;  ///< the result that would refute it, with numbers
  std::function<Finding()> test;
  std::string_view note = {};  ///< remark on the finding; needed unless it holds
  /// Position in the table: by the number, then by the letter.
  int rank = 10 * std::atoi(name.data()) + (name.back() >= 'a' ? name.back() - 'a' : 0);
};
/// Calls declare_FILE() of every file of lab/claims; generated.
void declare_all(base::Registry<Claim>& claims);

/// Scales the numbers of steps and draws; tests set it below 1 to run claims fast, where their
/// verdicts mean nothing.
inline double work_scale = 1;
inline int scaled(int count) { return std::max(4, static_cast<int>(work_scale * count)); }

/// A run for a claim: a scene with a method and settings as a user types them.
struct Trial {
  std::string scene, method;
  std::vector<std::pair<std::string, std::string>> set = {};
  /// From 1 on, the targets follow the same paths from other points: each axis of a sinusoid has
  /// its own phase, and other motions begin at another time.
  size_t course = 0;
  /// Scales the targets' paths about the first joint; if small, links fold.
  double target_scale = 1;

  Trial with(std::string_view key, double value) const;
  Trial with(std::string_view key, std::string_view text) const;
  Trial on(size_t other_course) const;
  /// Starts the run after `change` has been applied to each joint of the scene's body.
  std::unique_ptr<sim::Simulation> start(const std::function<void(ik::Joint&)>& change = {}) const;
  /// Returns the metrics of 2000 steps after a fifth as many. Each trial runs only once.
  const sim::Summary& measure() const;
};

using sim::shaking;

/// The same trial for values of a parameter, evenly spaced on its logarithm, on every course.
struct Sweep {
  std::vector<double> values;
  std::vector<std::vector<const sim::Summary*>> runs;  ///< [value][course]

  std::vector<double> errors(size_t i) const;        ///< mean total error of each course
  std::vector<double> oscillations(size_t i) const;  ///< mean of each course
  double error(size_t i) const;                      ///< mean over the courses
  bool does_not_shake(size_t i) const;               ///< it shakes on no course
  /// Returns the index of the value that serves all courses best; values.size() if none is allowed.
  size_t least_error(bool only_without_shaking = false) const;
  /// Returns the index of the first value from which on no run of a course shakes; values.size() if
  /// there is none.
  size_t first_without_shaking(size_t course) const;
  std::string text(size_t i) const;  ///< "λ 0.39: error 1.7 (1.6 to 1.9), 2.5 (2.4 to 2.8) mrad"
};
Sweep sweep(const Trial& trial, std::string_view key, double from, double to, double factor);
Sweep lambdas(const Trial& trial);

/// Makes the steps of a warm-up, then so many, and calls after_step after each of these. Throws
/// Interrupted.
void make_steps(sim::Simulation& simulation, int warmup, int steps,
                const std::function<void()>& after_step);

auto each_course(const auto& measure) {
  std::vector<decltype(measure(size_t{}))> values;
  for (size_t course = 0; course < course_count; ++course) values.push_back(measure(course));
  return values;
}
template <class Measured, class Number>
std::vector<double> each(const std::vector<Measured>& all, Number Measured::*number) {
  return each_course([&](size_t c) { return static_cast<double>(all[c].*number); });
}
/// Returns a metric of the trial on each course.
std::vector<double> measured(const Trial& trial, double sim::MetricValues::*metric);
std::vector<double> errors(const Trial& trial);        ///< mean total error of each course
std::vector<double> oscillations(const Trial& trial);  ///< mean of each course
std::string text(const Trial& trial);  ///< "error 1.7 (1.6 to 1.9), 2.5 (2.4 to 2.8) mrad/step²"

/// Returns the first course's number and the range of all, times a factor: "0.437 (0.41 to 0.46)".
std::string spread(std::span<const double> values, std::string_view unit = {}, double factor = 1);
std::string percents(std::span<const double> fractions);  ///< "37.6 (28 to 38) %"
template <class Measured, class Number>
std::string spread(const std::vector<Measured>& all, Number Measured::*number) {
  return spread(each(all, number));
}
template <class Measured, class Number>
std::string percents(const std::vector<Measured>& all, Number Measured::*number) {
  return percents(each(all, number));
}
std::string milliradians(std::span<const double> oscillations);

/// Draws random numbers that are the same on every machine.
class Draw {
 public:
  explicit Draw(uint64_t seed) : engine_(seed) {}
  double operator()(double from, double to) {
    return from + (to - from) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  Eigen::Vector3d direction() {
    Eigen::Vector3d way;
    do way = {(*this)(-1, 1), (*this)(-1, 1), (*this)(-1, 1)};
    while (way.norm() > 1 || way.norm() < 0.1);
    return way.normalized();
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace lab
