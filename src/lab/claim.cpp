#include "lab/claim.h"

#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include "base/numbers.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "formats/assets.h"
#include "formats/scene/run_options.h"
#include "formats/scene/scene_file.h"

namespace lab {
namespace {

void scale_targets(sim::Scene& scene, double target_scale) {
  const Eigen::Vector3d root = ik::Pose(*scene.skeleton).position.col(0);
  for (sim::TargetSpec& target : scene.targets) {
    for (double& length : target.values.at("amplitude")) length *= target_scale;
    std::vector<double>& center = target.values.at("center");
    for (size_t axis = 0; axis < 3; ++axis)
      center[axis] =
          root[static_cast<Eigen::Index>(axis)] * (1 - target_scale) + target_scale * center[axis];
  }
}

void change_course(sim::Scene& scene, size_t course) {
  Draw draw(course);
  for (sim::TargetSpec& target : scene.targets)
    if (const auto phase = target.values.find("phase"); phase != target.values.end())
      for (double& angle : phase->second) angle += draw(0, 2 * std::numbers::pi);
  scene.time += draw(0, 10);
}

}  // namespace

const char* word(Verdict verdict) {
  static constexpr const char* words[] = {"holds", "does not hold", "tie"};
  return words[static_cast<int>(verdict)];
}

Verdict decide(std::span<const double> excess, double margin) {
  const auto all = [&](auto speaks) {
    return !excess.empty() && std::all_of(excess.begin(), excess.end(), speaks);
  };
  if (all([&](double by) { return by > margin; })) return Verdict::Holds;
  if (all([&](double by) { return by < -margin; })) return Verdict::DoesNotHold;
  return Verdict::Tie;
}

Verdict decide_always(const std::vector<bool>& kept) {
  const bool always = !kept.empty() && std::ranges::find(kept, false) == kept.end();
  return always ? Verdict::Holds : Verdict::DoesNotHold;
}

Trial Trial::with(std::string_view key, std::string_view text) const {
  Trial other = *this;
  other.set.emplace_back(key, text);
  return other;
}

Trial Trial::with(std::string_view key, double value) const {
  return with(key, base::shortest(value));
}

Trial Trial::on(size_t other_course) const {
  Trial other = *this;
  other.course = other_course;
  return other;
}

std::unique_ptr<sim::Simulation> Trial::start(const std::function<void(ik::Joint&)>& change) const {
  auto changed = std::make_shared<sim::Scene>(*formats::load(formats::find_scene(scene)));
  if (course > 0) change_course(*changed, course);
  if (target_scale != 1) scale_targets(*changed, target_scale);
  if (change) {
    std::vector<ik::Joint> joints = changed->skeleton->all_joints();
    std::ranges::for_each(joints, change);
    changed->skeleton =
        std::make_shared<ik::Skeleton>(std::move(joints), changed->skeleton->all_effectors());
  }
  auto simulation = std::make_unique<sim::Simulation>(std::move(changed));
  simulation->apply(sim::ChooseMethod{method});
  for (const auto& [key, text] : set) formats::set_parameter(*simulation, {key, text});
  return simulation;
}

const sim::Summary& Trial::measure() const {
  const int steps = scaled(2000);
  static std::map<std::string, sim::Summary> known;
  std::string key =
      base::format("{} {} {} {} {}", scene, method, course, base::shortest(target_scale), steps);
  for (const auto& [name, text] : set) key += base::format(" {}={}", name, text);
  if (const auto found = known.find(key); found != known.end()) return found->second;

  const auto simulation = start();
  const sim::Run& run = simulation->run();
  sim::Measurement measurement(simulation->skeleton().joints(), run.tolerances(), steps);
  make_steps(*simulation, steps / 5, steps, [&] { measurement.add(run); });
  return known.emplace(key, measurement.summary()).first->second;
}

void make_steps(sim::Simulation& simulation, int warmup, int steps,
                const std::function<void()>& after_step) {
  for (int step = 0; step < warmup + steps; ++step) {
    cli::stop_if_interrupted();
    simulation.step();
    if (step >= warmup) after_step();
  }
}

std::vector<double> Sweep::errors(size_t i) const {
  return each_course([&](size_t c) { return runs[i][c]->mean_total_error; });
}

std::vector<double> Sweep::oscillations(size_t i) const {
  return each_course([&](size_t c) { return runs[i][c]->oscillation_mean; });
}

double Sweep::error(size_t i) const {
  const std::vector<double> all = errors(i);
  return std::accumulate(all.begin(), all.end(), 0.0) / course_count;
}

bool Sweep::does_not_shake(size_t i) const {
  return std::all_of(runs[i].begin(), runs[i].end(),
                     [](const auto* run) { return run->oscillation_mean < shaking; });
}

size_t Sweep::least_error(bool only_without_shaking) const {
  size_t best = values.size();
  for (size_t i = 0; i < values.size(); ++i)
    if ((!only_without_shaking || does_not_shake(i)) &&
        (best == values.size() || error(i) < error(best)))
      best = i;
  return best;
}

size_t Sweep::first_without_shaking(size_t course) const {
  size_t first = values.size();
  while (first > 0 && runs[first - 1][course]->oscillation_mean < shaking) --first;
  return first;
}

std::string Sweep::text(size_t i) const {
  if (i == values.size()) return "none without shaking";
  return base::format("λ {}: error {}, {}", base::shortest(values[i]), spread(errors(i)),
                      milliradians(oscillations(i)));
}

Sweep sweep(const Trial& trial, std::string_view key, double from, double to, double factor) {
  Sweep result;
  for (double exact = from; exact < to * std::sqrt(factor); exact *= factor) {
    result.values.push_back(base::round_to(exact, 3));  // the printed value is the one used
    const Trial with = trial.with(key, result.values.back());
    result.runs.push_back(each_course([&](size_t course) { return &with.on(course).measure(); }));
  }
  return result;
}

Sweep lambdas(const Trial& trial) { return sweep(trial, "lambda", 0.15, 2.5, 1.05); }

std::vector<double> measured(const Trial& trial, double sim::MetricValues::*metric) {
  return each_course([&](size_t course) { return trial.on(course).measure().*metric; });
}

std::vector<double> errors(const Trial& trial) {
  return measured(trial, &sim::MetricValues::mean_total_error);
}

std::vector<double> oscillations(const Trial& trial) {
  return measured(trial, &sim::MetricValues::oscillation_mean);
}

std::string text(const Trial& trial) {
  return base::format("error {}, {}", spread(errors(trial)), milliradians(oscillations(trial)));
}

std::string spread(std::span<const double> values, std::string_view unit, double factor) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  // Two digits are enough, unless they would cut whole numbers; then as many as before.
  const auto end = [factor](double value) {
    return base::significant(factor * value, std::abs(factor * value) < 100 ? 2 : 3);
  };
  const std::string low = end(*least), high = end(*most);
  return base::format("{}{}{}", base::significant(factor * values.front(), 3),
                      low == high ? "" : base::format(" ({} to {})", low, high), unit);
}

std::string percents(std::span<const double> fractions) { return spread(fractions, " %", 100); }

std::string milliradians(std::span<const double> rad) { return spread(rad, " mrad/step²", 1e3); }

}  // namespace lab
