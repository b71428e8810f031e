#pragma once
#include <imgui.h>

#include <utility>
#include <vector>

namespace ui {

/// A part of draw data: the interface, or, if `transient`, what is in no picture or film: toasts,
/// clicks, keys.
struct Layer {
  Layer(const ImDrawData& all, bool transient);

  ImDrawData data;  ///< of these lists
  std::vector<ImDrawList*> lists;
};

/// The scroll positions of Dear ImGui's windows, kept while they are laid out in another size.
class ScrollPositions {
 public:
  ScrollPositions();  ///< takes the current positions
  /// Restores the positions, times a factor, before a frame.
  void set(float factor) const;

 private:
  std::vector<std::pair<ImGuiID, ImVec2>> all_;  // of each window
};

}  // namespace ui
