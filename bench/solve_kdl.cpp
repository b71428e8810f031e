// Solves the same targets by KDL's LMA and NR_JL and by ikscope: a table like that of ikscope-lab
// solve. Whatever a solver says, a target is solved if the pose it returns meets it, by ikscope's
// forward kinematics, and the times are of all targets. A separate program for the reason that
// kdl.cpp gives.
//   ikscope_solve_kdl SCENE [POSES] [RESTARTS]

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_pinv.hpp>

#include "base/error.h"
#include "bodies.h"
#include "ik/model/jacobian.h"
#include "ik/search/problems.h"
#include "kdl_chain.h"
#include "lab/solve/study.h"
#include "sim/simulation.h"

#ifdef __AVX__
#error "KDL's library is built without AVX: IKSCOPE_NATIVE must be off"
#endif

namespace {

using Clock = std::chrono::steady_clock;
constexpr double tolerance = 1e-6;
constexpr int kdl_iterations = 500, updates = 30;

/// The joints between the world and an effector, and their numbers.
class Arm {
 public:
  explicit Arm(const ik::Skeleton& body) : body_(&body), pose_(body) {
    if (body.effectors() != 2 || body.turns(0) || !body.turns(1) ||
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
    return {.there = true,
            .ending = finite && error < 1 ? ik::Ending::Solved : ik::Ending::Slow,
            .error = error,
            .within_limits = within,
            .us = us};
  }

 private:
  const ik::Skeleton* body_;
  ik::Pose pose_;
  std::vector<int> numbers_;
  KDL::Chain chain_;
};

/// Adds a row of one of KDL's solvers.
template <class Solver>
void add(lab::Study& study, const char* name, Arm& arm, ik::Problems problems, Solver&& solver) {
  study.methods.emplace_back(name);
  study.settings.emplace_back();
  KDL::JntArray q(arm.joints());
  for (int i = 0; i < study.poses; ++i) {
    problems.draw(static_cast<uint64_t>(i));
    const KDL::JntArray start = arm.to_kdl(problems.start());
    const KDL::Frame target = Arm::to_kdl(problems.targets());
    const Clock::time_point begin = Clock::now();
    solver(start, target, q);
    const std::chrono::duration<double, std::micro> took = Clock::now() - begin;
    study.solves.push_back(arm.judged(q, problems.start(), problems.targets(), took.count()));
  }
}

void compare(const char* name, int poses, int restarts) {
  const auto scene = bench::load(name);
  const ik::Skeleton& body = *scene->skeleton;
  const Eigen::VectorXd home = body.start();
  const ik::Problems problems(body, home, {}, 1, ik::StartFrom::Home, ik::TargetsAre::Reachable);
  Arm arm(body);
  lab::Study study{.scene = name,
                   .poses = poses,
                   .updates = updates,
                   .restarts = restarts,
                   .start = "home",
                   .targets = "reachable"};
  for (int j = 0; j < body.joints(); ++j) study.joints.push_back(body.joint(j).name);

  lab::Study ours = study;
  std::vector<ik::Solver> solvers;
  for (const char* method : {"dls", "bounded-dls"}) {
    ours.methods.emplace_back(method);
    ours.settings.emplace_back();
    const ik::MethodInfo& info = ik::find_method(method);
    solvers.emplace_back(scene->skeleton, info,
                         ik::for_solving(base::Settings(info.parameters(body)), body));
  }
  lab::solve(ours, {&solvers[0], &solvers[1]}, problems, 1, {});

  // The library's default weights stop it before the tolerance is met in rotation; with weights of
  // one E is below 1e-6 where the tolerance is met.
  const Eigen::Matrix<double, 6, 1> weights = Eigen::Matrix<double, 6, 1>::Ones();
  KDL::ChainIkSolverPos_LMA lma(arm.chain(), weights, tolerance, kdl_iterations);
  add(study, "KDL LMA", arm, problems,
      [&](const KDL::JntArray& start, const KDL::Frame& target, KDL::JntArray& q) {
        lma.CartToJnt(start, target, q);
      });
  KDL::ChainFkSolverPos_recursive forward(arm.chain());
  KDL::ChainIkSolverVel_pinv velocity(arm.chain());
  KDL::JntArray lower(arm.joints()), upper(arm.joints());
  for (int i = 0; i < arm.joints(); ++i) {
    lower(i) = arm.lower(i);
    upper(i) = arm.upper(i);
  }
  KDL::ChainIkSolverPos_NR_JL newton(arm.chain(), lower, upper, forward, velocity, kdl_iterations,
                                     tolerance);
  add(study, "KDL NR_JL", arm, problems,
      [&](const KDL::JntArray& start, const KDL::Frame& target, KDL::JntArray& q) {
        newton.CartToJnt(start, target, q);
      });
  study.solves.insert(study.solves.begin(), ours.solves.begin(), ours.solves.end());
  study.methods.insert(study.methods.begin(), ours.methods.begin(), ours.methods.end());
  study.settings.insert(study.settings.begin(), ours.settings.begin(), ours.settings.end());
  std::cout << lab::study_text(study) << "\n";
}

}  // namespace

int main(int count, char** words) {
  try {
    compare(count > 1 ? words[1] : "ur5", count > 2 ? std::atoi(words[2]) : 2000,
            count > 3 ? std::atoi(words[3]) : 1000);
  } catch (const base::Error& error) {
    std::fprintf(stderr, "ikscope_solve_kdl: %s\n", error.what());
    return 1;
  }
}
