#pragma once
#include <vector>

namespace ui {

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
