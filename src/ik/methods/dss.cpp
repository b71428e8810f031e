// Das, Slotine and Sheridan's Jacobian transpose  (DSS eq. 2.2, appendices A and B), with dt = 1:
//   dtheta = alpha S J^T Kp e + beta n,  n = P phi,  phi = -grad H,
//   alpha = N / 2D,  N = <e, Kp J S J^T Kp e>,  D = 1/2 <J S J^T Kp e, Kp J S J^T Kp e>.
// H is that of the null-space objectives, whose gains are the paper's joint stiffness K (rest_gain)
// and K_obs (obstacles_gain), so that they mean the same here as in every other method and the
// others can be added; their defaults are not zero here, since the paper's method is this sum.
//
// S: the identity unless the step's revolute part Q = |dtheta_revolute| would exceed Q_max; then 1
// for prismatic joints and Q_max/Q for revolute ones (the paper prints 1/Q, that is Q_max = 1).
// What S is for is a revolute part of at most Q_max, but N/2D with this S takes back some of what S
// gives, all of it where all joints are revolute. Where the revolute part would still be longer
// alpha is shortened to what keeps it at Q_max, on every body, and prismatic joints with it.
//
// beta: 1 if |n_k+1|^2 <= beta_k^2 |n_k|^2, else beta_k^2 |n_k|^2 / |n_k+1|^2, which keeps the
// second term of V = 1/2 <e, Kp e> + 1/2 beta^2 |n|^2 from rising. It starts again at 1 when a
// target moves or a setting changes.
//
// V falls for alpha between 0 and N/D only up to terms of higher order in the step, which are large
// where e is. So while the targets rest the step, both parts of it, is halved until V does not rise
// at the pose that is reached, clamps and limits applied (DSS §2.2: V "can always be made" to
// fall). That needs a step down V's slope: not where D_max shortens e or the alternate Jacobian is
// used.

#include <algorithm>

#include "ik/linalg/null_space.h"
#include "ik/methods/method.h"
#include "ik/methods/parts/common.h"
#include "ik/model/jacobian.h"

namespace ik {
namespace {

base::Parameter stiffness(std::string_view key, std::string_view symbol,
                          std::string_view explanation) {
  return base::log_scaled(key, symbol, "", {0.01, 100, 1},
                          {.explanation = explanation, .source = "DSS §2"});
}

const base::Parameter kp[3] = {
    stiffness("kp_x", "K_x",
              "Stiffness of the spring from effector to target along x; only the ratios of the "
              "three matter."),
    stiffness("kp_y", "K_y",
              "Stiffness of the spring from effector to target along y; only the ratios of the "
              "three matter."),
    stiffness("kp_z", "K_z",
              "Stiffness of the spring from effector to target along z; only the ratios of the "
              "three matter."),
};

const base::Parameter q_max = base::log_scaled(
    "q_max", "Q_max", "rad", {0.01, 10, 1},
    {.special = "inf",
     .special_value = infinity,
     .explanation = "Largest length of the revolute part of the step; the prismatic joints make up "
                    "for the rest (S), so that a vehicle moves first and its arm reaches last. If "
                    "S does not shorten the revolute part enough, α is reduced too, and with it "
                    "the step of prismatic joints; this holds for every body.",
     .source = "DSS appendix B"});

class Dss final : public base::Clonable<Method, Dss> {
 public:
  explicit Dss(const Skeleton& skeleton)
      : null_space_(skeleton.rows(), skeleton.joints()),
        Kp_(Eigen::VectorXd::Ones(skeleton.rows())),
        revolute_(Eigen::VectorXd::Zero(skeleton.joints())),
        J_there_(Eigen::MatrixXd::Zero(skeleton.rows(), skeleton.joints())),
        projector_there_(skeleton.rows(), skeleton.joints()),
        targets_(Eigen::Matrix3Xd::Zero(3, skeleton.effectors())) {
    for (int i = 0; i < skeleton.effectors(); ++i) {
      const Goal& goal = skeleton.effector(i).goal;
      for (int row = 0; goal.info->of_point && row < goal.rows(); ++row)
        position_rows_.emplace_back(skeleton.row(i) + row, goal.axis(row));
    }
    for (int j = 0; j < skeleton.joints(); ++j) revolute_[j] = skeleton.revolute(j);
  }

