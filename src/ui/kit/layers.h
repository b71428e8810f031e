#pragma once
#include <imgui.h>

#include <vector>

namespace ui {

/// Splits Dear ImGui's draw data in two: the interface, and what lies over it but is in no picture
/// and no film: toasts, clicks and keys.
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

/// How far Dear ImGui's windows are scrolled, to be kept while they are laid out in another size.
class Scrolls {
 public:
  Scrolls();  ///< as they are now
  /// Before a frame: as they were, times a factor.
  void set(float factor) const;

 private:
  struct One {
    unsigned window;
    float x, y;
  };
  std::vector<One> all_;
};

}  // namespace ui
