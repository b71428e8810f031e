// Reads and merges the files of the shards of a map, of solves or of a choice. Everything in them
// is checked.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "files/read_text.h"
#include "formats/map_csv.h"
#include "ik/methods/method.h"
#include "lab/choose/choose.h"
#include "lab/mapping.h"
#include "lab/shard.h"
#include "lab/solve/study.h"
#include "sweep/geometry.h"

namespace lab {
namespace {

/// The contents of a file, as its head gives them.
struct Content {
  std::string titles;
  size_t cells;
  /// Checks the row of a cell: its number is the first column, `rest` has the others. Throws
  /// base::Error without file and line.
  std::function<void(size_t cell, std::string_view rest)> check;
  bool ends_in_json = false;  ///< the last column may have commas
};

/// A file of a map, of solves or of a choice: all of it, or a shard.
struct Shard {
  std::filesystem::path file;
  std::string text;                         ///< content of the file: head and rows refer to it
  std::string_view kind = {};               ///< "map", "study" or "choice"
  std::vector<std::string_view> head = {};  ///< lines but the shard's; the titles are the last
  sweep::Shard part = {};
  size_t cells = 0;                         ///< of the whole map, study or choice
  std::vector<std::string_view> rows = {};  ///< of the shard's own cells; empty: missing

  size_t cell(size_t row) const {
    return static_cast<size_t>(part.index) + row * static_cast<size_t>(part.count);
  }
};

void expect_column(std::string_view& row, std::string_view key, std::string_view wanted,
                   std::string_view which = "") {
  if (const std::string_view column = remove_first_column(row); column != wanted)
    throw base::Error("{} is {}; expected {}{}", key, base::in_quotes(column), wanted, which);
}

/// Returns the parameter without limits on lengths, since the file does not give the body's size.
base::Parameter of_any_size(base::Parameter parameter) {
  if (parameter.length_power == 0) return parameter;
  parameter.min = 0;
  parameter.max = std::numeric_limits<double>::max();
  return parameter;
}

class ShardReader {
 public:
  explicit ShardReader(const std::filesystem::path& file)
      : shard_{.file = file, .text = files::read_text(file, files::map)}, rest_(shard_.text) {}

  Shard read() {
    try {
      read_all();
    } catch (const base::Error& error) {
      throw base::Error("{}:{}: {}", shard_.file.string(), error_line_, error.what());
    }
    return std::move(shard_);
  }

 private:
  struct Kind {
    std::string_view begin, name;  ///< the beginning of such a file, and the word for it
    std::string_view counted;      ///< what says how many cells there are
    Content (ShardReader::*content)();
  };
  static constexpr std::string_view shard_key = "shard";

  /// The value of a line of the head, and its line number.
  struct HeadValue {
    std::string text;
    int64_t line;
  };

  void read_all() {
    const auto* kind =
        std::ranges::find_if(kinds, [&](const Kind& one) { return rest_.starts_with(one.begin); });
    if (kind == std::end(kinds))
      throw base::Error(
          "this is not a map; expected a file written by ikscope-lab map, sweep, solve or "
          "choose with --csv");
    shard_.kind = kind->name;
    if (!rest_.ends_with('\n')) {
      error_line_ += std::ranges::count(rest_, '\n');
      throw base::Error("the file ends in the middle of a line; expected a complete file");
    }
    const Content content = read_head(*kind);
    while (!rest_.empty()) {
      cli::stop_if_interrupted();
      read_row(next_line(), content);
    }
    error_line_ = line_number_;
    for (size_t i = 0; i < shard_.rows.size(); ++i)
      if (shard_.rows[i].empty())
        throw base::Error(
            "the file ends without cell {}; expected every cell of {} {}", shard_.cell(i),
            shard_.part.count > 1 ? "shard" : "the",
            shard_.part.count > 1 ? head_values_.find(shard_key)->second.text : shard_.kind);
  }

  std::string_view next_line() {
    error_line_ = ++line_number_;
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(line.size() + 1);
    return line;
  }