  /// Goals other than positions have no axes of the world; theirs is the weight of the goal.
  void configure(const base::Settings& settings) override {
    for (const auto& [row, axis] : position_rows_) Kp_[row] = settings[kp[axis]];
    q_max_ = settings[q_max];
    whole_error_ =
        settings.text(common::dmax_mode().key) == "off" && !settings.flag(common::feed_forward());
    begin_ = true;
  }

  bool step(const Problem& problem, Eigen::VectorXd& dtheta) override {
    made_ = part_;
    if (part_ < 1) {  // once more, shorter
      dtheta = part_ * step_;
      return false;
    }
    step_to_targets(problem, dtheta);
    step_in_null_space(problem, dtheta);
    dtheta += beta_ * n_;
    V1_ = whole_error_ ? V1_of_e_ : V1(problem);
    V_ = V1_ + V2_ / 2;
    judged_ =
        problem.at_rest && &problem.J == &problem.J_usual && (whole_error_ || f_ == problem.e);
    if (judged_) step_ = dtheta;
    return false;
  }

  /// Halves the step until V does not rise, a dozen times at most; then there is none. That is
  /// where limits cut a null-space step: what is left of it moves the effectors. So there is none
  /// of these, either, until the goal changes, else the body would stay there.
  bool accepts(const Problem& problem) override {
    if (judged_ && part_ > 0 && rises(problem)) {
      part_ = part_ > least_part ? part_ / 2 : 0;
      return false;
    }
    if (part_ == 0) V2_ = 0;
    part_ = 1;
    return true;
  }

  void reset() override {
    begin_ = true;
    part_ = 1;
  }
  /// Returns NaN with different stiffnesses, or while S acts: its directions are then not those of
  /// J.
  double gain(int, double sigma) const override {
    return s_ == 1 && Kp_.isConstant(Kp_[0], 0) ? made_ * alpha_ * Kp_[0] * sigma : not_a_number;
  }
  ReadingsOf<double> readings() const override { return {V_, beta_, s_, made_}; }

 private:
  static constexpr double least_part = 0x1p-12;

  /// 1/2 <e, Kp e> at the problem's pose, e without clamp and lead.
  double V1(const Problem& problem) {
    goal_errors(problem.skeleton, problem.pose, problem.targets, f_);
    weigh(problem.skeleton, f_, problem.weights);
    return f_.dot(Kp_.cwiseProduct(f_)) / 2;
  }

  /// beta^2 |n|^2 for the null-space step n that comes after the last one, by the rule for beta.
  double next_V2(double length2) const { return length2 <= V2_ ? length2 : V2_ * V2_ / length2; }

  /// Returns whether V is greater where the step led. Its second part never is.
  bool rises(const Problem& problem) {
    const double there = V1(problem);
    if (there <= V1_) return false;
    if (problem.objectives.empty()) return true;
    problem.objectives.compute_phi({problem.skeleton, problem.pose, problem.rest, problem.obstacles,
                                    problem.per_radian, problem.held},
                                   n_there_);
    goal_jacobian(problem.skeleton, problem.pose, problem.targets, false, J_there_,
                  problem.weights);
    zero_columns(problem.held, J_there_);
    if (problem.per_radian) J_there_ *= problem.per_radian->asDiagonal();
    for (const int j : problem.held) n_there_[j] = 0;
    projector_there_.project(problem.skeleton, J_there_, n_there_);
    return !(there + next_V2(n_there_.squaredNorm()) / 2 <= V_);
  }

  /// dtheta = alpha S J^T Kp e
  void step_to_targets(const Problem& problem, Eigen::VectorXd& dtheta) {
    f_ = Kp_.cwiseProduct(problem.e);
    V1_of_e_ = problem.e.dot(f_) / 2;
    transpose_times(problem.skeleton, problem.J, f_, g_);
    s_ = 1;
    dtheta = g_;
    double alpha = best_length(problem.J, dtheta);
    const double Q = alpha * g_.cwiseProduct(revolute_).norm();
    if (Q > q_max_) {
      s_ = q_max_ / Q;
      dtheta += (s_ - 1) * revolute_.cwiseProduct(g_);
      alpha = std::min(alpha, best_length(problem.J, dtheta));
    }
    dtheta *= alpha;
    alpha_ = alpha;
  }

  /// N / 2D, what brings the effectors nearest, in the norm of Kp, along Sg = S J^T Kp e.
  double best_length(const Eigen::MatrixXd& J, const Eigen::VectorXd& Sg) {
    motion_.noalias() = J.lazyProduct(Sg);
    const double twice_D = motion_.dot(Kp_.cwiseProduct(motion_));
    return twice_D > 0 ? g_.dot(Sg) / twice_D : 0;
  }

