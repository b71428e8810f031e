#include "sim/history.h"

#include <algorithm>

namespace sim {

History::History(int effectors, int rows, int capacity)
    : effectors_(effectors),
      rows_(rows),
      capacity_(capacity),
      data_(static_cast<size_t>(channels()) * static_cast<size_t>(capacity), 0.f) {}

void History::push() {
  ++count_;
  if (capacity_ == 0) return;
  for (int channel = 0; channel < channels(); ++channel) set(channel, 0);
}

void History::set(int channel, double value) {
  if (capacity_ == 0) return;
  data_[static_cast<size_t>(channel) * capacity_ + (count_ - 1) % capacity_] =
      static_cast<float>(value);
}

void History::clear() {
  count_ = 0;
  marks_.clear();
}

void History::clear(int channel) {
  const auto begin = data_.begin() + static_cast<std::ptrdiff_t>(channel) * capacity_;
  std::fill(begin, begin + capacity_, 0.f);
}

double History::mean(int channel, int steps) const {
  const int64_t from = std::max(first(), end() - steps);
  double sum = 0;
  for (int64_t step = from; step < end(); ++step) sum += at(channel, step);
  return from < end() ? sum / static_cast<double>(end() - from) : 0;
}

double History::min(int channel, int steps) const {
  const int64_t from = std::max(first(), end() - steps);
  if (from >= end()) return 0;
  double least = at(channel, from);
  for (int64_t step = from; step < end(); ++step)
    least = std::min<double>(least, at(channel, step));
  return least;
}

double History::max(int channel, int steps) const {
  const int64_t from = std::max(first(), end() - steps);
  if (from >= end()) return 0;
  double most = at(channel, from);
  for (int64_t step = from; step < end(); ++step) most = std::max<double>(most, at(channel, step));
  return most;
}

void History::mark(int64_t step, std::string text) {
  if (capacity_ == 0) return;
  // A slider that is dragged makes one mark, not a hundred: the last word on a key counts.
  const std::string key = text.substr(0, text.find(' '));
  if (!marks_.empty() && step - marks_.back().step < mark_spacing &&
      marks_.back().text.substr(0, marks_.back().text.find(' ')) == key) {
    marks_.back().text = std::move(text);
    return;
  }
  // A mark stands between its step's column and the next one.
  while (!marks_.empty() && marks_.front().step < first() - 1) marks_.erase(marks_.begin());
  marks_.push_back({step, std::move(text)});
}

}  // namespace sim
