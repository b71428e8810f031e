#include "sim/timeline/history.h"

#include "base/numbers.h"

namespace sim {

History::History(int effectors, int rows, int capacity, int64_t start)
    : effectors_(effectors),
      rows_(rows),
      capacity_(capacity),
      start_(start),
      count_(start),
      now_(start),
      data_(static_cast<size_t>(channels()) * static_cast<size_t>(capacity), 0.f) {}

void History::push() {
  now_ = ++count_;
  for (int channel = 0; channel < channels(); ++channel) set(channel, 0);
}

void History::set(int channel, double value) {
  data_[static_cast<size_t>(channel) * capacity_ + (count_ - 1) % capacity_] =
      static_cast<float>(value);
}

void History::drop_future() {
  count_ = now_;
  marks_.erase(marks_.begin() + static_cast<std::ptrdiff_t>(marks().size()), marks_.end());
  while (!verdicts_.empty() && verdicts_.back().step > now_) verdicts_.pop_back();
}

void History::set_verdict(int64_t step, std::shared_ptr<const why::Verdict> verdict) {
  while (verdicts_.size() > 1 && verdicts_[1].step < first()) verdicts_.pop_front();
  while (!verdicts_.empty() && verdicts_.back().step >= step) verdicts_.pop_back();
  verdicts_.push_back({step, std::move(verdict)});
}

std::shared_ptr<const why::Verdict> History::verdict() const {
  const auto later = std::ranges::upper_bound(verdicts_, now_, {}, &TimedVerdict::step);
  return later == verdicts_.begin() ? nullptr : later[-1].verdict;
}

std::span<const History::Mark> History::marks() const {
  return {marks_.begin(), std::ranges::upper_bound(marks_, now_, {}, &Mark::step)};
}

double History::value(Channel channel, const Run& run) {
  const ik::StepReport& report = run.report();
  const auto degrees = [&](double ratio) {
    return ratio * run.solver().cap().angle * base::degrees;
  };
  switch (channel) {
    case total_error:
      return run.total_error();
    case oscillation:
      return run.oscillation().second_difference().mean();
    case max_angle:
      return degrees(report.max_ratio);
    case angle_cap:
      return degrees(1);
    case clamped:
      return report.step_clamped || report.limit_reached;
    case step_clamped:
      return report.step_clamped;
    case limit_reached:
      return report.limit_reached;
    case error_clamped:
      return report.error_clamped;
    case update_us:
      return static_cast<double>(run.step_ns()) * 1e-3 / std::max(report.updates, 1);
    case depth:
      return contact_depth(run);
    case pose_error:
      return run.pose_error() * base::degrees;
    case sigma_min:
    case events:
    case count:
      break;
  }
  return 0;
}

void History::record(Run& run) {
  ik::Solver& solver = run.solver();
  push();
  for (int i = 0; i < count; ++i) set(i, value(Channel(i), run));
  for (int i = 0; i < effectors_; ++i) set(error(i), run.errors()[i]);
  for (size_t i = 0; i < solver.readings().size(); ++i)
    set(reading(static_cast<int>(i)), solver.readings()[i]);
  const Eigen::VectorXd& sigma = solver.svd().sigma();
  for (int i = 0; i < rows_; ++i) set(this->sigma(i), sigma[i]);
  set(sigma_min, solver.sigma_min());
  const bool follows = count_ > start_ + 1 && count_ - 1 > discontinuity_;
  const auto before = follows ? static_cast<unsigned>(at(events, count_ - 1)) : 0u;
  set(events, path_events(run, before));
}

double History::mean(int channel, int steps) const {
  const int64_t from = std::max(first(), end() - steps);
  double sum = 0;
  for (int64_t step = from; step < end(); ++step) sum += at(channel, step);
  return from < end() ? sum / static_cast<double>(end() - from) : 0;
}

double History::min(int channel, int steps) const {
  return fold(channel, steps, [](double a, double b) { return std::min(a, b); });
}

double History::max(int channel, int steps) const {
  return fold(channel, steps, [](double a, double b) { return std::max(a, b); });
}

double History::fold(int channel, int steps, double (*of)(double, double)) const {
  const int64_t from = std::max(first(), end() - steps);
  if (from >= end()) return 0;
  double value = at(channel, from);
  for (int64_t step = from; step < end(); ++step) value = of(value, at(channel, step));
  return value;
}

void History::mark(int64_t step, Effect effect) {
  // Dragging a slider makes one mark, with the last value.
  if (!marks_.empty() && step - marks_.back().step < mark_spacing &&
      marks_.back().effect.same_subject(effect)) {
    marks_.back().effect = std::move(effect);
    return;
  }
  // A mark stands between its step's column and the next one.
  while (!marks_.empty() && marks_.front().step < first() - 1) marks_.erase(marks_.begin());
  marks_.push_back({step, std::move(effect)});
}

}  // namespace sim
