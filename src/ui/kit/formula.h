#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "ik/solve/solver.h"

namespace ui {

/// A piece of a method's formula: a symbol with a meaning, or the text between symbols.
struct Token {
  std::string_view text = {};
  std::string meaning = {};                      ///< empty: not a symbol
  std::string (*value)(ik::Solver const&) = {};  ///< its current value, if it has one
  const base::Parameter* parameter = nullptr;    ///< the parameter it stands for, or null
  int reading = -1;                              ///< the method's reading it stands for, or -1
  bool symbol() const { return !meaning.empty(); }
};

/// Splits a line of a method's formula into pieces. The longest match counts: of the method's
/// symbols, its readings and parameters, and the symbols of docs/mathematics.md §1.
std::vector<Token> formula_tokens(std::string_view formula, const ik::MethodInfo& method);

/// Returns a symbol's value after the last update, such as "0.6 unit/rad", if it has one.
std::string token_value(const Token& token, const ik::Solver& solver);

}  // namespace ui
