#pragma once
#include <toml++/toml.h>
#include <Eigen/Core>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace formats {

/// Largest number of any kind in a scene file.
constexpr double max_number = 1e6;

/// The range of a number; its ends are allowed.
struct Range {
  double min = -max_number, max = max_number;
};

/// Returns a range in degrees, in which the largest number at an end stands for that in radians.
constexpr Range in_degrees(Range range) {
  constexpr double max_degrees = 57295780;
  if (range.min == -max_number) range.min = -max_degrees;
  if (range.max == max_number) range.max = max_degrees;
  return range;
}

/// Reads the top-level table of a text; all TOML is read here. Throws base::Error if the text is
/// not TOML, or is nested so deep that the parser could overflow the stack; `what` names what was
/// expected.
toml::table parse_toml(
    std::string_view text, const std::string& source,
    std::string_view what = "a scene with [[joint]], [[effector]] and [[target]] tables");

/// Reads a table key by key. Errors have file, line, table, key, what is wrong, what was expected.
class Reader {
 public:
  /// `what` names the table in errors: "joint 3".
  Reader(const toml::table& table, const std::string& source, std::string what)
      : table_(table), source_(source), what_(std::move(what)) {}

  void rename(std::string what) { what_ = std::move(what); }
  const std::string& what() const { return what_; }
  const std::string& source() const { return source_; }

  /// Throws an error for the first key that is not one of these.
  void allow(const std::vector<std::string>& keys) const;

  bool has(std::string_view key) const { return table_.contains(key); }
  const toml::node& node(std::string_view key) const;  ///< throws if it is missing
  size_t line(std::string_view key) const { return node(key).source().begin.line; }

  /// Reads a text of at most so many letters.
  std::string text(std::string_view key, size_t most = size_t(-1)) const;
  std::string name(std::string_view key) const;  ///< a text that is valid as a name
  bool flag(std::string_view key) const;
  double number(std::string_view key, Range range = {}) const {
    return number_of(node(key), named(key), range);
  }
  Eigen::Vector3d vector(std::string_view key, Range range = {}) const;
  std::vector<double> numbers(std::string_view key, size_t count, Range range = {}) const;
  std::vector<std::string> texts(std::string_view key) const;
  /// Returns which of these names the text is. The error is "WHAT "text" is unknown (did you mean
  /// ...?); expected EXPECTED", one of the names if that is empty.
  size_t choice(std::string_view key, std::string_view what, const std::vector<std::string>& names,
                std::string_view expected = {}) const;
  /// Reads a parameter's value as base::parse takes it: a number, a text, true or false.
  std::string setting(std::string_view key) const;
  /// Reads [lo, hi] with lo <= hi.
  std::array<double, 2> pair(std::string_view key, Range range = {}) const {
    return pair_of(node(key), named(key), range);
  }
  /// Reads [[lo, hi], [lo, hi], [lo, hi]].
  std::vector<std::array<double, 2>> three_pairs(std::string_view key, Range range = {}) const;
  /// Reads [[x, y, z], ...], at least one point; returns the numbers in a row.
  std::vector<double> points(std::string_view key, Range range = {}) const;

  /// Returns the tables of [[key]]; none if it is missing. Throws if there are more than `most`.
  std::vector<const toml::table*> tables(std::string_view key, size_t most = size_t(-1)) const;
  /// Returns a reader for each of these tables; the third is called "KEY 3" in errors.
  std::vector<Reader> each(std::string_view key, size_t most = size_t(-1)) const;
  /// Returns a reader for the table [key], called "KEY" in errors. `form` is what was expected;
  /// empty: "[key] on a line of its own".
  Reader table(std::string_view key, const std::string& form = {}) const;

  size_t line() const { return table_.source().begin.line; }
  /// Returns "FILE:LINE" of the table; the file may be one that this one is like.
  std::string location() const;

  /// Throws an error about the table, or about the value of a key.
  [[noreturn]] void fail(const std::string& sentence) const;
  [[noreturn]] void fail(std::string_view key, const std::string& sentence) const;
  /// Fills the values in, as base::format does.
  template <class... Values>
  requires(sizeof...(Values) > 0)
      [[noreturn]] void fail(std::string_view key, base::FormatText<sizeof...(Values)> text,
                             const Values&... values) const {
    fail(key, base::format(text, values...));
  }
  /// Returns the result of `work`, whose errors are those of the key or, without it, the table.
  template <class Work>
  auto checked(std::string_view key, const Work& work) const -> decltype(work()) {
    try {
      return work();
    } catch (const base::Error& error) {
      fail(key, error.what());
    }
  }

 private:
  std::string named(std::string_view key) const { return base::format("{}: {}", what_, key); }
  double number_of(const toml::node& node, const std::string& name, Range range) const;
  /// Returns the list of so many entries that a node is; `expected` says what in errors.
  const toml::array& entries_of(const toml::node& node, const std::string& name, size_t count,
                                const std::string& expected) const;
  std::vector<double> numbers_of(const toml::node& node, const std::string& name, size_t count,
                                 const std::string& expected, Range range) const;
  std::array<double, 2> pair_of(const toml::node& node, const std::string& name, Range range) const;

  const toml::table& table_;
  const std::string& source_;
  std::string what_;
};

}  // namespace formats
