// Tables of Denavit-Hartenberg parameters as spreadsheets write them: docs/bodies.md.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <optional>

#include "base/digits.h"
#include "base/error.h"
#include "formats/scene/scene_file.h"
#include "formats/scene_format.h"
#include "formats/suggest.h"
#include "formats/toml/writer.h"

namespace formats {
namespace {

const std::vector<std::string> columns = {"theta", "d", "a", "alpha", "offset", "type", "name"};

bool is_angle(std::string_view column, bool slides) {
  return column == "theta" || column == "alpha" || (column == "offset" && !slides);
}

std::string plain_cell(std::string_view text) {
  return std::string(base::trimmed(text, " \t\r\""));
}

/// Reads a fraction of pi: "pi", "-pi/2", "2*pi/3", "3π/2".
std::optional<double> fraction_of_pi(std::string text) {
  for (const std::string_view pi : {"pi", "PI", "Pi", "π"}) {
    const size_t at = text.find(pi);
    if (at == text.npos) continue;
    std::string before = text.substr(0, at), after = text.substr(at + pi.size());
    if (before.ends_with('*')) before.pop_back();
    if (before.empty() || before == "-") before += '1';
    if (after.empty()) after = "/1";
    const std::optional<double> times = base::number(before), by = base::number(after.substr(1));
    if (!times || !by || *by == 0 || after[0] != '/') return std::nullopt;
    return *times * std::numbers::pi / *by;
  }
  return std::nullopt;
}

/// Reads a number with a decimal point, or with a comma if cells end otherwise.
std::optional<double> number_in(std::string text) {
  std::ranges::replace(text, ',', '.');
  if (text.starts_with('+')) text.erase(0, 1);
  const std::optional<double> plain = base::number(text);
  return plain ? plain : fraction_of_pi(text);
}

/// Splits a line into cells at commas, semicolons, tabs or else spaces.
std::vector<std::string> cells_of(std::string_view line) {
  char between = ' ';
  for (const char c : {';', '\t', ','})
    if (line.find(c) != line.npos) {
      between = c;
      break;
    }
  std::vector<std::string> cells;
  for (const std::string_view part : base::split(line, between)) {
    const std::string cell = plain_cell(part);
    if (between != ' ' || !cell.empty()) cells.push_back(cell);
  }
  return cells;
}

class DhTable {
 public:
  DhTable(std::string_view text, const std::string& source) : source_(source) {
    size_t number = 0;
    for (const std::string_view line : base::split(text, '\n')) read_line(line, ++number);
    if (rows_.empty())
      throw base::Error(source + ": the table has no row; expected lines of theta, d, a, alpha");
  }

  /// Returns the table as a scene file.
  std::string toml() const {
    std::string text = "name = " + toml_text(name()) + "\nconvention = \"" + convention() + "\"\n" +
                       "description = " + toml_text(description()) + "\n";
    for (const Row& row : rows_) text += toml_of(row);
    return text;
  }
  std::string notice() const {
    return "The table was read in the " + convention() + " convention, with angles in " + unit() +
           ". To read it otherwise, write it as [[dh]] rows of a scene file";
  }

 private:
  struct Row {
    std::vector<std::string> cells;
    size_t line;
  };

  [[noreturn]] void fail(size_t line, const std::string& what) const {
    base::fail_at_line(source_, line, what);
  }

  void read_line(std::string_view line, size_t number) {
    line = line.substr(0, line.find('#'));
    if (plain_cell(line).empty()) return;
    std::vector<std::string> cells = cells_of(line);
    if (columns_.empty()) {
      const bool header = std::ranges::none_of(
          cells, [](const std::string& cell) { return number_in(cell).has_value(); });
      if (header) return read_header(cells, number);
      columns_ = {"theta", "d", "a", "alpha"};
    }
    if (cells.size() != columns_.size())
      fail(number, "the row has " + base::counted(static_cast<int>(cells.size()), "cell") +
                       "; expected " + std::to_string(columns_.size()) + ": " + list_of(columns_));
    for (size_t i = 0; i < cells.size(); ++i) check(columns_[i], cells[i], number);
    rows_.push_back({std::move(cells), number});
  }

