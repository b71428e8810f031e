#include "formats/lesson_draft.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/numbers.h"
#include "formats/scene/read_scene.h"
#include "formats/toml/fields.h"
#include "lessons/quantity.h"
#include "sim/session.h"

namespace formats {
namespace {

using Commands = std::vector<sim::LoggedCommand>;
constexpr size_t most_changes = 19;  // and a step for the start: as many as a lesson may have

/// Returns means over the last five of ten more seconds: oscillation, error, and each effector's.
std::vector<double> measure(sim::Simulation simulation) {
  const lessons::Quantity &oscillation = *lessons::find_quantity("oscillation"),
                          &error = *lessons::find_quantity("error");
  constexpr int seconds = 5, steps = seconds * static_cast<int>(sim::Clock::steps_per_second);
  std::vector<double> means(2 + static_cast<size_t>(simulation.skeleton().effectors()));
  for (int step = 0; step < 2 * steps; ++step) {
    simulation.step();
    if (step < steps) continue;
    const sim::Run& run = simulation.run();
    means[0] += oscillation.of(run, -1, nullptr) / steps;
    for (size_t i = 1; i < means.size(); ++i)
      means[i] += error.of(run, static_cast<int>(i) - 2, nullptr) / steps;
  }
  return means;
}

/// Returns the condition that separates a measurement best from all others; empty if none does.
std::string separating_condition(const std::vector<std::vector<double>>& others,
                                 const std::vector<double>& measured, const ik::Skeleton& body) {
  constexpr double least = 1e-6, clear = 1.5;
  double largest = clear;
  std::string condition;
  for (size_t i = 0; i < measured.size(); ++i) {
    const auto value = [&](const std::vector<double>& one) { return std::max(one[i], least); };
    const auto [low, high] = std::ranges::minmax(others, {}, value);
    const double now = value(measured);
    const double next = now < value(low) ? value(low) : value(high);
    const double ratio = now < value(low) ? next / now : now / next;
    if (!(ratio > largest)) continue;
    largest = ratio;
    condition = i == 0   ? "oscillation"
                : i == 1 ? "error"
                         : "error " + body.effector(static_cast<int>(i) - 2).name;
    condition += base::format(" {} {}", now < next ? '<' : '>',
                              base::shortest(base::round_to(std::sqrt(next * now), 2)));
  }
  return condition;
}

/// A change of a session: commands that belong together.
struct Change {
  Commands commands;
  std::vector<std::string> words;  ///< "λ 0.3", "Dₘₐₓ: constant"
  std::vector<std::string> until;
};

/// The conditions of a change: what holds of settings after it and did not before.
class Conditions {
 public:
  /// Call before a command is executed.
  void add(const sim::Command& command, const sim::Simulation& simulation) {
    std::vector<std::string> keys = parameters_of(command);
    if (std::holds_alternative<sim::ResetAllParameters>(command))
      keys = texts_of(simulation.run().settings().table(), &base::Parameter::key);
    for (const std::string& key : keys)
      if (simulation.has(key)) before_.try_emplace(key, simulation.value(key));
    chooses_ |= std::holds_alternative<sim::ChooseMethod>(command) ||
                std::holds_alternative<sim::UseMethod>(command);
    compares_ |= std::holds_alternative<sim::CompareMethods>(command) ||
                 std::holds_alternative<sim::AddRun>(command);
  }
  std::vector<std::string> after(const sim::Simulation& simulation) const {
    std::vector<std::string> all;
    const std::string method(simulation.run().solver().method().name);
    const size_t runs = simulation.runs().size();
    // A condition that holds when the scene opens would be met at once.
    if (chooses_ && method != simulation.scene().method) all.push_back("method = " + method);
    if (compares_ && runs > 1 + simulation.scene().others.size())
      all.push_back(base::format("runs >= {}", runs));
    for (const auto& [key, old] : before_) {
      if (!simulation.has(key) || simulation.value(key) == old) continue;
      const base::Parameter& parameter = simulation.parameter(key);
      const double value = simulation.value(key);
      const bool word = !parameter.choices.empty() ||
                        (!parameter.special.empty() && value == parameter.special_value);
      all.push_back(base::format("{} {} {}", key,
                                 word          ? "="
                                 : value < old ? "<="
                                               : ">=",
                                 base::to_text(parameter, value)));
    }
    return all;
  }

