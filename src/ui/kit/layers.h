#pragma once
#include <imgui.h>

#include <vector>

namespace ui {

/// Splits draw data into the interface and what is in no picture or film: toasts, clicks, keys.
class Layers {
 public:
  explicit Layers(const ImDrawData& all);
  ImDrawData* interface() { return of(interface_); }
  ImDrawData* remarks() { return of(remarks_); }

 private:
  ImDrawData* of(std::vector<ImDrawList*>& lists);

  ImDrawData data_;
  std::vector<ImDrawList*> interface_, remarks_;
};

/// The scroll positions of Dear ImGui's windows, kept while they are laid out in another size.
class Scrolls {
 public:
  Scrolls();  ///< takes the current positions
  /// Restores the positions, times a factor, before a frame.
  void set(float factor) const;

 private:
  struct One {
    unsigned window;
    float x, y;
  };
  std::vector<One> all_;
};

}  // namespace ui
