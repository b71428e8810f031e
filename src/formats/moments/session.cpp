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
constexpr double rounding = 1e-4;          // of a held target while time runs, as a fraction
constexpr size_t longest_address = 16000;  // letters that browsers and mail programs keep

/// Applies a moment to a simulation, word by word.
struct Applying {
  sim::Simulation& simulation;
  std::vector<std::string>& problems;
  const std::function<void(const sim::Command&)>& done;

  bool tried(const auto& work) const {
    try {
      work();
      return true;
    } catch (const base::Error& error) {
      add_problem(problems, error.what());
      return false;
    }
  }
  void execute(const sim::Command& command) const {
    simulation.apply(command);
    if (done) done(command);
  }
  bool perform(const sim::Command& command) const {
    return tried([&] { execute(command); });
  }
  void set(const std::vector<KeyValue>& values) const {
    for (const KeyValue& one : values)
      tried([&] {
        const base::Parameter& parameter = find_parameter(simulation, one.key);
        execute(sim::SetParameter{one.key, parse_leniently(parameter, one.value, problems)});
      });
  }
  void make_runs(const std::vector<Moment::Run>& runs) const {
    for (const Moment::Run& run : runs) {
      const bool more = &run != &runs.front();
      if (more && !perform(sim::AddRun{})) return;
      if (!run.method.empty()) perform(sim::ChooseMethod{run.method});
      if (more) perform(sim::ResetAllParameters{});
      set(run.set);
    }
  }
  void compare(const Moment& moment) const {
    if (moment.compare.empty() || !perform(sim::CompareMethods{moment.compare})) return;
    const int chosen = simulation.run().serial;
    for (const Moment::Run& run : moment.compared) {
      const auto& runs = simulation.runs();
      const auto named = std::ranges::find_if(runs, [&](const sim::Run& one) {
        return run.method.empty() ? one.serial == chosen : one.solver().method().name == run.method;
      });
      if (named == runs.end()) {
        add_problem(problems, "method {} is not one of the methods compared", run.method);
        continue;
      }
      perform(sim::SelectRun{named->serial});
      set(run.set);
    }
    if (simulation.run().serial != chosen) perform(sim::SelectRun{chosen});
  }
  void hold_all(const std::vector<std::string>& joints) const {
    const int chosen = simulation.run().serial;
    for (const std::string& name : joints)
      for (const sim::Run& run : simulation.runs()) {
        perform(sim::SelectRun{run.serial});
        const bool known = tried([&] {
          for (const sim::Command& command : hold_commands(simulation, name)) perform(command);
        });
        if (!known) break;
      }
    if (simulation.run().serial != chosen) perform(sim::SelectRun{chosen});
  }
};

/// Returns the parameters whose values in a run differ from `value_before`.
std::vector<KeyValue> differences(const base::Settings& now, const auto& value_before) {
  std::vector<KeyValue> set;
  for (const base::Parameter& one : now.table())
    if (now[one] != value_before(one)) set.push_back({std::string(one.key), now.text(one.key)});
  return set;
}

bool same_targets(const sim::Simulation& a, const sim::Simulation& b, double tolerance) {
  return std::ranges::equal(a.targets(), b.targets(), [&](const auto& one, const auto& other) {
    if (!one.held() || !other.held()) return one.manual() == other.manual();
    const Eigen::Vector3d &here = *one.manual().held, &there = *other.manual().held;
    return (here - there).norm() <= tolerance * here.norm();
  });
}

/// Returns whether two agree in all that a link can set, and in obstacles, paths, BodySettings.
bool alike(const sim::Simulation& a, const sim::Simulation& b, double tolerance) {
  return a.world() == b.world() && a.obstacles() == b.obstacles() && a.paths() == b.paths() &&
         same_targets(a, b, tolerance) &&
         std::ranges::equal(a.runs(), b.runs(), [](const sim::Run& one, const sim::Run& other) {
           return &one.solver().method() == &other.solver().method() &&
                  one.own_settings() == other.own_settings() &&
                  one.solver().body() == other.solver().body();
         });
}

int number_of_selected(const sim::Simulation& simulation) {
  return static_cast<int>(&simulation.run() - simulation.runs().data()) + 1;
}

std::vector<int> muted_runs(const sim::Simulation& simulation) {
  std::vector<int> muted;
  for (size_t i = 0; i < simulation.runs().size(); ++i)
    if (simulation.runs()[i].muted) muted.push_back(static_cast<int>(i) + 1);
  return muted;
}

/// Sets which run is selected and which are muted, regardless of the commands before.
void add_runs_seen(Moment& moment, const sim::Simulation& simulation) {
  moment.selected = simulation.runs().size() > 1 ? number_of_selected(simulation) : 0;
  moment.muted = muted_runs(simulation);
}

/// Describes the differences of `now` from `fresh`, its scene as it opens, as words of a link.
struct Saying {
  const Moment& moment;
  const sim::Simulation& now;
  const sim::Simulation& fresh;
  double tolerance = 0;  ///< of a target's position, as a fraction of it

