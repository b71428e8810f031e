// Options of building a body.

#include "ui/options/options.h"

namespace ui::options {

const base::Parameter& build_click() {
  static const base::Parameter parameter =
      base::toggle("build_click", "Click adds a link", true,
                   "While a body is built, a click into the view adds a link from what is selected "
                   "to there; else a click beside everything selects nothing.",
                   "");
  return parameter;
}

const base::Parameter& build_branch() {
  static const base::Parameter parameter =
      base::toggle("build_branch", "Move whole branches", false,
                   "While a body is built, what hangs on a joint moves along with it; else the "
                   "joint moves alone, and its links become longer or shorter.",
                   "");
  return parameter;
}

}  // namespace ui::options
