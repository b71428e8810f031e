#pragma once
#include <imgui.h>

#include <string>
#include <vector>

namespace test {

/// A text that was drawn: its rectangle, what may be seen of it, and in which window.
struct DrawnText {
  std::string text, window;
  ImVec4 rect, clip;  ///< x, y, right, bottom
  float letters;      ///< height, pixels
  bool scrolls;       ///< it can be scrolled into sight
};

/// All since the last call. The program is linked with --wrap, so that every call of
/// ImDrawList::AddText, Dear ImGui's own too, comes by here.
std::vector<DrawnText> take_drawn_texts();

/// "…" of what is cut, with where: letters at the left or right anywhere, a line at its top or foot
/// where nothing scrolls.
std::vector<std::string> cut_texts(const std::vector<DrawnText>& drawn);

}  // namespace test