  /// Returns the moment with these words, or nothing if words cannot express the differences.
  std::optional<Moment> words() const {
    if (std::optional<Moment> same = checked(moment)) return same;
    std::optional<Moment> best = checked(runs_in_words());
    if (now.runs().size() < 2) return best;
    std::optional<Moment> other = checked(comparison_in_words());
    const bool shorter = other && (!best || to_link(*other).size() < to_link(*best).size());
    return shorter ? other : best;
  }

 private:
  Moment runs_in_words() const {
    Moment said = moment;
    for (const sim::Run& run : now.runs()) {
      const std::string method(run.solver().method().name);
      const bool own = &run == &now.runs().front() && method == now.scene().method;
      said.runs.push_back({own && now.runs().size() == 1 ? "" : method,
                           differences(run.own_settings(), [&](const base::Parameter& one) {
                             return run.default_value(one.key);
                           })});
    }
    for (KeyValue& one : world_differences(fresh)) said.runs.back().set.push_back(std::move(one));
    return with_joints_and_targets(std::move(said));
  }

  std::vector<KeyValue> world_differences(const sim::Simulation& before) const {
    return differences(now.world(),
                       [&](const base::Parameter& one) { return before.world()[one]; });
  }

  Moment comparison_in_words() const {
    Moment said = moment;
    for (const sim::Run& run : now.runs()) said.compare.emplace_back(run.solver().method().name);
    sim::Simulation compared = fresh;
    std::vector<std::string> problems;
    apply(compared, said, problems);
    if (compared.runs().size() != now.runs().size()) return said;
    for (size_t i = 0; i < now.runs().size(); ++i) {
      const base::Settings& before = compared.runs()[i].own_settings();
      const base::Settings& settings = now.runs()[i].own_settings();
      if (&before.table() != &settings.table()) return said;
      said.compared.push_back(
          {said.compare[i], differences(settings, [&](const auto& one) { return before[one]; })});
    }
    std::erase_if(said.compared, [](const Moment::Run& run) { return run.set.empty(); });
    if (said.compared.empty()) said.compared.emplace_back();
    // The world's settings come last, since the runs would otherwise override shared clamps.
    for (KeyValue& one : world_differences(compared))
      said.compared.back().set.push_back(std::move(one));
    if (said.compared.back().set.empty()) said.compared.clear();
    return with_joints_and_targets(std::move(said));
  }

  Moment with_joints_and_targets(Moment said) const {
    std::erase_if(said.runs,
                  [](const Moment::Run& run) { return run.method.empty() && run.set.empty(); });
    const ik::Skeleton& body = now.skeleton();
    std::vector<int> held;
    std::ranges::set_difference(now.run().solver().held(), now.scene().held,
                                std::back_inserter(held));
    said.hold = names_of_joints(now.scene(), held);
    for (int i = 0; i < body.effectors(); ++i) {
      const sim::Target& target = now.targets()[i];
      if (!target.held() || target.manual() == fresh.targets()[i].manual()) continue;
      said.targets.push_back({body.effector(i).name, *target.manual().held});
      constexpr int digits = 5;
      if (tolerance > 0)
        for (double& x : said.targets.back().position) x = base::round_to(x, digits);
    }
    return said;
  }

  /// Returns the moment with selected and muted runs if its words reproduce `now`, else nothing.
  std::optional<Moment> checked(Moment said) const {
    sim::Simulation done = fresh;
    std::vector<std::string> problems;
    apply(done, said, problems);
    if (!problems.empty() || !alike(done, now, tolerance)) return {};
    if (number_of_selected(done) != number_of_selected(now))
      said.selected = number_of_selected(now);
    said.muted = muted_runs(now);
    return said;
  }
};

template <class... C>
bool is_one_of(const sim::Command& command) {
  return (std::holds_alternative<C>(command) || ...);
}

/// Returns whether the words of a link can express the effect of a command.
bool in_words(const sim::LoggedCommand& one) {
  return sim::of_view(one.command) ||
         is_one_of<sim::ChooseMethod, sim::UseMethod, sim::SetParameter, sim::SetSeveral,
                   sim::ResetParameter, sim::ResetAllParameters, sim::AddRun, sim::RemoveRun,
                   sim::CompareMethods, sim::HoldTarget, sim::ReleaseTarget, sim::HoldJoint,
                   sim::ReleaseJoints, sim::Restart, sim::Undo, sim::Redo>(one.command);
}

/// Returns whether a second command of the same step overwrites the first one's effect completely.
bool replaces(const sim::LoggedCommand& first, const sim::LoggedCommand& second) {
  if (first.tick != second.tick || first.run_serial != second.run_serial) return false;
  const auto same = [&]<class C, class T>(T C::*what) {
    const C *a = std::get_if<C>(&first.command), *b = std::get_if<C>(&second.command);
    return a && b && a->*what == b->*what;
  };
  return same(&sim::HoldTarget::target) || same(&sim::SetParameter::key) ||
         same(&sim::SetJoint::joint) || same(&sim::SetRest::joint) ||
         same(&sim::SetStiffness::joint);
}

