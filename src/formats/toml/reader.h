#pragma once
#include <toml++/toml.h>
#include <Eigen/Core>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace formats {

/// Largest number of any kind in a scene file.
constexpr double max_number = 1e6;

/// What a number may be; beyond the ends is an error, the ends themselves are allowed.
struct Range {
  double min = -max_number, max = max_number;
};

/// "source:line"; perhaps in a file that this one is like.
std::string place_of(const std::string& source, const toml::node& where);

/// `source:line: sentence`, thrown as base::Error.
[[noreturn]] void fail_at(const std::string& source, const toml::node& where,
                          const std::string& sentence);

/// The top-level table of a text: the one place where TOML is read. Throws base::Error for anything
/// that is not TOML, and whatever is nested so deep that the parser could not stand it; `what` is
/// what was expected.
toml::table parse_toml(
    std::string_view text, const std::string& source,
    std::string_view what = "a scene with [[joint]], [[effector]] and [[target]] tables");

/// A table of a file, read key by key. Every error names file and line, the table, the key, what is
/// wrong and what was expected.
class Reader {
 public:
  /// `what` names the table in errors: "joint 3".
  Reader(const toml::table& table, const std::string& source, std::string what)
      : table_(table), source_(source), what_(std::move(what)) {}

  void rename(std::string what) { what_ = std::move(what); }

  /// Throws an error for the first key that is not one of these.
  void allow(const std::vector<std::string>& keys) const;

  bool has(std::string_view key) const { return table_.contains(key); }
  const toml::node& node(std::string_view key) const;  ///< throws if it is missing

  std::string text(std::string_view key) const;
  std::string name(std::string_view key) const;  ///< a text that can name something
  bool flag(std::string_view key) const;
  double number(std::string_view key, Range range = {}) const;
  Eigen::Vector3d vector(std::string_view key, Range range = {}) const;
  std::vector<double> numbers(std::string_view key, size_t count, Range range = {}) const;
  std::vector<std::string> texts(std::string_view key) const;
  /// A parameter's value as base::parse takes it: a number, a text, true or false.
  std::string setting(std::string_view key) const;
  /// [lo, hi], in order
  std::array<double, 2> pair(std::string_view key, Range range = {}) const;
  /// [[lo, hi], [lo, hi], [lo, hi]]
  std::array<std::array<double, 2>, 3> three_pairs(std::string_view key, Range range = {}) const;
  /// [[x, y, z], ...], one at least; the numbers in a row
  std::vector<double> points(std::string_view key, Range range = {}) const;

  /// The tables of [[key]]; none if the key is missing.
  std::vector<const toml::table*> tables(std::string_view key) const;

  std::string place() const;  ///< "FILE:LINE" of the table

  [[noreturn]] void fail(const std::string& sentence) const;  ///< about the table
  [[noreturn]] void fail(std::string_view key, const std::string& sentence) const;

 private:
  std::string named(std::string_view key) const { return what_ + ": " + std::string(key); }
  double number_of(const toml::node& node, const std::string& name, Range range) const;
  std::vector<double> numbers_of(const toml::node& node, const std::string& name, size_t count,
                                 const char* expected, Range range) const;
  std::array<double, 2> pair_of(const toml::node& node, const std::string& name, Range range) const;

  const toml::table& table_;
  const std::string& source_;
  std::string what_;
};

}  // namespace formats
