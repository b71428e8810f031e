// Builds random bodies with targets and runs them, to be given a cause.

#pragma once
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/model/jacobian.h"
#include "ik/model/pose.h"
#include "ik/model/rotation.h"
#include "sim/simulation.h"
#include "support/random.h"

namespace test {

using Vector = Eigen::Vector3d;

/// The results of the last 90 steps, computed without the code under test.
struct Shown {
  double ratio = 0, on_target = 0, oscillation = 0, reversals = 0, depth = 0;
  bool shakes() const { return reversals > 0.3 && oscillation > 0.01; }
  bool calm() const { return reversals < 0.1 || oscillation < 1e-3; }
  bool off() const { return ratio > 3.8 && on_target < 0.5; }
};

inline Shown shown(sim::Simulation& simulation, int steps, int counted = 90) {
  Shown sum;
  const Eigen::VectorXd hit = simulation.run().tolerances().hit;
  Eigen::VectorXd errors = Eigen::VectorXd::Zero(hit.size());
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    const sim::Run& run = simulation.run();
    if (i < steps - counted) continue;
    errors += run.errors() / counted;
    sum.on_target += run.hit_share() / counted;
    sum.oscillation += run.oscillation().second_difference().mean() / counted;
    sum.reversals += 1. * run.oscillation().reversed() / counted;
    sum.depth = std::max(sum.depth, contact_depth(run));
  }
  sum.ratio = errors.cwiseQuotient(hit).maxCoeff();
  return sum;
}
inline Shown shown(const sim::Scene& scene, int steps, int counted = 90) {
  sim::Simulation simulation(std::make_shared<const sim::Scene>(scene));
  return shown(simulation, steps, counted);
}

inline void set(sim::Scene& scene, const std::string& key, const std::string& value) {
  std::erase_if(scene.settings, [&](const auto& one) { return one.first == key; });
  scene.settings.emplace_back(key, value);
}
inline void set(sim::Scene& scene, const std::string& key, double value) {
  set(scene, key, std::to_string(value));
}

/// Builds one random body; everything about it follows from a number.
class VariantMaker {
 public:
  explicit VariantMaker(int number) : random_(static_cast<uint64_t>(number) * 7919 + 17) {
    scene_ = std::make_shared<sim::Scene>();
    scene_->name = "variant";
    scene_->dt = 1. / 60;
    scene_->method = "dls";
    size_ = random_.log_uniform(0.2, 20);
  }

  /// Takes one of the program's robots, which is to reach a pose or a position.
  void robot(bool pose) {
    const char* names[] = {"ur5", "ur10", "puma-560", "iiwa-14", "panda", "stanford-arm"};
    const auto found = formats::load(formats::find_scene(names[random_.index(6)]));
    const ik::Skeleton& body = *found->skeleton;
    for (int j = 0; j < body.joints(); ++j) {
      joints_.push_back(body.joint(j));
      const double low = std::max(body.lower(j), -2.), high = std::min(body.upper(j), 2.);
      if (!body.follows(j)) joints_.back().start = random_.uniform(low, high);
    }
    ik::Effector effector = body.effector(0);
    effector.goal = {.info = &ik::find_goal("position")};
    effector.name = "tip";
    effectors_.push_back(effector);
    size_ = body.length() / 5;
    reach_ = body.length();
    for (int j = 0; j < body.joints(); ++j)
      if (!body.revolute(j)) reach_ += std::max(-body.lower(j), body.upper(j));
    if (pose) goal("orientation");
    unit_ = body.unit();
  }

