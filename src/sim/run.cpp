#include "sim/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "ik/methods/parts/common.h"
#include "ik/model/jacobian.h"
#include "sim/world/world.h"

namespace sim {

Run::Run(std::shared_ptr<const Scene> scene, const RunSpec& spec)
    : scene_(std::move(scene)),
      opening_(spec),
      own_(opening_settings(ik::find_method(spec.method))),
      solver_(scene_->skeleton, ik::find_method(spec.method), own_),
      errors_(Eigen::VectorXd::Zero(scene_->skeleton->effectors())),
      tolerances_(sim::tolerances(scene_world(*scene_), *scene_->skeleton)),
      oscillation_(solver_.pose().theta, coordinate_weights(solver_.skeleton())) {
  const auto given = [](const std::vector<double>& values, Eigen::VectorXd& all) {
    if (!values.empty()) all = Eigen::VectorXd::Map(values.data(), all.size());
  };
  ik::BodySettings body = solver_.body();
  given(spec.rest, body.rest);
  given(spec.stiffness, body.stiffness);
  if (!spec.order.empty()) body.order = spec.order;
  body.held = spec.held;
  solver_.set_obstacles(scene_->obstacles);
  if (body != solver_.body()) solver_.set_body(std::move(body));
  restart();
}

/// The initial settings apply to the initial method only.
base::Settings Run::opening_settings(const ik::MethodInfo& method) const {
  base::Settings settings(method.parameters(*scene_->skeleton));
  if (method.name == opening_.method)
    for (const auto& [key, text] : opening_.settings)
      if (settings.has(key)) settings.set_text(key, text);
  return settings;
}

double Run::hit_share() const {
  return (errors_.array() < tolerances_.hit.array()).cast<double>().mean();
}

double Run::default_value(std::string_view key) const {
  return opening_settings(solver_.method()).get(key);
}

void Run::choose(std::string_view name) {
  const ik::MethodInfo& method = ik::find_method(name);
  if (&method == &solver_.method()) return;
  const auto kept = other_settings_.find(name);
  base::Settings next = kept != other_settings_.end() ? kept->second : opening_settings(method);
  other_settings_.insert_or_assign(std::string(solver_.method().name), std::exchange(own_, next));
  solver_.choose(method, with_shared_clamps());
}

void Run::set(std::string_view key, double value) {
  own_.set(key, value);
  solver_.configure(with_shared_clamps());
}

void Run::reset_all() {
  own_ = opening_settings(solver_.method());
  solver_.configure(with_shared_clamps());
}

void Run::share_clamps(const std::optional<SharedClamps>& clamps) {
  shared_ = clamps;
  if (base::Settings settings = with_shared_clamps(); !(settings == solver_.settings()))
    solver_.configure(std::move(settings));
}

void Run::keep_shared_clamps() {
  own_ = solver_.settings();
  shared_.reset();
}

base::Settings Run::with_shared_clamps() const {
  base::Settings settings = own_;
  if (!shared_) return settings;
  const auto set = [&](const base::Parameter& clamp, double value) {
    if (settings.has(clamp.key)) settings.set(clamp.key, value);
  };
  using namespace ik::common;
  const bool clamps_errors = std::isfinite(shared_->dmax);
  set(dmax_mode(), base::parse(dmax_mode(), clamps_errors ? "constant" : "off"));
  if (clamps_errors) set(dmax(), shared_->dmax);
  set(max_angle_deg(), shared_->max_angle_deg);
  set(max_slide(), shared_->max_slide);
  return settings;
}

void Run::adopt(const Run& other) {
  if (&other.solver_.method() != &solver_.method())
    other_settings_.insert_or_assign(std::string(other.solver_.method().name), other.own_);
}

ik::Solver Run::at_start() const {
  ik::Solver solver = solver_;
  solver.restart();
  if (!opening_.theta.empty())
    solver.set_theta(Eigen::VectorXd::Map(opening_.theta.data(), scene_->skeleton->joints()));
  return solver;
}

void Run::restart() {
  solver_ = at_start();
  oscillation_.restart(solver_.pose().theta);
  errors_.setZero();
  pose_error_ = 0;
  report_ = {};
}

void copy_settings(ik::Solver& solver, const ik::Solver& other) {
  if (&other.method() != &solver.method())
    solver.choose(other.method(), other.settings());
  else if (!(other.settings() == solver.settings()))
    solver.configure(other.settings());
  if (other.body() != solver.body()) solver.set_body(other.body());
}

void Run::copy_settings(const Run& other) {
  sim::copy_settings(solver_, other.solver_);
  own_ = other.own_;
  shared_ = other.shared_;
  other_settings_ = other.other_settings_;
}

RunSpec Run::spec(const base::Settings& settings) const {
  const auto unless = [](const Eigen::VectorXd& default_value, const Eigen::VectorXd& v) {
    return v == default_value ? std::vector<double>() : std::vector<double>(v.begin(), v.end());
  };
  const std::vector<int>& order = solver_.order();
  const bool as_numbered = std::is_sorted(order.begin(), order.end());
  RunSpec spec{.method = std::string(solver_.method().name),
               .order = as_numbered ? std::vector<int>() : order,
               .rest = unless(scene_->skeleton->rest(), solver_.rest()),
               .stiffness = unless(scene_->skeleton->stiffness(), solver_.body().stiffness),
               .theta = unless(scene_->skeleton->start(), solver_.pose().theta),
               .held = solver_.held()};
  for (const base::Parameter& parameter : settings.table())
    if (settings[parameter] != parameter.default_value)
      spec.settings.emplace_back(parameter.key, base::to_text(parameter, settings[parameter]));
  return spec;
}

/// Does not count as oscillation.
void Run::set_theta(const Eigen::VectorXd& theta, const ik::Targets& targets) {
  solver_.set_theta(theta);
  oscillation_.restart(solver_.pose().theta);
  measure(targets);
}

void Run::measure(const ik::Targets& targets) {
  for (int i = 0; i < errors_.size(); ++i)
    errors_[i] = ik::goal_distance(solver_.skeleton(), solver_.pose(), i, targets.position.col(i));
  if (targets.recorded.size() > 0)
    pose_error_ = mean_angle_between(solver_.skeleton(), solver_.held(), solver_.pose().theta,
                                     targets.recorded);
}

void Run::step(const ik::Targets& targets) {
  using std::chrono::steady_clock;
  const auto begin = timed ? steady_clock::now() : steady_clock::time_point();
  update(targets);
  const auto end = timed ? steady_clock::now() : begin;
  step_ns_ = std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count();

  measure(targets);
  oscillation_.push(solver_.pose().theta);
}

double contact_depth(const Run& run) {
  const ik::Solver& solver = run.solver();
  if (solver.obstacles().empty()) return 0;
  return std::max(0.0, -ik::body_clearance(solver.obstacles(), solver.skeleton(), solver.pose()));
}

}  // namespace sim
