#pragma once
#include <string>
#include <vector>

#include "chart/chart.h"
#include "ui/kit/theme.h"

namespace ui {

chart::Rgb rgb(const glm::vec4& color);
ImU32 color(chart::Rgb rgb, float alpha = 1);

/// A line in pieces that end where it turns back: joined there, Dear ImGui's line thins to nothing,
/// and shaking is what these plots are for. `round`: with a disc there, for thick lines.
void stroke_line(ImDrawList& list, const std::vector<ImVec2>& line, ImU32 ink, float thickness,
                 bool round = false);
/// Text that runs upwards; the lower end of its left edge is at `at`.
void upright_text(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 ink, const std::string& text);

/// Paints the parts of a chart between two corners of its area, or beside it.
struct ChartPainter {
  const Look& look;
  ImVec2 a, b;  ///< upper left, lower right
  ImDrawList& list = *ImGui::GetWindowDrawList();

  float width() const { return b.x - a.x; }
  float height() const { return b.y - a.y; }
  ImVec2 at(chart::Point place) const;
  chart::Point place(ImVec2 at) const;

  // Ticks beside the area, with their texts as far as there is room.
  void below(const chart::Side& side) const;
  void at_left(const chart::Side& side) const;
  void at_right(const chart::Side& side) const;
  /// Lines across the area at the ticks that have a text, the texts at the left and below it.
  void rows(const chart::Side& left) const;
  void columns(const chart::Side& below, bool texts = true) const;

  void curve(const chart::Curve& curve) const;
  void dots(const chart::Chart& chart) const;
  /// Lines from top to bottom, the later ones' texts first.
  void upright(const chart::Chart& chart) const;
  /// Lines from left to right, and what is above them tinted.
  void level(const chart::Chart& chart) const;
  void frame(bool strong = false) const;

  void label(ImVec2 at, const std::string& text, ImU32 ink, bool halo = false) const;

 private:
  void draw_band(const chart::Curve& curve) const;
  void beside(const chart::Side& side, float from, float way) const;
};

/// Widest text of a side, pixels.
float tick_width(const Look& look, const chart::Side& side);

}  // namespace ui
