// Makes random bodies whose effectors miss their targets for a known reason.

#include "why_variants.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/model/jacobian.h"
#include "ik/model/pose.h"
#include "ik/model/rotation.h"
#include "sim/simulation.h"
#include "support/random.h"

namespace test {
namespace {

using sim::why::Cause;
using Vector = Eigen::Vector3d;

/// The results of the last 90 steps.
struct Shown {
  double ratio = 0, on_target = 0, oscillation = 0, reversals = 0, depth = 0;
  bool shakes() const { return reversals > 0.3 && oscillation > 0.01; }
  bool calm() const { return reversals < 0.1 || oscillation < 1e-3; }
  bool off() const { return ratio > 3.8 && on_target < 0.5; }
};

Shown shown(const sim::Scene& scene, int steps, int counted = 90) {
  sim::Simulation simulation(std::make_shared<const sim::Scene>(scene));
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

void set(sim::Scene& scene, const std::string& key, const std::string& value) {
  std::erase_if(scene.settings, [&](const auto& one) { return one.first == key; });
  scene.settings.emplace_back(key, value);
}
void set(sim::Scene& scene, const std::string& key, double value) {
  set(scene, key, std::to_string(value));
}

class Maker {
 public:
  explicit Maker(int number) : random_(static_cast<uint64_t>(number) * 7919 + 17) {
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
    if (scene_->skeleton->turns(i))
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
    scene_->skeleton->lead_followers(theta);
    return theta;
  }
  /// Sets targets at rest, or on a small circle, that a bent pose reaches.
  void within_reach(bool moves) {
    const Eigen::VectorXd theta = bent();
    for (int i = 0; i < scene_->skeleton->effectors(); ++i) {
      if (moves && !scene_->skeleton->turns(i))
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

Vector planar(double radius, double angle) {
  return {radius * std::cos(angle), radius * std::sin(angle), 0};
}

Variant made(Maker& m, Cause cause, std::vector<std::string> who = {}) {
  return {m.scene_, cause, std::move(who)};
}
Variant unclear() { return {}; }

/// Makes a robot or a chain that is not the cause.
void any_chain(Maker& m) {
  if (m.random_.chance(0.4)) {
    m.robot(m.random_.chance(0.5));
    m.build();
    return;
  }
  const bool spatial = m.random_.chance(0.5);
  m.chain(spatial ? 4 + m.random_.index(4) : 2 + m.random_.index(4), spatial);
  m.build();
}
void any_method(Maker& m) {
  const char* names[] = {"dls", "bounded-dls", "sdls", "priority", "ccd"};
  m.scene_->method = names[m.random_.index(5)];
}
double angle(Maker& m) { return m.random_.uniform(-3, 3); }

Variant tracking(Maker& m) {
  any_chain(m);
  any_method(m);
  m.within_reach(m.random_.chance(0.3));
  const Shown now = shown(*m.scene_, 400);
  return now.on_target > 0.97 && now.calm() ? made(m, Cause::Tracking) : unclear();
}

Variant following(Maker& m) {
  any_chain(m);
  m.within_reach(true);
  for (double lambda = 0.02; lambda < 9; lambda *= 1.1) {
    set(*m.scene_, "lambda", std::min(lambda * m.scene_->skeleton->scale(), 9.));
    const Shown now = shown(*m.scene_, 400);
    if (now.ratio > 1.3 && now.ratio < 2.3 && now.on_target < 0.8 && now.calm())
      return made(m, Cause::Following, {"tip"});
  }
  return unclear();
}

/// Adds other faults, without which the effectors would miss their targets as well.
void spoil(Maker& m) {
  if (m.scene_->method != "dls") return;
  if (m.random_.chance(0.3))
    set(*m.scene_, "lambda", m.random_.uniform(1, 5) * m.scene_->skeleton->scale());
  if (m.random_.chance(0.2)) set(*m.scene_, "max_angle_deg", m.random_.uniform(0.5, 2));
}

Variant far(Maker& m, bool shakes) {
  any_chain(m);
  if (!shakes) {
    any_method(m);
    spoil(m);
  }
  for (int j = 0; j < m.scene_->skeleton->joints(); ++j)
    if (!m.scene_->skeleton->revolute(j)) return unclear();  // it would slide there
  const Vector at = planar(m.reach_ * m.random_.uniform(1.25, 2.5), angle(m));
  if (m.random_.chance(0.3))
    m.circle(0, at, 0.1 * m.reach_, 3);
  else
    m.fix(0, at);
  if (shakes) set(*m.scene_, "lambda", 0.02 * m.scene_->skeleton->scale());
  const Shown now = shown(*m.scene_, 400);
  if (!now.off() || (shakes ? !now.shakes() : !now.calm())) return unclear();
  return made(m, shakes ? Cause::ShakingOutOfReach : Cause::OutOfReach, {"tip"});
}

/// Limits all bends so that the tip cannot come near the root.
Variant limits(Maker& m, bool shakes) {
  const int n = 3 + m.random_.index(2);
  m.chain(n, false);
  const double bend = m.random_.uniform(0.1, 0.4);
  for (int j = 1; j < n; ++j) {
    ik::Joint& joint = m.joints_[static_cast<size_t>(j)];
    joint.lower = -bend;
    joint.upper = bend;
    joint.start *= bend;
  }
  m.build();
  const double least = m.reach_ * std::cos((n - 1) * bend / 2);
  const double longest = *std::ranges::max_element(m.lengths_);
  const double d = least * m.random_.uniform(0.5, 0.75);
  if (d < 1.1 * (2 * longest - m.reach_)) return unclear();
  m.fix(0, planar(d, angle(m)));
  if (shakes)
    m.scene_->method = "transpose";
  else
    any_method(m), spoil(m);
  const Shown now = shown(*m.scene_, 400);
  if (!now.off() || (shakes ? !now.shakes() : !now.calm())) return unclear();
  return made(m, shakes ? Cause::ShakingLimits : Cause::Limits);
}

Variant held(Maker& m) {
  m.chain(3, false);
  m.build();
  any_method(m);
  spoil(m);
  // From the position of q2, q2 and q3 reach a ring; the target is beyond it and within reach of
  // all three.
  const Eigen::VectorXd start = m.scene_->skeleton->start();
  const Vector elbow = planar(m.lengths_[0], start[0]);
  for (int j = 0; j < m.scene_->skeleton->joints(); ++j)
    if (!m.scene_->skeleton->revolute(j)) return unclear();  // it would slide there
  const Vector at =
      planar(m.reach_ * m.random_.uniform(0.7, 0.9), start[0] + m.random_.uniform(2, 4.2));
  if ((at - elbow).norm() < 1.15 * (m.lengths_[1] + m.lengths_[2])) return unclear();
  m.scene_->held = {0};
  m.fix(0, at);
  const Shown now = shown(*m.scene_, 400);
  return now.off() && now.calm() ? made(m, Cause::Held, {"q1"}) : unclear();
}

/// Makes a trunk and two arms of two links whose targets lie on opposite sides.
Variant conflict(Maker& m) {
  const double trunk = m.size_ * m.random_.uniform(0.8, 1.2),
               arm = m.size_ * m.random_.uniform(0.5, 0.7);
  const auto add = [&](const char* name, int parent, double x, double start) {
    m.joints_.push_back({.name = name, .parent = parent, .position = {x, 0, 0}, .start = start});
  };
  add("trunk", -1, 0, angle(m) / 3);
  add("l1", 0, trunk, 0.4);
  add("l2", 1, trunk + arm, 0.5);
  add("r1", 0, trunk, -0.4);
  add("r2", 3, trunk + arm, -0.5);
  m.effectors_.push_back({.name = "left", .joint = 2, .position = {trunk + 2 * arm, 0, 0}});
  m.effectors_.push_back({.name = "right", .joint = 4, .position = {trunk + 2 * arm, 0, 0}});
  for (ik::Effector& effector : m.effectors_) effector.goal.info = &ik::find_goal("position");
  m.build();
  const double a = angle(m), r = m.random_.uniform(1.2, 1.4) * 2 * arm;
  if (r > 0.9 * (trunk + 2 * arm)) return unclear();
  m.fix(0, planar(r, a));
  m.fix(1, planar(r, a + std::numbers::pi + m.random_.uniform(-0.3, 0.3)));
  any_method(m);
  spoil(m);
  const Shown now = shown(*m.scene_, 400);
  return now.off() && now.calm() ? made(m, Cause::Conflict, {"left", "right"}) : unclear();
}

Variant too_few(Maker& m) {
  m.chain(2, false);
  m.goal("orientation");
  m.build();
  const Eigen::VectorXd theta = m.bent();
  m.fix(0, m.reached(theta, 0));
  Vector turn = m.reached(theta, 1);
  turn.z() += m.random_.uniform(0.8, 1.5) * (turn.z() > 0 ? -1 : 1);
  m.fix(1, turn);
  const Shown now = shown(*m.scene_, 400);
  return now.off() && now.calm() ? made(m, Cause::TooFewJoints, {"tip"}) : unclear();
}

/// Makes the last link point at the root's far side, so that the wrist would be out of reach.
Variant orientation(Maker& m) {
  m.chain(3, false);
  m.goal("orientation");
  m.build();
  const double a = angle(m), wrist = (m.lengths_[0] + m.lengths_[1]) * m.random_.uniform(1.2, 1.5);
  const double tip = wrist - m.lengths_[2];
  if (tip < 0.2 * m.reach_) return unclear();
  m.fix(0, planar(tip, a));
  const double turn = std::remainder(a + std::numbers::pi, 2 * std::numbers::pi);
  m.fix(1, {0, 0, turn});
  any_method(m);
  if (m.scene_->method == "ccd") m.scene_->method = "dls";
  spoil(m);
  const Shown now = shown(*m.scene_, 400);
  return now.off() && now.calm() ? made(m, Cause::Orientation, {"tip"}) : unclear();
}

/// Adds moving targets and one parameter that is the cause; without it they are followed.
Variant spoiled(Maker& m, Cause cause, const std::string& who,
                const std::function<void(sim::Scene&)>& spoil) {
  any_chain(m);
  m.within_reach(m.random_.chance(0.7));
  set(*m.scene_, "lambda", 0.05 * m.scene_->skeleton->scale());
  sim::Scene well = *m.scene_;
  spoil(*m.scene_);
  for (const auto& [key, value] : m.scene_->settings)
    if (key == "hit_distance") set(well, key, value);
  const Shown good = shown(well, 500);
  const Shown now = shown(*m.scene_, 300), later = shown(*m.scene_, 500);
  if (good.on_target < 0.97 || !now.off() || !now.calm() || !later.off()) return unclear();
  Variant variant = made(m, cause, {who});
  variant.steps = 300;
  return variant;
}

Variant damping(Maker& m) {
  return spoiled(m, Cause::Damping, "lambda", [&](sim::Scene& scene) {
    set(scene, "hit_distance", 0.01 * scene.skeleton->scale());
    set(scene, "lambda", m.random_.uniform(2, 9) * scene.skeleton->scale());
  });
}
Variant step_clamp(Maker& m) {
  return spoiled(m, Cause::StepClamp, "max_angle_deg", [&](sim::Scene& scene) {
    set(scene, "max_angle_deg", m.random_.log_uniform(0.02, 0.3));
  });
}
Variant error_clamp(Maker& m) {
  return spoiled(m, Cause::ErrorClamp, "dmax", [&](sim::Scene& scene) {
    set(scene, "dmax_mode", "constant");
    set(scene, "dmax", m.random_.uniform(0.0011, 0.003) * scene.skeleton->scale());
  });
}

Variant gain(Maker& m) {
  any_chain(m);
  m.within_reach(false);
  m.scene_->method = "transpose";
  if (!shown(*m.scene_, 400).calm()) return unclear();
  const double scale = m.scene_->skeleton->scale();
  set(*m.scene_, "alpha", m.random_.uniform(0.5, 9) / (scale * scale));
  const Shown now = shown(*m.scene_, 400);
  return now.shakes() && now.on_target < 0.5 ? made(m, Cause::Gain, {"alpha"}) : unclear();
}

Variant slow(Maker& m) {
  m.robot(true);
  m.effectors_.back().goal.weight *= 0.1;  // makes J^T e of the orientation small
  m.build();
  const ik::Skeleton& body = *m.scene_->skeleton;
  Eigen::VectorXd theta = body.start();
  for (int j = 0; j < theta.size(); ++j)
    theta[j] = std::clamp(theta[j] + m.random_.uniform(-0.7, 0.7), body.lower(j), body.upper(j));
  body.lead_followers(theta);
  for (int i = 0; i < body.effectors(); ++i) m.fix(i, m.reached(theta, i));
  m.scene_->method = "transpose";
  const Shown now = shown(*m.scene_, 200), later = shown(*m.scene_, 400);
  sim::Scene other = *m.scene_;
  other.method = "dls";
  set(other, "lambda", 0.02 * m.scene_->skeleton->scale());
  if (now.ratio < 4 || later.ratio < 4 || now.on_target > 0.6 || !now.calm() ||
      shown(other, 100, 30).on_target < 0.97)
    return unclear();
  Variant variant = made(m, Cause::SlowMethod, {"transpose"});
  variant.steps = 200;
  return variant;
}

Variant lag(Maker& m) {
  m.chain(2 + m.random_.index(2), false);
  m.build();
  const double r = m.reach_ * m.random_.uniform(0.5, 0.7);
  m.circle(0, planar(m.reach_ * 0.05, angle(m)), r, m.random_.uniform(15, 25));
  m.scene_->method = "pinv";
  set(*m.scene_, "max_angle_deg", 180);
  set(*m.scene_, "hit_distance", 0.002 * m.scene_->skeleton->scale());
  const Shown now = shown(*m.scene_, 400);
  return now.off() && now.reversals < 0.05 ? made(m, Cause::Lag, {"tip"}) : unclear();
}

/// Stretches the arm with the target on it, so that no joint brings the tip nearer.
Variant stuck(Maker& m) {
  m.chain(2 + m.random_.index(3), false);
  for (ik::Joint& joint : m.joints_) joint.start = 0;
  m.build();
  const double longest = *std::ranges::max_element(m.lengths_);
  const double inner = std::max(0., 2 * longest - m.reach_);
  m.fix(0, {m.random_.uniform(inner + 0.2 * (m.reach_ - inner), 0.85 * m.reach_), 0, 0});
  const char* names[] = {"dls", "bounded-dls", "sdls", "transpose"};
  m.scene_->method = names[m.random_.index(4)];
  const Shown now = shown(*m.scene_, 400);
  return now.off() && now.oscillation == 0 ? made(m, Cause::Stuck, {"tip"}) : unclear();
}

Variant nothing(Maker& m) {
  any_chain(m);
  any_method(m);
  m.within_reach(m.random_.chance(0.5));
  for (int j = 0; j < m.scene_->skeleton->joints(); ++j) m.scene_->held.push_back(j);
  return shown(*m.scene_, 400).off() ? made(m, Cause::NothingMoves) : unclear();
}

Variant obstacle(Maker& m) {
  any_chain(m);
  m.within_reach(false);
  sim::Simulation simulation(std::make_shared<const sim::Scene>(*m.scene_));
  for (int i = 0; i < 400; ++i) simulation.step();
  const Eigen::Matrix3Xd& joints = simulation.run().solver().pose().position;
  const auto j = static_cast<Eigen::Index>(m.random_.index(static_cast<int>(joints.cols()) - 1));
  m.scene_->obstacles.push_back({.name = "ball",
                                 .position = 0.5 * (joints.col(j) + joints.col(j + 1)),
                                 .size = Vector::Constant(0.2 * m.size_)});
  const Shown now = shown(*m.scene_, 400);
  return now.calm() && now.depth > 0.05 * m.size_ ? made(m, Cause::Obstacle, {"ball"}) : unclear();
}

Variant objective(Maker& m) {
  m.chain(5 + m.random_.index(3), m.random_.chance(0.5));
  m.build();
  m.within_reach(false);
  sim::Scene without = *m.scene_;
  set(*m.scene_, "rest_gain", m.random_.uniform(0.8, 1));
  const Shown now = shown(*m.scene_, 400), good = shown(without, 400);
  return now.shakes() && good.calm() && good.on_target > 0.97
             ? made(m, Cause::Objective, {"rest_gain"})
             : unclear();
}

/// Leads the target through the root of a folded arm of two equal links.
Variant singular(Maker& m) {
  m.chain(2, false);
  m.joints_[1].position.x() = m.lengths_[0];
  m.effectors_[0].position.x() = 2 * m.lengths_[0];
  m.build();
  m.circle(0, planar(m.lengths_[0], angle(m)), m.lengths_[0] * m.random_.uniform(0.97, 1.03),
           m.random_.uniform(0.5, 1.5));
  m.scene_->method = "pinv";
  set(*m.scene_, "max_angle_deg", 180);
  const Shown now = shown(*m.scene_, 400);
  return now.shakes() ? made(m, Cause::ShakingSingular, {"tip"}) : unclear();
}

using Make = Variant (*)(Maker& m);
constexpr Make makes[] = {
    tracking,
    following,
    [](Maker& m) { return far(m, false); },
    [](Maker& m) { return far(m, true); },
    [](Maker& m) { return limits(m, false); },
    [](Maker& m) { return limits(m, true); },
    held,
    conflict,
    too_few,
    orientation,
    damping,
    step_clamp,
    error_clamp,
    gain,
    slow,
    lag,
    stuck,
    nothing,
    obstacle,
    objective,
    singular,
};
static_assert(std::size(makes) == variant_kinds);

}  // namespace

Variant variant(int number) {
  constexpr int attempts = 30;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    Maker m(attempts * number + attempt);
    if (Variant found = makes[number % variant_kinds](m); found.scene) return found;
  }
  return {};
}

}  // namespace test
