// Tables of Denavit-Hartenberg parameters as spreadsheets write them: docs/bodies.md.

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <optional>

#include "base/digits.h"
#include "base/error.h"
#include "base/length_unit.h"
#include "formats/scene/scene_file.h"
#include "formats/scene_format.h"
#include "formats/suggest.h"
#include "formats/toml/fields.h"

namespace formats {
namespace {

const std::vector<std::string> column_names = {"theta",  "d",    "a",   "alpha",
                                               "offset", "type", "name"};

bool is_angle(std::string_view column, bool slides) {
  return column == "theta" || column == "alpha" || (column == "offset" && !slides);
}

/// The value constant + times * q of a cell, where q is the joint's coordinate.
struct Cell {
  double constant = 0, times = 0;
  std::optional<bool> degrees = {};  // known if the cell has a degree sign, or pi
};

/// Reads a cell: a sum of numbers, fractions of pi and a word that stands for q, such as
/// "q2 + 90", "-3*pi/2", "(90)", "45°".
class CellReader {
 public:
  static std::optional<Cell> read(std::string text) {
    constexpr size_t longest = 100;
    if (text.size() > longest) return std::nullopt;
    std::ranges::replace(text, ',', '.');
    for (const char* minus : {"−", "–"}) replace_all(text, minus, "-");
    for (const char* times : {"·", "×"}) replace_all(text, times, "*");
    CellReader reader;
    if (replace_all(text, "°", "")) reader.degrees_ = true;
    reader.rest_ = text;
    Cell cell = reader.sum();
    cell.degrees = reader.degrees_;
    if (reader.wrong_ || reader.next() != 0) return std::nullopt;
    return cell;
  }

 private:
  char next() {
    rest_ = base::trimmed(rest_);
    return rest_.empty() ? '\0' : rest_.front();
  }
  bool take(char c) {
    if (next() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) {  // of any alphabet
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0;
  }

  Cell sum() {
    Cell all;
    do {
      double sign = 1;
      for (int i = 0; i < 2; ++i)  // "+ -90" too
        if (take('-'))
          sign = -sign;
        else
          take('+');
      const Cell term = product();
      all.constant += sign * term.constant;
      all.times += sign * term.times;
    } while (next() == '+' || next() == '-');
    return all;
  }

  Cell product() {
    Cell all = factor();
    while (!wrong_) {
      if (take('/')) {
        const Cell by = factor();
        wrong_ = wrong_ || by.times != 0 || by.constant == 0;
        all = {all.constant / by.constant, all.times / by.constant};
      } else if (take('*') || is_letter(next())) {  // "2pi" is a product
        const Cell by = factor();
        wrong_ = wrong_ || by.times * all.times != 0;
        all = {all.constant * by.constant, all.constant * by.times + all.times * by.constant};
      } else {
        break;
      }
    }
    return all;
  }

  Cell factor() {
    if (take('(')) {
      const Cell inside = sum();
      wrong_ = wrong_ || !take(')');
      return inside;
    }
    if (is_letter(next())) return word();
    const std::optional<double> value =
        is_digit(next()) || next() == '.' ? base::take_number(rest_) : std::nullopt;
    wrong_ = wrong_ || !value;
    return {value.value_or(0), 0};
  }

  Cell word() {
    size_t end = 0;
    while (end < rest_.size() &&
           (is_letter(rest_[end]) || is_digit(rest_[end]) || rest_[end] == '_'))
      ++end;
    const std::string word = lower_case(std::string(rest_.substr(0, end)));
    rest_.remove_prefix(end);
    if (word == "pi" || word == "π") {
      wrong_ = wrong_ || degrees_.value_or(false);
      degrees_ = false;
      return {std::numbers::pi, 0};
    }
    if (rest_ == "*") rest_ = {};           // books mark a coordinate so: "d*"
    wrong_ = wrong_ || base::number(word);  // "nan", "inf"
    return {0, 1};
  }

  std::string_view rest_;
  std::optional<bool> degrees_;
  bool wrong_ = false;
};

/// Splits a line into cells at semicolons, tabs, commas or else spaces, but not within quotes.
std::vector<std::string> cells_of(std::string_view line) {
  char between = ' ';
  for (const char c : {',', '\t', ';'})  // the last that occurs
    if (line.find(c) != line.npos) between = c;
  std::vector<std::string> cells = base::split_cells(line, between);
  if (between == ' ') std::erase(cells, "");
  return cells;
}

class DhTable {
 public:
  DhTable(std::string_view text, const std::string& source) : source_(source) {
    size_t number = 0;
    const std::string known = with_usual_letters(text);
    for (const std::string_view line : base::split(known, '\n')) read_line(line, ++number);
    fix_flange();
    for (size_t i = 0; i < rows_.size(); ++i)  // the scene has links of these names itself
      if (contains({"world", "base", "tool"}, rows_[i].name)) {
        std::string free = base::format("joint {}", i + 1);
        while (contains(rows_, free, &Row::name)) free += "'";
        rows_[i].name = free;
      }
    if (rows_.empty()) fail(number, "the table has no row; expected lines of theta, d, a, alpha");
  }

