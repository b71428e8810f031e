// Opens the moment of a link as a session, and describes a session as a link.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "base/error.h"
#include "base/numbers.h"
#include "formats/assets.h"
#include "formats/moments/moment.h"
#include "formats/scene/read_scene.h"
#include "formats/scene/run_options.h"
#include "formats/scene/scene_file.h"
#include "formats/session_file.h"
#include "formats/suggest.h"
#include "sweep/axis.h"
#include "sweep/geometry.h"

namespace formats {
namespace {

using Commands = std::vector<sim::LoggedCommand>;

constexpr double steps_per_second = sim::Clock::steps_per_second;
constexpr double target_rounding = 1e-4;      // of a held target while time runs, relative
constexpr size_t max_address_length = 16000;  // characters that browsers and mail programs keep

/// Applies a moment to a simulation by commands. Those that fail become warnings.
struct MomentApplier {
  sim::Simulation& simulation;
  std::vector<std::string>& warnings;
  const std::function<void(const sim::Command&)>& on_executed;

  bool try_or_warn(const auto& work) const {
    try {
      work();
      return true;
    } catch (const base::Error& error) {
      add_warning(warnings, error.what());
      return false;
    }
  }
  void execute(const sim::Command& command) const {
    simulation.apply(command);
    if (on_executed) on_executed(command);
  }
  bool try_execute(const sim::Command& command) const {
    return try_or_warn([&] { execute(command); });
  }
  void set(const std::vector<KeyValue>& values) const {
    for (const KeyValue& one : values)
      try_or_warn([&] {
        const base::Parameter& parameter = find_parameter(simulation, one.key);
        execute(sim::SetParameter{one.key, parse_leniently(parameter, one.value, warnings)});
      });
  }
  void make_runs(const std::vector<Moment::Run>& runs) const {
    for (const Moment::Run& run : runs) {
      const bool more = &run != &runs.front();
      if (more && !try_execute(sim::AddRun{})) return;
      if (!run.method.empty()) try_execute(sim::ChooseMethod{run.method});
      if (more) try_execute(sim::ResetAllParameters{});
      set(run.set);
    }
  }
  void compare(const Moment& moment) const {
    if (moment.compare.empty() || !try_execute(sim::CompareMethods{moment.compare})) return;
    const int chosen = simulation.run().serial;
    for (const Moment::Run& run : moment.compared) {
      const auto& runs = simulation.runs();
      const auto named = std::ranges::find_if(runs, [&](const sim::Run& one) {
        return run.method.empty() ? one.serial == chosen : one.solver().method().name == run.method;
      });
      if (named == runs.end()) {
        add_warning(warnings, "method {} is not one of the methods compared", run.method);
        continue;
      }
      try_execute(sim::SelectRun{named->serial});
      set(run.set);
    }
    if (simulation.run().serial != chosen) try_execute(sim::SelectRun{chosen});
  }
  void hold_all(const std::vector<std::string>& joints) const {
    const int chosen = simulation.run().serial;
    for (const std::string& name : joints)
      for (const sim::Run& run : simulation.runs()) {
        try_execute(sim::SelectRun{run.serial});
        const bool known = try_or_warn([&] {
          for (const sim::Command& command : hold_commands(simulation, name)) try_execute(command);
        });
        if (!known) break;
      }
    if (simulation.run().serial != chosen) try_execute(sim::SelectRun{chosen});
  }
};

/// Returns the parameters whose values in a run differ from `value_before`.
std::vector<KeyValue> differences(const base::Settings& now, const auto& value_before) {
  std::vector<KeyValue> set;
  for (const base::Parameter& one : now.table())
    if (now[one] != value_before(one)) set.push_back({std::string(one.key), now.text(one.key)});
  return set;
}

bool have_same_targets(const sim::Simulation& a, const sim::Simulation& b, double tolerance) {
  return std::ranges::equal(a.targets(), b.targets(), [&](const auto& one, const auto& other) {
    if (!one.held() || !other.held()) return one.manual() == other.manual();
    const Eigen::Vector3d &here = *one.manual().held, &there = *other.manual().held;
    return (here - there).norm() <= tolerance * here.norm();
  });
}

/// Returns whether two simulations agree in all that a link can set, and in obstacles, paths and
/// BodySettings. Held targets may differ by `tolerance`, relative to their distance from the
/// origin.
bool are_alike(const sim::Simulation& a, const sim::Simulation& b, double tolerance) {
  return a.world() == b.world() && a.obstacles() == b.obstacles() && a.paths() == b.paths() &&
         have_same_targets(a, b, tolerance) &&
         std::ranges::equal(a.runs(), b.runs(), [](const sim::Run& one, const sim::Run& other) {
           return &one.solver().method() == &other.solver().method() &&
                  one.own_settings() == other.own_settings() &&
                  one.solver().body() == other.solver().body();
         });
}

int selected_run_number(const sim::Simulation& simulation) {
  return static_cast<int>(&simulation.run() - simulation.runs().data()) + 1;
}

std::vector<int> muted_runs(const sim::Simulation& simulation) {
  std::vector<int> numbers;
  for (size_t i = 0; i < simulation.runs().size(); ++i)
    if (simulation.runs()[i].muted) numbers.push_back(static_cast<int>(i) + 1);
  return numbers;
}

/// Adds which run is selected and which runs are muted now.
void add_selected_and_muted_runs(Moment& moment, const sim::Simulation& simulation) {
  moment.selected = simulation.runs().size() > 1 ? selected_run_number(simulation) : 0;
  moment.muted_runs = muted_runs(simulation);
}

/// Describes the differences of `now` from `fresh`, its scene as it opens, as words of a link.
struct ChangeDescriber {
  const Moment& moment;
  const sim::Simulation& now;
  const sim::Simulation& fresh;
  double tolerance = 0;  ///< of a held target's position, relative to its distance from the origin

