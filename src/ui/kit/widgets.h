#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "ui/input/keyboard.h"
#include "ui/kit/theme.h"
#include "ui/layout.h"

namespace ui {

/// Widgets that Dear ImGui lacks. Lengths are in em, the height of body text, unless stated.
float em(const Look& look);
/// Returns the width of the thinnest line in pixels. Lines along an axis are drawn as rectangles,
/// which need no smoothing and cost a third.
float hairline(const Look& look);

/// Returns the height in pixels of something that is pressed: for fingers at least finger_height.
float pressed_height(const Look& look, float height);
/// Makes an area, at least a pixel wide and high, an item of Dear ImGui, to be pressed or
/// explained; the caller draws there. Returns whether it was clicked.
bool click_area(std::string_view id, ImVec2 at, ImVec2 size);
/// Draws ImGui's InvisibleButton; fingers can press it in a band of finger_height around it.
bool invisible_button(const Look& look, const char* id, ImVec2 size);

/// Lets keys operate what was just drawn. Returns what they do.
TabStops::Keys add_tab_stop(const Look& look, TabStops::Kind kind = TabStops::Kind::Button);
/// Colours a button that stands out, under the mouse too. Pop four colours.
void push_strong_button(const glm::vec4& ground, const glm::vec4& ink);
/// Draws ImGui's button, which keys can press, too. A dialog's default has the accent.
bool button(const Look& look, std::string_view label, ImVec2 size = {0, 0},
            TabStops::Kind kind = TabStops::Kind::Button);

/// Draws a line of a list to be pressed. Its background, `longer` by some pixels, shows its state.
bool list_line(const Look& look, std::string_view id, ImVec2 size, bool selected = false,
               float longer = 0);

/// Draws a heading that folds its section, perhaps with a button. Returns whether it is open.
bool section(const Look& look, const char* title, bool open_at_first = true,
             const char* word = nullptr, bool* pressed = nullptr);

/// Opens all sections drawn in this window while on.
void unfold_sections(bool on);

/// Shows that a window continues below its edge.
void fade_at_foot(const Look& look);

/// Draws small, dim, wrapped text for explanations.
void note(const Look& look, std::string_view text);

/// A tooltip, if one is open, until the end of the scope.
class [[nodiscard]] Tooltip : Scope {
 public:
  explicit Tooltip(bool open) : open_(open) {}
  ~Tooltip();
  explicit operator bool() const { return open_; }

 private:
  bool open_;
};
/// Draws a dim "(?)". While the mouse is on it a tooltip is open, beside what it explains if there
/// is room.
Tooltip begin_help(const Look& look, const char* id, const Rect& explained = {});
/// Opens a tooltip for the last item if the mouse rests on it: below, above or beside it, wherever
/// it fits, so that the item stays visible; or beside what the item acts on.
Tooltip begin_tooltip(const Look& look, const Rect& explained = {});
/// Opens a tooltip at the mouse, for a moment of a plot or for a cell.
Tooltip open_tooltip(const Look& look);
/// Shows a tooltip for this item, or the last one, wherever the mouse is. `aside`: beside it.
Tooltip open_tooltip_beside(const Look& look, const Rect& item = {}, bool aside = false);
/// Opens the readout at the mouse in a plot, whose curves begin at `top`, below its title.
Tooltip open_readout(const Look& look, const Rect& plot, float top);
float max_tooltip_width(const Look& look);  ///< greatest width
/// Returns the area of a tooltip of this size, for an item that the mouse is on.
Rect tooltip_rect(const Rect& item, ImVec2 mouse, ImVec2 size, ImVec2 display, float gap,
                  bool aside = false);
Rect readout_rect(const Rect& plot, float top, ImVec2 mouse, ImVec2 size, ImVec2 display,
                  float gap);
void tooltip(const Look& look, std::string_view text, const Rect& explained = {});

enum class Icon {
  Play,
  Backwards,
  Pause,
  Step,
  StepBack,
  Restart,
  Undo,
  Close,
  Fold,
  Unfold,
  Up,
  Eye,
  NoEye,
  Lock,
  NoLock,
  Save
};
/// Draws it about a point, in a square of 2 * `radius` pixels.
void draw_icon(Icon icon, ImVec2 middle, float radius, Ink ink);
/// Draws a square button with an icon; `side` is in pixels.
bool icon_button(const Look& look, const char* id, Icon icon, float side, bool raised = true);
bool icon_button(const Look& look, const char* id, Icon icon, ImVec2 at, float side,
                 bool raised = true);

/// Draws several choices, equally wide or as wide as their texts. If `width` pixels are too few, it
/// is a drop-down list, which shows `otherwise` if none is chosen (-1). Returns the one clicked or
/// -1.
int choose(const Look& look, const char* id, std::span<const std::string_view> choices, int chosen,
           float width, std::string_view otherwise = "…");

/// Draws a switch, on or off; returns true when clicked.
bool toggle_switch(const Look& look, const char* id, bool on);

/// Draws a small word that can be on or off. Returns whether it was clicked.
bool chip(const Look& look, std::string_view label, bool on);
float chip_width(const Look& look, std::string_view label);
/// Draws a row of chips, which goes on in the next line where there is no room.
class ChipRow {
 public:
  explicit ChipRow(const Look& look)
      : look_(look), end_(ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x) {}
  bool chip(std::string_view label, bool on);

