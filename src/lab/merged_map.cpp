// Reads and merges the files of the shards of a map, of solves or of a choice. Everything in them
// is checked.

#include <algorithm>
#include <cmath>
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

constexpr std::string_view shard_key = "shard";

/// A file of a map or of solves: all of it, or a shard.
struct Shard {
  std::filesystem::path file;
  std::string text;                         ///< content of the file: head and rows refer to it
  std::vector<std::string_view> head = {};  ///< lines but the shard's; the titles are the last
  sweep::Part part = {};
  size_t cells = 0;                         ///< of the whole map or study
  std::vector<std::string_view> rows = {};  ///< of the shard's own cells; empty: missing

  size_t cell(size_t row) const {
    return static_cast<size_t>(part.index) + row * static_cast<size_t>(part.of);
  }
};

std::string kind_of(std::string_view text) {
  return text.starts_with("# ikscope solve") ? "study"
         : text.starts_with(choice_head)     ? "choice"
                                             : "map";
}

class ShardReader {
 public:
  explicit ShardReader(const std::filesystem::path& file)
      : shard_{.file = file, .text = files::read_text(file, files::map)}, rest_(shard_.text) {}

  Shard read() {
    solves_ = rest_.starts_with("# ikscope solve");
    chooses_ = rest_.starts_with(choice_head);
    if (!solves_ && !chooses_ && !rest_.starts_with("# ikscope map"))
      refuse(1,
             "this is not a map; expected a file written by ikscope-lab map, sweep, solve or "
             "choose with --csv");
    if (!rest_.ends_with('\n'))
      refuse(1 + std::ranges::count(rest_, '\n'),
             "the file ends in the middle of a line; expected a complete file");
    read_head();
    while (!rest_.empty()) read_row(next_line());
    for (size_t i = 0; i < shard_.rows.size(); ++i)
      if (shard_.rows[i].empty())
        refuse(number_, "the file ends without cell " + std::to_string(shard_.cell(i)) +
                            "; expected every cell of " +
                            (shard_.part.of > 1 ? "shard " + said_.find(shard_key)->second.text
                                                : "the " + kind_of(shard_.text)));
    return std::move(shard_);
  }

 private:
  /// The value of a line of the head, and its line number.
  struct Said {
    std::string text;
    int64_t line;
  };

  [[noreturn]] void refuse(int64_t line, const std::string& what) const {
    throw base::Error(shard_.file.string() + ":" + std::to_string(line) + ": " + what);
  }

  std::string_view next_line() {
    ++number_;
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(line.size() + 1);
    return line;
  }

  void read_head() {
    std::string_view line = next_line();
    for (; line.starts_with('#'); line = next_line()) {
      const size_t equals = line.find(" =");
      const std::string_view before = line.substr(0, equals);
      const std::string key(before.substr(std::min<size_t>(2, before.size())));
      const std::string_view value = equals == line.npos ? "" : line.substr(equals + 2);
      if (equals != line.npos &&
          !said_.emplace(key, Said{std::string(value.substr(value.starts_with(' '))), number_})
               .second)
        refuse(number_,
               "a line \"# " + base::printable(key, 60) + " = ...\" again; expected it once");
      if (key != shard_key) shard_.head.push_back(line);
      if (rest_.empty()) refuse(number_, "the file ends before its rows");
    }
    shard_.head.push_back(line);
    const auto [expected, cells] = solves_    ? head_of_solves()
                                   : chooses_ ? head_of_choice()
                                              : head_of_map();
    if (line != expected)
      refuse(number_, "the titles are " + base::in_quotes(line) + "; expected " + expected);
    const Said& said = required("cells");
    if (said.text != std::to_string(cells))
      refuse(said.line, "there are " + base::in_quotes(said.text) + " cells; expected " +
                            std::to_string(cells) + ", as the " +
                            (solves_    ? "methods and poses"
                             : chooses_ ? "methods"
                                        : "axes") +
                            " say");
    shard_.cells = cells;
    sweep::Part& part = shard_.part;
    if (const auto said_part = said_.find(shard_key); said_part != said_.end())
      part = told(said_part->second, [&] { return parse_shard(said_part->second.text); });
    const auto index = static_cast<size_t>(part.index), of = static_cast<size_t>(part.of);
    shard_.rows.resize((cells + of - 1 - index) / of);
  }

