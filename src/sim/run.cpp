#include "sim/run.h"

#include <chrono>
#include <numbers>

namespace sim {

Run::Run(std::shared_ptr<const Scene> scene, int history_capacity)
    : scene_(std::move(scene)),
      solver_(scene_->skeleton, ik::find_method(scene_->method),
              scene_settings(ik::find_method(scene_->method))),
      errors_(Eigen::VectorXd::Zero(scene_->skeleton->effectors())),
      oscillation_(solver_.pose().theta),
      history_(scene_->skeleton->effectors(), scene_->skeleton->rows(), history_capacity) {
  if (!scene_->order.empty()) solver_.set_order(scene_->order);
  solver_.set_obstacles(scene_->obstacles);
}

/// The scene's settings hold for the method that it opens with.
ik::Settings Run::scene_settings(const ik::MethodInfo& method) const {
  ik::Settings settings(method.parameters());
  if (method.name == scene_->method)
    for (const auto& [key, text] : scene_->settings)
      if (settings.has(key)) settings.set_text(key, text);
  return settings;
}

double Run::standard(std::string_view key) const {
  return scene_settings(solver_.method()).get(key);
}

void Run::choose(std::string_view name) {
  const ik::MethodInfo& method = ik::find_method(name);
  if (&method == &solver_.method()) return;
  const std::string last(solver_.method().name);
  const ik::Settings settings = solver_.settings();
  const auto kept = kept_.find(name);
  solver_.choose(method, kept != kept_.end() ? kept->second : scene_settings(method));
  kept_.insert_or_assign(last, settings);
  for (int i = 0; i < ik::max_readings; ++i) history_.clear(history_.reading(i));
}

void Run::set(std::string_view key, double value) {
  ik::Settings settings = solver_.settings();
  settings.set(key, value);
  solver_.configure(std::move(settings));
}

void Run::reset_all() { solver_.configure(scene_settings(solver_.method())); }

void Run::restart() {
  solver_.restart();
  oscillation_.restart(solver_.pose().theta);
  errors_.setZero();
  report_ = {};
  history_.clear();
}

void Run::step(const ik::Targets& targets, double dt, bool singular_values) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  report_ = solver_.step(targets, dt);
  step_ns_ = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count();

  effector_errors(solver_, targets, errors_);
  oscillation_.push(solver_.pose().theta);
  if (history_.capacity() > 0) remember(singular_values);
}

void Run::remember(bool singular_values) {
  constexpr double degrees = 180 / std::numbers::pi;
  const ik::StepCap cap = solver_.cap();
  history_.push();
  history_.set(history_.total_error(), errors_.sum());
  for (int i = 0; i < history_.effectors(); ++i) history_.set(history_.error(i), errors_[i]);
  history_.set(history_.oscillation(), oscillation_.second_difference().mean());
  history_.set(history_.max_angle(), report_.max_ratio * cap.angle * degrees);
  history_.set(history_.angle_cap(), cap.angle * degrees);
  history_.set(history_.clamped(), report_.step_clamped || report_.limit_reached);
  history_.set(history_.update_us(),
               static_cast<double>(step_ns_) * 1e-3 / std::max(report_.updates, 1));
  for (size_t i = 0; i < solver_.readings().size(); ++i)
    history_.set(history_.reading(static_cast<int>(i)), solver_.readings()[i]);
  if (!singular_values) return;
  const Eigen::VectorXd& sigma = solver_.svd().sigma();
  for (int i = 0; i < history_.rows(); ++i) history_.set(history_.sigma(i), sigma[i]);
}

}  // namespace sim
