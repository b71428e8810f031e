#include "ui/plots/figure_painter.h"

#include <cmath>
#include <numbers>
#include <variant>
#include <vector>

#include "ui/kit/fonts.h"
#include "ui/kit/widgets.h"
#include "ui/plots/chart_painter.h"

namespace ui {
namespace {

/// Returns the pieces of a line between its gaps.
std::vector<std::vector<ImVec2>> pieces_between_gaps(const std::vector<ImVec2>& line, float dash,
                                                     float gap) {
  std::vector<std::vector<ImVec2>> pieces{{line.front()}};
  bool on = true;
  float left = dash;
  for (size_t i = 1; i < line.size(); ++i) {
    ImVec2 from = line[i - 1];
    const ImVec2 to = line[i];
    float length = std::hypot(to.x - from.x, to.y - from.y);
    while (length > left) {
      from = {from.x + left / length * (to.x - from.x), from.y + left / length * (to.y - from.y)};
      length -= left;
      if (on) pieces.back().push_back(from);
      on = !on;
      left = on ? dash : gap;
      if (on) pieces.push_back({from});
    }
    left -= length;
    if (on) pieces.back().push_back(to);
  }
  return pieces;
}

}  // namespace

struct ShapePainter {
  const FigurePainter& figure;
  ImDrawList& list;

  float scaled(double length) const { return figure.scale_ * static_cast<float>(length); }
  ImVec2 at(chart::Point point) const { return {scaled(point.x), scaled(point.y)}; }
  std::vector<ImVec2> at(const std::vector<chart::Point>& points) const {
    std::vector<ImVec2> all;
    for (const chart::Point& point : points) all.push_back(at(point));
    return all;
  }
  static ImU32 ink(const chart::Stroke& stroke) {
    return color(stroke.color, static_cast<float>(stroke.opacity));
  }

  void operator()(const chart::Fill& fill) const {
    const auto corner = [&](double x, double y) {
      return ImVec2(std::round(scaled(x)), std::round(scaled(y)));
    };
    const chart::Area& area = fill.area;
    list.AddRectFilled(corner(area.x, area.y), corner(area.x + area.width, area.y + area.height),
                       color(fill.color));
  }

  void operator()(const chart::Lines& lines) const {
    const chart::Stroke& stroke = lines.stroke;
    if (const auto& clip = lines.clip)
      list.PushClipRect(at({clip->x, clip->y}), at({clip->x + clip->width, clip->y + clip->height}),
                        true);
    for (const std::vector<chart::Point>& piece : lines.pieces) {
      if (piece.size() < 2) continue;
      const std::vector<ImVec2> line = at(piece);
      if (stroke.dash > 0)
        for (const auto& dash : pieces_between_gaps(line, scaled(stroke.dash), scaled(stroke.gap)))
          stroke_line(list, dash, ink(stroke), scaled(stroke.width), true);
      else
        stroke_line(list, line, ink(stroke), scaled(stroke.width), true);
    }
    if (lines.clip) list.PopClipRect();
  }

  void operator()(const chart::Circle& circle) const {
    const ImVec2 center = at(circle.center);
    const float radius = scaled(circle.radius);
    if (circle.fill) list.AddCircleFilled(center, radius, color(*circle.fill));
    if (circle.stroke)
      list.AddCircle(center, radius, ink(*circle.stroke), 0, scaled(circle.stroke->width));
  }

  void operator()(const chart::Polygon& polygon) const {
    const std::vector<ImVec2> corners = at(polygon.corners);
    list.AddConvexPolyFilled(corners.data(), static_cast<int>(corners.size()), color(polygon.fill));
  }

  void operator()(const chart::Text& text) const {
    const chart::Font& style = text.font;
    ImFont* font = figure.fonts_.at({style.bold, style.size});
    const float width = text_size(font, text.text).x;
    const float before = style.anchor == chart::Anchor::Start    ? 0
                         : style.anchor == chart::Anchor::Middle ? 0.5f * width
                                                                 : width;
    const ImVec2 foot = at(text.at);
    const auto write = [&](ImVec2 by, ImU32 ink) {
      const float along = std::round(-before), down = std::round(-font->Ascent);
      if (style.upwards)
        upright_text(list, font,
                     {std::round(foot.x) + down + by.x, std::round(foot.y) - along + by.y}, ink,
                     text.text);
      else
        draw_text(list, font, {std::round(foot.x) + along + by.x, std::round(foot.y) + down + by.y},
                  ink, text.text);
    };
    if (style.halo) {
      constexpr int directions = 16;
      const float reach = scaled(1.5);
      for (int i = 0; i < directions; ++i) {
        const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / directions;
        for (const float r : {0.5f * reach, reach})
          write({r * std::cos(angle), r * std::sin(angle)}, color(*style.halo));
      }
    }
    write({}, color(style.color));
  }
};

FigurePainter::FigurePainter(const chart::Drawing& drawing, float scale)
    : drawing_(drawing), scale_(scale) {}

void FigurePainter::add_fonts(ImFontAtlas& atlas) {
  std::map<Face, ImFontGlyphRangesBuilder> wanted;
  for (const chart::Shape& shape : drawing_.shapes)
    if (const auto* text = std::get_if<chart::Text>(&shape))
      wanted[{text->font.bold, text->font.size}].AddText(text->text.c_str());
  atlas.Clear();
  for (auto& [face, letters] : wanted) {
    letters.BuildRanges(&letters_[face]);
    fonts_[face] = add_font(atlas, face.first, std::round(scale_ * static_cast<float>(face.second)),
                            letters_[face].Data);
  }
  atlas.Build();
}

void FigurePainter::paint(ImDrawList& list) {
  constexpr int most_vertices = 30'000;
  while (!done() && list.VtxBuffer.Size < most_vertices)
    std::visit(ShapePainter{*this, list}, drawing_.shapes[next_++]);
}

}  // namespace ui
