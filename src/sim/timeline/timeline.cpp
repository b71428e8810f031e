#include "sim/timeline/timeline.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "base/error.h"

namespace sim {
namespace {

/// Returns whether a command may move a body without a step.
bool moves_bodies(const Command& command) {
  return std::holds_alternative<Restart>(command) || std::holds_alternative<SetPose>(command) ||
         std::holds_alternative<SetJoint>(command) || std::holds_alternative<Perturb>(command) ||
         std::holds_alternative<Undo>(command) || std::holds_alternative<Redo>(command);
}

}  // namespace

Timeline::Timeline(Simulation simulation)
    : simulation_(std::move(simulation)), opening_scene_(simulation_.snapshot()) {
  simulation_.enable_undo();
  simulation_.number_runs();  // a replay starts from opening_scene_, with the same numbers
  for (Run& run : simulation_.runs()) run.solver().rank();  // allocates at the first call
  add_keyframe();
  sync_histories(new_histories());
}

int64_t Timeline::first() const { return current_.keyframes.front().tick; }

/// Adds a keyframe and drops those older than the curves. If they take too much memory, they are
/// made less often, and at max_spacing the oldest is dropped.
void Timeline::add_keyframe() {
  auto& keyframes = current_.keyframes;
  keyframes.push_back({now_, std::make_shared<Simulation>(simulation_)});
  while (keyframes.size() > 1 && keyframes[1].tick <= now_ - capacity)
    keyframes.erase(keyframes.begin());
  if (keyframes.size() * simulation_.bytes() < memory_budget || keyframes.size() < 8) return;
  if (current_.spacing >= max_spacing) {
    keyframes.erase(keyframes.begin());
    return;
  }
  current_.spacing *= 2;
  std::erase_if(keyframes, [this](const Keyframe& keyframe) {
    return keyframe.tick != first() && keyframe.tick % current_.spacing != 0;
  });
}

void Timeline::step() {
  if (in_past())
    return with_rollback([this] {
      execute_pending();
      simulation_.step();
      ++now_;
      if (!in_past()) execute_pending();
      sync_histories(new_histories());
    });
  simulation_.step();
  ++now_;
  current_.end = now_;
  for (Run& run : simulation_.runs()) current_.histories.at(run.serial).record(run);
  if (now_ % current_.spacing == 0) try {
      add_keyframe();
    } catch (const std::bad_alloc&) {  // skip this keyframe
    }
}

/// Executes the commands up to a tick, from the log's entry `next` on.
void Timeline::execute_until(int64_t tick, Simulation& simulation, size_t& next) const {
  const auto& log = current_.log;
  for (; next < log.size() && log[next].tick <= tick; ++next)
    simulation.apply(log[next].command, log[next].run_serial);
}

/// Returns the index of the log's first command at a tick or later.
size_t Timeline::first_command_index(int64_t tick) const {
  const auto& log = current_.log;
  return static_cast<size_t>(std::ranges::lower_bound(log, tick, {}, &LoggedCommand::tick) -
                             log.begin());
}

/// Restores the state if memory runs out, and throws std::bad_alloc.
void Timeline::with_rollback(const auto& work) {
  const int64_t tick = now_;
  const int selected = simulation_.run().serial;
  try {
    work();
  } catch (const std::bad_alloc&) {
    now_ = end() + 1;  // nothing of the state is of use
    go_to(tick);
    simulation_.apply(SelectRun{.serial = selected});
    throw;
  }
}

void Timeline::apply(const Command& command, int run_serial) {
  if (of_view(command)) {
    simulation_.apply(command, run_serial);
    return;
  }
  const LoggedCommand logged{now_, run_serial < 0 ? simulation_.run().serial : run_serial, command};
  with_rollback([&] { apply(logged); });
}

/// Executes and logs a command; except for marks, it allocates before it changes the branch.
void Timeline::apply(const LoggedCommand& logged) {
  std::set<int> before, begun;
  for (const Run& run : simulation_.runs()) before.insert(run.serial);
  const Effect effect = simulation_.apply(logged.command, logged.run_serial);
  for (const Run& run : simulation_.runs())
    if (!before.contains(run.serial)) begun.insert(run.serial);
  std::vector<LoggedCommand>& log = current_.log;
  LoggedCommand last = logged;
  if (log.size() == log.capacity()) log.reserve(2 * log.size() + 1);
  std::map<int, History> added = new_histories(begun);
  if (in_past()) start_branch();
  for (const int serial : begun) current_.histories.erase(serial);
  log.push_back(std::move(last));
  executed_count_ = log.size();
  sync_histories(std::move(added));
  const bool of_all = !simulation_.find_run(logged.run_serial);
  if (moves_bodies(logged.command))
    for (auto& [serial, history] : current_.histories) history.add_discontinuity();
  if (now_ == 0 || effect.empty()) return;
  try {
    for (const Run& one : simulation_.runs())
      if (of_all || one.serial == logged.run_serial)
        current_.histories.at(one.serial).mark(now_, effect);
  } catch (const std::bad_alloc&) {  // skip the mark
  }
}

/// Returns empty histories for the runs that have none and for those in `begun`: a run that
/// returns, or has the serial number of a removed one, begins anew.
std::map<int, History> Timeline::new_histories(const std::set<int>& begun) const {
  std::map<int, History> added;
  for (const Run& run : simulation_.runs())
    if (begun.contains(run.serial) || !current_.histories.contains(run.serial))
      added.emplace(run.serial,
                    History(simulation_.skeleton().effectors(), simulation_.skeleton().rows(),
                            static_cast<int>(capacity), now_));
  return added;
}

/// Adds the missing histories and hides all columns after now.
void Timeline::sync_histories(std::map<int, History> added) {
  current_.histories.merge(added);
  for (auto& [serial, history] : current_.histories) history.show_until(now_);
}

void Timeline::seek(int64_t tick) {
  with_rollback([&] { go_to(tick); });
}

void Timeline::go_to(int64_t tick) {
  tick = std::clamp(tick, first(), end());
  const bool back = tick < now_;
  const Keyframe from = keyframe_to_step_from(tick);
  if (back || from.tick > now_) {
    Simulation state = *from.state;
    for (const Run& run : simulation_.runs())  // the view does not change
      if (state.find_run(run.serial))
        state.apply(MuteRun{.serial = run.serial, .muted = run.muted});
    state.apply(SelectRun{.serial = simulation_.run().serial});
    simulation_ = std::move(state);
    now_ = from.tick;
    executed_count_ = first_command_index(now_);
  }
  const int64_t stride = temporary_spacing();
  while (now_ < tick) {
    if (back && now_ > from.tick && now_ % stride == 0)
      temporary_keyframes_.push_back({now_, std::make_shared<Simulation>(simulation_)});
    execute_pending();
    simulation_.step();
    ++now_;
  }
  if (!in_past()) execute_pending();
  sync_histories(new_histories());
}

void Timeline::replay_last(int64_t step_count,
                           const std::function<void(const Simulation&)>& observe) const {
  const int64_t before = std::max(first(), now_ - step_count);
  const Keyframe& from = keyframe_at_or_before(before);
  Simulation copy = *from.state;
  size_t next = first_command_index(from.tick);
  for (int64_t tick = from.tick; tick < now_; ++tick) {
    execute_until(tick, copy, next);
    copy.step();
    if (tick >= before) observe(copy);
  }
}

/// Requires tick >= first().
const Timeline::Keyframe& Timeline::keyframe_at_or_before(int64_t tick) const {
  return *std::prev(std::ranges::upper_bound(current_.keyframes, tick, {}, &Keyframe::tick));
}

/// Returns the last keyframe, permanent or temporary, at or before a tick. Drops the temporary ones
/// after it, and all if the tick is not between the same two keyframes as they are.
const Timeline::Keyframe& Timeline::keyframe_to_step_from(int64_t tick) {
  const Keyframe& kept = keyframe_at_or_before(tick);
  const bool near = !temporary_keyframes_.empty() &&
                    temporary_keyframes_.front().tick > kept.tick &&
                    temporary_keyframes_.back().tick < kept.tick + current_.spacing;
  if (!near) temporary_keyframes_.clear();
  std::erase_if(temporary_keyframes_, [tick](const Keyframe& one) { return one.tick > tick; });
  return temporary_keyframes_.empty() ? kept : temporary_keyframes_.back();
}

/// Returns the steps between temporary keyframes, about the square root of those between keyframes,
/// more for large states. Without them, each step back would replay all steps since a keyframe.
int64_t Timeline::temporary_spacing() const {
  const auto spacing = static_cast<double>(current_.spacing);
  constexpr double budget = memory_budget / 4;
  const double most = budget / static_cast<double>(simulation_.bytes());
  return static_cast<int64_t>(std::ceil(std::max(std::sqrt(spacing), spacing / most)));
}

void Timeline::start_branch() {
  branches_.push_back(current_);
  branches_.back().fork = now_;
  if (branches_.size() > max_branches) branches_.erase(branches_.begin());
  for (auto& [serial, history] : current_.histories) history.drop_future();
  std::erase_if(current_.histories, [this](const auto& entry) {
    return entry.second.size() == 0 && !simulation_.find_run(entry.first);
  });
  current_.log.resize(executed_count_);
  std::erase_if(current_.keyframes,
                [this](const Keyframe& keyframe) { return keyframe.tick > now_; });
  current_.end = now_;
}

std::vector<Timeline::Branch> Timeline::branches() const {
  std::vector<Branch> all;
  for (const BranchData& branch : branches_) all.push_back({branch.fork, branch.end});
  return all;
}

void Timeline::switch_to_branch(int index) {
  if (index < 0 || index >= static_cast<int>(branches_.size()))
    throw base::Error("there is no branch {} of the timeline", index);
  with_rollback([&] {
    BranchData& branch = branches_[index];
    const auto exchange = [&] {
      std::swap(current_, branch);
      std::swap(current_.fork, branch.fork);  // both share one fork
      temporary_keyframes_.clear();
      now_ = end() + 1;  // nothing of the state is of use
    };
    exchange();
    try {
      go_to(end());
    } catch (const std::bad_alloc&) {
      exchange();
      throw;
    }
  });
}

size_t Timeline::bytes() const {
  size_t sum = simulation_.change_bytes() + temporary_keyframes_.size() * simulation_.bytes();
  const auto add = [&](const BranchData& branch) {
    sum += branch.keyframes.size() * simulation_.bytes();
    sum += branch.log.size() * sizeof(LoggedCommand);
    for (const auto& [serial, history] : branch.histories) sum += history.bytes();
  };
  add(current_);
  for (const BranchData& branch : branches_) add(branch);
  return sum;
}

}  // namespace sim