  /// n beside the step to the targets, as limits leave it; beta and beta^2 |n|^2 of the whole n.
  void step_in_null_space(const Problem& problem, const Eigen::VectorXd& dtheta) {
    double length2 = 0;
    n_.setZero();
    if (!problem.phi.isZero(0)) {
      problem.find_bounds(low_, high_);
      low_ = (low_ - dtheta).cwiseMin(0);
      high_ = (high_ - dtheta).cwiseMax(0);
      null_space_.add(problem.skeleton, problem.J_usual, problem.phi, low_, high_, n_);
      length2 = null_space_.squared_length();
    }
    const bool new_goal = begin_ || problem.new_goal || problem.targets != targets_;
    beta_ = new_goal || length2 <= V2_ ? 1 : V2_ / length2;
    V2_ = beta_ * beta_ * length2;
    targets_ = problem.targets;
    begin_ = false;
  }

  double q_max_ = 1, s_ = 1, alpha_ = 0, beta_ = 1, V_ = 0, V1_ = 0, V1_of_e_ = 0, V2_ = 0;
  double part_ = 1, made_ = 1;  // of step_: to be tried; last made
  bool begin_ = true, judged_ = false;
  bool whole_error_ = true;  // e is without clamp and lead
  NullSpaceStep null_space_;
  std::vector<std::pair<int, int>> position_rows_;  // rows of e, and their axes of the world
  Eigen::VectorXd Kp_, f_ = Kp_, motion_ = Kp_;     // m
  Eigen::VectorXd revolute_, g_ = revolute_, n_ = revolute_;  // n; revolute_: 1 or 0
  Eigen::VectorXd low_ = revolute_, high_ = revolute_;        // n: the room of n_
  Eigen::VectorXd step_ = revolute_;                          // n: the whole step
  Eigen::VectorXd n_there_ = revolute_;                       // n: P phi where the step led,
  Eigen::MatrixXd J_there_;                                   // m x n: and J
  NullSpaceProjector projector_there_;
  Eigen::Matrix3Xd targets_;  // of the last step
};

}  // namespace

void declare_dss(base::Registry<MethodInfo>& methods) {
  methods.add({
      .name = "dss",
      .title = "Das-Slotine-Sheridan transpose",
      .short_title = "DSS transpose",
      .rank = 50,
      .formula = "Δθ = α S Jᵀ Kₚ e + β P φ,   α = N/2D",
      .when = "The transpose for arms on vehicles and among obstacles: cheap, robust where J is "
              "singular, and its error falls while the target rests.",
      .hint =
          "Hold a target still and watch V fall; lower Qₘₐₓ on a vehicle and see it drive first.",
      .source = "DSS §2, appendices A and B",
      .own = {kp[0], kp[1], kp[2], q_max},
      .defaults = {.max_angle_deg = 30, .gains = {{"rest_gain", 0.05}, {"obstacles_gain", 0.01}}},
      .null_space = NullSpace::Own,
      .readings =
          {{"V", "",
            "Lyapunov function: half the stiffness-weighted "
            "squared error and half the squared null-space step; does not rise "
            "while the targets rest."},
           {"β", "", "Factor of the null-space step: it keeps the second half of V from rising."},
           {"S", "",
            "Factor by which S scales the revolute joints; below 1 while "
            "prismatic ones move first."},
           {"part", "",
            "Fraction of the step that is made: while the targets rest it is halved until V "
            "does not rise (not while D_max acts, nor with the alternate Jacobian)."}},
      .gain = "ασ",
      .symbols = {{"S", "scaling: the identity, or Qₘₐₓ/Q for the revolute joints"},
                  {"Kₚ", "stiffness of the springs to the targets: K_x, K_y, K_z"},
                  {"β", "factor of the null-space step"},
                  {"P", "projector on the null space of J"},
                  {"φ", "the direction of the null-space objectives: −∇H"},
                  {"N", "⟨e, Kₚ J S Jᵀ Kₚ e⟩"},
                  {"D", "half of |J S Jᵀ Kₚ e|², weighted with Kₚ"}},
      .make = [](const Skeleton& skeleton) { return std::make_unique<Dss>(skeleton); },
      .judges = true,
  });
}

}  // namespace ik
