// Compares with the same bodies in KDL. KDL's velocity step consists only of the Jacobian and the
// damped least squares; a full update here has targets, kinematics, Jacobian, method, clamps,
// limits, kinematics, errors and oscillation. Both give the same step, which is checked first.
// This is a separate program, because KDL's library is built without AVX and with the alignment
// that Eigen then chooses, so this one must be, too: otherwise one frees what the other has
// allocated in another way. The preset bench-portable builds it so.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <kdl/chainiksolvervel_pinv.hpp>
#include <kdl/chainiksolvervel_wdls.hpp>
#include <kdl/tree.hpp>
#include <kdl/treeiksolvervel_wdls.hpp>
#include <string>
#include <vector>

#include "bench/listed.h"
#include "bodies.h"
#include "kdl_chain.h"
#include "sim/simulation.h"

#ifdef __AVX__
#error "KDL's library is built without AVX: IKSCOPE_NATIVE must be off"
#endif

namespace {

constexpr double lambda = 0.6, most_difference = 1e-9;
constexpr size_t length = 1000;  // steps that are recorded

KDL::Tree tree_of(const ik::Skeleton& skeleton) {
  KDL::Tree tree("world");
  for (int j = 0; j < skeleton.joints(); ++j) {
    const ik::Joint& one = skeleton.joint(j);
    tree.addSegment(KDL::Segment(one.name, bench::joint(one)),
                    one.parent < 0 ? "world" : skeleton.joint(one.parent).name);
  }
  for (int i = 0; i < skeleton.effectors(); ++i)
    tree.addSegment(bench::tip(skeleton.effector(i)),
                    skeleton.joint(skeleton.effector_joint(i)).name);
  return tree;
}

/// Returns KDL's number of each joint. Its solvers copy the tree, and a copy counts along the
/// branches.
Eigen::PermutationMatrix<Eigen::Dynamic> numbers(const ik::Skeleton& skeleton,
                                                 const KDL::Tree& tree) {
  const KDL::Tree copy(tree);
  Eigen::PermutationMatrix<Eigen::Dynamic> result(skeleton.joints());
  for (int j = 0; j < skeleton.joints(); ++j)
    result.indices()[j] =
        static_cast<int>(copy.getSegments().find(skeleton.joint(j).name)->second.q_nr);
  return result;
}

/// The inputs and results of a solver in consecutive steps.
struct Recording {
  Recording(const std::shared_ptr<const sim::Scene>& scene, const char* method, double limit) {
    sim::Simulation simulation(scene);
    simulation.apply(sim::ChooseMethod{method});
    if (simulation.run().settings().has("lambda"))
      simulation.apply(sim::SetParameter{"lambda", limit});
    else
      simulation.apply(sim::SetParameter{"tolerance", limit});
    for (int step = 0; step < bench::warmup; ++step) simulation.step();
    for (size_t step = 0; step < length; ++step) {
      theta.push_back(simulation.run().solver().pose().theta);
      simulation.step();
      e.push_back(simulation.run().solver().e());
      dtheta.push_back(simulation.run().solver().requested_dq());
    }
  }
  std::vector<Eigen::VectorXd> theta, e, dtheta;
};

void check(const Eigen::VectorXd& ours, const Eigen::VectorXd& theirs, const std::string& what) {
  const double scale = std::max(1.0, ours.cwiseAbs().maxCoeff());
  const double difference = (ours - theirs).cwiseAbs().maxCoeff() / scale;
  if (difference < most_difference) return;
  std::fprintf(stderr, "kdl: the steps of %s differ by %g\n", what.c_str(), difference);
  std::exit(1);
}

void ours(benchmark::State& state, const std::shared_ptr<const sim::Scene>& scene,
          const char* method) {
  sim::Simulation simulation(scene);
  simulation.apply(sim::ChooseMethod{method});
  simulation.run().timed = false;
  for (int step = 0; step < bench::warmup; ++step) simulation.step();
  for (auto _ : state) simulation.step();
}

void tree_wdls(benchmark::State& state, const char* body) {
  const auto scene = bench::load(body);
  const ik::Skeleton& skeleton = *scene->skeleton;
  const Recording run(scene, "dls", lambda);
  const KDL::Tree tree = tree_of(skeleton);
  const auto number = numbers(skeleton, tree);
  std::vector<std::string> tips;
  for (int i = 0; i < skeleton.effectors(); ++i) tips.push_back(skeleton.effector(i).name);
  KDL::TreeIkSolverVel_wdls solver(tree, tips);
  solver.setLambda(lambda);
  Eigen::VectorXd positions_only = Eigen::VectorXd::Zero(6 * skeleton.effectors());
  for (int i = 0; i < skeleton.effectors(); ++i) positions_only.segment<3>(6 * i).setOnes();
  solver.setWeightTS(positions_only.asDiagonal());

  std::vector<KDL::JntArray> q;
  std::vector<KDL::Twists> v;
  KDL::JntArray step(tree.getNrOfJoints());
  for (size_t k = 0; k < length; ++k) {
    q.emplace_back(tree.getNrOfJoints());
    q.back().data = number * run.theta[k];
    v.emplace_back();
    for (int i = 0; i < skeleton.effectors(); ++i)
      v.back()[tips[static_cast<size_t>(i)]] =
          KDL::Twist(bench::to_kdl(run.e[k].segment<3>(3 * i)), KDL::Vector::Zero());
    solver.CartToJnt(q[k], v[k], step);
    check(number * run.dtheta[k], step.data, body);
  }
  size_t k = 0;
  for (auto _ : state) {
    solver.CartToJnt(q[k], v[k], step);
    benchmark::DoNotOptimize(step.data.data());
    k = (k + 1) % length;
  }
}

/// Returns an arm of seven joints, shoulder, elbow and wrist, whose hand follows a position, or a
/// position and an orientation.
std::shared_ptr<const sim::Scene> arm(bool attitude) {
  const Eigen::Vector3d axes[] = {{0, 0, 1}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0},
                                  {0, 0, 1}, {0, 1, 0}, {0, 0, 1}};
  const double heights[] = {0.1, 0.34, 0.5, 0.74, 0.9, 1.14, 1.2};
  const double start[] = {0.2, 0.5, 0.1, 1.2, 0.3, 0.8, 0.1};
  std::vector<ik::Joint> joints;
  for (int j = 0; j < 7; ++j)
    joints.push_back({.name = std::string(1, static_cast<char>('a' + j)),
                      .parent = j - 1,
                      .position = {0, 0, heights[j]},
                      .axis = axes[j],
                      .start = start[j]});
  std::vector<ik::Effector> effectors{{.name = "hand", .joint = 6, .position = {0, 0, 1.3}}};
  if (attitude) {
    effectors.push_back({.name = "attitude", .joint = 6, .position = {0, 0, 1.3}, .of = "hand"});
    effectors[1].goal.info = &ik::find_goal("orientation");
  }
  auto scene = std::make_shared<sim::Scene>();
  scene->name = attitude ? "arm, place and attitude" : "arm";
  scene->skeleton = std::make_shared<ik::Skeleton>(joints, effectors);
  for (int i = 0; i < static_cast<int>(effectors.size()); ++i)
    scene->targets.push_back({.effector = i,
                              .motion = "sinusoid",
                              .values = {{"center", {0.5, 0.1, 0.7}},
                                         {"amplitude", {0.1, 0.15, 0.1}},
                                         {"frequency", {6, 7, 8}},
                                         {"phase", {0, 0, 0}}}});
  return scene;
}

