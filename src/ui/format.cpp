#include "ui/format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace ui {
namespace {

double round_digits(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*e", digits - 1, value);
  return std::strtod(text, nullptr);
}

/// A log range that starts at 0 begins its decades here.
double log_floor(const base::Parameter& p) { return p.min > 0 ? p.min : p.max * 1e-4; }

bool is_log(const base::Parameter& p) { return p.scale == base::Scale::Log && p.min >= 0; }

}  // namespace

std::string significant(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  if (value == 0) return "0";
  value = round_digits(value, digits);
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-12));
  if (exponent >= -3 && exponent < std::max(digits, 5))
    return fixed(value, std::max(0, digits - 1 - exponent));
  char text[40];
  const double mantissa = value / std::pow(10, exponent);
  std::snprintf(text, sizeof text, "%.*ge%d", digits, mantissa, exponent);
  return text;
}

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return "–";
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  const std::string_view digits = text;
  if (digits.starts_with('-') && digits.find_first_of("123456789") == digits.npos) return text + 1;
  return text;
}

std::string grouped(double value) {
  std::string text = fixed(value, 0);
  const int first = text.starts_with('-') ? 1 : 0;
  for (auto at = static_cast<int>(text.size()) - 3; at > first; at -= 3)
    text.insert(static_cast<size_t>(at), 1, ' ');
  return text;
}

std::string words(std::string_view key) {
  if (key.ends_with("_deg")) key.remove_suffix(4);
  std::string text(key);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string subscript(std::string_view symbol) {
  static constexpr std::pair<char, const char*> letters[] = {
      {'a', "ₐ"}, {'e', "ₑ"}, {'h', "ₕ"}, {'i', "ᵢ"}, {'j', "ⱼ"}, {'k', "ₖ"},
      {'l', "ₗ"}, {'m', "ₘ"}, {'n', "ₙ"}, {'o', "ₒ"}, {'p', "ₚ"}, {'r', "ᵣ"},
      {'s', "ₛ"}, {'t', "ₜ"}, {'u', "ᵤ"}, {'v', "ᵥ"}, {'x', "ₓ"}};
  const size_t low = symbol.find('_');
  if (low == symbol.npos) return std::string(symbol);
  std::string text(symbol.substr(0, low));
  for (char c : symbol.substr(low + 1)) {
    const auto letter = std::find_if(std::begin(letters), std::end(letters),
                                     [c](const auto& pair) { return pair.first == c; });
    if (letter == std::end(letters)) return std::string(symbol);
    text += letter->second;
  }
  return text;
}

std::string superscript(int number) {
  static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (char c : std::to_string(number)) text += c == '-' ? "⁻" : digits[c - '0'];
  return text;
}

std::string number_text(const base::Parameter& parameter, double value) {
  const std::string typed = base::to_text(parameter, value);
  const size_t e = typed.find('e');
  if (!parameter.choices.empty() || e == typed.npos ||
      typed.find_first_not_of("+-0123456789.e") != typed.npos)
    return typed;
  const std::string power = "10" + superscript(std::atoi(typed.c_str() + e + 1));
  return e == 1 && typed[0] == '1' ? power : typed.substr(0, e) + "·" + power;
}

std::string value_text(const base::Parameter& parameter, double value) {
  std::string text = number_text(parameter, value);
  const bool word = !parameter.choices.empty() ||
                    (!parameter.special.empty() && value == parameter.special_value);
  if (word || parameter.unit.empty()) return text;
  if (parameter.unit != "°" && parameter.unit != "×") text += " ";
  text += parameter.unit;
  return text;
}

double slider_place(const base::Parameter& p, double value) {
  if (!(p.max > p.min)) return 0;
  value = std::clamp(value, p.min, p.max);
  if (!is_log(p)) return (value - p.min) / (p.max - p.min);
  const double floor = log_floor(p);
  return value <= floor ? 0 : std::log(value / floor) / std::log(p.max / floor);
}

double slider_value(const base::Parameter& p, double place) {
  place = std::clamp(place, 0., 1.);
  double value = p.min + place * (p.max - p.min);
  if (is_log(p)) value = place == 0 ? p.min : log_floor(p) * std::pow(p.max / log_floor(p), place);
  if (p.integer) {
    value = std::round(value);
  } else if (is_log(p)) {
    value = round_digits(value, 3);
  } else {
    const double step = std::pow(10, std::floor(std::log10(p.max - p.min)) - 2);
    value = round_digits(std::round(value / step) * step, 12);
  }
  return std::clamp(value, p.min, p.max);
}

}  // namespace ui
