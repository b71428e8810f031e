#include "sim/diagnosis.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sim {
namespace {

constexpr int enough = 60;           // steps before anything is said
constexpr int every = 4;             // steps between two looks at the singular values
constexpr int hold_time = 45;        // steps that another rule must hold before it is shown
constexpr int between_numbers = 60;  // steps between two values of a number

/// The joint that every chain of a body hangs from, and how far the chain reaches from there.
double reach_of(const ik::Skeleton& skeleton, int effector, int& root) {
  double reach = skeleton.effector_offset(effector).norm();
  for (int j = skeleton.effector_joint(effector); j >= 0; j = skeleton.parent(j)) {
    root = j;
    if (!skeleton.revolute(j)) reach += std::max(-skeleton.joint(j).lower, skeleton.joint(j).upper);
    if (skeleton.parent(j) >= 0) reach += skeleton.joint_offset(j).norm();
  }
  return reach;
}

/// J of wheels and rotors is rounding.
bool immobile(const ik::Solver& solver) {
  const ik::Skeleton& skeleton = solver.skeleton();
  for (int j = 0; j < skeleton.joints(); ++j)
    if (skeleton.lower(j) < skeleton.upper(j) &&
        solver.J().col(j).cwiseAbs().maxCoeff() > 1e-9 * skeleton.length())
      return false;
  return true;
}

}  // namespace

int Symptoms::worst() const {
  int index = 0;
  errors.maxCoeff(&index);
  return index;
}

/// Beyond the length of its chain, or straight away from all that its joints can do.
int Symptoms::out_of_reach() const {
  int found = -1;
  for (int i = 0; i < errors.size(); ++i)
    if (beyond[i] > 0.005 || (pulls[i] < 0.1 && errors[i] > tolerances[i]))
      if (found < 0 || errors[i] > errors[found]) found = i;
  return found;
}

Diagnosis::Diagnosis(const ik::Skeleton& skeleton)
    : directions_(skeleton),
      arms_(skeleton),
      reach_(skeleton.effectors()),
      root_(static_cast<size_t>(skeleton.effectors())),
      remainder_(skeleton.rows()),
      idle_(skeleton.joints()),
      back_(skeleton.joints()) {
  for (int i = 0; i < skeleton.effectors(); ++i) {
    reach_[i] = reach_of(skeleton, i, root_[static_cast<size_t>(i)]);
    if (!skeleton.effector(i).goal.info->of_point)
      reach_[i] = std::numeric_limits<double>::infinity();
  }
}

void Diagnosis::restart(const Run& run) {
  const ik::Skeleton& skeleton = run.solver().skeleton();
  symptoms_ = {};
  symptoms_.errors = symptoms_.beyond = Eigen::VectorXd::Zero(skeleton.effectors());
  symptoms_.pulls = Eigen::VectorXd::Ones(skeleton.effectors());
  symptoms_.stuck = Eigen::VectorXd::Zero(skeleton.joints());
  symptoms_.moves.assign(static_cast<size_t>(skeleton.effectors()), false);
  symptoms_.sigma_min = std::numeric_limits<double>::infinity();
  serial_ = run.serial;
  method_ = &run.solver().method();
  shown_ = candidate_ = nullptr;
}

void Diagnosis::recall(const Run& run, int64_t step, const History::Verdict& verdict) {
  restart(run);
  symptoms_.solver = &run.solver();
  last_step_ = step;
  const auto rule = std::ranges::find(rules(), verdict.rule, &Rule::name);
  if (rule == rules().end()) return;
  shown_ = candidate_ = &*rule;
  since_ = said_ = step;
  verdict_ = verdict;
}

std::optional<History::Verdict> Diagnosis::news(int64_t tick) const {
  if (!shown_ || said_ != last_step_) return {};
  History::Verdict verdict = verdict_;
  verdict.step = tick;
  return verdict;
}