  /// The titles, and the number of cells.
  std::pair<std::string, size_t> head_of_map() {
    x_ = axis("x");
    if (said_.contains("y")) y_ = axis("y");
    searches_ = said_.contains("solves");
    return {formats::titles(x_->key, y_ ? y_->key : "", searches_),
            static_cast<size_t>(x_->count) * static_cast<size_t>(y_ ? y_->count : 1)};
  }
  std::pair<std::string, size_t> head_of_solves() {
    const Said& poses = required("poses");
    const double count = base::number(poses.text).value_or(0);
    if (!(count >= 1 && count <= most_poses) || count != std::floor(count))
      refuse(poses.line, "poses are " + base::in_quotes(poses.text) +
                             "; expected a whole number from 1 to " + std::to_string(most_poses));
    for (const std::string_view name : base::split(required("methods").text, ','))
      methods_.emplace_back(name);
    poses_ = static_cast<size_t>(count);
    return {study_titles(), poses_ * methods_.size()};
  }

  std::pair<std::string, size_t> head_of_choice() {
    const Said& methods = required("methods");
    for (const std::string_view name : base::split(methods.text, ',')) {
      told(methods, [&] { return &ik::find_method(name); });
      methods_.emplace_back(name);
    }
    return {choice_titles, methods_.size()};
  }

  const Said& required(std::string_view key) const {
    const auto found = said_.find(key);
    if (found == said_.end())
      refuse(number_, "there is no line \"# " + std::string(key) + " = ...\" above the titles");
    return found->second;
  }

  auto told(const Said& where, const auto& work) const -> decltype(work()) {
    try {
      return work();
    } catch (const base::Error& error) {
      refuse(where.line, error.what());
    }
  }

  /// Returns the parameter without limits on lengths, since the file does not give the body's size.
  static base::Parameter of_any_size(base::Parameter parameter) {
    if (parameter.length_power == 0) return parameter;
    parameter.min = 0;
    parameter.max = std::numeric_limits<double>::max();
    return parameter;
  }

  sweep::Axis axis(std::string_view key) const {
    const Said &said = required(key), &method = required("method");
    const std::string parameter_key = said.text.substr(0, said.text.find('='));
    if (sweep::is_geometry(parameter_key)) {
      const base::Parameter any{.key = parameter_key, .min = -1e9, .max = 1e9};
      return told(said, [&] { return sweep::parse_axis(said.text, any); });
    }
    const ik::MethodInfo& info =
        told(method, [&]() -> const ik::MethodInfo& { return ik::find_method(method.text); });
    for (const auto* table : {&info.parameters(), &sim::world::table()})
      for (const base::Parameter& parameter : *table)
        if (parameter.key == parameter_key)
          return told(said, [&] { return sweep::parse_axis(said.text, of_any_size(parameter)); });
    refuse(said.line,
           "method " + method.text + " has no parameter " + base::in_quotes(parameter_key));
  }

  /// Reads a row "17,0.5,...": the cell's number, the values along the axes, the metrics.
  void read_row(std::string_view line) {
    cli::stop_if_interrupted();
    const std::string_view row = line;
    const auto commas = std::ranges::count(row, ','),
               expected = std::ranges::count(shard_.head.back(), ',');
    if (chooses_ ? commas < expected : commas != expected)
      refuse(number_, "the row does not have as many numbers as there are titles");
    const auto cell = static_cast<size_t>(number_in(line, "cell", shard_.cells - 1.0));
    if (static_cast<int>(cell) % shard_.part.of != shard_.part.index)
      refuse(number_, "cell " + std::to_string(cell) + " is not of this shard");
    std::string_view& slot = shard_.rows[cell / static_cast<size_t>(shard_.part.of)];
    if (!slot.empty()) refuse(number_, "cell " + std::to_string(cell) + " again");
    slot = row;
    if (solves_) {
      expect(line, "method", methods_[cell / poses_]);
      expect(line, "pose", std::to_string(cell % poses_));
      told({"", number_}, [&] { return read_solve(row); });
      return;
    }
    if (chooses_) {
      expect(line, "method", methods_[cell]);
      told({"", number_}, [&] { return read_candidate(ik::find_method(methods_[cell]), line); });
      return;
    }
    const int column = static_cast<int>(cell) % x_->count, up = static_cast<int>(cell) / x_->count;
    expect(line, x_->key, base::shortest(x_->value(column)), axis_value);
    if (y_) expect(line, y_->key, base::shortest(y_->value(up)), axis_value);
    for (const sim::Metric* metric : sweep::metrics(searches_))
      number_in(line, metric->key, {}, searches_ ? -1 : 0);
  }

