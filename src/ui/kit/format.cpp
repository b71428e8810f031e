#include "ui/kit/format.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "sim/session.h"

namespace ui {

namespace {

/// Returns where the decades of a log range begin if its minimum is 0.
double log_floor(const base::Parameter& p) { return p.min > 0 ? p.min : p.max * 1e-4; }

bool is_log(const base::Parameter& p) { return p.scale == base::Scale::Log && p.min >= 0; }

constexpr size_t longest_word = 60;  // bytes

bool within_letter(std::string_view text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;  // UTF-8
}

std::string without_middle(std::string_view text, size_t most, size_t head) {
  if (text.size() <= most) return std::string(text);
  constexpr std::string_view dots = "…";
  size_t tail = text.size() - (most - dots.size() - head);
  while (head > 0 && within_letter(text, head)) --head;
  while (within_letter(text, tail)) ++tail;
  return std::string(text.substr(0, head)).append(dots).append(text.substr(tail));
}

/// Returns the end of the word that starts at `begin`: of a name in quotes, or at the next space.
size_t word_end(std::string_view text, size_t begin) {
  const bool quoted = text[begin] == '"';
  const size_t end = quoted ? text.find('"', begin + 1) : text.find_first_of(" \"", begin + 1);
  return end == text.npos ? text.size() : end + (quoted ? 1 : 0);
}

}  // namespace

double slider_position(const base::Parameter& p, double value) {
  if (!(p.max > p.min)) return 0;
  value = std::clamp(value, p.min, p.max);
  if (!is_log(p)) return (value - p.min) / (p.max - p.min);
  const double floor = log_floor(p);
  return value <= floor ? 0 : std::log(value / floor) / std::log(p.max / floor);
}

double slider_value(const base::Parameter& p, double position) {
  if (!(p.max > p.min)) return p.min;
  position = std::clamp(position, 0., 1.);
  double value = p.min + position * (p.max - p.min);
  if (is_log(p))
    value = position == 0 ? p.min : log_floor(p) * std::pow(p.max / log_floor(p), position);
  if (p.integer) {
    value = std::round(value);
  } else if (is_log(p)) {
    value = base::round_to(value, 3);
  } else {
    const double step = std::pow(10, std::floor(std::log10(p.max - p.min)) - 2);
    value = base::round_to(std::round(value / step) * step, 12);
  }
  return std::clamp(value, p.min, p.max);
}

double slider_moved(const base::Parameter& p, double value, double by) {
  const double from = slider_position(p, value);
  double moved = value;
  for (; moved == value && std::abs(by) <= 1; by *= 2) moved = slider_value(p, from + by);
  return moved;
}

std::string seconds_text(int64_t ticks) {
  return fixed(static_cast<double>(ticks) / sim::Clock::steps_per_second, 1) + " s";
}

std::string shown_message(std::string_view message, size_t most) {
  const std::string text = base::printable(message);
  if (text.size() <= most) return text;
  std::string words;
  for (size_t begin = 0, end = 0; begin < text.size(); begin = end) {
    end = word_end(text, begin);
    const std::string_view word = std::string_view(text).substr(begin, end - begin);
    words += without_middle(word, longest_word, longest_word / 2);
  }
  return without_middle(words, most, 2 * most / 3);
}

std::string without_folder(std::string_view message, std::string_view folder) {
  std::string result;
  for (size_t at; (at = message.find(folder)) != message.npos;) {
    result += message.substr(0, at);
    message.remove_prefix(at + folder.size());
    const size_t colon = message.find_first_of(" :");
    if (colon == message.npos || message[colon] != ':') continue;
    const size_t end = message.find_first_not_of("0123456789", colon + 1);
    if (end == message.npos || end == colon + 1 || message[end] != ':') continue;
    result += base::format("{}, line {}", message.substr(0, colon),
                           message.substr(colon + 1, end - colon - 1));
    message.remove_prefix(end);
  }
  return result.append(message);
}

}  // namespace ui
