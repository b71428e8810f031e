#pragma once
#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/digits.h"
#include "formats/toml/reader.h"

namespace formats {

/// Write values in TOML; reading them back gives the same value.
std::string toml_text(std::string_view text);
std::string number(double value);  ///< -0 becomes 0
std::string list(const std::vector<std::string>& entries);
std::string vector(const Eigen::Vector3d& v);

/// Writes a file line by line; values are in TOML already.
class Writer {
 public:
  void heading(std::string_view line) { text_.append(line).append("\n"); }  ///< "[method]"
  void line(std::string_view key, std::string_view value) {
    text_.append(key).append(" = ").append(value).append("\n");
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Says whether a table needs a key, and how documents describe its default.
struct Need {
  bool required = false;
  std::string_view text = {};  ///< empty: the default value
};
constexpr Need required{true, "required"}, optional{};

std::string bounds_text(Range range);                             ///< ", 0.1 to 60"
std::string alternatives(const std::vector<std::string>& names);  ///< "a", "b" or "c"

namespace as {

/// A kind of value that a function of the reader reads, some of it in a range.
template <auto function>
struct Read {
  auto read(const Reader& reader, std::string_view key) const { return (reader.*function)(key); }
};
template <auto function>
struct ReadInRange {
  Range range = {};
  auto read(const Reader& reader, std::string_view key) const {
    return (reader.*function)(key, range);
  }
};

/// Kinds of values. Each reads a value, returns its text in TOML, and names its form in documents.
struct Text {
  size_t most = size_t(-1);  ///< letters
  std::string read(const Reader& reader, std::string_view key) const {
    return reader.text(key, most);
  }
  std::string text(const std::string& value) const { return toml_text(value); }
  std::string form() const;
};
struct Name : Text {
  std::string read(const Reader& reader, std::string_view key) const { return reader.name(key); }
  std::string form() const { return "name"; }
};
struct Flag : Read<&Reader::flag> {
  std::string text(bool value) const { return value ? "true" : "false"; }
  std::string form() const { return "`true` or `false`"; }
};
struct Number : ReadInRange<&Reader::number> {
  std::string text(double value) const { return formats::number(value); }
  std::string form() const { return "number" + bounds_text(range); }
};
struct Vector : ReadInRange<&Reader::vector> {
  std::string text(const Eigen::Vector3d& value) const { return formats::vector(value); }
  std::string form() const { return "`[x, y, z]`" + bounds_text(range); }
};
struct Texts : Read<&Reader::texts> {
  std::string text(const std::vector<std::string>& value) const;
  std::string form() const { return "list of strings"; }
};
struct Numbers {
  size_t count = 0;  ///< 0: any
  Range range = {};
  std::vector<double> read(const Reader& reader, std::string_view key) const {
    const toml::array* list = reader.node(key).as_array();
    return reader.numbers(key, count == 0 && list ? list->size() : count, range);
  }
  std::string text(const std::vector<double>& value) const;
  std::string form() const { return "list of numbers"; }
};
/// Allows numbers that are not finite, too: whoever uses the number checks it.
constexpr Range any_number{-std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::infinity()};
template <class Int>
struct Whole {
  Range range{-1, max_number};
  Int checked(const Reader& reader, std::string_view key, double value) const {
    if (value != std::floor(value) || !(value >= range.min && value <= range.max))
      reader.fail(key, "{} is {}; expected a whole number", key, base::shortest(value));
    return static_cast<Int>(value);
  }
  Int read(const Reader& reader, std::string_view key) const {
    return checked(reader, key, reader.number(key, range));
  }
  std::string text(Int value) const { return std::to_string(value); }
  std::string form() const { return "whole number"; }
};
/// Points in a row: 3p numbers.
struct Points : ReadInRange<&Reader::points> {
  std::string text(const std::vector<double>& value) const;
  std::string form() const { return "`[[x, y, z], ...]`"; }
};
struct Pair : ReadInRange<&Reader::pair> {
  std::string text(const std::array<double, 2>& value) const {
    return list({formats::number(value[0]), formats::number(value[1])});
  }
  std::string form() const { return "`[lowest, highest]`"; }
};
/// One of these names: an enumeration, an index, or the name itself. Which one may decide what keys
/// there are.
template <class Value>
struct Choice {
  static constexpr bool decides = true;
  std::string_view what;
  const std::vector<std::string>& names;
  std::string_view expected = {};  ///< see Reader::choice
  Value read(const Reader& reader, std::string_view key) const {
    const size_t index = reader.choice(key, what, names, expected);
    if constexpr (std::is_same_v<Value, std::string>)
      return names[index];
    else
      return static_cast<Value>(index);
  }
  std::string text(const Value& value) const {
    if constexpr (std::is_same_v<Value, std::string>)
      return toml_text(value);
    else
      return toml_text(names[static_cast<size_t>(value)]);
  }
  std::string form() const { return names.empty() ? "name" : alternatives(names); }
};

}  // namespace as

template <class T>
struct DefaultKind;
template <>
struct DefaultKind<std::string> : as::Text {};
template <>
struct DefaultKind<bool> : as::Flag {};
template <>
struct DefaultKind<double> : as::Number {};
template <>
struct DefaultKind<Eigen::Vector3d> : as::Vector {};
template <>
struct DefaultKind<std::vector<std::string>> : as::Texts {};
template <class T>
struct DefaultKind<std::optional<T>> : DefaultKind<T> {};

/// The keys of a table of a file. A function `fields(Fields& f, OBJECT& object)` declares each
/// once, `f("radius", object.radius, required, "of spheres and capsules", as::Number{size})`, and
/// so tells how it is read, checked, written and documented.
class Fields {
 public:
  /// Reads a table. Unknown keys are refused before its values are read, apart from those that
  /// decide which keys there are: names and choices.
  explicit Fields(Reader& reader) : job_(Job::Allow), reader_(&reader) {}
  explicit Fields(Writer& out) : job_(Job::Write), out_(&out) {}
  Fields() : job_(Job::Document) {}

  template <class T, class Kind = DefaultKind<T>>
  void operator()(std::string_view key, T& value, Need need, std::string_view meaning,
                  const Kind& kind = {}) {
    if (reads()) {
      if (need.required || reader_->has(key)) value = kind.read(*reader_, key);
    } else if (writes()) {
      if (!need.required && is_default(value)) return;
      if constexpr (requires { value.has_value(); })
        out_->line(key, kind.text(*value));
      else
        out_->line(key, kind.text(value));
    } else if (documents()) {
      std::string standard(need.text);
      if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>)
        if (standard.empty()) standard = "`" + kind.text(value) + "`";
      document(key, kind.form(), standard, meaning);
    } else {
      keys_.emplace_back(key);
      if constexpr (requires { Kind::decides; })
        if (reader_->has(key)) value = kind.read(*reader_, key);
    }
  }
  /// A name that the table's errors mention from now on: "joint "elbow"".
  template <class Kind = as::Name>
  void name(std::string& value, std::string_view what, std::string_view meaning,
            const Kind& kind = {}) {
    if (job_ == Job::Allow && reader_->has("name")) {
      value = kind.read(*reader_, "name");
      reader_->rename(base::format("{} {}", what, base::in_quotes(value)));
    }
    (*this)("name", value, required, meaning, kind);
  }
  /// A key that is read and written elsewhere, or a table: "[cue.view]", "[[cue.command]]".
  void other(std::string_view key, std::string_view form, Need need, std::string_view meaning);

  /// A key that documents do not list.
  void key(std::string_view key) { keys_.emplace_back(key); }

  /// Returns whether a key occurs: when the condition holds; documents have all.
  bool when(bool condition) const { return condition || job_ == Job::Document; }
  /// Returns whether a key is visited: it is not written where it has its default.
  bool unless(bool standard) const { return !standard || job_ != Job::Write; }
  bool reads() const { return job_ == Job::Read; }
  bool writes() const { return job_ == Job::Write; }
  bool documents() const { return job_ == Job::Document; }
  bool has(std::string_view key) const { return reader_ && reader_->has(key); }
  const Reader& reader() const { return *reader_; }

  const std::vector<std::string>& keys() const { return keys_; }  ///< that are allowed

  /// Refuses unknown keys; from now on values are read.
  void begin_reading() {
    reader_->allow(keys_);
    job_ = Job::Read;
  }

  struct Row {
    std::string keys, form, standard, meaning;
  };
  const std::vector<Row>& rows() const { return rows_; }

 private:
  enum class Job { Allow, Read, Write, Document };

  template <class T>
  static bool is_default(const T& value) {
    if constexpr (std::is_same_v<T, Eigen::Vector3d>)
      return value.isZero(0);
    else if constexpr (std::is_same_v<T, Eigen::Matrix3d>)
      return value == Eigen::Matrix3d::Identity();
    else
      return value == T();
  }
  void document(std::string_view key, std::string form, std::string standard,
                std::string_view meaning);

  Job job_;
  Reader* reader_ = nullptr;
  Writer* out_ = nullptr;
  std::vector<std::string> keys_;
  std::vector<Row> rows_;
};

/// Reads a table by the function `fields` of its object.
void read_table(Reader& reader, auto& object, auto&&... context) {
  Fields f(reader);
  fields(f, object, context...);
  f.begin_reading();
  fields(f, object, context...);
}
/// Writes a table under its heading, "[[link]]"; the top of a file has none.
void write_table(Writer& out, std::string_view heading, auto object, const auto&... context) {
  if (!heading.empty()) out.heading("\n" + std::string(heading));
  Fields f(out);
  fields(f, object, context...);
}

}  // namespace formats