void Diagnosis::observe(const Run& run, const ik::Targets& targets, int64_t step) {
  const ik::Solver& solver = run.solver();
  const ik::Skeleton& skeleton = solver.skeleton();
  if (serial_ != run.serial || method_ != &solver.method() || step != last_step_ + 1) restart(run);
  last_step_ = step;
  symptoms_.solver = &solver;
  symptoms_.tolerances = run.tolerances().hit;
  const double weight = 1.0 / std::min(++symptoms_.steps, diagnosed_steps);
  const auto blend = [weight](double& mean, double now) { mean += weight * (now - mean); };

  blend(symptoms_.oscillation, run.oscillation().second_difference().mean());
  blend(symptoms_.reversals, run.oscillation().reversed());
  blend(symptoms_.clamped, run.report().step_clamped);
  blend(symptoms_.dmax, run.report().error_clamped);
  blend(symptoms_.limited, run.report().limit_reached);
  blend(symptoms_.total_error, run.total_error());
  blend(symptoms_.hits, run.hit_share());
  symptoms_.depth = contact_depth(run);
  symptoms_.gap = solver.loop_gap();
  const ik::Pose& pose = solver.pose();
  for (int i = 0; i < skeleton.effectors(); ++i) {
    blend(symptoms_.errors[i], run.errors()[i]);
    const double distance =
        (targets.position.col(i) - pose.position.col(root_[static_cast<size_t>(i)])).norm();
    symptoms_.moves[static_cast<size_t>(i)] = !targets.velocity.col(i).isZero(0);
    blend(symptoms_.beyond[i], std::max(0.0, distance / reach_[i] - 1));
  }
  for (int j = 0; j < skeleton.joints(); ++j) {
    const double theta = pose.theta[j];
    const bool at_limit = theta <= skeleton.joint(j).lower || theta >= skeleton.joint(j).upper;
    blend(symptoms_.stuck[j], at_limit && run.report().limit_reached);
  }
  if (symptoms_.steps % every != 1) return;
  look_at_directions(solver, std::min(1.0, every * weight));
  look_at_arms(solver);
  if (symptoms_.steps >= enough) decide(step);
}

void Diagnosis::look_at_directions(const ik::Solver& solver, double weight) {
  const auto blend = [weight](double& mean, double now) { mean += weight * (now - mean); };
  symptoms_.immobile = immobile(solver);
  directions_.look(solver);
  if (directions_.rank() == 0) return;
  symptoms_.sigma_1 = directions_[0].sigma;
  symptoms_.weakest = solver.rank() - 1;
  constexpr double forget = 1.05,
                   least = 1e-3;  // so much larger in each look, from this of sigma_1
  symptoms_.sigma_min = std::min(std::max(forget * symptoms_.sigma_min, least * symptoms_.sigma_1),
                                 directions_[symptoms_.weakest].sigma);

  const double error = solver.e().norm(), step = solver.dtheta_raw().norm();
  if (error > 0) {
    remainder_ = solver.e();
    remainder_.noalias() -= solver.J().lazyProduct(solver.dtheta_raw());
    blend(symptoms_.left, std::min(remainder_.norm() / error, 2.0));
    double pull2 = 0;  // |J^T e|^2
    for (int i = 0; i < directions_.rank(); ++i)
      pull2 += std::pow(directions_[i].sigma * directions_[i].error, 2);
    blend(symptoms_.pull, std::sqrt(pull2) / (symptoms_.sigma_1 * error));
  }
  for (int i = 0; i < solver.skeleton().effectors(); ++i) {
    const int row = solver.skeleton().row(i), rows = solver.skeleton().rows(i);
    const auto J = solver.J().middleRows(row, rows);
    const auto e = solver.e().segment(row, rows);
    const double scale = J.norm() * e.norm();
    if (scale == 0) continue;
    back_.noalias() = J.transpose().lazyProduct(e);
    blend(symptoms_.pulls[i], back_.norm() / scale);
  }
  idle_ = solver.dtheta_raw();
  for (int i = 0; i < directions_.rank(); ++i) idle_ -= directions_[i].step * directions_.v(i);
  blend(symptoms_.idle, step > 0 ? idle_.norm() / step : 0);
}

/// The nearest singularity of late: one of long ago counts less and less, as sigma_min does.
void Diagnosis::look_at_arms(const ik::Solver& solver) {
  constexpr double forget = 1.2, least = 0.01;
  const ik::ArmSingularity now = arms_.nearest(solver.pose(), solver.held());
  ik::ArmSingularity& late = symptoms_.arm;
  late.distance = std::clamp(forget * late.distance, least, 1.0);
  if (now.distance <= late.distance) late = now;
}

void Diagnosis::decide(int64_t step) {
  constexpr double ease = 0.75;
  const Rule* found = nullptr;
  for (const Rule& rule : rules()) {
    if (!rule.holds(symptoms_, &rule == shown_ ? ease : 1)) continue;
    found = &rule;
    break;
  }
  if (found != candidate_) {
    candidate_ = found;
    since_ = step;
  }
  const bool other = found != shown_ && (!shown_ || step - since_ >= hold_time);
  const bool newer = found == shown_ && step - said_ >= between_numbers;
  if (!other && !newer) return;
  shown_ = found;
  said_ = step;
  verdict_ = {.rule = found->name,
              .sentence = found->sentence(symptoms_),
              .advice = found->advice(symptoms_)};
  if (const auto remedy = found->remedy ? found->remedy(symptoms_) : std::nullopt) {
    verdict_.button = found->button;
    verdict_.remedy = *remedy;
  }
}

}  // namespace sim