  /// Returns the table as a scene file that has each row in the same line, for messages.
  std::string toml() const {
    std::string text = "dh = [";
    size_t line = 1;
    for (const Row& row : rows_) {
      text.append(row.line - line, '\n');
      line = row.line;
      text += toml_of(row);
    }
    const std::string stem = std::filesystem::path(source_).stem().string();
    text += base::format(
        "]\nname = {}\nconvention = \"{}\"\ndescription = \"{} of Denavit-Hartenberg "
        "parameters\"\n",
        toml_text(sim::is_name(stem) ? stem : "DH table"), convention(),
        base::counted(static_cast<int>(rows_.size()), "row"));
    return unit_ ? text + base::format("unit = {}\n", toml_text(unit_->name)) : text;
  }
  std::string notice() const {
    return base::format(
        "The table was read in the {} convention, with angles in {}. To read it otherwise, write "
        "it as [[dh]] rows of a scene file",
        convention(), unit());
  }

 private:
  struct Column {
    std::string name;
    std::optional<bool> degrees = {};  // as the header says
  };
  struct Row {
    std::vector<std::optional<Cell>> cells = {};  // none: it is empty
    std::string type = {}, name = {};
    size_t line = 0;
  };

  /// Writes a degree sign of Windows-1252 as one of UTF-8, and indices below the line on it.
  static std::string with_usual_letters(std::string_view given) {
    std::string text;
    for (const char c : given) {
      const bool begins = text.empty() || (text.back() & 0x80) == 0;
      if (c == '\xB0' && begins) text += '\xC2';
      text += c;
    }
    constexpr std::pair<const char*, const char*> indices[] = {
        {"ᵢ", "i"}, {"₋", "-"}, {"₀", "0"}, {"₁", "1"}, {"₂", "2"}, {"₃", "3"},
        {"₄", "4"}, {"₅", "5"}, {"₆", "6"}, {"₇", "7"}, {"₈", "8"}, {"₉", "9"}};
    for (const auto& [below, usual] : indices) replace_all(text, below, usual);
    return text;
  }

  /// Returns the column that a header's cell names, in small letters: "alpha" of "alphai-1 [deg]".
  static std::string column_of(const std::string& cell) {
    std::string name = cell.substr(0, cell.find_first_of(" _([/\xc2"));  // \xc2 begins °
    for (const char* whole : {"alpha", "theta", "offset", "d", "a", "r"})
      if (name.starts_with(whole) &&
          name.find_first_not_of("i-0123456789", std::string_view(whole).size()) == name.npos)
        name = whole;
    if (name == "r") name = "a";
    if (name == "sigma") name = "type";  // 0: revolute, 1: prismatic
    return contains({"joint", "link", "i", "j", "row", "#"}, name) ? "name" : name;
  }
  /// Returns whether at least three cells name one of theta, d, a and alpha.
  static bool names_columns(std::vector<std::string> cells) {
    std::ranges::transform(cells, cells.begin(), in_header);
    return std::ranges::count_if(cells, [](const std::string& cell) {
             const std::string name = column_of(cell);
             return contains(column_names, name) && name != "name" && name != "type";
           }) >= 3;
  }
  static std::string in_header(std::string cell) {
    cell = lower_case(cell);
    for (const auto& [letter, word] :
         {std::pair{"θ", "theta"}, {"Θ", "theta"}, {"ϑ", "theta"}, {"α", "alpha"}, {"Α", "alpha"}})
      replace_all(cell, letter, word);
    return cell;
  }

