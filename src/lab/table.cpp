#include "lab/table.h"

#include <algorithm>

#include "base/text.h"
#include "cli/interrupt.h"
#include "formats/suggest.h"

namespace lab {
namespace {

/// Breaks a text at spaces into lines of at most `room` columns; a longer word stays whole.
std::vector<std::string> wrap(const std::string& text, size_t room) {
  std::vector<std::string> lines{""};
  for (const std::string_view word : base::split(text, ' ')) {
    std::string& line = lines.back();
    if (line.empty())
      line = word;
    else if (width(line) + 1 + width(word) <= room)
      line.append(" ").append(word);
    else
      lines.emplace_back(word);
  }
  return lines;
}

}  // namespace

size_t width(std::string_view text) { return base::letter_count(text); }

std::string markdown_cell(std::string_view text) {
  std::string safe(text);
  formats::replace_all(safe, "|", "\\|");
  return safe;
}

size_t page_width() {
  const size_t columns = cli::terminal_columns();
  return columns > 40 ? columns : 120;
}

Table::Table(std::vector<Column> columns, std::string indent)
    : columns_(std::move(columns)), indent_(std::move(indent)) {}

void Table::add_row(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  for (std::string& cell : cells) {
    std::ranges::replace(cell, '\n', ' ');
    cell = base::printable(cell);
  }
  rows_.push_back(std::move(cells));
}

std::string Table::text(size_t max_width) const {
  const size_t last = columns_.size() - 1;
  std::vector<size_t> widths;
  for (size_t c = 0; c <= last; ++c) {
    widths.push_back(width(columns_[c].title));
    for (const auto& row : rows_) widths[c] = std::max(widths[c], width(row[c]));
  }
  size_t before = width(indent_);
  for (size_t c = 0; c < last; ++c) before += widths[c] + 2;
  constexpr size_t narrowest = 24;
  const size_t room = std::max(narrowest, max_width > before ? max_width - before : 0);
  widths[last] = std::min(widths[last], room);

  std::string out;
  const auto put_line = [&](const std::vector<std::string>& cells) {
    std::string line = indent_;
    for (size_t c = 0; c <= last; ++c) {
      const size_t cell = width(cells[c]);
      const std::string gap(widths[c] > cell ? widths[c] - cell : 0, ' ');
      line += (c > 0 ? "  " : "") + (columns_[c].right ? gap + cells[c] : cells[c] + gap);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };

  const std::vector<std::string> titles = base::texts_of(columns_, &Column::title);
  if (std::ranges::any_of(titles, [](const std::string& title) { return !title.empty(); })) {
    put_line(titles);
    put_line(base::texts_of(widths, [](size_t columns) {
      std::string rule;
      for (size_t i = 0; i < columns; ++i) rule += "─";
      return rule;
    }));
  }
  for (std::vector<std::string> cells : rows_)
    for (const std::string& part : wrap(cells[last], room)) {
      cells[last] = part;
      put_line(cells);
      std::ranges::fill(cells, "");
    }
  return out;
}

}  // namespace lab