  /// Adds a chain of n hinges in the plane or with arbitrary axes, and links of random lengths.
  void chain(int n, bool spatial) {
    Vector at = Vector::Zero();
    reach_ = 0;
    lengths_.clear();
    for (int j = 0; j < n; ++j) {
      ik::Joint joint{.name = "q" + std::to_string(j + 1), .parent = j - 1, .position = at};
      joint.axis = spatial ? (j == 0 ? Vector::UnitZ().eval() : random_.direction())
                           : Vector::UnitZ().eval();
      joint.start = random_.uniform(0.2, 0.8) * (random_.chance(0.5) ? 1 : -1);
      joints_.push_back(joint);
      lengths_.push_back(size_ * random_.uniform(0.6, 1.4));
      reach_ += lengths_.back();
      at.x() += lengths_.back();
    }
    effectors_.push_back({.name = "tip", .joint = n - 1, .position = at});
    total_ = at;
  }

  void goal(const char* name) {
    ik::Effector effector = effectors_.front();
    effector.name = "tip " + std::string(name);
    effector.of = "tip";
    effector.goal.info = &ik::find_goal(name);
    effector.goal.weight = size_;
    effectors_.push_back(effector);
  }

  void build() {
    if (!effectors_.front().goal.info) effectors_.front().goal.info = &ik::find_goal("position");
    scene_->skeleton = std::make_shared<ik::Skeleton>(joints_, effectors_, unit_);
    if (scene_->targets.empty())
      for (size_t i = 0; i < effectors_.size(); ++i) fix(static_cast<int>(i), Vector::Zero());
  }

  /// Returns the numbers with which a pose reaches goal i.
  Vector reached(const Eigen::VectorXd& theta, int i) const {
    ik::Pose pose(*scene_->skeleton);
    pose.theta = theta;
    forward_kinematics(*scene_->skeleton, pose);
    if (scene_->skeleton->has_angle_error(i))
      return ik::rotation_vector(
          pose.rotation[static_cast<size_t>(scene_->skeleton->effector_joint(i))]);
    return pose.effector.col(i);
  }

  void fix(int i, const Vector& at) {
    sim::TargetSpec spec{.effector = i, .motion = "fixed"};
    spec.values["center"] = {at.x(), at.y(), at.z()};
    put(spec);
  }
  void circle(int i, const Vector& center, double radius, double frequency) {
    sim::TargetSpec spec{.effector = i, .motion = "circle"};
    spec.values["center"] = {center.x(), center.y(), center.z()};
    spec.values["radius"] = {radius};
    spec.values["normal"] = {0, 0, 1};
    spec.values["frequency"] = {frequency};
    spec.values["phase"] = {0};
    put(spec);
  }
  Eigen::VectorXd bent(double least = 0.5, double most = 1.2) {
    Eigen::VectorXd theta = scene_->skeleton->start();
    for (int j = 0; j < theta.size(); ++j) {
      const double lower = scene_->skeleton->lower(j), upper = scene_->skeleton->upper(j);
      theta[j] = random_.uniform(least, most) * (theta[j] < 0 ? -1 : 1);
      theta[j] = std::clamp(theta[j], 0.9 * lower, 0.9 * upper);
    }
    scene_->skeleton->set_followers(theta);
    return theta;
  }
  /// Sets targets at rest, or on a small circle, that a bent pose reaches.
  void within_reach(bool moves) {
    const Eigen::VectorXd theta = bent();
    for (int i = 0; i < scene_->skeleton->effectors(); ++i) {
      if (moves && !scene_->skeleton->has_angle_error(i))
        circle(i, reached(theta, i), 0.15 * size_, random_.uniform(2, 5));
      else
        fix(i, reached(theta, i));
    }
  }

  Random random_;
  std::shared_ptr<sim::Scene> scene_;
  std::vector<ik::Joint> joints_;
  std::vector<ik::Effector> effectors_;
  std::vector<double> lengths_;
  Vector total_ = Vector::Zero();
  double size_ = 1, reach_ = 0;
  const base::LengthUnit* unit_ = nullptr;

 private:
  void put(sim::TargetSpec spec) {
    const auto at = std::ranges::find(scene_->targets, spec.effector, &sim::TargetSpec::effector);
    if (at == scene_->targets.end())
      scene_->targets.push_back(std::move(spec));
    else
      *at = std::move(spec);
  }
};

inline Vector planar(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle), 0};
}

}  // namespace test
