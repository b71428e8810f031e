#include "sim/simulation.h"

#include <algorithm>
#include <cmath>

#include "ik/error.h"

namespace sim {
namespace world {

const ik::Parameter& target_speed() {
  static const ik::Parameter parameter{
      .key = "target_speed",
      .symbol = "speed",
      .unit = "×",
      .min = 0,
      .max = 5,
      .standard = 1,
      .explanation = "How fast the targets go along their paths; 0 stops them where they are.",
      .source = "Buss §8",
  };
  return parameter;
}

const ik::Parameter& target_amplitude() {
  static const ik::Parameter parameter{
      .key = "target_amplitude",
      .symbol = "amplitude",
      .unit = "×",
      .min = 0,
      .max = 3,
      .standard = 1,
      .explanation =
          "How far the targets go from the middle of their paths; small keeps them "
          "within reach, large takes them out of it.",
      .source = "Buss §8",
  };
  return parameter;
}

const std::vector<ik::Parameter>& table() {
  static const std::vector<ik::Parameter> all{target_speed(), target_amplitude()};
  return all;
}

}  // namespace world

namespace {

ik::Settings scene_world(const Scene& scene) {
  ik::Settings world(world::table());
  for (const auto& [key, text] : scene.settings)
    if (world.has(key)) world.set_text(key, text);
  return world;
}

}  // namespace

Simulation::Simulation(std::shared_ptr<const Scene> scene, int history_capacity)
    : scene_(std::move(scene)),
      world_(scene_world(*scene_)),
      targets_(scene_->targets.begin(), scene_->targets.end()),
      state_(scene_->skeleton->effectors()),
      run_(scene_, history_capacity) {
  settle_targets();
}

double Simulation::time() const {
  return time_base_ +
         static_cast<double>(steps_ - step_base_) * scene_->dt * world_[world::target_speed()];
}

void Simulation::step() {
  ++steps_;
  const double t = time(), amplitude = world_[world::target_amplitude()];
  const double speed = world_[world::target_speed()];
  for (size_t i = 0; i < targets_.size(); ++i) {
    const auto column = static_cast<Eigen::Index>(i);
    targets_[i].advance(t, amplitude);
    state_.position.col(column) = targets_[i].position();
    state_.velocity.col(column) = speed * targets_[i].velocity();
    state_.jumped[i] = targets_[i].jumped();
  }
  run_.step(state_, scene_->dt, singular_values_);
}

/// Where the targets are before the first step, for pictures and for a hand.
void Simulation::settle_targets() {
  for (size_t i = 0; i < targets_.size(); ++i)
    state_.position.col(static_cast<Eigen::Index>(i)) = targets_[i].position();
  run_.measure(state_);
}

const ik::Parameter& Simulation::parameter(std::string_view key) const {
  for (const auto* table : {&run_.solver().method().parameters(), &world::table()})
    for (const ik::Parameter& parameter : *table)
      if (parameter.key == key) return parameter;
  run_.settings().get(key);  // throws, naming the keys
  return world::target_speed();
}

double Simulation::value(std::string_view key) const {
  return world_.has(key) ? world_.get(key) : run_.settings().get(key);
}

void Simulation::apply(const Command& command) {
  std::visit([this](const auto& one) { carry_out(one); }, command);
}

/// What is set before the first step is how the scene starts, not a change of it.
void Simulation::mark(std::string text) {
  if (steps_ > 0) run_.mark(steps_, std::move(text));
}

void Simulation::carry_out(const ChooseMethod& command) {
  run_.choose(command.name);
  mark(std::string(run_.solver().method().name));
}

void Simulation::carry_out(const SetParameter& command) {
  if (world_.has(command.key))
    set_world(command.key, command.value);
  else
    run_.set(command.key, command.value);
  mark(command.key + " " + ik::to_text(parameter(command.key), value(command.key)));
}

void Simulation::carry_out(const ResetParameter& command) {
  const double standard =
      world_.has(command.key) ? scene_world(*scene_).get(command.key) : run_.standard(command.key);
  carry_out(SetParameter{command.key, standard});
}

void Simulation::carry_out(const ResetAllParameters&) {
  run_.reset_all();
  mark("defaults");
}

void Simulation::carry_out(const HoldTarget& command) {
  if (!command.position.allFinite()) throw ik::Error("a target cannot be held at no place");
  target(command.target)
      .hold(command.position.cwiseMax(-ik::Skeleton::max_coordinate)
                .cwiseMin(ik::Skeleton::max_coordinate));
}

void Simulation::carry_out(const ReleaseTarget& command) {
  Target& released = target(command.target);
  if (command.to == ReleaseTarget::To::Swing) released.swing();
  if (command.to == ReleaseTarget::To::Home) released.home();
}

void Simulation::carry_out(const Perturb&) {
  run_.solver().perturb();
  mark("perturbed");
}

void Simulation::carry_out(const SetPriority& command) {
  std::vector<int> sorted = command.order;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < skeleton().effectors(); ++i)
    if (sorted.size() != targets_.size() || sorted[static_cast<size_t>(i)] != i)
      throw ik::Error("an order of priority names every effector once");
  run_.solver().set_order(command.order);
  mark("priority " + skeleton().effector(command.order.front()).name);
}