 private:
  const Look& look_;
  float end_;
  float next_ = 0;  // right edge of the last chip
};

/// Draws a key cap, e.g. before a method's title, unless the text is empty.
void key_cap(const Look& look, ImVec2 at, std::string_view text, bool on_accent = false);
float key_cap_width(const Look& look, std::string_view text);
/// Draws it at the right end of a control of this size.
void key_cap_at_right(const Look& look, ImVec2 at, ImVec2 size, std::string_view text,
                      bool on_accent = false);

/// Draws the mark chart::marker_shape() around a point, e.g. of a run: by its slot.
void draw_mark(int index, ImVec2 middle, float radius, Ink ink,
               ImDrawList& list = *ImGui::GetWindowDrawList());

/// Draws a triangle with "!" beside an out-of-range value. Its width is warning_width().
void draw_warning_sign(const Look& look, ImVec2 at);
float warning_width(const Look& look);

/// Draws a filled circle with a tick, which means done.
void draw_check_mark(const Look& look, ImVec2 middle, float radius);

/// Draws a horizontal slider without text. Returns the knob's new position (0..1) while it is
/// dragged, else -1. Sets `typed` on Ctrl+click or double click, for the caller's text field.
float slider_track(const Look& look, const char* id, float position, bool enabled, ImVec2 size,
                   bool* typed);

/// Returns where something of this size begins in the middle of a room, in whole pixels.
inline float centred(float room, float size) { return std::round(0.5f * (room - size)); }
/// Clamps a value between two ends; if low > high, to low.
inline float clamp_or_low(float value, float low, float high) {
  return std::max(low, std::min(value, high));
}

/// Returns the text with a "\n" at each line break. Lines break at spaces, but not before a number,
/// between a number and its unit, within "(1, 2, 3)", or beside "=". Dear ImGui itself would break
/// 0.3 after the point. The first line is shorter by `indent`.
std::string wrapped(const ImFont* font, float size, std::string_view text, float width,
                    float indent = 0);
constexpr std::string_view no_break_space = "\u00A0";
/// Draws paragraphs, separated by empty lines, wrapped, with line spacing, the first line indented
/// by `indent` pixels. Returns the height in pixels; without a list it only measures.
float draw_paragraphs(ImDrawList* list, ImFont* font, ImVec2 at, float width, Ink ink,
                      std::string_view text, float indent = 0);
/// Draws text; within ImGui's PushTextWrapPos() its lines are broken as by wrapped().
void text(std::string_view s);
void text(ImFont* font, std::string_view s);
void text(ImFont* font, const glm::vec4& ink, std::string_view s);
ImVec2 text_size(ImFont* font, std::string_view s);
/// Draws a text in the size of its font, with its top left corner at `at`.
void draw_text(ImFont* font, ImVec2 at, Ink ink, std::string_view s,
               ImDrawList& list = *ImGui::GetWindowDrawList());
/// Draws a text in the middle of a line of this height.
void draw_line(ImFont* font, ImVec2 at, float height, Ink ink, std::string_view s,
               ImDrawList& list = *ImGui::GetWindowDrawList());
/// Draws a text in the middle of an area.
void draw_centred(ImFont* font, ImVec2 at, ImVec2 size, Ink ink, std::string_view s);
/// Fills a rectangle, rounded as controls are.
void fill(ImVec2 at, ImVec2 size, Ink ink, float rounding = ImGui::GetStyle().FrameRounding,
          ImDrawList& list = *ImGui::GetWindowDrawList());
/// Takes the room of what was drawn by hand, so that what comes next is below it.
void occupy(ImVec2 at, ImVec2 size);
/// Returns the text, shortened with "…" if it does not fit in `room` pixels.
std::string shortened(ImFont* font, std::string text, float room);
std::string shortened(std::string text, double room,
                      const std::function<double(const std::string&)>& width);

}  // namespace ui
