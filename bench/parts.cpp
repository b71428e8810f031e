// Measures the parts of an update along a recorded run, so that each call has new numbers.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bench/listed.h"
#include "bodies.h"
#include "ik/linalg/cholesky.h"
#include "ik/linalg/null_space.h"
#include "ik/linalg/svd.h"
#include "ik/model/jacobian.h"
#include "recording.h"

namespace {

using bench::Recording;

void targets(benchmark::State& state, Recording& run) {
  std::vector<sim::Target> all(run.scene->targets.begin(), run.scene->targets.end());
  double t = 0;
  for (auto _ : state) {
    t += 0.005;
    for (sim::Target& target : all) target.advance(t, 1);
    benchmark::DoNotOptimize(all.data());
  }
}

void forward_kinematics(benchmark::State& state, Recording& run) {
  for (auto _ : state) {
    ik::Pose& pose = run.poses[run.next()];
    ik::forward_kinematics(run.skeleton(), pose);
    benchmark::DoNotOptimize(pose.effector.data());
  }
}

void jacobian(benchmark::State& state, Recording& run) {
  Eigen::MatrixXd J = run.jacobians[0];
  for (auto _ : state) {
    const ik::Pose& pose = run.poses[run.next()];
    ik::goal_jacobian(run.skeleton(), pose, run.goals, false, J);
    benchmark::DoNotOptimize(J.data());
  }
}

void gram(benchmark::State& state, Recording& run) {
  Eigen::MatrixXd JJt(run.skeleton().rows(), run.skeleton().rows());
  for (auto _ : state) {
    ik::gram(run.skeleton(), run.jacobians[run.next()], JJt);
    benchmark::DoNotOptimize(JJt.data());
  }
}

void cholesky(benchmark::State& state, Recording& run) {
  const int m = run.skeleton().rows();
  Eigen::MatrixXd A(m, m), work(m, m);
  ik::gram(run.skeleton(), run.jacobians[0], A);
  A.diagonal().array() += 1.1 * 1.1;
  const Eigen::VectorXd e = Eigen::VectorXd::Ones(m);
  Eigen::VectorXd x(m);
  for (auto _ : state) {  // the copy is part of it
    work = A;
    ik::solve_positive_definite(work, e, x);
    benchmark::DoNotOptimize(x.data());
  }
}

void transpose_times(benchmark::State& state, Recording& run) {
  const Eigen::VectorXd f = Eigen::VectorXd::Ones(run.skeleton().rows());
  Eigen::VectorXd result(run.skeleton().joints());
  for (auto _ : state) {
    ik::transpose_times(run.skeleton(), run.jacobians[run.next()], f, result);
    benchmark::DoNotOptimize(result.data());
  }
}

void null_space(benchmark::State& state, Recording& run) {
  ik::NullSpaceProjector projector(run.skeleton().rows(), run.skeleton().joints());
  Eigen::VectorXd x(run.skeleton().joints());
  for (auto _ : state) {
    x.setOnes();
    projector.project(run.skeleton(), run.jacobians[run.next()], x);
    benchmark::DoNotOptimize(x.data());
  }
}

/// Starts each call with the previous result, as in a run.
void svd_warm(benchmark::State& state, Recording& run) {
  ik::Svd svd(run.skeleton().rows(), run.skeleton().joints());
  svd.compute(run.jacobians[0]);
  for (auto _ : state) {
    svd.compute(run.jacobians[run.next()]);
    benchmark::DoNotOptimize(svd.sigma().data());
  }
}

void svd_cold(benchmark::State& state, Recording& run) {
  const ik::Svd fresh(run.skeleton().rows(), run.skeleton().joints());
  ik::Svd svd = fresh;
  for (auto _ : state) {
    svd = fresh;
    svd.compute(run.jacobians[run.next()]);
    benchmark::DoNotOptimize(svd.sigma().data());
  }
}

const bench::Listed parts([] {
  using Part = void (*)(benchmark::State&, Recording&);
  const std::pair<const char*, Part> all[] = {
      {"targets", targets},       {"forward_kinematics", forward_kinematics},
      {"jacobian", jacobian},     {"gram", gram},
      {"cholesky", cholesky},     {"transpose_times", transpose_times},
      {"null_space", null_space}, {"svd_warm", svd_warm},
      {"svd_cold", svd_cold},
  };
  for (const char* body : bench::bodies)
    for (const auto& [name, part] : all)
      benchmark::RegisterBenchmark(("part/" + std::string(body) + '/' + name).c_str(),
                                   [body = body, part = part](benchmark::State& state) {
                                     Recording run(body);
                                     part(state, run);
                                   });
});

}  // namespace
