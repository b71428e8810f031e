#include "ik/search/search.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/numbers.h"
#include "ik/methods/parts/common.h"
#include "ik/model/jacobian.h"

namespace ik {
namespace {

constexpr double progress = 0.99;     // of E
constexpr int patience = 20;          // updates without progress until a body that rests is stuck
constexpr double rest = 0.01;         // rad: it rests
constexpr double came_back = 1e-6;    // rad
constexpr double far_away = 1e-3;     // rad
constexpr int first_remembered = 16;  // update
constexpr double same_pose = 1e-3;    // rad

/// One update a step, until the search ends it.
Solver single_stepped(Solver solver) {
  base::Settings settings = solver.settings();
  settings.set(common::updates_per_step().key, 1);
  settings.set(common::stop_error().key, 0);
  solver.configure(std::move(settings));
  return solver;
}

}  // namespace

base::Settings for_solving(base::Settings settings, const Skeleton& skeleton) {
  const base::Parameter* damping = settings.find("damping");
  if (!damping || std::ranges::find(damping->choices, "error") == damping->choices.end())
    return settings;
  settings.set_text("damping", "error");
  settings.set("error_factor", 0.3);
  settings.set("lambda_floor", base::round_to(1e-4 * skeleton.scale(), 3));
  return settings;
}

Search::Search(const Solver& solver, SearchOptions options)
    : solver_(single_stepped(solver)),
      options_(options),
      poses_(solver.skeleton(), solver.pose().theta, solver.held()),
      targets_(solver.skeleton().effectors()),
      tolerances_(solver.skeleton().effectors()),
      theta_(solver.pose().theta),
      remembered_(theta_),
      size_(theta_),
      weighted_(solver.skeleton().rows()) {
  const Skeleton& body = solver_.skeleton();
  for (int i = 0; i < body.effectors(); ++i)
    tolerances_[i] = body.turns(i) ? options.angle_tolerance : options.length_tolerance;
  for (int j = 0; j < body.joints(); ++j) size_[j] = body.revolute(j) ? 1 : body.scale();
  result_.theta = theta_;
}

void Search::begin(const Eigen::Matrix3Xd& targets, const Eigen::VectorXd& start, uint64_t seed) {
  targets_.position = targets;
  random_ = base::Random(seed);
  result_.ending = Ending::Slow;
  result_.error = std::numeric_limits<double>::infinity();
  result_.max_step = 0;
  attempt_ = total_updates_ = 0;
  done_ = false;
  start_at(start);
}

void Search::start_at(const Eigen::VectorXd& theta) {
  solver_.begin(theta);
  updates_ = without_progress_ = restless_ = 0;
  reference_ = std::numeric_limits<double>::infinity();
  remembered_at_ = first_remembered;
  ended_ = false;
  look();
}

bool Search::advance() {
  if (done_) return false;
  if (ended_) {
    ++attempt_;
    poses_.draw(random_, theta_);
    start_at(theta_);
    return !done_;
  }
  solver_.advance(targets_);
  ++updates_;
  const double moved = solver_.dtheta().cwiseQuotient(size_).cwiseAbs().maxCoeff();
  result_.max_step = std::max(result_.max_step, moved);
  ++without_progress_;
  if (moved >= rest) restless_ = without_progress_;
  look();
  return !done_;
}

void Search::look() {
  const Skeleton& body = solver_.skeleton();
  const Eigen::VectorXd& e = solver_.look_at(targets_);
  error_ = 0;
  for (int i = 0; i < body.effectors(); ++i)
    error_ = std::max(error_, block_norm(body, e, i) / tolerances_[i]);
  weighted_ = e;
  weigh(body, weighted_, &solver_.weights());
  E2_ = weighted_.squaredNorm();
  if (error_ < 1) return end(Ending::Solved);
  if (E2_ < progress * progress * reference_) {
    reference_ = E2_;
    without_progress_ = restless_ = 0;
  }
  if (without_progress_ - restless_ >= patience) return end(Ending::Stuck);
  if (without_progress_ > 0 && has_cycled()) return end(Ending::Cycling);
  if (updates_ >= options_.updates)
    end(updates_ > 0 && 2 * without_progress_ >= updates_ ? Ending::Cycling : Ending::Slow);
}

/// Returns whether the pose has come back to one that it had. That is remembered at updates 16, 32,
/// 64, ... (Brent 1980).
bool Search::has_cycled() {
  const Eigen::VectorXd& theta = solver_.pose().theta;
  if (updates_ >= remembered_at_) {
    remembered_ = theta;
    reference_then_ = reference_;
    remembered_at_ = 2 * updates_;
    went_away_ = false;
    return false;
  }
  if (remembered_at_ == first_remembered || reference_ < reference_then_) return false;
  const double distance = (theta - remembered_).cwiseQuotient(size_).cwiseAbs().maxCoeff();
  went_away_ |= distance > far_away;
  return went_away_ && distance < came_back;
}

void Search::end(Ending ending) {
  joint_ = ending == Ending::Stuck ? solver_.joint_held_by_limit(targets_) : -1;
  if (joint_ >= 0) ending = Ending::Limit;
  ending_ = ending;
  ended_ = true;
  total_updates_ += updates_;
  const bool solved = ending == Ending::Solved;
  if (solved || error_ < result_.error || attempt_ == 0) {
    result_.ending = ending;
    result_.joint = joint_;
    result_.error = error_;
    result_.theta = solver_.pose().theta;
  }
  if (!solved && attempt_ < options_.restarts) return;
  const Skeleton& body = solver_.skeleton();
  done_ = true;
  result_.updates = total_updates_;
  result_.restarts = attempt_;
  result_.within_limits = true;
  for (int j = 0; j < body.joints(); ++j)
    result_.within_limits &= result_.theta[j] >= body.lower(j) && result_.theta[j] <= body.upper(j);
}

void Search::look_for_another() { done_ = done_ && attempt_ >= options_.restarts; }

bool same_solution(const Skeleton& skeleton, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  for (int j = 0; j < skeleton.joints(); ++j) {
    if (skeleton.affected_effectors(j).size() == 0 || skeleton.follows(j)) continue;
    const double difference = skeleton.revolute(j)
                                  ? std::remainder(a[j] - b[j], 2 * std::numbers::pi)
                                  : (a[j] - b[j]) / skeleton.scale();
    if (!(std::abs(difference) < same_pose)) return false;
  }
  return true;
}

}  // namespace ik
