// Solves the same targets by KDL's LMA and NR_JL and by ikscope, and prints a table in Markdown.
// Whatever a solver says, a target is solved if the pose it returns meets it, by ikscope's forward
// kinematics, and the times are of all targets. A separate program for the reason that kdl.cpp
// gives.
//   ikscope_solve_kdl SCENE [POSES]

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>

#include "base/error.h"
#include "base/numbers.h"
#include "bodies.h"
#include "ik/model/jacobian.h"
#include "ik/search/problem_sampler.h"
#include "kdl_chain.h"
#include "lab/solve/study.h"
#include "sim/simulation.h"

#ifdef __AVX__
#error "KDL's library is built without AVX: IKSCOPE_NATIVE must be off"
#endif

namespace {

using Clock = std::chrono::steady_clock;
constexpr double tolerance = 1e-6;
constexpr int one_attempt = 100;  // updates, or KDL's iterations
constexpr int updates = 30, restarts = 1000;

/// The joints between the world and an effector, and their numbers.
class Arm {
 public:
  explicit Arm(const ik::Skeleton& body) : body_(&body), pose_(body) {
    if (body.effectors() != 2 || body.has_angle_error(0) || !body.has_angle_error(1) ||
        body.effector_joint(0) != body.effector_joint(1))
      throw base::Error("the body is no arm whose hand has a position and an orientation to reach");
    for (int j = body.effector_joint(0); j >= 0; j = body.parent(j))
      numbers_.insert(numbers_.begin(), j);
    chain_ = bench::chain_of(body, numbers_, body.effector(0));
  }

  const KDL::Chain& chain() const { return chain_; }
  int joints() const { return static_cast<int>(numbers_.size()); }
  double lower(int i) const { return std::max(body_->lower(numbers_[i]), -1e9); }
  double upper(int i) const { return std::min(body_->upper(numbers_[i]), 1e9); }

  KDL::JntArray to_kdl(const Eigen::VectorXd& theta) const {
    KDL::JntArray q(numbers_.size());
    for (size_t i = 0; i < numbers_.size(); ++i) q(i) = theta[numbers_[i]];
    return q;
  }
  static KDL::Frame to_kdl(const Eigen::Matrix3Xd& targets) {
    const Eigen::Vector3d v = targets.col(1);
    return {KDL::Rotation::Rot(bench::to_kdl(v), v.norm()), bench::to_kdl(targets.col(0))};
  }

  /// Judges what KDL returned.
  lab::Solve judged(const KDL::JntArray& q, const Eigen::VectorXd& home,
                    const Eigen::Matrix3Xd& targets, double us) {
    pose_.theta = home;
    bool within = true, finite = true;
    for (size_t i = 0; i < numbers_.size(); ++i) {
      finite &= std::isfinite(q(i));
      pose_.theta[numbers_[i]] = finite ? q(i) : 0;
      within &= q(i) >= body_->lower(numbers_[i]) && q(i) <= body_->upper(numbers_[i]);
    }
    forward_kinematics(*body_, pose_);
    double error = 0;
    for (int i = 0; i < body_->effectors(); ++i)
      error = std::max(error, ik::goal_distance(*body_, pose_, i, targets.col(i)) / tolerance);
    return {{.ending = finite && error < 1 ? ik::Ending::Solved : ik::Ending::UpdateLimit,
             .error = error,
             .within_limits = within},
            true,
            us};
  }