  /// Removes the first number from the rest of a row. It must be whole if there is a largest value.
  double number_in(std::string_view& line, std::string_view title,
                   std::optional<double> largest = {}, double least = 0) const {
    const std::string_view field = line.substr(0, line.find(','));
    const double value = base::number(field).value_or(least - 1);
    const bool whole = !largest || (value == std::floor(value) && value <= *largest);
    if (!std::isfinite(value) || !whole || value < least)
      refuse(number_, std::string(title) + " is " + base::in_quotes(field) +
                          "; expected a number " +
                          (largest ? "of a cell, 0 to " + base::shortest(*largest)
                                   : "from " + base::shortest(least) + " on"));
    line.remove_prefix(std::min(line.size(), field.size() + 1));
    return value;
  }

  static constexpr const char* axis_value = ", the axis' value there";
  void expect(std::string_view& line, const std::string& key, const std::string& wanted,
              const char* which = "") const {
    const std::string_view field = line.substr(0, line.find(','));
    if (field != wanted)
      refuse(number_, key + " is " + base::in_quotes(field) + "; expected " + wanted + which);
    line.remove_prefix(std::min(line.size(), field.size() + 1));
  }

  Shard shard_;
  std::string_view rest_;  // the unread part of the text
  int64_t number_ = 0;     // number of the line read last
  std::map<std::string, Said, std::less<>> said_;
  // The file is of solves, with these methods and so many poses, or of a choice; else a map.
  bool solves_ = false, chooses_ = false;
  bool searches_ = false;  // a map whose cells are searches
  std::vector<std::string> methods_;
  size_t poses_ = 1;
  std::optional<sweep::Axis> x_, y_;
};

void expect_same_map(const Shard& first, const Shard& other) {
  const std::string kind = kind_of(first.text);
  for (size_t i = 0; i < std::max(first.head.size(), other.head.size()); ++i) {
    const auto line = [i](const Shard& shard) {
      const std::string_view text = i < shard.head.size() ? shard.head[i] : "# nothing";
      return text.substr(std::min(text.find_first_not_of("# "), text.size()));
    };
    constexpr size_t longest = 200;
    if (line(first) != line(other))
      throw base::Error(other.file.string() + " belongs to another " + kind + " than " +
                        first.file.string() + ": " + base::printable(line(other), longest) +
                        ", not " + base::printable(line(first), longest));
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
  if (i < numbers.size()) text += " and " + std::to_string(numbers.size() - i) + " more";
  return text;
}

/// Names the shards that are missing, from 1, or the cells where files differ in their number.
[[noreturn]] void refuse_missing(const std::vector<Shard>& shards,
                                 const std::vector<size_t>& cells) {
  const Shard& first = shards.front();
  const auto of = static_cast<size_t>(first.part.of);
  if (std::ranges::any_of(shards, [&](const Shard& one) { return one.part.of != first.part.of; }))
    throw base::Error("cells are missing: " + list_of(cells, 6) + " of " +
                      std::to_string(first.cells) + "; expected the files of all shards");
  std::vector<size_t> missing;
  for (const size_t cell : cells)
    if (cell < of) missing.push_back(cell + 1);  // the first cell of each shard
  throw base::Error((missing.size() > 1 ? "shards " : "shard ") + list_of(missing, missing.size()) +
                    " of " + std::to_string(of) + (missing.size() > 1 ? " are" : " is") +
                    " missing; expected the files of all shards");
}

}  // namespace

std::string merged(const std::vector<std::filesystem::path>& files) {
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
        throw base::Error(file.string() + ": cell " + std::to_string(shard.cell(i)) +
                          " differs from an earlier file; expected each cell to be computed once");
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