 private:
  std::map<std::string, double> before_;
  bool chooses_ = false, compares_ = false;
};

/// Returns whether a later command replaces one, as when a slider or target is dragged.
bool replaces(const sim::LoggedCommand& later, const sim::Effect& effect,
              const sim::LoggedCommand& earlier, const sim::Effect& before) {
  const auto* dragged = std::get_if<sim::HoldTarget>(&later.command);
  const auto* held = std::get_if<sim::HoldTarget>(&earlier.command);
  return before.same_subject(effect) || (dragged && held && dragged->target == held->target);
}

/// Plays the commands from `next` on that belong together, adds them to the change, and moves
/// `next` behind them. `opened`: what is measured of the scene as it opens. `earlier`: all commands
/// before, to which they are added.
void add_next(const std::vector<double>& opened, Commands& earlier, Commands::const_iterator& next,
              Commands::const_iterator end, sim::Simulation& simulation, int64_t& tick,
              Change& change) {
  constexpr int64_t together = 2 * static_cast<int64_t>(sim::Clock::steps_per_second);
  sim::Simulation before = simulation;
  const size_t first = change.commands.size();
  std::vector<sim::Effect> effects;
  Conditions conditions;
  do {
    for (; tick < next->tick; ++tick) {
      simulation.step();
      before.step();
    }
    conditions.add(next->command, simulation);
    const sim::Effect effect = simulation.apply(next->command, next->run_serial);
    if (!effects.empty() && replaces(*next, effect, change.commands.back(), effects.back())) {
      effects.pop_back();
      change.commands.pop_back();
    }
    effects.push_back(effect);
    change.commands.push_back(*next);
    ++next;
  } while (next != end && next->tick - tick < together);
  for (size_t i = 0; i < effects.size(); ++i)
    change.words.push_back(
        words_of(change.commands[first + i].command, effects[i], simulation.skeleton()));
  std::erase(change.words, "");
  change.until = conditions.after(simulation);
  // In a lesson the step may be opened directly, too: then the scene is as at its beginning.
  sim::Simulation solved(simulation.scene_ptr());
  earlier.insert(earlier.end(), change.commands.begin() + first, change.commands.end());
  for (const sim::LoggedCommand& one : earlier) solved.apply(one.command, one.run_serial);
  const std::vector<std::vector<double>> others{measure(before), opened};
  const std::string condition =
      separating_condition(others, measure(solved), simulation.skeleton());
  if (!condition.empty()) change.until.push_back(condition);
}

/// Returns the changes of a session, as they happen when it is played.
std::vector<Change> changes_of(const SessionFile& session) {
  sim::Simulation simulation(session.scene);
  if (session.commands.empty()) return {};
  const std::vector<double> opened = measure(simulation);
  std::vector<Change> changes;
  Commands earlier;
  Change change;
  int64_t tick = 0;
  for (auto next = session.commands.begin();
       next != session.commands.end() && changes.size() < most_changes;) {
    for (; tick < next->tick; ++tick) simulation.step();
    add_next(opened, earlier, next, session.commands.end(), simulation, tick, change);
    // A change that no condition tells comes with the next one.
    if (!change.until.empty()) changes.push_back(std::exchange(change, {}));
  }
  if (!change.commands.empty()) changes.push_back(std::move(change));
  return changes;
}

}  // namespace

std::string words_of(const sim::Command& command, const sim::Effect& effect,
                     const ik::Skeleton& body) {
  if (!effect.empty()) return sim::text(effect);
  if (const auto* held = std::get_if<sim::HoldTarget>(&command)) {
    Eigen::Vector3d position = held->position;
    for (double& x : position) x = base::round_to(x, 3);
    return base::format("target of {} to {}", body.effector(held->target).name, vector(position));
  }
  if (const auto* released = std::get_if<sim::ReleaseTarget>(&command))
    return base::format("target of {} released", body.effector(released->target).name);
  return {};
}

std::string lesson_draft(const SessionFile& session, const std::string& title,
                         const std::string& scene) {
  Writer out;
  out.line("title", toml_text(title));
  out.line("summary", toml_text("What a student sees here, in one sentence."));
  out.line("source", toml_text("Paper, section"));
  out.line("scene", toml_text(scene));
  out.heading("\n[[step]]");
  out.line("title", toml_text("The start"));
  out.line("text", toml_text("What is seen here, and what to look at."));
  Commands solution;
  for (const Change& change : changes_of(session)) {
    const std::string words = change.words.empty() ? "Another change" : joined(change.words);
    out.heading("\n[[step]]");
    size_t end = words.find(", ");
    if (words.find('[') < end) end = words.find(" to [");  // not within a position
    out.line("title", toml_text(words.substr(0, end)));
    if (change.until.empty()) {  // no condition tells it from the start: it cannot be a task
      out.line("text", toml_text(base::format("Do this: {}. What happens, and why.", words)));
      continue;
    }
    out.line("text", toml_text("What happens, and why."));
    out.heading("[step.task]");
    out.line("text", toml_text(base::format("Do this: {}.", words)));
    out.line("hint", toml_text(base::format("Where to find it: {}.", words)));
    out.line("until", as::Texts().text(change.until));
    for (sim::LoggedCommand one : change.commands) {
      one.tick = 0;
      one.run_serial = -1;
      solution.push_back(std::move(one));
    }
    // Opened directly, a step needs what was before it.
    for (const sim::LoggedCommand& one : solution)
      write_table(out, "[[step.task.solution]]", one, false);
  }
  return out.text();
}

}  // namespace formats