/// Reduces a drag while the time is paused to its last command. Undo also reverts a whole drag.
Commands brief(std::span<const sim::LoggedCommand> log) {
  Commands commands;
  for (size_t i = 0; i < log.size(); ++i) {
    bool replaced = false;
    for (size_t j = i + 1; j < log.size() && !replaced; ++j) {
      replaced = replaces(log[i], log[j]);
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
  std::optional<Moment> said = Saying{moment, opening, fresh}.words();
  const bool at_start = std::ranges::all_of(opening.runs(), [&](const sim::Run& run) {
    return run.solver().pose().theta == fresh.run().solver().pose().theta;
  });
  if (!said || !at_start) return {};
  add_runs_seen(*said, session.simulation());
  said->commands = to_toml(brief(timeline.executed_commands()));
  return said;
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
  std::optional<Moment> said = Saying{moment, now, fresh, rounding}.words();
  if (!said || !fits_address(*said)) return false;
  moment = std::move(*said);
  return true;
}

bool fits_address(const Moment& moment) { return to_link(moment).size() <= longest_address; }

void apply(sim::Simulation& simulation, const Moment& moment, std::vector<std::string>& problems,
           const std::function<void(const sim::Command&)>& done) {
  const Applying applying{simulation, problems, done};
  const int first = simulation.run().serial;
  applying.make_runs(moment.runs);
  if (simulation.run().serial != first) applying.perform(sim::SelectRun{first});
  applying.compare(moment);
  applying.hold_all(moment.hold);
  for (const Moment::Held& one : moment.targets)
    applying.tried([&] {
      const size_t i =
          find_name("effector", one.effector, names_of(simulation.skeleton().all_effectors()));
      applying.execute(sim::HoldTarget{static_cast<int>(i), one.position});
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

Opening open(const Moment& moment, std::vector<std::string>& problems) {
  SessionFile file;
  if (moment.session.empty())
    file.scene = load(find_scene(moment.scene.empty() ? RunOptions().scene : moment.scene));
  else
    file = parse_session(moment.session, "the session in the link");
  Opening opening{sim::Simulation(file.scene), std::move(file.commands)};
  apply(opening.simulation, moment, problems);
  if (!moment.commands.empty()) opening.commands = parse_commands(moment.commands, "the link");
  const double seconds = moment.time.value_or(static_cast<double>(file.steps) / steps_per_second);
  opening.tick = std::llround(std::min(seconds, most_link_seconds) * steps_per_second);
  return opening;
}

std::vector<sim::Command> arrival_commands(const sim::Simulation& simulation, const Moment& moment,
                                           std::vector<std::string>& problems) {
  std::vector<sim::Command> commands;
  const auto serial = [&](std::string_view word, int number) {
    const auto& runs = simulation.runs();
    if (number <= static_cast<int>(runs.size()))
      return runs[static_cast<size_t>(number) - 1].serial;
    add_problem(problems, "{} is {}, but there {} {}", word, number,
                runs.size() == 1 ? "is" : "are",
                base::counted(static_cast<int>(runs.size()), "run"));
    return -1;
  };
  for (const int number : moment.muted)
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
  const bool reachable = seconds <= most_link_seconds;
  const auto at_this_step = [&](Moment said) {
    constexpr int digits = 6;  // enough to distinguish a step from the next
    if (timeline.now() > 0) said.time = base::round_to(seconds, digits);
    return said;
  };
  if (paused) moment.paused = true;
  if (session.clock().speed != 1) moment.speed = session.clock().speed;
  if (!scene.empty()) {
    const sim::Simulation fresh(simulation.scene_ptr());
    const bool from_start = std::ranges::all_of(
        timeline.executed_commands(), [](const sim::LoggedCommand& one) { return one.tick == 0; });
    std::optional<Moment> said;
    if ((!paused || (from_start && reachable)) &&
        std::ranges::all_of(timeline.executed_commands(), in_words))
      said =
          Saying{paused ? at_this_step(moment) : moment, simulation, fresh, paused ? 0 : rounding}
              .words();
    if (!said && reachable) said = start_and_commands(at_this_step(moment), session, fresh);
    if (said) said->scene = scene;
    if (said && fits_address(*said)) {
      moment = std::move(*said);
      return;
    }
  }
  if (simulation.scene().recording)
    throw base::Error("A link cannot carry the recorded motion of this body; send its file.");
  add_runs_seen(moment, simulation);
  Moment whole = at_this_step(moment);
  SessionFile session_file = session_of(timeline);
  session_file.scene = for_link(*session_file.scene);
  session_file.commands = brief(timeline.executed_commands());
  whole.session = to_toml(session_file);
  if (reachable && fits_address(whole)) {
    moment = std::move(whole);
    return;
  }
  moment.session =
      to_toml(*for_link(simulation.snapshot()));  // without its past, which would be too long
}

}  // namespace formats
