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
    : simulation_(std::move(simulation)), opening_(simulation_.snapshot()) {
  simulation_.enable_undo();
  simulation_.number_runs();  // as those of `opening`, which commands are replayed on
  for (Run& run : simulation_.runs()) run.solver().rank();  // allocates at the first call
  keep_state();
  sync_histories(new_histories());
}

int64_t Timeline::first() const { return recording_.keyframes.front().tick; }

/// Adds a keyframe; the oldest are dropped with the curves. Where they would take too much memory,
/// they are made less often; where seeking became slow then, less of the past is kept.
void Timeline::keep_state() {
  auto& keyframes = recording_.keyframes;
  keyframes.push_back({now_, std::make_shared<Simulation>(simulation_)});
  while (keyframes.size() > 1 && keyframes[1].tick <= now_ - capacity)
    keyframes.erase(keyframes.begin());
  if (keyframes.size() * simulation_.bytes() < memory_budget || keyframes.size() < 8) return;
  if (recording_.spacing >= most_spacing) {
    keyframes.erase(keyframes.begin());
    return;
  }
  recording_.spacing *= 2;
  std::erase_if(keyframes, [this](const Keyframe& keyframe) {
    return keyframe.tick != first() && keyframe.tick % recording_.spacing != 0;
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
  recording_.end = now_;
  for (Run& run : simulation_.runs()) recording_.histories.at(run.serial).record(run);
  if (now_ % recording_.spacing == 0) try {
      keep_state();
    } catch (const std::bad_alloc&) {  // then there is one less
    }
}

/// Executes the commands up to a tick, as the first time, from the log's entry `next` on.
void Timeline::execute_until(int64_t tick, Simulation& simulation, size_t& next) const {
  const auto& log = recording_.log;
  for (; next < log.size() && log[next].tick <= tick; ++next)
    simulation.apply(log[next].command, log[next].run);
}

/// Returns the log's first entry of a tick or a later one.
size_t Timeline::first_command(int64_t tick) const {
  const auto& log = recording_.log;
  return static_cast<size_t>(std::ranges::lower_bound(log, tick, {}, &LoggedCommand::tick) -
                             log.begin());
}

/// Undoes what it has begun if memory runs out.
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

void Timeline::apply(const Command& command, int run) {
  if (of_view(command)) {
    simulation_.apply(command, run);
    return;
  }
  const LoggedCommand logged{now_, run < 0 ? simulation_.run().serial : run, command};
  with_rollback([&] { apply(logged); });
}

/// Allocates memory before it changes anything.
void Timeline::apply(const LoggedCommand& logged) {
  std::set<int> before, begun;
  for (const Run& run : simulation_.runs()) before.insert(run.serial);
  const Effect effect = simulation_.apply(logged.command, logged.run);
  for (const Run& run : simulation_.runs())
    if (!before.contains(run.serial)) begun.insert(run.serial);
  std::vector<LoggedCommand>& log = recording_.log;
  LoggedCommand last = logged;
  if (log.size() == log.capacity()) log.reserve(2 * log.size() + 1);
  std::map<int, History> added = new_histories(begun);
  if (in_past()) start_branch();
  for (const int serial : begun) recording_.histories.erase(serial);
  log.push_back(std::move(last));
  next_ = log.size();
  sync_histories(std::move(added));
  const bool of_all = !simulation_.find_run(logged.run);
  if (moves_bodies(logged.command))
    for (auto& [serial, history] : recording_.histories) history.cut();
  if (now_ == 0 || effect.empty()) return;
  try {
    for (const Run& one : simulation_.runs())
      if (of_all || one.serial == logged.run)
        recording_.histories.at(one.serial).mark(now_, effect);
  } catch (const std::bad_alloc&) {  // a mark less
  }
}

/// Returns empty histories of the runs that have none, and of these: a run that returns, or has the
/// number of one that was removed, begins anew.
std::map<int, History> Timeline::new_histories(const std::set<int>& begun) const {
  std::map<int, History> added;
  for (const Run& run : simulation_.runs())
    if (begun.contains(run.serial) || !recording_.histories.contains(run.serial))
      added.emplace(run.serial,
                    History(simulation_.skeleton().effectors(), simulation_.skeleton().rows(),
                            static_cast<int>(capacity), now_));
  return added;
}

/// Curves end now, and every run has some.
void Timeline::sync_histories(std::map<int, History> added) {
  recording_.histories.merge(added);
  for (auto& [serial, history] : recording_.histories) history.look_from(now_);
}

void Timeline::seek(int64_t tick) {
  with_rollback([&] { go_to(tick); });
}

void Timeline::go_to(int64_t tick) {
  tick = std::clamp(tick, first(), end());
  const bool back = tick < now_;
  const Keyframe from = nearest_before(tick);
  if (back || from.tick > now_) {
    Simulation state = *from.state;
    for (const Run& run : simulation_.runs())  // how it is looked at stays
      if (state.find_run(run.serial))
        state.apply(MuteRun{.serial = run.serial, .muted = run.muted});
    state.apply(SelectRun{.serial = simulation_.run().serial});
    simulation_ = std::move(state);
    now_ = from.tick;
    next_ = first_command(now_);
  }
  const int64_t stride = stride_between();
  while (now_ < tick) {
    if (back && now_ > from.tick && now_ % stride == 0)
      between_.push_back({now_, std::make_shared<Simulation>(simulation_)});
    execute_pending();
    simulation_.step();
    ++now_;
  }
  if (!in_past()) execute_pending();
  sync_histories(new_histories());
}

void Timeline::review(int64_t steps, const std::function<void(const Simulation&)>& observe) const {
  const int64_t before = std::max(first(), now_ - steps);
  const Keyframe& from = kept_before(before);
  Simulation copy = *from.state;
  size_t next = first_command(from.tick);
  for (int64_t tick = from.tick; tick < now_; ++tick) {
    execute_until(tick, copy, next);
    copy.step();
    if (tick >= before) observe(copy);
  }
}

const Timeline::Keyframe& Timeline::kept_before(int64_t tick) const {  // first() at least
  return *std::prev(std::ranges::upper_bound(recording_.keyframes, tick, {}, &Keyframe::tick));
}

/// The keyframe to step from; temporary ones between two keyframes serve while we stay there.
const Timeline::Keyframe& Timeline::nearest_before(int64_t tick) {
  const Keyframe& kept = kept_before(tick);
  const bool near = !between_.empty() && between_.front().tick > kept.tick &&
                    between_.back().tick < kept.tick + recording_.spacing;
  if (!near) between_.clear();
  std::erase_if(between_, [tick](const Keyframe& one) { return one.tick > tick; });
  return between_.empty() ? kept : between_.back();
}

/// Going back step by step would replay everything since the last keyframe each time, but for
/// temporary ones at about the square root of the spacing; large states get fewer.
int64_t Timeline::stride_between() const {
  const auto spacing = static_cast<double>(recording_.spacing);
  constexpr double budget = memory_budget / 4;
  const double most = budget / static_cast<double>(simulation_.bytes());
  return static_cast<int64_t>(std::ceil(std::max(std::sqrt(spacing), spacing / most)));
}

void Timeline::start_branch() {
  branches_.push_back(recording_);
  branches_.back().fork = now_;
  if (branches_.size() > max_branches) branches_.erase(branches_.begin());
  for (auto& [serial, history] : recording_.histories) history.drop_future();
  std::erase_if(recording_.histories, [this](const auto& entry) {
    return entry.second.size() == 0 && !simulation_.find_run(entry.first);
  });
  recording_.log.resize(next_);
  std::erase_if(recording_.keyframes,
                [this](const Keyframe& keyframe) { return keyframe.tick > now_; });
  recording_.end = now_;
}

std::vector<Timeline::Branch> Timeline::branches() const {
  std::vector<Branch> all;
  for (const Recording& branch : branches_) all.push_back({branch.fork, branch.end});
  return all;
}

void Timeline::take_branch(int index) {
  if (index < 0 || index >= static_cast<int>(branches_.size()))
    throw base::Error("there is no branch {} of the timeline", index);
  with_rollback([&] {
    Recording& branch = branches_[index];
    const auto exchange = [&] {
      std::swap(recording_, branch);
      std::swap(recording_.fork, branch.fork);  // that of both
      between_.clear();
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
  size_t sum = simulation_.change_bytes() + between_.size() * simulation_.bytes();
  const auto add = [&](const Recording& recording) {
    sum += recording.keyframes.size() * simulation_.bytes();
    sum += recording.log.size() * sizeof(LoggedCommand);
    for (const auto& [serial, history] : recording.histories) sum += history.bytes();
  };
  add(recording_);
  for (const Recording& branch : branches_) add(branch);
  return sum;
}

}  // namespace sim
