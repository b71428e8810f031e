#include "sim/session.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>

namespace sim {
namespace {

/// Returns why the command was refused whose exception is being handled.
std::string reason() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return "there is not enough memory for that";
  } catch (const std::exception& refusal) {
    return refusal.what();
  }
}

}  // namespace

int Clock::steps_due(double seconds, int max_steps) {
  if (paused) {
    due_ = 0;
    return 0;
  }
  // The small constant absorbs the rounding of n * (1/60): a frame of exactly one step makes one.
  if (seconds > 0) due_ += seconds * speed * steps_per_second;
  const double whole = std::floor(due_ + 1e-6);
  due_ -= whole;
  if (whole > max_steps) due_ = 0;
  return static_cast<int>(std::min<double>(whole, max_steps));
}

void Session::advance(double seconds, double time_budget) {
  const Wall::time_point begin = Wall::now();
  run_commands();
  follow_script();  // what is due at this step, also while time stands still
  try {
    make_steps(seconds, begin, time_budget);
  } catch (const std::bad_alloc&) {  // time stands still
    clock_.paused = true;
    messages_.push_back(reason());
  }
}

void Session::make_steps(double seconds, Wall::time_point begin, double time_budget) {
  const int due = clock_.steps_due(seconds);
  steps_last_frame_ = (clock_.backwards ? 0 : due) + std::exchange(single_steps_, 0);
  if (clock_.backwards && due > 0) {
    jump(timeline_.now() - due);
    if (timeline_.now() == timeline_.first()) clock_.paused = true;
  }
  for (int step = 0; step < steps_last_frame_; ++step) {
    const bool paused = clock_.paused;
    follow_script();
    if (clock_.paused && !paused) {  // at this moment, not after the steps that are due
      steps_last_frame_ = step;
      break;
    }
    timeline_.step();
    if (observer_) observer_(simulation());
    if (std::chrono::duration<double>(Wall::now() - begin).count() > time_budget)
      steps_last_frame_ = step + 1;
  }
}

void Session::play(std::vector<LoggedCommand> commands) {
  script_.assign(std::make_move_iterator(commands.begin()),
                 std::make_move_iterator(commands.end()));
}

void Session::follow_script() {
  for (; !script_.empty() && script_.front().tick <= timeline_.now(); script_.pop_front()) try {
      execute(script_.front().command);
      timeline_.apply(script_.front().command, script_.front().run_serial);
    } catch (const std::exception&) {
      messages_.push_back(script_.front().error_message(reason()));
    }
}

void Session::jump(int64_t tick) {
  script_.clear();
  timeline_.seek(tick);
  if (jump_observer_) jump_observer_();
}

/// Executes a command of the clock or the timeline; does nothing for those of the simulation.
void Session::execute(const Command& command) {
  if (const auto* pause = std::get_if<SetPaused>(&command)) {
    clock_.paused = pause->paused;
  } else if (const auto* set = std::get_if<SetSpeed>(&command); set && !std::isnan(set->speed)) {
    clock_.backwards = set->speed < 0;
    clock_.speed = std::clamp(std::abs(set->speed), Clock::min_speed, Clock::max_speed);
  } else if (std::holds_alternative<SingleStep>(command)) {
    clock_.paused = true;
    ++single_steps_;
  } else if (std::holds_alternative<StepBack>(command)) {
    clock_.paused = true;
    jump(timeline_.now() - 1);
  } else if (const auto* seek = std::get_if<Seek>(&command)) {
    jump(seek->tick);
  } else if (const auto* take = std::get_if<SwitchBranch>(&command)) {
    timeline_.switch_to_branch(take->index);
    if (jump_observer_) jump_observer_();
  }
}

void Session::run_commands() {
  while (!queue_.empty()) {
    const Command command = std::move(queue_.front());
    queue_.pop_front();
    try {
      execute(command);
      timeline_.apply(command);
    } catch (const std::exception&) {
      messages_.push_back(reason());
    }
  }
}

std::vector<std::string> Session::take_messages() { return std::exchange(messages_, {}); }

}  // namespace sim