  /// Makers end a table whose angles are words with a row for the flange, which does not turn.
  void fix_flange() {
    const auto theta = std::ranges::find(columns_, "theta", &Column::name);
    if (theta == columns_.end() || rows_.empty()) return;
    const auto varies = [&](const Row& row) {
      const auto& cell = row.cells[theta - columns_.begin()];
      return cell && cell->times != 0;
    };
    Row& last = rows_.back();
    const std::string name = lower_case(last.name);
    const bool is_tool =
        std::ranges::any_of(std::array{"flange", "tool", "tcp", "hand"},
                            [&](const char* word) { return name.find(word) != name.npos; });
    if (is_tool && last.type.empty() && !varies(last) && std::ranges::any_of(rows_, varies))
      last.type = "fixed";
  }

  template <class... Values>
  [[noreturn]] void fail(size_t line, base::FormatText<sizeof...(Values)> what,
                         const Values&... values) const {
    base::fail_at_line(source_, line, base::format(what, values...));
  }

  void read_line(std::string_view line, size_t number) {
    const std::string_view trimmed = base::trimmed(line);
    const bool begins = trimmed.starts_with('#');
    if (begins && columns_.empty() && names_columns(cells_of(trimmed.substr(1))))
      return read_header(cells_of(trimmed.substr(1)), number);
    const size_t comment = begins ? 0 : std::min(line.find(" #"), line.find("\t#"));
    std::vector<std::string> cells = cells_of(line.substr(0, comment));
    if (std::ranges::all_of(cells, &std::string::empty)) return;
    if (columns_.empty()) {
      const bool header = std::ranges::none_of(cells, [](const std::string& cell) {
        const std::optional<Cell> value = CellReader::read(cell);
        return value && value->times == 0;
      });
      if (header) return read_header(cells, number);
      columns_ = {{"theta"}, {"d"}, {"a"}, {"alpha"}};
    }
    while (cells.size() > columns_.size() && cells.back().empty()) cells.pop_back();
    if (cells.size() != columns_.size())
      fail(number, "the row has {}; expected {}: {}",
           base::counted(static_cast<int>(cells.size()), "cell"), columns_.size(),
           list_of(names_of(columns_)));
    read_row(cells, number);
  }

  /// Reads the header; the column of "Theta (deg)" is theta, in degrees.
  void read_header(std::vector<std::string> cells, size_t number) {
    while (cells.back().empty()) cells.pop_back();
    const bool is_table = names_columns(cells);
    for (const std::string& text : cells) {
      const std::string cell = in_header(text);
      Column column;
      if (cell.find("rad") != cell.npos) column.degrees = false;
      if (cell.find("deg") != cell.npos || cell.find("°") != cell.npos) column.degrees = true;
      if (column.degrees && !degrees_) degrees_ = column.degrees;
      // Modified tables name the angle and length of the previous link.
      for (const char* before : {"i-1", "i−1", "i - 1"})
        modified_ = modified_ || cell.find(before) != cell.npos;
      const std::string_view whole = base::trimmed(cell, " )]");
      const auto* unit = base::find_length_unit(whole.substr(whole.find_last_of(" _([/") + 1));
      column.name = column_of(cell);
      if (is_table && columns_.empty() && !contains(column_names, column.name) &&
          did_you_mean(column.name, column_names).empty())
        column.name = "name";  // whatever the first is called
      if (!contains(column_names, column.name))
        fail(number, "the column {} is unknown{}; expected some of {}", in_quotes(column.name),
             did_you_mean(column.name, column_names), list_of(column_names));
      if (contains(columns_, column.name, &Column::name))
        fail(number, "two columns are {}; expected each once, of {}", in_quotes(column.name),
             list_of(column_names));
      if (unit && unit_ && unit != unit_)
        fail(number, "lengths are in {} and in {}; expected one unit of length", unit_->name,
             unit->name);
      if (unit) unit_ = unit;
      columns_.push_back(std::move(column));
    }
  }

