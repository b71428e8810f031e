#include "formats/toml/reader.h"

#include <algorithm>
#include <cmath>

#include "formats/suggest.h"
#include "sim/world/limits.h"

namespace formats {
namespace {

std::string kind_of(const toml::node& node) {
  if (node.is_table()) return "a table";
  if (node.is_array()) return "a list";
  if (const auto* text = node.as_string()) return "the text " + in_quotes(text->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (const auto* integer = node.as_integer()) return std::to_string(integer->get());
  if (const auto* number = node.as_floating_point()) return shortest(number->get());
  return "a date or time";
}

std::string range_text(Range range) {
  if (range.min == -max_number && range.max == max_number) return "a number from -1e6 to 1e6";
  if (!std::isfinite(range.max)) return "a number";
  return base::format("a number from {} to {}", shortest(range.min), shortest(range.max));
}

/// Rephrases the parser's "cannot redefine existing KIND 'KEY'", perhaps followed by "as table" or
/// "as array-of-tables"; empty for other messages.
std::string said_twice(std::string_view description) {
  constexpr std::string_view sign = "cannot redefine existing ";
  const size_t begin = description.find(sign);
  if (begin == description.npos) return {};
  const std::string_view rest = description.substr(begin + sign.size());
  const size_t open = rest.find('\''), close = rest.rfind('\'');
  if (open == rest.npos || close <= open) return {};
  constexpr size_t longest = 100;
  const std::string key = base::printable(rest.substr(open + 1, close - open - 1), longest);
  const std::string one = "[" + key + "]", several = "[[" + key + "]]";
  if (rest.substr(close).find("array-of-tables") != rest.npos)
    return base::format("{} follows {}; begin all of them with {}, or give only one", several, one,
                        several);
  if (rest.starts_with("array"))
    return base::format("{} follows {}; begin all of them with {}", one, several, several);
  return (rest.starts_with("table") ? one : key) + " is given twice; keep one of them";
}

/// Returns the end of the quoted text that starts at `begin`; a malformed text ends with its line.
size_t end_of_quotes(std::string_view text, size_t begin) {
  const char quote = text[begin];
  const bool escapes = quote == '"';
  const bool many_lines = text.substr(begin, 3) == std::string_view(escapes ? "\"\"\"" : "'''");
  for (size_t i = begin + (many_lines ? 3 : 1); i < text.size(); ++i) {
    if (escapes && text[i] == '\\') {
      ++i;
    } else if (!many_lines && (text[i] == quote || text[i] == '\n')) {
      return i + 1;
    } else if (many_lines && text.substr(i, 3) == text.substr(begin, 3)) {
      i += 3;
      for (int more = 0; more < 2 && i < text.size() && text[i] == quote; ++more) ++i;  // """a"""""
      return i;
    }
  }
  return text.size();
}

/// Returns the first line in which keys or values are nested deeper than in any of our formats; 0
/// if none are. The parser recurses into nested tables, so about 100,000 levels of a.a.a.a... would
/// overflow the stack.
size_t line_nested_too_deep(std::string_view text) {
  constexpr int most_dots = 16, most_brackets = 32;
  int dots = 0, brackets = 0;  // of the current key; open brackets around it
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = end_of_quotes(text, i);
      continue;
    }
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c == '.') ++dots;
    if (c == '[' || c == '{') ++brackets;
    if (c == ']' || c == '}') brackets = std::max(0, brackets - 1);
    if (std::string_view("\n,=[]{}").find(c) != std::string_view::npos) dots = 0;
    if (dots > most_dots || brackets > most_brackets)
      return 1 + static_cast<size_t>(std::count(text.begin(), text.begin() + i, '\n'));
    ++i;
  }
  return 0;
}

/// Returns "source:line"; the source may be a file that this one is like.
std::string location_of(const std::string& source, const toml::node& where) {
  const toml::source_region& region = where.source();
  return base::format("{}:{}", region.path ? *region.path : source,
                      std::max<size_t>(region.begin.line, 1));
}

template <class... Values>
[[noreturn]] void fail_at(const std::string& source, const toml::node& where,
                          base::FormatText<sizeof...(Values)> text, const Values&... values) {
  throw base::Error("{}: {}", location_of(source, where), base::format(text, values...));
}

}  // namespace

