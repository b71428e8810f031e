#pragma once
#include <imgui.h>

#include <map>
#include <utility>

#include "chart/drawing.h"

namespace ui {

/// Draws a figure with Dear ImGui, so many pixels for each of its units. First add_fonts(), then
/// paint() until done(): graphics cards that count vertices in 16 bits need several lists.
class FigurePainter {
 public:
  FigurePainter(const chart::Drawing& drawing, float scale);
  FigurePainter(const FigurePainter&) = delete;
  FigurePainter& operator=(const FigurePainter&) = delete;

  /// Fills an atlas with the letters of its texts, and with nothing else.
  void add_fonts(ImFontAtlas& atlas);
  bool done() const { return next_ == drawing_.shapes.size(); }
  void paint(ImDrawList& list);

 private:
  using Face = std::pair<bool, double>;  ///< bold, size
  friend struct ShapePainter;

  const chart::Drawing& drawing_;
  float scale_;
  size_t next_ = 0;  ///< shape
  std::map<Face, ImVector<ImWchar>> letters_;
  std::map<Face, ImFont*> fonts_;
};

}  // namespace ui
