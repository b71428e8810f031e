#include "base/numbers.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "base/text.h"

namespace base {

namespace {

/// "8.86·10⁻⁵" of "8.860e-05": without zeros behind the point.
std::string short_with_power(const std::string& digits) {
  const size_t e = digits.find('e');
  std::string mantissa = digits.substr(0, e);
  if (mantissa.find('.') != mantissa.npos) mantissa.erase(mantissa.find_last_not_of("0.") + 1);
  return with_power(mantissa + digits.substr(e));
}

}  // namespace

std::string significant(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  if (value == 0) return "0";
  const std::string text = scientific(value, digits - 1);
  const int exponent = std::atoi(text.c_str() + text.find('e') + 1);
  if (exponent >= -3 && exponent < std::max(digits, 5))
    return fixed(number(text).value_or(value), std::max(0, digits - 1 - exponent));
  return short_with_power(text);
}

std::string fixed(double value, int decimals) {
  if (!std::isfinite(value)) return "–";
  std::string digits = decimal(value, decimals);
  const bool zero = digits.starts_with('-') && digits.find_first_of("123456789") == digits.npos;
  return zero ? digits.substr(1) : digits;
}

std::string grouped(double value) {
  std::string text = fixed(value, 0);
  const int first = text.starts_with('-') ? 1 : 0;
  for (auto at = static_cast<int>(text.size()) - 3; at > first; at -= 3)
    text.insert(static_cast<size_t>(at), 1, ' ');
  return text;
}

std::string percent(double fraction, int decimals) {
  constexpr double ten = 0.0995;  // rounded
  if (decimals < 0) decimals = fraction > 0 && fraction < ten ? 1 : 0;
  return fixed(100 * fraction, decimals) + " %";
}

std::string short_number(double value, int digits) {
  const double size = std::abs(value);
  if (size == 0) return "0";
  if (size > 0.99e-3 && size < 0.99e5)  // with all digits before the point
    return general(value, std::max(digits, static_cast<int>(std::log10(size) + 1e-9) + 1));
  const std::string all = scientific(value, digits - 1);
  return std::isfinite(value) ? short_with_power(all) : all;
}

std::string with_power(const std::string& digits) {
  const size_t e = digits.find('e');
  if (e == digits.npos) return digits;
  const std::string mantissa = digits.substr(0, e),
                    power = "10" + superscript(std::atoi(digits.c_str() + e + 1));
  if (mantissa == "1" || mantissa == "-1") return mantissa.substr(0, mantissa.size() - 1) + power;
  return base::format("{}·{}", mantissa, power);
}

double round_to(double value, int digits) {
  const double rounded = number(scientific(value, digits - 1)).value_or(value);
  return std::isfinite(rounded) ? rounded : value;
}

std::string superscript(int number) {
  static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (char c : std::to_string(number)) text += c == '-' ? "⁻" : digits[c - '0'];
  return text;
}

std::string subscript(int number) {
  std::string text;
  for (const char c : std::to_string(number))
    text +=
        c == '-' ? std::string("₋") : std::string("\xE2\x82") + static_cast<char>(0x80 + c - '0');
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
    const auto letter = std::ranges::find(letters, c, &std::pair<char, const char*>::first);
    if (letter == std::end(letters)) return std::string(symbol);
    text += letter->second;
  }
  return text;
}

}  // namespace base
