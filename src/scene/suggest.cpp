#include "scene/suggest.h"

#include <algorithm>
#include <charconv>
#include <cctype>
#include <numeric>
#include <utility>

namespace scene {
namespace {

/// Levenshtein's distance, without regard to case.
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const bool same = std::tolower(static_cast<unsigned char>(a[i])) ==
                        std::tolower(static_cast<unsigned char>(b[j]));
      const size_t best = std::min({row[j] + 1, row[j + 1] + 1, diagonal + (same ? 0 : 1)});
      diagonal = std::exchange(row[j + 1], best);
    }
  }
  return row.back();
}

}  // namespace

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names) {
  constexpr size_t longest = 64;  // nobody mistypes more than that
  if (typed.empty() || typed.size() > longest) return {};
  const std::string* best = nullptr;
  size_t best_distance = std::max<size_t>(1, typed.size() / 3) + 1;
  for (const std::string& name : names) {
    if (name.size() > longest) continue;
    const size_t d = edit_distance(typed, name);
    if (d < best_distance) {
      best = &name;
      best_distance = d;
    }
  }
  return best ? " (did you mean " + quoted(*best) + "?)" : std::string();
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string quoted(std::string_view text) {
  constexpr size_t longest = 60;
  std::string shown = "\"";
  for (const char c : text.substr(0, longest))
    shown += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? ' ' : c;
  if (text.size() > longest) {
    while (!shown.empty() && (shown.back() & 0xc0) == 0x80) shown.pop_back();  // a cut UTF-8 letter
    if (!shown.empty() && (shown.back() & 0x80)) shown.pop_back();
    shown += "...";
  }
  return shown + '"';
}

std::string shortest(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

}  // namespace scene
