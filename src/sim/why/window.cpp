#include "sim/why/window.h"

#include <algorithm>
#include <functional>

#include "sim/metrics/measurement.h"
#include "sim/simulation.h"

namespace sim::why {

constexpr double rounding = 1e-7;  // rad: the direction of a shorter step is rounding

/// Returns what Continuity::last_settings_ would be now, as references.
static auto settings_of(const Simulation& simulation, const Run& run) {
  const ik::Solver& solver = run.solver();
  const base::Settings& world = simulation.world();
  return std::make_tuple(run.serial, &solver.method(), std::cref(run.settings()),
                         std::cref(solver.body()), std::cref(solver.obstacles()),
                         std::cref(run.tolerances().hit), world[world::target_speed()],
                         world[world::target_amplitude()]);
}

int Observation::worst() const {
  int index = 0;
  ratios.maxCoeff(&index);
  return index;
}

Window::Window(const ik::Skeleton& skeleton)
    : errors_(skeleton.effectors(), length),
      theta_(skeleton.joints(), length),
      targets_(3 * skeleton.effectors(), length),
      weights_(coordinate_weights(skeleton)),
      tolerances_(skeleton.effectors()),
      lengths_(tolerances_),
      step_(Eigen::VectorXd::Zero(skeleton.joints())),
      last_step_(step_) {}

void Window::observe(const Run& run, const ik::Targets& targets) {
  const Eigen::VectorXd& theta = run.solver().pose().theta;
  if (count_ > 0) step_ = (theta - theta_.col(slot(0))).cwiseProduct(weights_);
  ++count_;
  known_poses_ = std::min(known_poses_ + 1, 3);
  theta_.col(slot(0)) = theta;
  errors_.col(slot(0)) = run.errors();
  targets_.col(slot(0)) = targets.position.reshaped();
  tolerances_ = run.tolerances().hit;
  lengths_ = run.tolerances().lengths;

  Step& now = steps_[slot(0)];
  now = {.depth = contact_depth(run), .moving = !targets.velocity.isZero(0)};
  on_target_ = now.depth == 0 && run.hit_share() == 1 ? on_target_ + 1 : 0;
  if (known_poses_ >= 2) now.size = step_.cwiseAbs().maxCoeff();
  if (known_poses_ >= 3) {
    now.oscillation = (step_ - last_step_).cwiseAbs().mean();
    now.reverses =
        step_.dot(last_step_) < 0 && step_.norm() > rounding && last_step_.norm() > rounding;
  }
  if (known_poses_ >= 2) last_step_ = step_;
}

Eigen::Matrix3Xd Window::targets(int back) const {
  return targets_.col(slot(back)).reshaped(3, targets_.rows() / 3);
}

bool Window::is_settled_for(int last) const {
  return on_target_ >= last && !observation(last).shakes();
}

Observation Window::observation(int max_steps) const {
  Observation seen{.steps = std::min(steps(), max_steps),
                   .errors = Eigen::VectorXd::Zero(errors_.rows()),
                   .ratios = Eigen::VectorXd::Zero(errors_.rows())};
  if (seen.steps == 0) return seen;
  for (int back = 0; back < seen.steps; ++back) {
    const auto errors = errors_.col(slot(back));
    const Step& step = steps_[slot(back)];
    seen.errors += errors;
    seen.on_target += (errors.array() < tolerances_.array()).cast<double>().mean();
    seen.oscillation += step.oscillation;
    seen.reversals += step.reverses;
    seen.largest_step = std::max(seen.largest_step, step.size);
    seen.depth = std::max(seen.depth, step.depth);
    seen.targets_move |= step.moving;
  }
  seen.errors /= seen.steps;
  seen.ratios = seen.errors.cwiseQuotient(tolerances_);
  seen.total_error = seen.errors.dot(lengths_);
  seen.on_target /= seen.steps;
  seen.oscillation /= seen.steps;
  seen.reversals /= seen.steps;
  return seen;
}

double Window::at_limit(const ik::Skeleton& skeleton, int j) const {
  int count = 0;
  for (int back = 0; back < steps(); ++back) {
    const double theta = theta_(j, slot(back));
    count += theta <= skeleton.lower(j) || theta >= skeleton.upper(j);
  }
  return steps() > 0 ? static_cast<double>(count) / steps() : 0;
}

bool Continuity::is_current(const Simulation& simulation, int serial) const {
  const Run& run = *simulation.find_run(serial);
  return last_settings_ == settings_of(simulation, run) && theta_ == run.solver().pose().theta &&
         targets_ == simulation.target_state().position;
}

bool Continuity::follow(const Simulation& simulation, int serial, Window& window) {
  const Run& run = *simulation.find_run(serial);
  const ik::Targets& targets = simulation.target_state();
  const Eigen::VectorXd& theta = run.solver().pose().theta;
  const auto now = settings_of(simulation, run);
  const bool same = last_settings_ == now;
  // A body that was moved by hand steps from another pose than that of the last step.
  const bool moved =
      same && (theta - theta_).cwiseProduct(weights_) != run.oscillation().difference();
  theta_ = theta;
  targets_ = targets.position;
  if (!same) {
    last_settings_ = now;
    weights_ = coordinate_weights(run.solver().skeleton());
  }
  const bool jumped = std::ranges::find(targets.jumped, true) != targets.jumped.end();
  const bool goes_on = same && !moved && !jumped;
  if (!goes_on) window.restart();
  window.observe(run, targets);
  return goes_on;
}

}  // namespace sim::why