 private:
  const ik::Skeleton* body_;
  ik::Pose pose_;
  std::vector<int> numbers_;
  KDL::Chain chain_;
};

/// Solves several times; the time of each target is the least, what other programs do apart.
template <class Work>
lab::SolveSummary least_times(Work&& solve) {
  constexpr int times = 5;
  lab::Study study = solve();
  for (int k = 1; k < times; ++k) {
    const lab::Study other = solve();
    for (size_t i = 0; i < study.solves.size(); ++i)
      study.solves[i].us = std::min(study.solves[i].us, other.solves[i].us);
  }
  return lab::summary(study, 0);
}

/// Solves with one of KDL's solvers.
template <class Solver>
lab::Study solved(Arm& arm, ik::ProblemSampler problems, int poses, Solver&& solver) {
  lab::Study study{.methods = {"KDL"}, .limits = {.poses = poses}};
  KDL::JntArray q(arm.joints());
  for (int i = 0; i < poses; ++i) {
    problems.draw(static_cast<uint64_t>(i));
    const KDL::JntArray start = arm.to_kdl(problems.start());
    const KDL::Frame target = Arm::to_kdl(problems.targets());
    const Clock::time_point begin = Clock::now();
    solver.CartToJnt(start, target, q);
    const std::chrono::duration<double, std::micro> took = Clock::now() - begin;
    study.solves.push_back(arm.judged(q, problems.start(), problems.targets(), took.count()));
  }
  return study;
}

void print(const std::string& name, const lab::SolveSummary& sum, double least_median_us) {
  const auto percent = [&](int count) { return base::percent(1.0 * count / sum.poses, 1); };
  const lab::Interval interval = lab::wilson_interval(sum.solved, sum.poses);
  std::cout << "| " << name << " | " << percent(sum.solved) << " ("
            << base::fixed(100 * interval.low, 1) << " to " << base::fixed(100 * interval.high, 1)
            << ") | " << percent(sum.limits_kept) << " | " << base::significant(sum.median_us, 3)
            << " | " << base::significant(sum.p99_us, 3) << " | "
            << base::significant(sum.median_us / least_median_us, 2) << " |\n";
}

void compare(const std::string& name, int poses) {
  const auto scene = bench::load(name.c_str());
  const ik::Skeleton& body = *scene->skeleton;
  const Eigen::VectorXd home = body.start();
  const ik::ProblemSampler problems(body, home, {}, 1, ik::StartFrom::Home,
                                    ik::TargetsAre::Reachable);
  std::vector<std::pair<std::string, lab::SolveSummary>> rows;
  for (const bool again : {true, false})
    for (const std::string method : {"bounded-dls", "dls"}) {
      const ik::MethodInfo& info = ik::find_method(method);
      const ik::Solver solver(scene->skeleton, info,
                              ik::for_solving(base::Settings(info.parameters(body)), body));
      lab::Study study{.methods = {method},
                       .limits = {.poses = poses,
                                  .updates = again ? updates : one_attempt,
                                  .restarts = again ? restarts : 0,
                                  .tolerance = tolerance}};
      for (int j = 0; j < body.joints(); ++j) study.joints.push_back(body.joint(j).name);
      rows.emplace_back(method + (again ? ", restarts" : ""), least_times([&] {
                          lab::solve(study, {&solver}, problems, 1, {});
                          return study;
                        }));
    }

  Arm arm(body);
  // LMA stops where |(dx, w dphi)| < eps. With the library's w, 0.01, it ends before rotations meet
  // the tolerance, or fails; of 1, 0.3, 0.1 and 0.05, 0.1 solves most of all three robots.
  constexpr double w = 0.1;
  Eigen::Matrix<double, 6, 1> weights;
  weights << 1, 1, 1, w, w, w;
  KDL::ChainIkSolverPos_LMA lma(arm.chain(), weights, w * tolerance, one_attempt);
  rows.emplace_back("KDL LMA", least_times([&] { return solved(arm, problems, poses, lma); }));
  KDL::ChainFkSolverPos_recursive forward(arm.chain());
  KDL::ChainIkSolverVel_pinv velocity(arm.chain());
  KDL::JntArray lower(arm.joints()), upper(arm.joints());
  for (int i = 0; i < arm.joints(); ++i) {
    lower(i) = arm.lower(i);
    upper(i) = arm.upper(i);
  }
  KDL::ChainIkSolverPos_NR_JL newton(arm.chain(), lower, upper, forward, velocity, one_attempt,
                                     tolerance);
  rows.emplace_back("KDL NR_JL", least_times([&] { return solved(arm, problems, poses, newton); }));

  std::cout << "| " << name << ", " << poses
            << " targets | solved | and within the limits | µs, median | 99 % | ratio |\n"
               "|---|---|---|---|---|---|\n";
  for (const auto& [row, sum] : rows) print(row, sum, rows[0].second.median_us);
}

}  // namespace

int main(int count, char** words) {
  try {
    compare(count > 1 ? words[1] : "ur5", count > 2 ? std::atoi(words[2]) : 2000);
  } catch (const base::Error& error) {
    std::fprintf(stderr, "ikscope_solve_kdl: %s\n", error.what());
    return 1;
  }
}