toml::table parse_toml(std::string_view text, const std::string& source, std::string_view what) {
  const std::string expected = "; expected " + std::string(what);
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    base::fail_at_line(source, 1, "the file is empty" + expected);
  if (const size_t zero = text.find('\0'); zero != std::string_view::npos)
    base::fail_at_line(source, 1 + std::count(text.begin(), text.begin() + zero, '\n'),
                       "this is not a text file" + expected);
  if (const size_t line = line_nested_too_deep(text))
    base::fail_at_line(source, line, "keys or values are nested too deep" + expected);
  try {
    return toml::parse(text, std::string_view(source));
  } catch (const toml::parse_error& error) {
    const auto line = std::max<size_t>(error.source().begin.line, 1);
    if (const std::string again = said_twice(error.description()); !again.empty())
      base::fail_at_line(source, line, again);
    constexpr std::pair<std::string_view, const char*> meanings[] = {
        {"utf-8", "this is not TOML, which is in UTF-8: save the file with that encoding"},
        {"unescaped control characters",
         "a text has no closing quote, or a control character in it; expected \"...\" in one line"},
        {"could not determine value type",
         "what follows = is not a value; expected a number, true, false, a list, or a text in "
         "quotes"}};
    for (const auto& [words, meaning] : meanings)
      if (error.description().find(words) != std::string_view::npos)
        base::fail_at_line(source, line, meaning);
    constexpr size_t longest = 200;
    std::string reason = base::printable(error.description(), longest);
    const std::string_view prefix = "Error while parsing ";
    if (reason.starts_with(prefix)) reason = "in a " + reason.substr(prefix.size());
    base::fail_at_line(source, line, "this is not TOML, " + reason);
  }
}

void Reader::allow(const std::vector<std::string>& keys) const {
  const toml::key* unknown = nullptr;  // the first in the file; tables are sorted by name
  for (auto&& [key, value] : table_) {
    if (contains(keys, key.str())) continue;
    if (!unknown || key.source().begin.line < unknown->source().begin.line) unknown = &key;
  }
  if (!unknown) return;
  constexpr size_t most_letters = 300;  // a method's parameters take more
  base::fail_at_line(
      source_, std::max<size_t>(unknown->source().begin.line, 1),
      base::format("{} has the unknown key {}{}; expected {}", what_, in_quotes(unknown->str()),
                   did_you_mean(unknown->str(), keys), list_of(keys, most_letters)));
}

const toml::node& Reader::node(std::string_view key) const {
  const toml::node* found = table_.get(key);
  if (!found) fail(base::format("{} has no {}, which it needs", what_, key));
  return *found;
}

std::string Reader::location() const { return location_of(source_, table_); }

void Reader::fail(const std::string& sentence) const { fail_at(source_, table_, "{}", sentence); }

void Reader::fail(std::string_view key, const std::string& sentence) const {
  const toml::node* found = table_.get(key);
  fail_at(source_, found ? *found : table_, "{}", sentence);
}

std::string Reader::text(std::string_view key, size_t most) const {
  const toml::node& value = node(key);
  if (!value.is_string())
    fail(key, "{} is {}; expected a string in quotes", named(key), kind_of(value));
  const std::string& text = value.as_string()->get();
  if (const size_t count = base::letter_count(text); count > most)
    fail(key, "{} has {} letters; expected at most {}", key, count, most);
  return text;
}

std::string Reader::name(std::string_view key) const {
  const std::string name = text(key);
  if (!sim::is_name(name))
    fail(key, "{} is {}; expected {}", named(key), in_quotes(name), sim::name_rule());
  return name;
}

bool Reader::flag(std::string_view key) const {
  const toml::node& value = node(key);
  if (!value.is_boolean())
    fail(key, "{} is {}; expected true or false", named(key), kind_of(value));
  return value.as_boolean()->get();
}

double Reader::number_of(const toml::node& node, const std::string& name, Range range) const {
  double value = std::nan("");
  if (const auto* integer = node.as_integer()) value = static_cast<double>(integer->get());
  if (const auto* floating = node.as_floating_point()) value = floating->get();
  if (!(value >= range.min && value <= range.max))
    fail_at(source_, node, "{} is {}; expected {}", name, kind_of(node), range_text(range));
  return value + 0.0;  // no negative zero
}

const toml::array& Reader::entries_of(const toml::node& node, const std::string& name, size_t count,
                                      const std::string& expected) const {
  const toml::array* list = node.as_array();
  if (!list) fail_at(source_, node, "{} is {}; expected {}", name, kind_of(node), expected);
  if (list->size() != count)
    fail_at(source_, node, "{} has {} entries; expected {}", name, list->size(), expected);
  return *list;
}

std::vector<double> Reader::numbers_of(const toml::node& node, const std::string& name,
                                       size_t count, const std::string& expected,
                                       Range range) const {
  std::vector<double> values;
  for (const toml::node& entry : entries_of(node, name, count, expected))
    values.push_back(number_of(entry, name, range));
  return values;
}

