#pragma once
#include "ui/panel.h"

namespace ui {

/// A part of a column, from the cursor to the end of the scope. If a lesson points at it, a frame
/// pulses around it, its sections unfold and the column scrolls to it.
class Highlight : Scope {
 public:
  Highlight(const Panel& panel, std::string_view name);
  ~Highlight();

 private:
  const Panel& panel_;
  bool is_highlighted_;
  ImVec2 from_;
};
void highlight_window(const Panel& panel, std::string_view name);  ///< the same for a whole window
/// Returns whether the lesson points at this panel, or this part of one.
bool points_at(const Panel& panel, std::string_view name);
/// Returns whether the lesson's step needs it: points at it, or measures the task with it.
bool is_needed(const Panel& panel, std::string_view name);
/// If the step needs one of these, the others are left out until `more_button` is clicked.
bool needs_only_some(const Panel& panel, const std::vector<std::string_view>& names);
void more_button(const Panel& panel, const char* words);
/// Returns a rectangle with the part of it that is visible in the current window.
PointedAt in_window(const Rect& whole);
/// Draws a pulsing frame, `out` pixels around the rectangle.
void pulse(const Panel& panel, ImVec2 from, ImVec2 to, float out);

}  // namespace ui