  void read_row(const std::vector<std::string>& cells, size_t line) {
    Row row{.name = base::format("joint {}", rows_.size() + 1), .line = line};
    std::string coordinate;  // the column whose value is the joint's coordinate
    for (size_t i = 0; i < cells.size(); ++i) {
      const std::string &column = columns_[i].name, &text = cells[i];
      row.cells.emplace_back();
      if (text.empty()) continue;
      if (column == "type") {
        row.type = lower_case(text);
        for (const auto& [number, type] : {std::pair{"0", "revolute"}, {"1", "prismatic"}})
          if (row.type == number || row.type == std::string_view(type, 1)) row.type = type;
      } else if (column == "name") {
        if (!base::number(text)) row.name = text;
      } else {
        const std::optional<Cell> cell = CellReader::read(text);
        const bool may_vary = column == "theta" || column == "d";
        if (!cell || (cell->times != 0 && (!may_vary || cell->times != 1)))
          fail(line, "{} is {}; expected a number{}", column, in_quotes(text),
               may_vary ? ", or the joint's coordinate and a number, such as q1 + 90" : "");
        if (!(std::abs(cell->constant) <= max_number))
          fail(line, "{} is {}; expected a number from -1e6 to 1e6", column, in_quotes(text));
        if (cell->times != 0 && !coordinate.empty())
          fail(line, "{} is {}, and {} is a coordinate too; expected a number in one of them",
               column, in_quotes(text), coordinate);
        if (cell->times != 0) coordinate = column;
        if (cell->degrees.value_or(false) && !degrees_) degrees_ = true;
        if (is_angle(column, true) && !cell->degrees)
          largest_ = std::max(largest_, std::abs(cell->constant));
        row.cells.back() = cell;
      }
    }
    const std::string moves = coordinate == "d" ? "prismatic" : "revolute";
    if (!coordinate.empty() && row.type.empty()) row.type = moves;
    if (!coordinate.empty() && row.type != moves)
      fail(line, "{} is the coordinate of a joint of type {}; expected a number, or the type {}",
           coordinate, in_quotes(row.type), moves);
    rows_.push_back(std::move(row));
  }

  std::string convention() const { return modified_ ? "modified" : "standard"; }
  std::string unit() const {
    const auto name = [](bool degrees) { return degrees ? "degrees" : "radians"; };
    const auto other = std::ranges::find_if(columns_, [&](const Column& column) {
      return column.degrees && column.degrees != degrees_;
    });
    if (other != columns_.end())
      return base::format("{}, but {} in {}, as its header says", name(*degrees_), other->name,
                          name(!*degrees_));
    if (degrees_) return base::format("{} as it says", name(*degrees_));
    return largest_ > most_radians ? "degrees, since in radians some would exceed a turn"
                                   : "radians";
  }

  /// Returns whether a column's header says degrees or radians; an offset is added to theta.
  std::optional<bool> unit_of(const Column& column) const {
    if (column.degrees || column.name != "offset") return column.degrees;
    const auto theta = std::ranges::find(columns_, "theta", &Column::name);
    return theta == columns_.end() ? std::nullopt : theta->degrees;
  }

  std::string toml_of(const Row& row) const {
    std::string text = "{name = " + toml_text(row.name);
    if (!row.type.empty()) text += ", type = " + toml_text(row.type);
    for (size_t i = 0; i < columns_.size(); ++i) {
      const Column& column = columns_[i];
      if (!row.cells[i]) continue;
      const bool usual = unit_of(column).value_or(degrees_.value_or(largest_ > most_radians));
      const bool degrees =
          is_angle(column.name, row.type == "prismatic") && row.cells[i]->degrees.value_or(usual);
      text += base::format(", {}{} = {}", column.name, degrees ? "_deg" : "",
                           number(row.cells[i]->constant));
    }
    return text + "},";
  }

  static constexpr double most_radians = 6.3;  // a turn
  const std::string& source_;
  std::vector<Column> columns_;
  std::vector<Row> rows_;
  std::optional<bool> degrees_;  // of columns of which nothing is said
  const base::LengthUnit* unit_ = nullptr;
  bool modified_ = false;
  double largest_ = 0;  // of the angles in an unknown unit
};

std::shared_ptr<const sim::Scene> parse_dh_csv(std::string_view text, const std::string& source) {
  const DhTable table(text, source);
  auto scene = std::make_shared<sim::Scene>(*parse(table.toml(), source));
  scene->notices.insert(scene->notices.begin(), table.notice());
  return scene;
}

}  // namespace

void declare_dh_csv(base::Registry<SceneFormat>& formats) {
  formats.add({.name = "dh_csv",
               .rank = 50,
               .endings = {"csv", "tsv"},
               .first_word = "theta",
               .opens = "DH tables (.csv)",
               .file = files::scene,
               .parse = parse_dh_csv});
}

}  // namespace formats