void Simulation::carry_out(const SetRest& command) {
  if (command.joint < 0 || command.joint >= skeleton().joints())
    throw ik::Error("there is no joint " + std::to_string(command.joint) + " in this scene");
  const ik::Joint& joint = skeleton().joint(command.joint);
  if (!std::isfinite(command.value)) throw ik::Error("joint " + joint.name + " cannot rest there");
  Eigen::VectorXd rest = run_.solver().rest();
  rest[command.joint] = std::clamp(command.value, joint.lower, joint.upper);
  run_.solver().set_rest(rest);
  mark("rest " + joint.name);
}

void Simulation::carry_out(const PutObstacle& command) {
  const ik::Obstacle& obstacle = command.obstacle;
  for (const Eigen::Vector3d& v : {obstacle.position, obstacle.size, obstacle.axis})
    if (!(v.cwiseAbs().maxCoeff() <= ik::Skeleton::max_coordinate))
      throw ik::Error("an obstacle's place and size are numbers up to a million");
  if (!(obstacle.size.minCoeff() > 0)) throw ik::Error("an obstacle's size is positive");
  std::vector<ik::Obstacle> obstacles = run_.solver().obstacles();
  if (command.index < 0) {
    if (obstacles.size() >= max_obstacles)
      throw ik::Error("there are " + std::to_string(max_obstacles) +
                      " obstacles already; remove one first");
    obstacles.push_back(obstacle);
  } else {
    obstacles.at(this->obstacle(command.index)) = obstacle;
  }
  run_.solver().set_obstacles(std::move(obstacles));
  mark("obstacle " + obstacle.name);
}

void Simulation::carry_out(const RemoveObstacle& command) {
  std::vector<ik::Obstacle> obstacles = run_.solver().obstacles();
  obstacles.erase(obstacles.begin() + static_cast<std::ptrdiff_t>(obstacle(command.index)));
  run_.solver().set_obstacles(std::move(obstacles));
  mark("obstacle removed");
}

size_t Simulation::obstacle(int index) const {
  if (index < 0 || index >= static_cast<int>(run_.solver().obstacles().size()))
    throw ik::Error("there is no obstacle " + std::to_string(index) + " in this scene");
  return static_cast<size_t>(index);
}

void Simulation::carry_out(const Restart&) {
  steps_ = step_base_ = 0;
  time_base_ = 0;
  run_.restart();
  for (Target& target : targets_) target.restart();
  settle_targets();
}

Target& Simulation::target(int index) {
  if (index < 0 || index >= static_cast<int>(targets_.size()))
    throw ik::Error("there is no target " + std::to_string(index) + " in this scene");
  return targets_[static_cast<size_t>(index)];
}

void Simulation::set_world(std::string_view key, double value) {
  const double now = time();
  world_.set(key, value);
  time_base_ = now;
  step_base_ = steps_;
}

}  // namespace sim
