#include "sim/session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ik/error.h"

namespace sim {

int Clock::steps_due(double seconds, int max_steps) {
  if (paused) {
    due_ = 0;
    return 0;
  }
  // The hair added absorbs the rounding of n * (1/60): a frame of exactly one step makes one.
  if (seconds > 0) due_ += seconds * speed * steps_per_second;
  const double whole = std::floor(due_ + 1e-6);
  due_ -= whole;
  if (whole > max_steps) due_ = 0;
  return static_cast<int>(std::min<double>(whole, max_steps));
}

Session::Session(std::shared_ptr<const Scene> scene)
    : simulation_(std::move(scene), history_steps) {
  simulation_.want_singular_values(true);
}

void Session::advance(double seconds) {
  run_commands();
  steps_last_frame_ = clock_.steps_due(seconds) + std::exchange(single_steps_, 0);
  for (int step = 0; step < steps_last_frame_; ++step) {
    simulation_.step();
    if (observer_) observer_(simulation_);
  }
}

void Session::run_commands() {
  while (!queue_.empty()) {
    const Command command = std::move(queue_.front());
    queue_.pop_front();
    if (const auto* pause = std::get_if<SetPaused>(&command)) clock_.paused = pause->paused;
    if (const auto* speed = std::get_if<SetSpeed>(&command); speed && !std::isnan(speed->speed))
      clock_.speed = std::clamp(speed->speed, Clock::min_speed, Clock::max_speed);
    if (std::holds_alternative<SingleStep>(command)) {
      clock_.paused = true;
      ++single_steps_;
    }
    try {
      simulation_.apply(command);
    } catch (const ik::Error& refusal) {
      messages_.push_back(refusal.what());
    }
  }
}

std::vector<std::string> Session::take_messages() { return std::exchange(messages_, {}); }

}  // namespace sim
