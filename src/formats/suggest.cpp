#include "formats/suggest.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

#include "base/error.h"

namespace formats {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Returns the number of letters to change, add, drop or swap with a neighbour (Damerau,
/// Levenshtein), ignoring case. A name that is only longer or shorter at its end counts as near.
size_t edit_distance(std::string_view a, std::string_view b) {
  const auto [shorter, longer] =
      std::minmax(a, b, [](std::string_view x, std::string_view y) { return x.size() < y.size(); });
  if (shorter.size() >= 3 && longer.starts_with(shorter)) return 1;

  std::vector<size_t> before, last, row(b.size() + 1);  // rows i - 2, i - 1, i
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({row[j - 1] + 1, last[j] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace

const std::string* closest(std::string_view typed, const std::vector<std::string>& names) {
  constexpr size_t longest = 64;  // longer texts are not typing mistakes
  if (typed.empty() || typed.size() > longest) return nullptr;
  const std::string* best = nullptr;
  size_t best_distance = std::max<size_t>(1, typed.size() / 3) + 1;
  for (const std::string& name : names) {
    if (name.size() > longest) continue;
    const size_t d = edit_distance(typed, name);
    if (d < best_distance && d < std::max(name.size(), typed.size())) {  // a letter in common
      best = &name;
      best_distance = d;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names) {
  const std::string* best = closest(typed, names);
  return best ? base::format(" (did you mean {}?)", in_quotes(*best)) : std::string();
}

size_t find_name(const std::string& what, std::string_view name,
                 const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end())
    throw base::Error("there is no {} {}{}; expected one of {}", what, in_quotes(name),
                      did_you_mean(name, names), list_of(names));
  return static_cast<size_t>(found - names.begin());
}

std::string duplicate_name_text(const std::string& things, std::string_view name, size_t line) {
  return base::format("there are two {} named {}{}; expected different names", things,
                      in_quotes(name),
                      line > 0 ? base::format(", the first in line {}", line) : "");
}

std::string missing_name_text(std::string_view name, const std::vector<std::string>& names,
                              const std::string& what) {
  return base::format("{}, which does not exist{}; expected the name of {}", in_quotes(name),
                      did_you_mean(name, names), what);
}

bool replace_all(std::string& text, std::string_view old, std::string_view by) {
  bool found = false;
  for (size_t at = 0; (at = text.find(old, at)) != text.npos; at += by.size(), found = true)
    text.replace(at, old.size(), by);
  return found;
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), lower);
  return text;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::string list_of(const std::vector<std::string>& names, size_t most_letters) {
  std::string text, cut;
  for (size_t i = 0; i < names.size(); ++i) {
    const bool cut_by_commas = names[i].find(',') != std::string::npos;
    text += (i == 0 ? "" : ", ") + (cut_by_commas ? base::csv_cell(names[i]) : names[i]);
    if (text.size() <= most_letters || cut.empty())
      cut = base::format("{} and {}", text,
                         base::counted(static_cast<int>(names.size() - i) - 1, "other"));
  }
  return text.size() <= most_letters ? text : cut;
}

}  // namespace formats
