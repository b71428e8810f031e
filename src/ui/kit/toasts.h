#pragma once
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/kit/theme.h"
#include "ui/layout.h"

namespace ui {

/// Short messages at the bottom of a part of the window, in no picture and no film. They fade in
/// and out; errors stay longer. They are stacked, the newest lowest; one without room waits.
class Toasts {
 public:
  enum class Kind { Message, Error };

  /// The start of the names of their windows.
  static constexpr std::string_view window = "toast ";

  /// Adds a message. A click on one about a file opens its folder.
  void add(std::string_view message, Kind kind = Kind::Message, std::string file = {});
  /// Removes a message that no longer holds.
  void remove(std::string_view message) {
    std::erase_if(toasts_, [&](const Toast& one) { return one.text == message; });
  }
  /// A part of the window. If `brief`, it shows the newest message, shortened, with a tooltip.
  struct Area {
    Rect rect;
    bool brief = false;
  };
  /// Draws them in the first of these parts of the window that has room for the newest. Returns the
  /// file of the one that was clicked, or an empty name.
  std::string draw(const Look& look, std::span<const Area> areas, std::span<const Rect> in_the_way,
                   float seconds);
  /// Returns the height that the newest message needs, with its margins, below a dialog in a
  /// display of this size or at the top of such a body; 0 if that is too much.
  float room_of_newest(const Look& look, float width, float height) const;
  bool empty() const { return toasts_.empty(); }
  const std::string& newest() const { return toasts_.back().text; }

 private:
  struct Toast {
    std::string text;
    Kind kind;
    std::string file;
    float age = 0;
  };
  /// A message as it is drawn.
  struct Shown {
    Rect rect;
    float pad;  ///< above and below the text
    std::string shortened = {};
  };
  static ImVec2 size(const Look& look, const Toast& toast, float width);
  /// Returns the messages that have room, newest first.
  std::vector<Shown> shown_in(const Look& look, const Area& area,
                              std::span<const Rect> in_the_way) const;
  /// Returns the newest message, shortened to the lines that fit, or nothing if few letters would.
  std::optional<Shown> brief(const Look& look, const Rect& area) const;
  /// Draws a message. Returns whether it was clicked.
  static bool draw(const Look& look, const Toast& toast, const Shown& shown, size_t index);

  std::deque<Toast> toasts_;
};

/// Returns the windows over this frame's layout: menus, dialogs, tooltips, titles; no toasts.
std::vector<Rect> windows_over_layout();

}  // namespace ui