  Content read_head(const Kind& kind) {
    std::string_view line = next_line();
    for (; line.starts_with('#'); line = next_line()) {
      const size_t equals = line.find(" =");
      const std::string_view before = line.substr(0, equals);
      const std::string key(before.substr(std::min<size_t>(2, before.size())));
      const std::string_view value = equals == line.npos ? "" : line.substr(equals + 2);
      if (equals != line.npos &&
          !head_values_
               .emplace(key,
                        HeadValue{std::string(value.substr(value.starts_with(' '))), line_number_})
               .second)
        throw base::Error("a line \"# {} = ...\" again; expected it once",
                          base::printable(key, 60));
      if (key != shard_key) shard_.head.push_back(line);
      if (rest_.empty()) throw base::Error("the file ends before its rows");
    }
    shard_.head.push_back(line);
    Content content = (this->*kind.content)();
    error_line_ = line_number_;
    if (line != content.titles)
      throw base::Error("the titles are {}; expected {}", base::in_quotes(line), content.titles);
    if (const std::string& cells = head_value("cells"); cells != std::to_string(content.cells))
      throw base::Error("there are {} cells; expected {}, as the {} say", base::in_quotes(cells),
                        content.cells, kind.counted);
    shard_.cells = content.cells;
    if (head_values_.contains(shard_key)) shard_.part = parse_shard(head_value(shard_key));
    const auto index = static_cast<size_t>(shard_.part.index),
               of = static_cast<size_t>(shard_.part.count);
    shard_.rows.resize((content.cells + of - 1 - index) / of);
    return content;
  }

  /// Returns the value of a line of the head. Errors from now on are about that line.
  const std::string& head_value(std::string_view key) {
    error_line_ = line_number_;
    const auto found = head_values_.find(key);
    if (found == head_values_.end())
      throw base::Error("there is no line \"# {} = ...\" above the titles", key);
    error_line_ = found->second.line;
    return found->second.text;
  }

  Content map() {
    const sweep::Axis x = axis("x");
    std::optional<sweep::Axis> y;
    if (head_values_.contains("y")) y = axis("y");
    const bool searches = head_values_.contains("solves");
    return {formats::csv_titles(x.key, y ? y->key : "", searches),
            static_cast<size_t>(x.count) * static_cast<size_t>(y ? y->count : 1),
            [=](size_t cell, std::string_view rest) {
              const int column = static_cast<int>(cell) % x.count,
                        up = static_cast<int>(cell) / x.count;
              constexpr const char* there = ", the axis' value there";
              expect_column(rest, x.key, base::shortest(x.value(column)), there);
              if (y) expect_column(rest, y->key, base::shortest(y->value(up)), there);
              for (const sim::Metric* metric : sweep::metrics(searches))
                read_number(remove_first_column(rest), metric->key, searches ? -1 : 0);
            }};
  }

  Content study() {
    const std::string& text = head_value("poses");
    const double count = base::number(text).value_or(0);
    if (!(count >= 1 && count <= max_poses) || count != std::floor(count))
      throw base::Error("poses are {}; expected a whole number from 1 to {}", base::in_quotes(text),
                        max_poses);
    const auto poses = static_cast<size_t>(count);
    const std::vector<std::string_view> methods = base::split(head_value("methods"), ',');
    return {study_titles, poses * methods.size(), [=](size_t cell, std::string_view rest) {
              expect_column(rest, "method", methods[cell / poses]);
              expect_column(rest, "pose", std::to_string(cell % poses));
              read_solve(rest);
            }};
  }

  Content choice() {
    std::vector<const ik::MethodInfo*> methods;
    for (const std::string_view name : base::split(head_value("methods"), ','))
      methods.push_back(&ik::find_method(name));
    return {choice_titles, methods.size(),
            [=](size_t cell, std::string_view rest) {
              expect_column(rest, "method", methods[cell]->name);
              read_candidate(*methods[cell], rest);
            },
            true};
  }

  sweep::Axis axis(std::string_view axis_key) {
    const std::string &text = head_value(axis_key), &method = head_value("method");
    const std::string key = text.substr(0, text.find('='));
    const ik::MethodInfo* info = sweep::is_geometry(key) ? nullptr : &ik::find_method(method);
    head_value(axis_key);  // errors are about this line again
    if (!info) return sweep::parse_axis(text, {.key = key, .min = -1e9, .max = 1e9});
    for (const auto* table : {&info->parameters(), &sim::world::table()})
      for (const base::Parameter& parameter : *table)
        if (parameter.key == key) return sweep::parse_axis(text, of_any_size(parameter));
    throw base::Error("method {} has no parameter {}", method, base::in_quotes(key));
  }

  /// Reads a row "17,0.5,...": the cell's number, then what it is of and what was found.
  void read_row(std::string_view row, const Content& content) {
    const auto commas = std::ranges::count(row, ','),
               expected = std::ranges::count(content.titles, ',');
    if (content.ends_in_json ? commas < expected : commas != expected)
      throw base::Error("the row does not have as many numbers as there are titles");
    std::string_view rest = row;
    const auto cell = static_cast<size_t>(read_number(remove_first_column(rest), "cell", 0,
                                                      shard_.cells - 1.0, "a number of a cell, "));
    if (static_cast<int>(cell) % shard_.part.count != shard_.part.index)
      throw base::Error("cell {} is not of this shard", cell);
    std::string_view& slot = shard_.rows[cell / static_cast<size_t>(shard_.part.count)];
    if (!slot.empty()) throw base::Error("cell {} again", cell);
    slot = row;
    content.check(cell, rest);
  }

