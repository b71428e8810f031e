#include "ui/input/fuzzy.h"

#include <algorithm>
#include <string>

namespace ui {
namespace {

constexpr int hit = 10, run_bonus = 15, word_bonus = 10, first_bonus = 6, gap_cost = 1;
constexpr int none = -1'000'000;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool letter_or_digit(char c) {
  c = lower(c);
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80);
}

int place_bonus(std::string_view text, size_t i) {
  if (i == 0) return word_bonus + first_bonus;
  return letter_or_digit(text[i]) && !letter_or_digit(text[i - 1]) ? word_bonus : 0;
}

}  // namespace

std::optional<FuzzyMatch> fuzzy_match(std::string_view typed, std::string_view text) {
  std::string pattern;
  for (char c : typed)
    if (c != ' ') pattern += lower(c);
  const size_t m = pattern.size(), n = text.size();
  if (m == 0) return FuzzyMatch{};
  if (m > n) return std::nullopt;

  // best[i][j]: score with pattern[i] on text[j]; from[i][j]: where pattern[i-1] was.
  std::vector<int> best(m * n, none), from(m * n, -1);
  for (size_t i = 0; i < m; ++i) {
    int carried = none, carried_from = -1;  // the best earlier match, less its gap cost
    for (size_t j = i; j < n; ++j) {
      if (i > 0 && j > 0) {
        if (carried > none) carried -= gap_cost;
        if (const int before = best[(i - 1) * n + j - 1]; before > none && before >= carried)
          carried = before, carried_from = static_cast<int>(j) - 1;
      }
      if (lower(text[j]) != pattern[i]) continue;
      int& score = best[i * n + j];
      int& origin = from[i * n + j];
      if (i == 0) {
        score = hit + place_bonus(text, j) - gap_cost * static_cast<int>(std::min<size_t>(j, 8));
        continue;
      }
      if (carried > none) {
        score = carried + hit + place_bonus(text, j);
        origin = carried_from;
      }
      const int run = best[(i - 1) * n + j - 1];
      if (run > none && run + hit + run_bonus > score) {
        score = run + hit + run_bonus;
        origin = static_cast<int>(j) - 1;
      }
    }
  }

  const auto last = best.begin() + static_cast<std::ptrdiff_t>((m - 1) * n);
  const auto top = std::max_element(last, last + static_cast<std::ptrdiff_t>(n));
  if (*top == none) return std::nullopt;
  const int length_cost = static_cast<int>(std::min<size_t>(n, 40)) / 2;  // short texts first
  FuzzyMatch match{*top - length_cost, std::vector<int>(m)};
  int j = static_cast<int>(top - last);
  for (size_t i = m; i-- > 0; j = from[i * n + static_cast<size_t>(j)]) match.positions[i] = j;
  return match;
}

}  // namespace ui