  /// Returns the moment with these words, or nothing if words cannot express the differences.
  std::optional<Moment> describe() const {
    if (std::optional<Moment> same = checked(moment)) return same;
    std::optional<Moment> best = checked(runs_in_words());
    if (now.runs().size() < 2) return best;
    std::optional<Moment> other = checked(comparison_in_words());
    const bool shorter = other && (!best || to_link(*other).size() < to_link(*best).size());
    return shorter ? other : best;
  }

 private:
  Moment runs_in_words() const {
    Moment described = moment;
    for (const sim::Run& run : now.runs()) {
      const std::string method(run.solver().method().name);
      const bool own = &run == &now.runs().front() && method == now.scene().method;
      described.runs.push_back({own && now.runs().size() == 1 ? "" : method,
                                differences(run.own_settings(), [&](const base::Parameter& one) {
                                  return run.default_value(one.key);
                                })});
    }
    for (KeyValue& one : world_differences(fresh))
      described.runs.back().set.push_back(std::move(one));
    return with_joints_and_targets(std::move(described));
  }

  std::vector<KeyValue> world_differences(const sim::Simulation& before) const {
    return differences(now.world(),
                       [&](const base::Parameter& one) { return before.world()[one]; });
  }

  Moment comparison_in_words() const {
    Moment described = moment;
    for (const sim::Run& run : now.runs())
      described.compare.emplace_back(run.solver().method().name);
    sim::Simulation compared = fresh;
    std::vector<std::string> warnings;
    apply(compared, described, warnings);
    if (compared.runs().size() != now.runs().size()) return described;
    for (size_t i = 0; i < now.runs().size(); ++i) {
      const base::Settings& before = compared.runs()[i].own_settings();
      const base::Settings& settings = now.runs()[i].own_settings();
      if (&before.table() != &settings.table()) return described;
      described.compared.push_back(
          {described.compare[i],
           differences(settings, [&](const auto& one) { return before[one]; })});
    }
    std::erase_if(described.compared, [](const Moment::Run& run) { return run.set.empty(); });
    if (described.compared.empty()) described.compared.emplace_back();
    // The world's settings come last, since the runs would otherwise override shared clamps.
    for (KeyValue& one : world_differences(compared))
      described.compared.back().set.push_back(std::move(one));
    if (described.compared.back().set.empty()) described.compared.clear();
    return with_joints_and_targets(std::move(described));
  }

  Moment with_joints_and_targets(Moment described) const {
    std::erase_if(described.runs,
                  [](const Moment::Run& run) { return run.method.empty() && run.set.empty(); });
    const ik::Skeleton& body = now.skeleton();
    std::vector<int> held;
    std::ranges::set_difference(now.run().solver().held(), now.scene().held,
                                std::back_inserter(held));
    described.held_joints = names_of_joints(now.scene(), held);
    for (int i = 0; i < body.effectors(); ++i) {
      const sim::Target& target = now.targets()[i];
      if (!target.held() || target.manual() == fresh.targets()[i].manual()) continue;
      described.targets.push_back({body.effector(i).name, *target.manual().held});
      constexpr int digits = 5;
      if (tolerance > 0)
        for (double& x : described.targets.back().position) x = base::round_to(x, digits);
    }
    return described;
  }

