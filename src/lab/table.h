#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace lab {

/// Returns the width of a text in columns, one per letter: none of them wide or combining.
size_t width(std::string_view text);

/// A table with aligned columns, which wraps long texts of the last column.
class Table {
 public:
  struct Column {
    std::string title;
    bool right = false;  ///< numbers
  };
  /// A table without titles has no heading.
  explicit Table(std::vector<Column> columns, std::string indent = "");

  void add_row(std::vector<std::string> cells);
  void add_row(std::initializer_list<base::FormatValue> cells) {
    add_row(base::texts_of(cells, &base::FormatValue::text));
  }
  std::string text(size_t max_width) const;

 private:
  std::vector<Column> columns_;
  std::string indent_;
  std::vector<std::vector<std::string>> rows_;
};

std::string markdown_cell(std::string_view text);

/// Returns the width of the terminal, or of a page if the output is not a terminal.
size_t page_width();

}  // namespace lab
