#pragma once
#include <imgui.h>

#include <map>
#include <utility>

#include "chart/drawing.h"
#include "ui/kit/theme.h"

namespace ui {

chart::Rgb rgb(const glm::vec4& color);
ImU32 color(chart::Rgb rgb, float alpha = 1);

/// A drawing in the current window, in the theme's colours and fonts, and an area in it between two
/// corners, in pixels. show() draws what was added.
struct ChartPainter {
  ChartPainter(const Look& of, ImVec2 upper_left, ImVec2 lower_right);

  const Look& look;
  ImVec2 a, b;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float scale;  ///< pixels per unit of the drawing
  chart::Area area;
  chart::Drawing drawing;

  float width() const { return b.x - a.x; }
  float height() const { return b.y - a.y; }
  ImVec2 at(chart::Point point) const;
  chart::Point point_at(ImVec2 pixel) const;
  chart::Point in_units(ImVec2 at) const { return {at.x / scale, at.y / scale}; }
  void show();
  /// Draws a chart in the area: its ground, sides, levels and curves.
  void show(const chart::Chart& chart);
};

/// Returns the width of a side's widest text, pixels.
float tick_width(const Look& look, const chart::Side& side);

/// Draws a figure for a file, with the given number of pixels per unit. Call add_fonts() first,
/// then paint() until done(): graphics cards that count vertices in 16 bits need several lists.
class FigurePainter : Scope {
 public:
  FigurePainter(const chart::Drawing& drawing, float scale) : drawing_(drawing), scale_(scale) {}

  /// Fills an atlas with only the letters of its texts.
  void add_fonts(ImFontAtlas& atlas);
  bool done() const { return next_ == drawing_.shapes.size(); }
  void paint(ImDrawList& list);

 private:
  using Face = std::pair<bool, double>;  ///< bold, size

  const chart::Drawing& drawing_;
  float scale_;
  size_t next_ = 0;  ///< shape
  std::map<Face, ImVector<ImWchar>> letters_;
  std::map<Face, ImFont*> fonts_;
};

}  // namespace ui
