#include "base/parameter.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"

namespace base {
namespace {

[[noreturn]] void refuse(const Parameter& parameter, std::string_view text) {
  throw Error("{} cannot be {}; expected {}", parameter.key, in_quotes(text),
              range_text(parameter));
}

/// Rounds as one reads: angles of more than a degree to hundredths, the rest to five digits.
double readable(const Parameter& p, double value) {
  if (p.integer || !p.choices.empty() || !std::isfinite(value) || value == p.special_value)
    return value;
  constexpr int digits = 5;
  constexpr double hundredths = 100;
  return p.unit == "°" && std::abs(value) >= 1 ? std::round(hundredths * value) / hundredths
                                               : round_to(value, digits);
}

/// A whole number without an exponent: 10000000.
std::string bound(const Parameter& parameter, double value) {
  constexpr double largest = 1e15;
  return parameter.integer && std::abs(value) < largest
             ? std::to_string(static_cast<long long>(value))
             : shortest(value);
}

/// The special word may name a value inside the numbers' type, so it is compared first.
bool is_special(const Parameter& parameter, double value) {
  return !parameter.special.empty() && value == parameter.special_value;
}

bool accepts(const Parameter& parameter, double value) {
  if (is_special(parameter, value)) return true;
  const double max =
      parameter.choices.empty() ? parameter.max : static_cast<double>(parameter.choices.size() - 1);
  const double min = parameter.choices.empty() ? parameter.min : 0;
  const bool whole = parameter.integer || !parameter.choices.empty();
  return value >= min && value <= max && (!whole || value == std::floor(value));
}

std::string either(const std::vector<std::string_view>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string numbers_between(const Parameter& parameter, const std::string& min,
                            const std::string& max) {
  const std::string_view number = parameter.integer ? "a whole number" : "a number";
  if (parameter.special.empty()) return base::format("{} from {} to {}", number, min, max);
  return base::format("{} from {} to {}, or {}", number, min, max, parameter.special);
}

}  // namespace

Parameter scaled(Parameter parameter, double scale, int rank, const LengthUnit* unit) {
  parameter.unit = with_name(parameter.unit, unit);
  const int power = parameter.length_power * (parameter.per_rank ? rank : 1);
  if (power == 0 || scale == 1) return parameter;
  constexpr double most = 1e200;  // beyond it the products of singular values are no numbers either
  constexpr int digits = 12;      // 0.3 times 0.6 is 0.18
  const double factor = std::clamp(std::pow(scale, power), 1 / most, most);
  for (double* value : {&parameter.min, &parameter.max, &parameter.default_value})
    if (std::isfinite(*value)) *value = round_to(*value * factor, digits);
  return parameter;
}

const std::vector<Parameter>& scaled_table(const std::vector<Parameter>& table, double scale,
                                           int rank, const LengthUnit* unit) {
  using Key = std::tuple<const void*, double, int, const LengthUnit*>;
  static std::map<Key, std::vector<Parameter>> tables;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::vector<Parameter>& made = tables[{&table, scale, rank, unit}];
  if (made.empty())
    for (const Parameter& parameter : table) made.push_back(scaled(parameter, scale, rank, unit));
  return made;
}

Parameter linear(std::string_view key, std::string_view symbol, std::string_view unit,
                 ParameterRange range, Parameter rest) {
  rest.key = key;
  rest.symbol = symbol;
  rest.unit = unit;
  rest.min = range.min;
  rest.max = range.max;
  rest.default_value = range.default_value;
  return rest;
}

Parameter log_scaled(std::string_view key, std::string_view symbol, std::string_view unit,
                     ParameterRange range, Parameter rest) {
  rest.scale = Scale::Log;
  return linear(key, symbol, unit, range, std::move(rest));
}

Parameter choice(std::string_view key, std::string_view symbol,
                 std::vector<std::string_view> choices, Parameter rest) {
  rest.key = key;
  rest.symbol = symbol;
  rest.integer = true;
  rest.choices = std::move(choices);
  return rest;
}

Parameter toggle(std::string_view key, std::string_view symbol, bool default_value,
                 std::string_view explanation, std::string_view source) {
  return choice(
      key, symbol, {"off", "on"},
      {.default_value = default_value ? 1.0 : 0.0, .explanation = explanation, .source = source});
}

std::string to_text(const Parameter& parameter, double value) {
  if (!parameter.choices.empty()) return std::string(parameter.choices[static_cast<size_t>(value)]);
  if (is_special(parameter, value)) return std::string(parameter.special);
  return shortest(value);
}

std::string range_text(const Parameter& parameter) {
  if (!parameter.choices.empty()) return either(parameter.choices);
  return numbers_between(parameter, bound(parameter, parameter.min),
                         bound(parameter, parameter.max));
}

const std::vector<std::string_view>& shown_choices(const Parameter& parameter) {
  return parameter.choice_titles.empty() ? parameter.choices : parameter.choice_titles;
}

std::string title_of(const Parameter& parameter) {
  if (!parameter.title.empty()) return std::string(parameter.title);
  std::string_view key = parameter.key;
  if (key.ends_with("_deg")) key.remove_suffix(4);
  std::string words(key);
  std::ranges::replace(words, '_', ' ');
  return words;
}

std::string name_of(const Parameter& parameter) {
  return parameter.symbol.empty() || parameter.is_toggle() ? title_of(parameter)
                                                           : subscript(parameter.symbol);
}

std::string number_text(const Parameter& parameter, double value) {
  if (!parameter.choices.empty())
    return std::string(shown_choices(parameter)[static_cast<size_t>(value)]);
  if (is_special(parameter, value)) return std::string(parameter.special);
  return with_power(bound(parameter, readable(parameter, value)));
}

std::string value_text(const Parameter& parameter, double value) {
  std::string text = number_text(parameter, value);
  if (!parameter.choices.empty() || is_special(parameter, value) || parameter.unit.empty())
    return text;
  if (parameter.unit != "°" && parameter.unit != "×") text += " ";
  text += parameter.unit;
  return text;
}

std::string allowed_text(const Parameter& parameter) {
  if (!parameter.choices.empty()) return either(shown_choices(parameter));
  return numbers_between(parameter, number_text(parameter, parameter.min),
                         number_text(parameter, parameter.max));
}

std::string setting_text(const Parameter& parameter, std::string_view value) {
  const bool chosen = !parameter.choices.empty() && !parameter.is_toggle();
  return base::format("{}{} {}", name_of(parameter), chosen ? ":" : "", value);
}

double parse(const Parameter& parameter, std::string_view text) {
  if (!parameter.choices.empty()) {
    if (parameter.is_toggle()) {
      if (text == "true" || text == "1") return 1;
      if (text == "false" || text == "0") return 0;
    }
    const auto found = std::find(parameter.choices.begin(), parameter.choices.end(), text);
    if (found == parameter.choices.end()) refuse(parameter, text);
    return static_cast<double>(found - parameter.choices.begin());
  }
  if (!parameter.special.empty() && text == parameter.special) return parameter.special_value;
  const double value = number(text).value_or(std::nan(""));
  const bool in_range = value >= parameter.min && value <= parameter.max;
  if (!in_range || !accepts(parameter, value)) refuse(parameter, text);  // special ones by words
  return value + 0.0;                                                    // no -0
}

double check(const Parameter& parameter, double value) {
  if (!accepts(parameter, value)) refuse(parameter, shortest(value));
  return value + 0.0;  // no -0
}

Settings::Settings(const std::vector<Parameter>& table) : table_(&table) {
  values_.reserve(table.size());
  for (const Parameter& parameter : table) values_.push_back(parameter.default_value);
}

size_t Settings::index(std::string_view key) const {
  if (const Parameter* found = find(key)) return static_cast<size_t>(found - table_->data());
  throw Error("there is no parameter {} here; there are {}", in_quotes(key),
              joined(texts_of(*table_, &Parameter::key)));
}

const Parameter* Settings::find(std::string_view key) const {
  const auto found = std::ranges::find(*table_, key, &Parameter::key);
  return found == table_->end() ? nullptr : &*found;
}

bool Settings::has_effect(const Parameter& parameter) const {
  const auto& [key, choices] = parameter.needs;
  return key.empty() || std::find(choices.begin(), choices.end(), text(key)) != choices.end();
}

std::string Settings::off_text(const Parameter& parameter) const {
  const Parameter& needed = declaration(parameter.needs.key);
  std::vector<std::string_view> choices;
  for (const std::string_view choice : parameter.needs.choices)
    if (std::ranges::find(needed.choices, choice) != needed.choices.end())  // a method may have few
      choices.push_back(shown_choices(needed)[static_cast<size_t>(parse(needed, choice))]);
  return base::format("{} is off. Switch {} to {}.", name_of(parameter),
                      capitalized(title_of(needed)), either(choices));
}

std::string Settings::text(std::string_view key) const {
  const size_t i = index(key);
  return to_text((*table_)[i], values_[i]);
}

void Settings::set(std::string_view key, double value) {
  const size_t i = index(key);
  values_[i] = check((*table_)[i], value);
}

void Settings::set_text(std::string_view key, std::string_view text) {
  const size_t i = index(key);
  values_[i] = parse((*table_)[i], text);
}

void Settings::reset(std::string_view key) {
  const size_t i = index(key);
  values_[i] = (*table_)[i].default_value;
}

}  // namespace base