  static constexpr Kind kinds[] = {
      {"# ikscope map", "map", "axes", &ShardReader::map},
      {"# ikscope solve", "study", "methods and poses", &ShardReader::study},
      {choice_head, "choice", "methods", &ShardReader::choice},
  };
  Shard shard_;
  std::string_view rest_;    // the unread part of the text
  int64_t line_number_ = 0;  // of the line read last
  int64_t error_line_ = 1;   // number of the line that an error would be about
  std::map<std::string, HeadValue, std::less<>> head_values_;
};

void expect_same_map(const Shard& first, const Shard& other) {
  for (size_t i = 0; i < std::max(first.head.size(), other.head.size()); ++i) {
    const auto line = [i](const Shard& shard) {
      const std::string_view text = i < shard.head.size() ? shard.head[i] : "# nothing";
      return text.substr(std::min(text.find_first_not_of("# "), text.size()));
    };
    constexpr size_t longest = 200;
    if (line(first) != line(other))
      throw base::Error("{} belongs to another {} than {}: {}, not {}", other.file.string(),
                        first.kind, first.file.string(), base::printable(line(other), longest),
                        base::printable(line(first), longest));
  }
}

/// Lists rising numbers as batch systems do, at most so many ranges: "3,5-9,12 and 40 more".
std::string list_of(const std::vector<size_t>& numbers, size_t most) {
  std::string text;
  size_t i = 0;
  for (size_t shown = 0; i < numbers.size() && shown < most; ++shown, ++i) {
    const size_t first = i;
    while (i + 1 < numbers.size() && numbers[i + 1] == numbers[i] + 1) ++i;
    text += (shown > 0 ? "," : "") + std::to_string(numbers[first]);
    if (i > first) text += "-" + std::to_string(numbers[i]);
  }
  if (i < numbers.size()) text += base::format(" and {} more", numbers.size() - i);
  return text;
}

/// Names the shards that are missing, from 1, or the cells where files differ in their number.
[[noreturn]] void refuse_missing(const std::vector<Shard>& shards,
                                 const std::vector<size_t>& cells) {
  const Shard& first = shards.front();
  const auto of = static_cast<size_t>(first.part.count);
  if (std::ranges::any_of(shards,
                          [&](const Shard& one) { return one.part.count != first.part.count; }))
    throw base::Error("cells are missing: {} of {}; expected the files of all shards",
                      list_of(cells, 6), first.cells);
  std::vector<size_t> missing;
  for (const size_t cell : cells)
    if (cell < of) missing.push_back(cell + 1);  // the first cell of each shard
  const bool several = missing.size() > 1;
  throw base::Error("{} {} of {} {} missing; expected the files of all shards",
                    several ? "shards" : "shard", list_of(missing, missing.size()), of,
                    several ? "are" : "is");
}

}  // namespace

std::string merge_files(const std::vector<std::filesystem::path>& files) {
  std::vector<Shard> shards;
  std::vector<std::string_view> rows;
  const std::filesystem::path* absent = nullptr;
  for (const std::filesystem::path& file : files) {
    // The others may say which shards there are, so that all that are missing are named at once.
    if (std::error_code error; !std::filesystem::exists(file, error)) {
      if (!absent) absent = &file;
      continue;
    }
    shards.push_back(ShardReader(file).read());
    const Shard& shard = shards.back();
    expect_same_map(shards.front(), shard);
    rows.resize(shard.cells);
    for (size_t i = 0; i < shard.rows.size(); ++i) {
      std::string_view& row = rows[shard.cell(i)];
      if (!row.empty() && row != shard.rows[i])
        throw base::Error(
            "{}: cell {} differs from an earlier file; expected each cell to be computed once",
            file.string(), shard.cell(i));
      row = shard.rows[i];
    }
  }
  std::vector<size_t> missing;
  for (size_t cell = 0; cell < rows.size(); ++cell)
    if (rows[cell].empty()) missing.push_back(cell);
  if (!missing.empty()) refuse_missing(shards, missing);
  if (absent) files::read_text(*absent, files::map);  // throws
  std::string csv;
  for (const auto* lines : {&shards.front().head, &rows})
    for (const std::string_view line : *lines) csv.append(line).append("\n");
  return csv;
}

}  // namespace lab
