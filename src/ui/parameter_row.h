#pragma once
#include <map>
#include <string>
#include <string_view>

#include "base/parameter.h"
#include "ui/kit/widgets.h"

namespace ui {

/// The properties of a row besides the declaration of its parameter.
struct RowText {
  std::string_view formula = {};  ///< shown in the tooltip
  std::string off = {};           ///< why it has no effect; empty if it has one
  bool can_be_off = false;        ///< has its own switch: off while not enabled
  bool compact = false;           ///< all on one line; the help comes from the label
  bool enabled() const { return off.empty(); }
};

struct RowEdit {
  enum class Kind { None, Set, Off, Reset, Refused } kind = Kind::None;
  double value = 0;
  std::string message = {};  ///< the message of a refusal
};

/// Draws rows of parameters: label left, value right, and a slider, switch or list made from the
/// declaration alone. Remembers the text being typed, and the value to restore after "inf" and
/// "auto".
class ParameterRows {
 public:
  RowEdit draw(const Look& look, const base::Parameter& parameter, double value,
               double default_value, const RowText& text = {});

 private:
  struct Line;

  std::string typing_;  // key of the value being typed, if one is
  char typed_[64] = {};
  int typing_frames_ = 0;
  std::map<std::string, double, std::less<>> ordinary_;  // last value beside "inf" or "auto"
};

/// Returns the height of the row of a number, in pixels.
float number_row_height(const Look& look);

/// Draws the tooltip of a parameter: explanation, formula, range, default, source.
void parameter_help(const Look& look, const base::Parameter& parameter, double default_value,
                    const RowText& text);

/// Draws a symbol with what follows "_" as a subscript. Returns its width.
float symbol(const Look& look, ImVec2 at, std::string_view text, const glm::vec4& ink);

}  // namespace ui
