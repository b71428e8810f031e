#pragma once
#include <imgui.h>

#include <vector>

namespace ui {

struct Look;

/// Whether a text field has the keyboard now. ImGuiIO::WantTextInput tells of the last frame's
/// beginning, and a field may have closed since.
bool typing();

/// Whether a menu or a list lies over everything else.
bool popup_open();

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

/// What Tab goes through in a dialog, in the order in which it is drawn. What is marked has a
/// frame; Enter or Space presses it, Left and Right choose one of several.
class TabStops {
 public:
  enum class Kind { Button, Default, Field };  ///< Default: what Enter presses if nothing is marked

  /// Before the first item of a dialog; `fresh`: it was opened just now.
  void begin(bool fresh);
  void end();
  /// The item that was just drawn. A field that has used Tab keeps it.
  void add(const Look& look, Kind kind = Kind::Button, bool used_tab = false);
  /// A row of choices of that id, drawn between these corners: -1 or 1 where a key asks for the
  /// next.
  int add_row(const Look& look, ImGuiID id, ImVec2 from, ImVec2 to);

 private:
  struct Stop {
    ImGuiID id;
    Kind kind;
  };
  void draw_mark(const Look& look, ImVec2 from, ImVec2 to) const;

  std::vector<Stop> stops_;  // of this frame
  ImGuiID marked_ = 0;
  int tab_ = 0;         // 1: Tab was pressed, -1: with Shift
  bool typed_ = false;  // a field had the keyboard when the frame began
};

}  // namespace ui
