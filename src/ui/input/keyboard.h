#pragma once
#include <imgui.h>

#include <vector>

namespace ui {

struct Look;

/// Returns whether a text field has the keyboard now. ImGuiIO::WantTextInput tells of the last
/// frame's beginning, and a field may have closed since.
bool is_typing();

/// Returns whether a menu or a list lies over everything else.
bool is_popup_open();
/// Returns whether a key went down in this frame, or repeats.
bool key_pressed(ImGuiKey key, bool repeat = false);
/// Returns whether a key pressed the button that was just pressed.
bool pressed_by_key();
/// Opens a popup for the pressed button: at the mouse or, if a key pressed it, at this point.
void open_popup(const char* id, ImVec2 at);
/// Opens a popup at the mouse or, if a key pressed the button, below it.
void open_popup(const char* id);

/// Operates menus and lists by keys: arrows move, Enter presses, Esc closes the topmost.
class PopupKeys {
 public:
  void begin_frame();
  void end_frame();
  bool was_open() const { return open_; }  ///< before this frame, so that Esc was for it

 private:
  bool open_ = false;
  ImGuiID entered_ = 0;  // the item on which Enter was pressed
};

/// Returns the fraction of a slider that an arrow key moves it by; with Shift a tenth of that.
double slider_key_step_now();

/// The items that Tab reaches in a dialog, in drawing order. The focused item has a frame; Enter or
/// Space presses it, Left and Right choose one of several.
class TabStops {
 public:
  /// Default: Enter presses it if nothing is marked. Slider: Enter asks for a number. Typed: a
  /// field in which Enter begins to type. Grid: all four arrows move through its content.
  enum class Kind { Button, Default, Field, Slider, Typed, Grid };

  /// Begins a dialog, before its first item; `fresh`: it has just been opened.
  void begin(bool fresh);
  void end();
  /// Says what keys do with the item just added, if it is marked.
  struct Keys {
    bool marked = false;
    int x = 0, y = 0;    ///< columns to the right or entries of a list; rows up
    bool types = false;  ///< a number is wanted
    double slid() const { return x * slider_key_step_now(); }  ///< fraction of a slider's length
  };
  /// Adds the item just drawn. A field that has used Tab keeps it.
  Keys add(const Look& look, Kind kind = Kind::Button, bool used_tab = false);
  /// Adds a row of choices drawn between these corners.
  Keys add_row(const Look& look, ImGuiID id, ImVec2 from, ImVec2 to);

  // These are for the panels, where keys have other meanings until a control is focused:
  /// Begins the panels, before the first one. `taken`: a menu had the keys when the frame began.
  void begin_panels(bool taken);
  void end_panels();
  /// Returns whether a control is marked, so that arrows, Tab, Enter and Esc are for it.
  bool on() const { return marked_ != 0 || next_; }
  ImGuiID marked() const { return marked_; }
  /// Marks the first control of the panels or of the next window.
  void next_panel() { next_ = true; }
  /// Makes keys start at the next item, with which a lesson's task is done. The last call counts.
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
    ImGuiID window = 0;  // the outermost window: a panel or a column of panels
  };
  void add_stop(ImGuiID id, Kind kind);
  void mark_next_panel();
  /// Marks the item between these corners. Returns what keys do with it.
  Keys mark(const Look& look, Kind kind, ImVec2 from, ImVec2 to);
  void draw_mark();

  struct Mark {
    ImDrawList* list = nullptr;
    ImVec2 from = {}, to = {}, clip_from = {}, clip_to = {};
    ImU32 ink = 0;
    float line = 0;
  };

  std::vector<Stop> stops_;  // stops of this frame
  Mark mark_;                // mark of this frame
  ImGuiID marked_ = 0;
  int tab_ = 0;         // 1: Tab was pressed, -1: with Shift
  bool typed_ = false;  // whether a field had the keyboard at the frame's start

  bool panels_ = false;  // in panels, not in a dialog
  bool next_ = false;    // the next panel was requested
  bool begins_here_ = false;
  ImGuiID first_ = 0;             // where keys start
  int scrolls_ = 0;               // frames for which the marked item is scrolled to
  std::ptrdiff_t marked_at_ = 0;  // index of the marked stop
};

}  // namespace ui
