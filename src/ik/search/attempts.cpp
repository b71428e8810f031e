#include "ik/search/attempts.h"

#include <algorithm>

namespace ik {
namespace {

constexpr double progress = 0.99;          // E below this fraction of the last is progress
constexpr int stuck_update_count = 20;     // this many stationary updates without progress: stuck
constexpr double stationary_step = 0.01;   // m below it is stationary
constexpr double return_tolerance = 1e-6;  // rad: the pose came back
constexpr double departure_tolerance = 1e-3;  // rad: the pose has left
constexpr int first_remembered = 16;          // the first update whose pose is remembered

}  // namespace

Attempts::Attempts(const Solver& solver, const SearchOptions& options)
    : skeleton_(&solver.skeleton()),
      options_(options),
      tolerances_(skeleton_->effectors()),
      remembered_pose_(solver.pose().theta) {
  for (int i = 0; i < skeleton_->effectors(); ++i)
    tolerances_[i] =
        skeleton_->has_angle_error(i) ? options.angle_tolerance : options.length_tolerance;
  for (int j = 0; j < skeleton_->joints(); ++j)
    joint_units_[j] = skeleton_->revolute(j) ? 1 : skeleton_->scale();
  result_.theta = remembered_pose_;
}

void Attempts::begin(uint64_t seed) {
  random_ = base::Random(seed);
  result_.ending = Ending::UpdateLimit;
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
  updates_ = since_progress_ = last_motion_ = 0;
  progress_E2_ = infinity;
  remember_at_ = first_remembered;
  ended_ = false;
}

void Attempts::count_update(double max_joint_change) {
  ++updates_;
  result_.max_step = std::max(result_.max_step, max_joint_change);
  ++since_progress_;
  if (max_joint_change >= stationary_step) last_motion_ = since_progress_;
}

/// Returns how the attempt ends at this pose, or nothing if it goes on.
std::optional<Ending> Attempts::find_ending(double E2, const Eigen::VectorXd& theta) {
  if (error_ < 1) return Ending::Solved;
  if (E2 < progress * progress * progress_E2_) {
    progress_E2_ = E2;
    since_progress_ = last_motion_ = 0;
  }
  if (since_progress_ - last_motion_ >= stuck_update_count) return Ending::Stuck;
  if (since_progress_ > 0 && has_cycled(theta)) return Ending::Cycling;
  if (updates_ < options_.updates) return {};
  return updates_ > 0 && 2 * since_progress_ >= updates_ ? Ending::Cycling : Ending::UpdateLimit;
}

/// Returns whether the pose left the remembered one and came back without progress. Poses are
/// remembered at updates 16, 32, 64, ... (Brent 1980).
bool Attempts::has_cycled(const Eigen::VectorXd& theta) {
  if (updates_ >= remember_at_) {
    remembered_pose_ = theta;
    remembered_E2_ = progress_E2_;
    remember_at_ = 2 * updates_;
    has_left_ = false;
    return false;
  }
  if (remember_at_ == first_remembered || progress_E2_ < remembered_E2_) return false;
  const double distance =
      (theta - remembered_pose_).cwiseQuotient(joint_units_).cwiseAbs().maxCoeff();
  has_left_ |= distance > departure_tolerance;
  return has_left_ && distance < return_tolerance;
}

void Attempts::end(Ending ending, int joint, const Eigen::VectorXd& theta) {
  joint_ = joint;
  if (joint_ >= 0) ending = Ending::JointLimit;
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
