#pragma once
#include <vector>

#include "bodies.h"
#include "ik/model/jacobian.h"
#include "sim/simulation.h"

namespace bench {

/// The poses and Jacobians of consecutive steps.
struct Recording {
  explicit Recording(const char* body) : scene(load(body)) {
    sim::Simulation simulation(scene);
    const ik::Skeleton& skeleton = *scene->skeleton;
    for (size_t i = 0; i < scene->targets.size(); ++i)
      goals.col(static_cast<Eigen::Index>(i)) = simulation.targets()[i].position();
    for (int step = 0; step < warmup + static_cast<int>(length); ++step) {
      simulation.step();
      if (step < warmup) continue;
      poses.push_back(simulation.run().solver().pose());
      jacobians.emplace_back(Eigen::MatrixXd::Zero(skeleton.rows(), skeleton.joints()));
      ik::goal_jacobian(skeleton, poses.back(), goals, false, jacobians.back());
    }
  }
  const ik::Skeleton& skeleton() const { return *scene->skeleton; }
  size_t next() { return at = (at + 1) % length; }

  static constexpr size_t length = 1000;
  std::shared_ptr<const sim::Scene> scene;
  Eigen::Matrix3Xd goals{3, scene->skeleton->effectors()};
  std::vector<ik::Pose> poses;
  std::vector<Eigen::MatrixXd> jacobians;
  size_t at = 0;
};

}  // namespace bench
