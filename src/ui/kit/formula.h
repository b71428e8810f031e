#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "ik/solve/solver.h"

namespace ui {

/// A piece of a method's formula: a symbol with a meaning, or what stands between symbols.
struct Token {
  std::string_view text;
  std::string meaning = {};                      ///< empty: no symbol
  std::string (*value)(ik::Solver const&) = {};  ///< what it is at the moment, if that can be said
  const base::Parameter* parameter = nullptr;    ///< that it is, if it is one
  int reading = -1;                              ///< of the method, that it is, if it is one
  bool symbol() const { return !meaning.empty(); }
};

/// A line of a method's formula in its pieces: the method's own symbols first, then its readings
/// and parameters, then those of docs/mathematics.md §1; of several that fit the longest.
std::vector<Token> formula_tokens(std::string_view formula, const ik::MethodInfo& method);

/// "0.6 unit/rad", after the last update; empty if it has no value.
std::string token_value(const Token& token, const ik::Solver& solver);

}  // namespace ui