  /// Reads the header; "Theta (deg)" is theta_deg.
  void read_header(const std::vector<std::string>& cells, size_t number) {
    for (std::string cell : cells) {
      std::ranges::transform(cell, cell.begin(), [](unsigned char c) { return std::tolower(c); });
      for (const auto& [letter, word] : {std::pair{"θ", "theta"}, {"α", "alpha"}})
        if (const size_t at = cell.find(letter); at != cell.npos)
          cell.replace(at, std::string_view(letter).size(), word);
      if (cell.find("deg") != cell.npos || cell.find("°") != cell.npos) degrees_ = true;
      if (cell.find("rad") != cell.npos) degrees_ = false;
      // Modified tables name the angle and length of the previous link.
      for (const char* before : {"i-1", "i−1", "i - 1"})
        modified_ = modified_ || cell.find(before) != cell.npos;
      cell = cell.substr(0, cell.find_first_of(" _([\xc2"));  // \xc2 begins the degree sign
      if (cell == "r") cell = "a";
      if (cell == "joint" || cell == "link" || cell == "i" || cell == "row") cell = "name";
      if (std::ranges::find(columns, cell) == columns.end())
        fail(number, "the column " + in_quotes(cell) + " is unknown" + did_you_mean(cell, columns) +
                         "; expected some of " + list_of(columns));
      if (std::ranges::find(columns_, cell) != columns_.end())
        fail(number, "two columns are " + in_quotes(cell) + "; expected each once");
      columns_.push_back(cell);
    }
  }

  void check(const std::string& column, const std::string& cell, size_t line) {
    if (column == "name" || column == "type" || cell.empty()) return;
    const std::optional<double> value = number_in(cell);
    if (value && is_angle(column, true)) largest_ = std::max(largest_, std::abs(*value));
    const bool variable = (column == "theta" || column == "d") &&
                          !std::isdigit(static_cast<unsigned char>(cell[0])) && cell[0] != '-' &&
                          cell[0] != '.';
    if (!value && !variable) fail(line, column + " is " + in_quotes(cell) + "; expected a number");
    if (value && !(std::abs(*value) <= 1e6))
      fail(line, column + " is " + in_quotes(cell) + "; expected a number from -1e6 to 1e6");
  }

  std::string convention() const { return modified_ ? "modified" : "standard"; }
  bool in_degrees() const { return degrees_.value_or(largest_ > 6.3); }
  std::string unit() const {
    return std::string(in_degrees() ? "degrees" : "radians") + (degrees_ ? " as its header says"
                                                                : in_degrees()
                                                                    ? ", since some exceed a turn"
                                                                    : "");
  }
  std::string name() const {
    const std::string stem = std::filesystem::path(source_).stem().string();
    return sim::is_name(stem) ? stem : "DH table";
  }
  std::string description() const {
    return base::counted(static_cast<int>(rows_.size()), "row") +
           " of Denavit-Hartenberg parameters";
  }

  std::string type_of(const Row& row) const {
    std::string type;
    for (size_t i = 0; i < columns_.size(); ++i) {
      const std::string& cell = row.cells[i];
      if (columns_[i] == "type" && !cell.empty()) type = cell;
      if (columns_[i] == "d" && !cell.empty() && !number_in(cell))
        type = "prismatic";  // the variable of a joint that slides
    }
    if (type == "P" || type == "p") type = "prismatic";
    if (type == "R" || type == "r") type = "revolute";
    return type;
  }

  std::string toml_of(const Row& row) const {
    std::string text = "[[dh]]\n";
    std::string type = type_of(row), name = "joint " + std::to_string(&row - rows_.data() + 1);
    for (size_t i = 0; i < columns_.size(); ++i) {
      const std::string &column = columns_[i], &cell = row.cells[i];
      if (cell.empty()) continue;
      const std::optional<double> value = number_in(cell);
      if (column == "name")
        name = value ? name : cell;
      else if (value && column != "type")
        text += column + (is_angle(column, type == "prismatic") && in_degrees() ? "_deg" : "") +
                " = " + number(*value) + "\n";
    }
    if (!type.empty()) text += "type = " + toml_text(type) + "\n";
    return text + "name = " + toml_text(name) + "\n";
  }

  const std::string& source_;
  std::vector<std::string> columns_;
  std::vector<Row> rows_;
  std::optional<bool> degrees_;
  bool modified_ = false;
  double largest_ = 0;
};

std::shared_ptr<const sim::Scene> parse_dh_csv(std::string_view text, const std::string& source) {
  const DhTable table(text, source);
  try {
    auto scene = std::make_shared<sim::Scene>(*parse(table.toml(), source));
    scene->notices.insert(scene->notices.begin(), table.notice());
    return scene;
  } catch (const base::Error& error) {
    std::string what = error.what();  // its line is that of the generated scene file
    if (what.starts_with(source + ":")) what.erase(0, what.find(' ', source.size()) + 1);
    throw base::Error(source + ": " + what);
  }
}

}  // namespace

void declare_dh_csv(base::Registry<SceneFormat>& formats) {
  formats.add({.name = "dh_csv",
               .rank = 50,
               .endings = {"csv"},
               .opens = "DH tables (.csv)",
               .file = files::scene,
               .parse = parse_dh_csv});
}

}  // namespace formats