template <class Solver>
void chain(benchmark::State& state, Solver& solver, const Recording& run, bool attitude,
           const char* name) {
  std::vector<KDL::JntArray> q;
  std::vector<KDL::Twist> v;
  KDL::JntArray step(7);
  for (size_t k = 0; k < length; ++k) {
    q.emplace_back(7);
    q.back().data = run.theta[k];
    const Eigen::VectorXd& e = run.e[k];
    v.emplace_back(bench::to_kdl(e.head<3>()),
                   attitude ? bench::to_kdl(e.tail<3>()) : KDL::Vector::Zero());
    solver.CartToJnt(q[k], v[k], step);
    check(run.dtheta[k], step.data, name);
  }
  size_t k = 0;
  for (auto _ : state) {
    solver.CartToJnt(q[k], v[k], step);
    benchmark::DoNotOptimize(step.data.data());
    k = (k + 1) % length;
  }
}

void chain_wdls(benchmark::State& state) {
  const auto scene = arm(false);
  const KDL::Chain chain_7 =
      bench::chain_of(*scene->skeleton, {0, 1, 2, 3, 4, 5, 6}, scene->skeleton->effector(0));
  KDL::ChainIkSolverVel_wdls solver(chain_7);
  solver.setLambda(lambda);
  solver.setEps(1e9);  // damped always, not near singularities alone
  Eigen::MatrixXd positions_only = Eigen::MatrixXd::Zero(6, 6);
  positions_only.topLeftCorner<3, 3>().setIdentity();
  solver.setWeightTS(positions_only);
  chain(state, solver, Recording(scene, "dls", lambda), false, "the arm by dls");
}

void chain_pinv(benchmark::State& state) {
  const auto scene = arm(true);
  const KDL::Chain chain_7 =
      bench::chain_of(*scene->skeleton, {0, 1, 2, 3, 4, 5, 6}, scene->skeleton->effector(0));
  KDL::ChainIkSolverVel_pinv solver(chain_7, 1e-10);
  chain(state, solver, Recording(scene, "pinv", 1e-10), true, "the arm by pinv");
}

const bench::Listed listed([] {
  const auto add = [](const std::string& name, auto run) {
    benchmark::RegisterBenchmark(("kdl/" + name).c_str(), run);
  };
  for (const char* body : {"y", "double-y", "double-y-25"}) {
    add(std::string(body) + "/KDL TreeIkSolverVel_wdls",
        [=](benchmark::State& state) { tree_wdls(state, body); });
    for (const char* method : {"dls", "sdls", "pinv"})
      add(std::string(body) + "/ikscope " + method,
          [=](benchmark::State& state) { ours(state, bench::load(body), method); });
  }
  add("arm-7/KDL ChainIkSolverVel_wdls", chain_wdls);
  add("arm-7/ikscope dls", [](benchmark::State& state) { ours(state, arm(false), "dls"); });
  add("arm-7 with attitude/KDL ChainIkSolverVel_pinv", chain_pinv);
  add("arm-7 with attitude/ikscope pinv",
      [](benchmark::State& state) { ours(state, arm(true), "pinv"); });
});

}  // namespace