Eigen::Vector3d Reader::vector(std::string_view key, Range range) const {
  const std::vector<double> v =
      numbers_of(node(key), named(key), 3, "three numbers [x, y, z]", range);
  return {v[0], v[1], v[2]};
}

std::vector<double> Reader::numbers(std::string_view key, size_t count, Range range) const {
  return numbers_of(node(key), named(key), count, base::format("a list of {} numbers", count),
                    range);
}

std::vector<std::string> Reader::texts(std::string_view key) const {
  const toml::array* list = node(key).as_array();
  std::vector<std::string> texts;
  for (size_t i = 0; list && i < list->size(); ++i)
    if (const auto* text = list->get(i)->as_string()) texts.push_back(text->get());
  if (!list || texts.size() != list->size())
    fail(key, "{} is {}; expected a list of strings in quotes", named(key), kind_of(node(key)));
  return texts;
}

std::string Reader::setting(std::string_view key) const {
  const toml::node& value = node(key);
  if (const auto* text = value.as_string()) return text->get();
  if (const auto* flag = value.as_boolean()) return flag->get() ? "on" : "off";
  if (const auto* integer = value.as_integer()) return std::to_string(integer->get());
  if (const auto* number = value.as_floating_point()) return shortest(number->get());
  fail(key, "{} is not a number, a string or true or false; expected one of these", key);
}

std::array<double, 2> Reader::pair_of(const toml::node& node, const std::string& name,
                                      Range range) const {
  const std::vector<double> v = numbers_of(node, name, 2, "two numbers [lowest, highest]", range);
  if (v[0] > v[1])
    fail_at(source_, node, "{} has {} before {}; expected [lowest, highest]", name, shortest(v[0]),
            shortest(v[1]));
  return {v[0], v[1]};
}

std::vector<std::array<double, 2>> Reader::three_pairs(std::string_view key, Range range) const {
  std::vector<std::array<double, 2>> pairs;
  for (const toml::node& pair :
       entries_of(node(key), named(key), 3, "three pairs [[lowest, highest], ...], for x, y and z"))
    pairs.push_back(pair_of(pair, named(key), range));
  return pairs;
}

std::vector<double> Reader::points(std::string_view key, Range range) const {
  const toml::node& value = node(key);
  const toml::array* list = value.as_array();
  if (!list || list->empty())
    fail(key, "{} is {}; expected a list of points [[x, y, z], ...]", named(key),
         list ? "empty" : kind_of(value));
  std::vector<double> numbers;
  for (const toml::node& point : *list)
    for (const double number :
         numbers_of(point, named(key), 3, "points of three numbers [x, y, z]", range))
      numbers.push_back(number);
  return numbers;
}

size_t Reader::choice(std::string_view key, std::string_view what,
                      const std::vector<std::string>& names, std::string_view expected) const {
  const std::string given = text(key);
  const auto found = std::ranges::find(names, given);
  if (found == names.end())
    fail(key, "{} {} is unknown{}; expected {}", what, in_quotes(given), did_you_mean(given, names),
         expected.empty() ? "one of " + list_of(names) : std::string(expected));
  return static_cast<size_t>(found - names.begin());
}

Reader Reader::table(std::string_view key, const std::string& form) const {
  const toml::table* found = node(key).as_table();
  if (!found)
    fail(key, "{} is not a table; expected {}", key,
         form.empty() ? base::format("[{}] on a line of its own", key) : form);
  return {*found, source_, std::string(key)};
}

std::vector<const toml::table*> Reader::tables(std::string_view key, size_t most) const {
  std::vector<const toml::table*> found;
  const toml::node* value = table_.get(key);
  if (!value) return found;
  const toml::array* list = value->as_array();
  if (value->is_table()) fail(key, "{}: [{}] begins a single table; write [[{}]]", what_, key, key);
  if (!list)
    fail(key, "{} is {}; expected tables that begin with [[{}]]", named(key), kind_of(*value), key);
  for (const toml::node& entry : *list) {
    if (!entry.is_table())
      fail_at(source_, entry, "{} holds {}; expected tables that begin with [[{}]]", named(key),
              kind_of(entry), key);
    found.push_back(entry.as_table());
  }
  if (found.size() > most)
    fail_at(source_, *found[most], "{} has {} [[{}]] tables; expected at most {}", what_,
            found.size(), key, most);
  return found;
}

std::vector<Reader> Reader::each(std::string_view key, size_t most) const {
  std::vector<Reader> readers;
  for (const toml::table* table : tables(key, most))
    readers.emplace_back(*table, source_, base::format("{} {}", key, readers.size() + 1));
  return readers;
}

}  // namespace formats
