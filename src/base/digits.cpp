#include "base/digits.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>
#ifndef __cpp_lib_to_chars
#include <fast_float/fast_float.h>
#endif

namespace base {
namespace {

constexpr size_t longest = 400;  // of what is printed: DBL_MAX has 309 digits before the point

#ifdef __cpp_lib_to_chars
using std::from_chars;

template <class... Format>
std::string printed(double value, Format... format) {
  char text[longest];
  return {text, std::to_chars(text, text + sizeof text, value, format...).ptr};
}
#else
using fast_float::from_chars;
#endif

std::string by_printf(const char* format, int precision, double value) {
  char text[longest];
  const int length = std::snprintf(text, sizeof text, format, precision, value);
  return {text, static_cast<size_t>(length)};
}

}  // namespace

#ifdef __cpp_lib_to_chars
std::string general(double value, int digits) {
  return printed(value, std::chars_format::general, digits);
}
std::string scientific(double value, int decimals) {
  return printed(value, std::chars_format::scientific, decimals);
}
std::string decimal(double value, int decimals) {
  return printed(value, std::chars_format::fixed, decimals);
}
std::string shortest(double value) { return printed(value); }
#else
std::string general(double value, int digits) { return by_printf("%.*g", digits, value); }
std::string scientific(double value, int decimals) { return by_printf("%.*e", decimals, value); }
std::string decimal(double value, int decimals) { return by_printf("%.*f", decimals, value); }
std::string shortest(double value) { return shortest_by_trying(value); }
#endif

std::string shortest_by_trying(double value) {
  constexpr int enough = 16;  // decimals, with which every double reads back
  if (!std::isfinite(value) || value == 0) return by_printf("%.*g", 1, value);
  int decimals = 0;
  std::string text;
  do text = by_printf("%.*e", decimals, value);
  while (std::strtod(text.c_str(), nullptr) != value && decimals++ < enough);
  const int exponent = std::atoi(text.c_str() + text.find('e') + 1);
  std::string plain = by_printf("%.*f", std::max(0, decimals - exponent), value);
  return plain.size() <= text.size() ? plain : text;
}

std::optional<double> take_number(std::string_view& text) {
  double value = 0;
  const auto read = from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(read.ptr - text.data()));
  return value;
}

std::optional<double> number(std::string_view text) {
  const std::optional<double> value = take_number(text);
  return text.empty() ? value : std::nullopt;
}

}  // namespace base
