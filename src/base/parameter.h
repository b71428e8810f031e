#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/length_unit.h"

namespace base {

enum class Scale { Linear, Log };

/// One number, whole number or choice that a user may set, declared once: slider, tooltip, `--set
/// KEY=VALUE`, the scene file's key, `ikscope-lab list` and documentation come from here.
struct Parameter {
  std::string_view key = {};     ///< what a user types
  std::string_view symbol = {};  ///< what a formula shows
  std::string_view title = {};   ///< what sentences call it, if not the words of its key
  std::string_view unit = {};    ///< empty for a pure number
  double min = 0, max = 1;
  double default_value = 0;  ///< the default
  Scale scale = Scale::Linear;
  bool integer = false;
  std::vector<std::string_view> choices = {};        ///< if any, the value is an index into these
  std::vector<std::string_view> choice_titles = {};  ///< what sentences call them; empty: the same
  std::string_view special = {};  ///< a word allowed beside the range: "inf", "auto"
  double special_value = 0;       ///< the value that stands for it
  /// The power of a length that it is measured in: its range and default are for bodies of the size
  /// of the papers', and scaled() gives those for others.
  int length_power = 0;
  bool per_rank = false;              ///< that power for each singular value: of a product
  std::string_view explanation = {};  ///< one sentence
  std::string_view source = {};       ///< paper, section

  /// One of the few that a method is tuned with: always in sight, also while it has no effect.
  bool primary = false;

  /// It has an effect only while the parameter of this key is one of these choices.
  struct Needs {
    std::string_view key = {};  ///< empty: always
    std::vector<std::string_view> choices = {};
  } needs = {};

  bool is_toggle() const {
    return choices.size() == 2 && choices[0] == "off" && choices[1] == "on";
  }
};

/// The same declaration for a body `scale` times as large, whose J has `rank` singular values:
/// range and default times scale^length_power, and its unit named.
Parameter scaled(Parameter parameter, double scale, int rank, const LengthUnit* unit);

/// A table of them for such a body, kept for good; the table given must stay too. From any thread.
const std::vector<Parameter>& scaled_table(const std::vector<Parameter>& table, double scale,
                                           int rank, const LengthUnit* unit);

/// Declare a number, whose slider is linear or logarithmic, or a choice; `rest` says what else
/// belongs to it.
struct ParameterRange {
  double min, max, default_value;
};
Parameter linear(std::string_view key, std::string_view symbol, std::string_view unit,
                 ParameterRange range, Parameter rest);
Parameter log_scaled(std::string_view key, std::string_view symbol, std::string_view unit,
                     ParameterRange range, Parameter rest);
Parameter choice(std::string_view key, std::string_view symbol,
                 std::vector<std::string_view> choices, Parameter rest);
Parameter toggle(std::string_view key, std::string_view symbol, bool default_value,
                 std::string_view explanation, std::string_view source);

/// The value as a user would type it; parse() reads it back to the same value.
std::string to_text(const Parameter& parameter, double value);

/// The allowed values, as a user would type them: "a number from 1e-06 to 10, or inf", "off or on".
std::string range_text(const Parameter& parameter);

// How people read parameters and values. Keys are what they type, and are in no sentence.

/// "error clamp", "target speed".
std::string title_of(const Parameter& parameter);
/// "λ", "Dₘₐₓ"; the title where there is no symbol, and of a switch.
std::string name_of(const Parameter& parameter);
/// "0.6", "10⁻⁶", "auto", "smallest σ": rounded, without the unit.
std::string number_text(const Parameter& parameter, double value);
/// The same with its unit: "45°", "120 steps".
std::string value_text(const Parameter& parameter, double value);
/// The allowed values: "a number from 10⁻⁶ to 10, or inf", "off or on".
std::string allowed_text(const Parameter& parameter);
/// One for each of its choices.
const std::vector<std::string_view>& shown_choices(const Parameter& parameter);
/// "λ 0.6", "Dₘₐₓ: constant", "feed-forward on".
std::string setting_text(const Parameter& parameter, std::string_view value);

/// Parses a text. Throws Error naming key, text and the allowed values.
double parse(const Parameter& parameter, std::string_view text);

/// Returns the value if it is allowed. Throws Error naming key, value and the allowed values.
double check(const Parameter& parameter, double value);

/// Values for a table of parameters. The table must outlive it (method tables live for ever).
class Settings {
 public:
  explicit Settings(const std::vector<Parameter>& table);

  const std::vector<Parameter>& table() const { return *table_; }
  double operator[](const Parameter& parameter) const { return values_[index(parameter.key)]; }
  bool flag(const Parameter& parameter) const { return (*this)[parameter] != 0; }
  double get(std::string_view key) const { return values_[index(key)]; }
  std::string text(std::string_view key) const;
  const Parameter* find(std::string_view key) const;  ///< its declaration, or null
  /// The same. Throws Error if there is none.
  const Parameter& declaration(std::string_view key) const { return (*table_)[index(key)]; }
  bool has(std::string_view key) const { return find(key) != nullptr; }
  /// Returns whether it has an effect with the other settings: Parameter::needs.
  bool has_effect(const Parameter& parameter) const;
  /// "Dₘₐₓ is off. Switch Error clamp to constant or adaptive." of one without an effect.
  std::string off_text(const Parameter& parameter) const;

  /// Throws Error if the key is unknown or the value is not allowed.
  void set(std::string_view key, double value);
  void set_text(std::string_view key, std::string_view text);
  void reset(std::string_view key);

  bool operator==(const Settings& other) const = default;

 private:
  size_t index(std::string_view key) const;  // throws Error for an unknown key

  const std::vector<Parameter>* table_;
  std::vector<double> values_;
};

}  // namespace base
