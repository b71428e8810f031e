#pragma once
#include "ui/options/options.h"
#include "ui/panel.h"

namespace ui {

// Parts that are not in the table of panels: menu, lesson, and what lies over other parts.

void menu_bar(const Panel& panel);

/// Draws the head of the right column, which chooses its panel. Its left edge can be dragged.
void column_head(const Panel& panel);

/// Draws the clock at the bottom of the controls, always visible.
void clock_panel(const Panel& panel);
float clock_panel_height(const Panel& panel);

void profile_panel(const Panel& panel);  // over the body: the frame time profile
void view_titles(const Panel& panel);    // over the body: the names of the runs in the grid
/// Draws the single run's method and key at the stage's upper left. Returns the area, or none.
Rect method_title(const Panel& panel, bool draw = false);
void past_hint(const Panel& panel);       // over its bottom: what the user can do in the past
Rect past_hint_rect(const Panel& panel);  // empty if there is none

/// A line of the legend at the lower left of the selected run's view, above what is drawn there.
/// The legend has a line for each overlay that is on, with its sentence as a tooltip; below these
/// is the recorded pose, which a click hides and shows. Lines are side by side where possible, so
/// that they cover little of the body.
struct LegendLine {
  const OverlayInfo* overlay;
  Rect rect;
  std::vector<std::string> meanings;  ///< of its colours; if there are many lines, some are empty
};
struct ViewLegend {
  Rect recorded;  ///< empty if there is none
  std::vector<LegendLine> overlays;
};
ViewLegend view_legend(const Panel& panel);
void overlay_legend(const Panel& panel);
void recorded_legend(const Panel& panel);
std::vector<Rect> legend_rects(const Panel& panel);  ///< the areas of all of these

// The lesson, at the side or over all columns:
void follow_lesson(const Panel& panel);  ///< called before everything else in a frame
/// Returns the height of the strip, em; the font is smaller if a step would exceed `most`.
float lesson_height(const Panel& panel, float window, float most);
void lesson_panel(const Panel& panel);

// These lie over everything:
void start_panel(const Panel& panel);  ///< beside the body, which keeps running
void picker_panel(const Panel& panel);
void save_panel(const Panel& panel);  ///< asks where to save
void help_panel(const Panel& panel);
void about_panel(const Panel& panel);
void qr_panel(const Panel& panel);        ///< the link, as large as possible
void targets_dialog(const Panel& panel);  ///< effectors, goals and motions of the open body
void film_panel(const Panel& panel);      ///< chooses what a film shows, and begins it

/// Draws a window without a frame that fills this area, unless that is empty.
template <class Draw>
void draw_frameless_window(const char* id, const Rect& rect, ImVec2 padding, ImGuiWindowFlags flags,
                           Draw draw) {
  if (rect.empty()) return;
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.width, rect.height});
  const StyleVar padded(ImGuiStyleVar_WindowPadding, padding);
  if (ImGui::Begin(id, nullptr, flags)) draw();
  ImGui::End();
}
/// The flags of a small window over the body.
constexpr ImGuiWindowFlags floating = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                      ImGuiWindowFlags_NoFocusOnAppearing;

/// Begins a centred window, closed by Esc or a click beside it; false if hidden. end() must follow.
bool begin_overlay(const Panel& panel, const char* title, ImVec2 size);
void end_overlay(const Panel& panel);
/// Draws a field of a dialog by `draw`. Returns what that returns.
template <class Draw>
bool dialog_field(const Panel& panel, Draw draw) {
  ImGui::PushAllowKeyboardFocus(false);  // TabStops handles Tab instead
  const bool entered = draw();
  ImGui::PopAllowKeyboardFocus();
  add_tab_stop(panel.look, TabStops::Kind::Field);
  return entered;
}

}  // namespace ui
