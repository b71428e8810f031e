#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace lab {

/// Columns that a terminal cell each letter takes: UTF-8 without wide or combining letters.
size_t width(std::string_view text);

/// A table with aligned columns. Long texts of the last column are wrapped.
class Table {
 public:
  struct Column {
    std::string title;
    bool right = false;  ///< numbers
  };
  /// A table without any title has no heading.
  explicit Table(std::vector<Column> columns, std::string indent = "");

  void row(std::vector<std::string> cells);
  std::string text(size_t max_width) const;

 private:
  std::vector<Column> columns_;
  std::string indent_;
  std::vector<std::vector<std::string>> rows_;
};

/// Width of the terminal, or of a page if the output is not a terminal.
size_t page_width();

}  // namespace lab
