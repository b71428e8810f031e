#include "formats/robots/robot_names.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/text.h"
#include "formats/suggest.h"
#include "sim/world/limits.h"

namespace formats {
namespace {

constexpr size_t dots = 3;  // the dots that printable() appends to a cut text

std::string cut(std::string_view text, size_t most) {
  return base::letter_count(text) <= most ? std::string(text) : base::printable(text, most - dots);
}

}  // namespace

std::string scene_name(std::string_view name, std::string_view otherwise, std::string_view ending) {
  const std::string shown = base::printable(name);
  return cut(shown.empty() ? otherwise : std::string_view(shown), sim::max_name - ending.size());
}

int find_last_word(const std::string& any, std::initializer_list<std::string_view> words,
                   size_t* last_end) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const std::string name = lower_case(any);
  int best = 0, number = 0;
  if (last_end) *last_end = 0;
  for (const std::string_view word : words) {
    ++number;
    const size_t at = name.find(word), end = at + word.size();
    if (at == name.npos) continue;
    const bool stands_alone =
        (at == 0 || !letter(name[at - 1])) && (end == name.size() || !letter(name[end]));
    if (word.size() <= 3 && !stands_alone) continue;
    best = number;
    if (last_end) *last_end = std::max(*last_end, end);
  }
  return best;
}

bool look_like_degrees(double a, double b) {
  const double most = std::max(std::abs(a), std::abs(b));
  return most >= 20 && most <= 720 && a == std::round(a) && b == std::round(b);
}

std::string pluralized(int count, std::string_view text) {
  std::string result;
  for (size_t open; (open = text.find('[')) != text.npos;) {
    const size_t bar = text.find('|', open), close = text.find(']', bar);
    result += text.substr(0, open);
    result +=
        count == 1 ? text.substr(open + 1, bar - open - 1) : text.substr(bar + 1, close - bar - 1);
    text.remove_prefix(close + 1);
  }
  return result.append(text);
}

void add_notice(std::vector<std::string>& notices, const NoticeSubjects& subjects,
                std::string_view text, std::string_view kind) {
  if (subjects.count == 0) return;
  const std::string things = pluralized(subjects.count, kind),
                    does = pluralized(subjects.count, text), name = in_quotes(subjects.example);
  notices.push_back(subjects.count == 1 ? base::format("{} {} {}", things, name, does)
                                        : base::format("{} {}, such as {}, {}", subjects.count,
                                                       things, name, does));
}

std::vector<std::string> condensed(const std::vector<std::string>& notices) {
  constexpr int enough = 3;
  const auto without_names = [](const std::string& notice) {
    std::string text;
    bool quoted = false;
    for (const char c : notice) {
      quoted ^= c == '"';
      if (!quoted && std::string_view("0123456789.-").find(c) == std::string_view::npos) text += c;
    }
    return text;
  };
  std::map<std::string, int> counts;
  for (const std::string& notice : notices) ++counts[without_names(notice)];
  std::vector<std::string> kept;
  for (const std::string& notice : notices) {
    int& count = counts[without_names(notice)];
    if (count > enough)
      kept.push_back(base::format("{} (and {} more like this)", notice, count - 1));
    else if (count > 0)
      kept.push_back(notice);
    if (count > enough) count = 0;
  }
  return kept;
}

std::string SceneNames::add(std::string_view name, std::string_view otherwise) {
  const std::string wanted = scene_name(name, otherwise);
  std::string given = wanted;
  if (taken_.insert(given).second) return given;
  for (int& number = next_.try_emplace(wanted, 2).first->second; !taken_.insert(given).second;) {
    const std::string ending = " " + std::to_string(number++);
    given = cut(wanted, sim::max_name - ending.size()) + ending;
  }
  return given;
}

}  // namespace formats
