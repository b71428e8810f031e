// Makes random bodies whose effectors miss their targets for a known reason.

#include "why_variants.h"

#include "variant_maker.h"

namespace test {
namespace {

using sim::why::Cause;

Variant made(VariantMaker& m, Cause cause, std::vector<std::string> who = {}) {
  return {m.scene_, cause, std::move(who)};
}
Variant unclear() { return {}; }

/// Makes a robot or a chain that is not the cause.
void any_chain(VariantMaker& m) {
  if (m.random_.chance(0.4)) {
    m.robot(m.random_.chance(0.5));
    m.build();
    return;
  }
  const bool spatial = m.random_.chance(0.5);
  m.chain(spatial ? 4 + m.random_.index(4) : 2 + m.random_.index(4), spatial);
  m.build();
}
void any_method(VariantMaker& m) {
  const char* names[] = {"dls", "bounded-dls", "sdls", "priority", "ccd"};
  m.scene_->method = names[m.random_.index(5)];
}
double angle(VariantMaker& m) { return m.random_.uniform(-3, 3); }

Variant tracking(VariantMaker& m) {
  any_chain(m);
  any_method(m);
  m.within_reach(m.random_.chance(0.3));
  const Shown now = shown(*m.scene_, 400);
  return now.on_target > 0.97 && now.calm() ? made(m, Cause::OnTarget) : unclear();
}

Variant following(VariantMaker& m) {
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
void spoil(VariantMaker& m) {
  if (m.scene_->method != "dls") return;
  if (m.random_.chance(0.3))
    set(*m.scene_, "lambda", m.random_.uniform(1, 5) * m.scene_->skeleton->scale());
  if (m.random_.chance(0.2)) set(*m.scene_, "max_angle_deg", m.random_.uniform(0.5, 2));
}

Variant far(VariantMaker& m, bool shakes) {
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
Variant limits(VariantMaker& m, bool shakes) {
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

Variant held(VariantMaker& m) {
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
Variant conflict(VariantMaker& m) {
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

Variant too_few(VariantMaker& m) {
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
Variant orientation(VariantMaker& m) {
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
Variant spoiled(VariantMaker& m, Cause cause, const std::string& who,
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

Variant damping(VariantMaker& m) {
  return spoiled(m, Cause::Damping, "lambda", [&](sim::Scene& scene) {
    set(scene, "hit_distance", 0.01 * scene.skeleton->scale());
    set(scene, "lambda", m.random_.uniform(2, 9) * scene.skeleton->scale());
  });
}
Variant step_clamp(VariantMaker& m) {
  return spoiled(m, Cause::StepClamp, "max_angle_deg", [&](sim::Scene& scene) {
    set(scene, "max_angle_deg", m.random_.log_uniform(0.02, 0.3));
  });
}
Variant error_clamp(VariantMaker& m) {
  return spoiled(m, Cause::ErrorClamp, "dmax", [&](sim::Scene& scene) {
    set(scene, "dmax_mode", "constant");
    set(scene, "dmax", m.random_.uniform(0.0011, 0.003) * scene.skeleton->scale());
  });
}

Variant gain(VariantMaker& m) {
  any_chain(m);
  m.within_reach(false);
  m.scene_->method = "transpose";
  if (!shown(*m.scene_, 400).calm()) return unclear();
  const double scale = m.scene_->skeleton->scale();
  set(*m.scene_, "alpha", m.random_.uniform(0.5, 9) / (scale * scale));
  const Shown now = shown(*m.scene_, 400);
  return now.shakes() && now.on_target < 0.5 ? made(m, Cause::StepSize, {"alpha"}) : unclear();
}

Variant slow(VariantMaker& m) {
  m.robot(true);
  m.effectors_.back().goal.weight *= 0.1;  // makes J^T e of the orientation small
  m.build();
  const ik::Skeleton& body = *m.scene_->skeleton;
  Eigen::VectorXd theta = body.start();
  for (int j = 0; j < theta.size(); ++j)
    theta[j] = std::clamp(theta[j] + m.random_.uniform(-0.7, 0.7), body.lower(j), body.upper(j));
  body.set_followers(theta);
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

Variant lag(VariantMaker& m) {
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
Variant stuck(VariantMaker& m) {
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

Variant nothing(VariantMaker& m) {
  any_chain(m);
  any_method(m);
  m.within_reach(m.random_.chance(0.5));
  for (int j = 0; j < m.scene_->skeleton->joints(); ++j) m.scene_->held.push_back(j);
  return shown(*m.scene_, 400).off() ? made(m, Cause::NothingMoves) : unclear();
}

Variant obstacle(VariantMaker& m) {
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

Variant objective(VariantMaker& m) {
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
Variant singular(VariantMaker& m) {
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

using Make = Variant (*)(VariantMaker& m);
constexpr Make makes[] = {
    tracking,
    following,
    [](VariantMaker& m) { return far(m, false); },
    [](VariantMaker& m) { return far(m, true); },
    [](VariantMaker& m) { return limits(m, false); },
    [](VariantMaker& m) { return limits(m, true); },
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
    VariantMaker m(attempts * number + attempt);
    if (Variant found = makes[number % variant_kinds](m); found.scene) return found;
  }
  return {};
}

}  // namespace test
