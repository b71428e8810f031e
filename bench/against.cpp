// Measures the alternatives: the textbook formulas in plain form, with matrices of dynamic size,
// and Eigen's decompositions alone.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "bench/listed.h"
#include "bench/plain.h"
#include "bodies.h"
#include "recording.h"

namespace {

void textbook(benchmark::State& state, const char* body, const char* method) {
  const auto scene = bench::load(body);
  std::vector<sim::Target> targets(scene->targets.begin(), scene->targets.end());
  plain::Stepper stepper(scene->skeleton, {.method = method, .cap = {0.25 * 3.14159265, 1e300}});
  Eigen::Matrix3Xd positions(3, scene->skeleton->effectors());
  double t = 0;
  for (auto _ : state) {
    t += scene->dt;
    for (size_t i = 0; i < targets.size(); ++i) {
      targets[i].advance(t, 1);
      positions.col(static_cast<Eigen::Index>(i)) = targets[i].position();
    }
    stepper.step(positions);
  }
}

template <class Decompose>
void decompose(benchmark::State& state, const char* body, Decompose answer) {
  bench::Recording run(body);
  const Eigen::VectorXd e = Eigen::VectorXd::Ones(run.skeleton().rows());
  for (auto _ : state) {
    Eigen::VectorXd dtheta = answer(run.jacobians[run.next()], e);
    benchmark::DoNotOptimize(dtheta.data());
  }
}

Eigen::VectorXd by_ldlt(const Eigen::MatrixXd& J, const Eigen::VectorXd& e) {
  return plain::dls(J, e, 0.6);
}

// BDCSVD is no faster: it passes matrices this small on to this one, and took 1.05 to 1.25 times as
// long on these bodies.
Eigen::VectorXd by_svd(const Eigen::MatrixXd& J, const Eigen::VectorXd& e) {
  const plain::Decomposition svd = plain::decompose(J);
  const Eigen::VectorXd along = (svd.U.transpose() * e).cwiseQuotient(svd.sigma);
  return svd.V * along;
}

const bench::Listed against([] {
  for (const char* body : {"y", "double-y", "double-y-25"}) {
    const std::string start = std::string("against/") + body + '/';
    for (const char* method : {"dls", "pinv", "sdls"})
      benchmark::RegisterBenchmark((start + "textbook " + method).c_str(),
                                   [=](benchmark::State& state) { textbook(state, body, method); });
    const auto add = [&](const char* name, auto answer) {
      benchmark::RegisterBenchmark(
          (start + name).c_str(), [=](benchmark::State& state) { decompose(state, body, answer); });
    };
    add("Eigen LDLT", by_ldlt);
    add("Eigen JacobiSVD", by_svd);
  }
});

}  // namespace
