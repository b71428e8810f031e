#pragma once
#include <imgui.h>

#include <vector>

namespace ui {

struct Look;

/// Returns whether a text field has the keyboard now. ImGuiIO::WantTextInput tells of the last
/// frame's beginning, and a field may have closed since.
bool typing();

/// Returns whether a menu or a list lies over everything else.
bool popup_open();
/// Returns whether a key pressed the button that was just pressed.
bool pressed_by_key();
/// Opens a popup for it: where the mouse is, or, if a key pressed it, at this place.
void open_popup(const char* id, ImVec2 place);
/// The same below it.
void open_popup(const char* id);

/// Menus and lists by keys: the arrows go through them, Enter presses, Esc closes the topmost.
class PopupKeys {
 public:
  void begin_frame();
  void end_frame();
  bool was_open() const { return open_; }  ///< before this frame: then Esc was meant for it

 private:
  bool open_ = false;
  ImGuiID entered_ = 0;  // Enter was pressed on it
};

/// How far the arrow keys move a slider, as a share of it; with Shift a tenth of that.
constexpr double slider_key_step = 1. / 40;
double slider_key_step_now();

/// The items that Tab goes through in a dialog, in drawing order. The focused one has a frame;
/// Enter or Space presses it, Left and Right choose one of several.
class TabStops {
 public:
  /// Default: what Enter presses if nothing is marked. Slider: Enter asks for a number. Typed: a
  /// field that Enter begins to type in. Grid: all four arrows go through what is in it.
  enum class Kind { Button, Default, Field, Slider, Typed, Grid };

  /// Before the first item of a dialog; `fresh`: it was opened just now.
  void begin(bool fresh);
  void end();
  /// The item that was just drawn. A field that has used Tab keeps it.
  void add(const Look& look, Kind kind = Kind::Button, bool used_tab = false);
  /// A row of choices of that id, drawn between these corners: -1 or 1 where a key asks for the
  /// next.
  int add_row(const Look& look, ImGuiID id, ImVec2 from, ImVec2 to);
  struct SliderKeys {
    double by = 0;       ///< of its length
    bool types = false;  ///< a number is wanted
  };
  /// The slider that was just drawn, and what the keys do with it.
  SliderKeys add_slider(const Look& look);
  struct GridKeys {
    int x = 0, y = 0;  ///< columns to the right, rows up
    bool marked = false;
  };
  /// The item that was just drawn has columns, and rows if it is a grid; a Button's list, entries.
  GridKeys add_arrows(const Look& look, Kind kind);

  // In the panels, where keys have other meanings until one focuses a control:
  /// Call it before the first panel. `taken`: a menu had the keys when the frame began.
  void begin_panels(bool taken);
  void end_panels();
  /// Something is marked: the arrows, Tab, Enter and Esc are meant for it.
  bool on() const { return marked_ != 0 || next_; }
  ImGuiID marked() const { return marked_; }
  /// Marks the first of the panels' controls, or of the next window.
  void next_panel() { next_ = true; }
  /// Begin with what is drawn next: a lesson's task is done with it. The last one that says so.
  void begin_here() { begins_here_ = true; }
  bool begins() const { return begins_here_ || first_ != 0; }
  void leave() {
    marked_ = 0;
    next_ = false;
  }

 private:
  struct Stop {
    ImGuiID id;
    Kind kind;
    ImGuiID window = 0;  // the outermost, a panel or a column of them
  };
  void add_stop(ImGuiID id, Kind kind);
  void mark_next_panel();
  void found(const Look& look, ImVec2 from, ImVec2 to);  ///< what is marked, between these
  void draw_mark();

  struct Mark {
    ImDrawList* list = nullptr;
    ImVec2 from = {}, to = {}, clip_from = {}, clip_to = {};
    ImU32 ink = 0;
    float line = 0;
  };

  std::vector<Stop> stops_;  // of this frame
  Mark mark_;                // likewise
  ImGuiID marked_ = 0;
  int tab_ = 0;         // 1: Tab was pressed, -1: with Shift
  bool typed_ = false;  // a field had the keyboard when the frame began

  bool panels_ = false;  // of panels, not of a dialog
  bool next_ = false;    // the next panel is asked for
  bool begins_here_ = false;
  ImGuiID first_ = 0;             // to begin with
  int scrolls_ = 0;               // frames for which what is marked is brought into sight
  std::ptrdiff_t marked_at_ = 0;  // its place among the stops
};

}  // namespace ui
