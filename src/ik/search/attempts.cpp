#include "ik/search/attempts.h"

#include <algorithm>

namespace ik {
namespace {

constexpr double progress = 0.99;     // of E
constexpr int patience = 20;          // updates without progress until a body that rests is stuck
constexpr double rest = 0.01;         // rad: it rests
constexpr double came_back = 1e-6;    // rad
constexpr double far_away = 1e-3;     // rad
constexpr int first_remembered = 16;  // update

}  // namespace

Attempts::Attempts(const Solver& solver, const SearchOptions& options)
    : skeleton_(&solver.skeleton()),
      options_(options),
      tolerances_(skeleton_->effectors()),
      remembered_(solver.pose().theta) {
  for (int i = 0; i < skeleton_->effectors(); ++i)
    tolerances_[i] = skeleton_->turns(i) ? options.angle_tolerance : options.length_tolerance;
  for (int j = 0; j < skeleton_->joints(); ++j)
    size_[j] = skeleton_->revolute(j) ? 1 : skeleton_->scale();
  result_.theta = remembered_;
}

void Attempts::begin(uint64_t seed) {
  random_ = base::Random(seed);
  result_.ending = Ending::Slow;
  result_.error = infinity;
  result_.max_step = 0;
  attempt_ = result_.updates = 0;
  done_ = false;
  start();
}

void Attempts::draw_start(RandomPoses& poses, Eigen::VectorXd& theta) {
  ++attempt_;
  poses.draw(random_, theta);
  start();
}

void Attempts::start() {
  updates_ = without_progress_ = restless_ = 0;
  reference_ = infinity;
  remembered_at_ = first_remembered;
  ended_ = false;
}

void Attempts::updated(double moved) {
  ++updates_;
  result_.max_step = std::max(result_.max_step, moved);
  ++without_progress_;
  if (moved >= rest) restless_ = without_progress_;
}

/// Returns how the attempt ends here, if it does.
std::optional<Ending> Attempts::judge(double E2, const Eigen::VectorXd& theta) {
  if (error_ < 1) return Ending::Solved;
  if (E2 < progress * progress * reference_) {
    reference_ = E2;
    without_progress_ = restless_ = 0;
  }
  if (without_progress_ - restless_ >= patience) return Ending::Stuck;
  if (without_progress_ > 0 && has_cycled(theta)) return Ending::Cycling;
  if (updates_ < options_.updates) return {};
  return updates_ > 0 && 2 * without_progress_ >= updates_ ? Ending::Cycling : Ending::Slow;
}

/// Returns whether the pose has come back to one that it had. That is remembered at updates 16, 32,
/// 64, ... (Brent 1980).
bool Attempts::has_cycled(const Eigen::VectorXd& theta) {
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

void Attempts::end(Ending ending, int joint, const Eigen::VectorXd& theta) {
  joint_ = joint;
  if (joint_ >= 0) ending = Ending::Limit;
  ending_ = ending;
  ended_ = true;
  result_.updates += updates_;
  const bool solved = ending == Ending::Solved;
  if (solved || error_ < result_.error || attempt_ == 0) {
    result_.ending = ending;
    result_.joint = joint_;
    result_.error = error_;
    result_.theta = theta;
  }
  if (!solved && attempt_ < options_.restarts) return;
  done_ = true;
  result_.restarts = attempt_;
  result_.within_limits = true;
  for (int j = 0; j < skeleton_->joints(); ++j)
    result_.within_limits &=
        result_.theta[j] >= skeleton_->lower(j) && result_.theta[j] <= skeleton_->upper(j);
}

}  // namespace ik