  /// Returns the moment with selected and hidden runs if its words reproduce `now`, else nothing.
  std::optional<Moment> checked(Moment described) const {
    sim::Simulation reproduced = fresh;
    std::vector<std::string> warnings;
    apply(reproduced, described, warnings);
    if (!warnings.empty() || !are_alike(reproduced, now, tolerance)) return {};
    if (selected_run_number(reproduced) != selected_run_number(now))
      described.selected = selected_run_number(now);
    described.muted_runs = muted_runs(now);
    return described;
  }
};

template <class... C>
bool is_one_of(const sim::Command& command) {
  return (std::holds_alternative<C>(command) || ...);
}

/// Returns whether the words of a link can express the effect of a command.
bool is_expressible(const sim::LoggedCommand& one) {
  return sim::of_view(one.command) ||
         is_one_of<sim::ChooseMethod, sim::UseMethod, sim::SetParameter, sim::SetSeveral,
                   sim::ResetParameter, sim::ResetAllParameters, sim::AddRun, sim::RemoveRun,
                   sim::CompareMethods, sim::HoldTarget, sim::ReleaseTarget, sim::HoldJoint,
                   sim::ReleaseJoints, sim::Restart, sim::Undo, sim::Redo>(one.command);
}

/// Returns whether the second command, in the same step, overwrites all of the first one's effect.
bool is_overwritten(const sim::LoggedCommand& first, const sim::LoggedCommand& second) {
  if (first.tick != second.tick || first.run_serial != second.run_serial) return false;
  const auto same = [&]<class C, class T>(T C::*what) {
    const C *a = std::get_if<C>(&first.command), *b = std::get_if<C>(&second.command);
    return a && b && a->*what == b->*what;
  };
  return same(&sim::HoldTarget::target) || same(&sim::SetParameter::key) ||
         same(&sim::SetJoint::joint) || same(&sim::SetRest::joint) ||
         same(&sim::SetStiffness::joint);
}

/// Returns the commands without those that a later one of the same step and kind overwrites: of a
/// drag while time is paused, the last stays.
Commands without_overwritten(std::span<const sim::LoggedCommand> log) {
  Commands commands;
  for (size_t i = 0; i < log.size(); ++i) {
    bool replaced = false;
    for (size_t j = i + 1; j < log.size() && !replaced; ++j) {
      replaced = is_overwritten(log[i], log[j]);
      if (log[j].tick != log[i].tick || log[j].command.index() != log[i].command.index()) break;
    }
    if (!replaced) commands.push_back(log[i]);
  }
  return commands;
}

/// Describes the scene's start in words, followed by the commands up to now.
std::optional<Moment> start_and_commands(const Moment& moment, const sim::Session& session,
                                         const sim::Simulation& fresh) {
  const sim::Timeline& timeline = session.timeline();
  const sim::Simulation opening(std::make_shared<sim::Scene>(timeline.opening_scene()));
  std::optional<Moment> described = ChangeDescriber{moment, opening, fresh}.describe();
  const bool at_start = std::ranges::all_of(opening.runs(), [&](const sim::Run& run) {
    return run.solver().pose().theta == fresh.run().solver().pose().theta;
  });
  if (!described || !at_start) return {};
  add_selected_and_muted_runs(*described, session.simulation());
  described->commands = to_toml(without_overwritten(timeline.executed_commands()));
  return described;
}

/// Returns the scene without solids whose meshes are files on this machine.
std::shared_ptr<const sim::Scene> for_link(sim::Scene scene) {
  std::erase_if(scene.solids, [](const sim::Solid& solid) { return !solid.mesh.empty(); });
  return std::make_shared<sim::Scene>(std::move(scene));
}

}  // namespace

bool add_changes(Moment& moment, const sim::Simulation& now,
                 const std::shared_ptr<const sim::Scene>& scene) {
  if (now.scene_ptr() != scene) return false;
  const sim::Simulation fresh(scene);
  std::optional<Moment> described = ChangeDescriber{moment, now, fresh, target_rounding}.describe();
  if (!described || !fits_address(*described)) return false;
  moment = std::move(*described);
  return true;
}

bool fits_address(const Moment& moment) { return to_link(moment).size() <= max_address_length; }

void apply(sim::Simulation& simulation, const Moment& moment, std::vector<std::string>& warnings,
           const std::function<void(const sim::Command&)>& on_executed) {
  const MomentApplier applier{simulation, warnings, on_executed};
  const int first = simulation.run().serial;
  applier.make_runs(moment.runs);
  if (simulation.run().serial != first) applier.try_execute(sim::SelectRun{first});
  applier.compare(moment);
  applier.hold_all(moment.held_joints);
  for (const Moment::HeldTarget& one : moment.targets)
    applier.try_or_warn([&] {
      const size_t i =
          find_name("effector", one.effector, names_of(simulation.skeleton().all_effectors()));
      applier.execute(sim::HoldTarget{static_cast<int>(i), one.position});
    });
}

void check_axis(const std::string& axis, const sim::Simulation& simulation) {
  const std::string key = axis.substr(0, axis.find('='));
  if (sweep::is_geometry(key) && !sweep::find_geometry(simulation.skeleton(), key)) {
    const auto known = sweep::geometry_parameters(simulation.skeleton());
    throw base::Error("this body has no {}{}", in_quotes(key),
                      did_you_mean(key, texts_of(known, &base::Parameter::key)));
  }
  if (!sweep::is_geometry(key) && !sweep::has_parameter(simulation.run().solver().method(), key))
    return;
  (void)sweep::parse_axis(axis, simulation);
  if (!sweep::can_be_axis(sweep::parameter_of(simulation, key)))
    throw base::Error("{} cannot be an axis: a cell of a map runs a single body", in_quotes(key));
}

Opening open(const Moment& moment, std::vector<std::string>& warnings) {
  SessionFile file;
  if (moment.session.empty())
    file.scene = load(find_scene(moment.scene.empty() ? RunOptions().scene : moment.scene));
  else
    file = parse_session(moment.session, "the session in the link");
  Opening opening{sim::Simulation(file.scene), std::move(file.commands)};
  apply(opening.simulation, moment, warnings);
  if (!moment.commands.empty()) opening.commands = parse_commands(moment.commands, "the link");
  const double seconds = moment.time.value_or(static_cast<double>(file.steps) / steps_per_second);
  opening.tick = std::llround(std::min(seconds, max_link_seconds) * steps_per_second);
  return opening;
}

std::vector<sim::Command> arrival_commands(const sim::Simulation& simulation, const Moment& moment,
                                           std::vector<std::string>& warnings) {
  std::vector<sim::Command> commands;
  const auto serial = [&](std::string_view word, int number) {
    const auto& runs = simulation.runs();
    if (number <= static_cast<int>(runs.size()))
      return runs[static_cast<size_t>(number) - 1].serial;
    add_warning(warnings, "{} is {}, but there {} {}", word, number,
                runs.size() == 1 ? "is" : "are",
                base::counted(static_cast<int>(runs.size()), "run"));
    return -1;
  };
  for (const int number : moment.muted_runs)
    if (const int run = serial("mute", number); run >= 0)
      commands.emplace_back(sim::MuteRun{run, true});
  if (moment.selected > 0)
    if (const int run = serial("select", moment.selected); run >= 0)
      commands.emplace_back(sim::SelectRun{run});
  return commands;
}

void add_session(Moment& moment, const sim::Session& session, const std::string& scene) {
  const sim::Timeline& timeline = session.timeline();
  const sim::Simulation& simulation = session.simulation();
  const bool paused = session.clock().paused;
  const double seconds = static_cast<double>(timeline.now()) / steps_per_second;
  const bool reachable = seconds <= max_link_seconds;
  const auto at_this_step = [&](Moment described) {
    constexpr int digits = 6;  // enough to distinguish a step from the next
    if (timeline.now() > 0) described.time = base::round_to(seconds, digits);
    return described;
  };
  if (paused) moment.paused = true;
  if (session.clock().speed != 1) moment.speed = session.clock().speed;
  if (!scene.empty()) {
    const sim::Simulation fresh(simulation.scene_ptr());
    const bool from_start = std::ranges::all_of(
        timeline.executed_commands(), [](const sim::LoggedCommand& one) { return one.tick == 0; });
    std::optional<Moment> described;
    if ((!paused || (from_start && reachable)) &&
        std::ranges::all_of(timeline.executed_commands(), is_expressible))
      described = ChangeDescriber{paused ? at_this_step(moment) : moment, simulation, fresh,
                                  paused ? 0 : target_rounding}
                      .describe();
    if (!described && reachable)
      described = start_and_commands(at_this_step(moment), session, fresh);
    if (described) described->scene = scene;
    if (described && fits_address(*described)) {
      moment = std::move(*described);
      return;
    }
  }
  if (simulation.scene().recording)
    throw base::Error("A link cannot carry the recorded motion of this body; send its file.");
  add_selected_and_muted_runs(moment, simulation);
  Moment whole = at_this_step(moment);
  SessionFile session_file = session_of(timeline);
  session_file.scene = for_link(*session_file.scene);
  session_file.commands = without_overwritten(timeline.executed_commands());
  whole.session = to_toml(session_file);
  if (reachable && fits_address(whole)) {
    moment = std::move(whole);
    return;
  }
  moment.session =
      to_toml(*for_link(simulation.snapshot()));  // without its past, which would be too long
}

}  // namespace formats
