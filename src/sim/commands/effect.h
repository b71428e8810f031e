#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/parameter.h"

namespace sim {

/// The change that a command has made, for undo and for the marks in the plots.
struct Effect {
  struct Part {
    const base::Parameter* parameter = nullptr;  ///< null if it is something else
    std::string subject;                         ///< the parameter's key, "rest", "obstacle", ...
    std::string value;                           ///< its new value, or what happened to it
    std::string text() const;  ///< "λ 0.3", "Dₘₐₓ: constant", "obstacle moved"
  };
  std::string prefix = {};       ///< "undo: ", "redo: " or empty
  std::vector<Part> parts = {};  ///< in the order of the command

  bool empty() const { return parts.empty(); }
  /// Returns whether a later one replaces it, as the next step of a dragged slider does.
  bool same_subject(const Effect& later) const {
    return !empty() && !later.empty() && prefix == later.prefix &&
           (!prefix.empty() || parts[0].subject == later.parts[0].subject);
  }
};

/// Returns an effect on something that is not a parameter.
inline Effect effect(std::string subject, std::string value = {}) {
  return {.parts = {{nullptr, std::move(subject), std::move(value)}}};
}

/// "undo: λ 0.3, Dₘₐₓ 2".
std::string text(const Effect& effect);

}  // namespace sim
