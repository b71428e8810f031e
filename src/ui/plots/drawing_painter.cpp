#include "ui/plots/drawing_painter.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <variant>

#include "chart/chart_drawing.h"
#include "ui/kit/fonts.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

using Line = std::vector<ImVec2>;

/// Adds a point. Drops the previous point if the line passes within a fifth of a pixel of it
/// anyway; a smooth curve then needs a tenth of the triangles.
void extend(Line& line, ImVec2 point) {
  constexpr float near = 0.2f, longest = 12;  // pixels; long chords could cut a slow bend
  if (line.size() >= 2) {
    const ImVec2 from = line[line.size() - 2], between = line.back();
    const float dx = point.x - from.x, dy = point.y - from.y, length = std::hypot(dx, dy);
    const float cross = dx * (between.y - from.y) - dy * (between.x - from.x);
    const float along = dx * (between.x - from.x) + dy * (between.y - from.y);
    if (length < longest && std::abs(cross) <= near * length && along >= 0 &&
        along <= length * length) {
      line.back() = point;
      return;
    }
  }
  line.push_back(point);
}

/// Draws a line in pieces that end where it turns back. Dear ImGui thins a joined line to nothing
/// there, and such turns are how shaking shows in plots. A thick line gets a disc at each turn.
void stroke_line(ImDrawList& list, const Line& line, ImU32 ink, float thickness) {
  constexpr float thick = 3;
  for (size_t first = 0; first + 1 < line.size();) {
    size_t last = first + 1;
    for (; last + 1 < line.size(); ++last) {
      const ImVec2 a = line[last - 1], b = line[last], c = line[last + 1];
      if ((b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) < 0) break;
    }
    list.AddPolyline(line.data() + first, static_cast<int>(last - first + 1), ink, 0, thickness);
    if (thickness > thick && last + 1 < line.size())
      list.AddCircleFilled(line[last], 0.5f * thickness, ink);
    first = last;
  }
}

/// Returns the pieces of a line between its gaps.
std::vector<Line> pieces_between_gaps(const Line& line, float dash, float gap, float offset) {
  offset -= (dash + gap) * std::floor(offset / (dash + gap));
  std::vector<Line> pieces;
  bool on = offset < dash;
  if (on) pieces.push_back({line.front()});
  float left = on ? dash - offset : dash + gap - offset;
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

/// The lower end of the text's left edge is at `at`.
void upright_text(ImDrawList& list, ImFont* font, ImVec2 at, ImU32 ink, const std::string& s) {
  const int first = list.VtxBuffer.Size;
  const ImVec2 level = list.GetClipRectMin();  // here nothing is clipped
  draw_text(font, level, ink, s, list);
  for (int i = first; i < list.VtxBuffer.Size; ++i) {
    ImVec2& v = list.VtxBuffer[i].pos;
    v = {at.x + (v.y - level.y), at.y - (v.x - level.x)};
  }
}

struct ShapePainter {
  ImDrawList& list;
  float scale;
  bool in_window;  ///< whether lines are aligned to whole pixels
  std::function<ImFont*(const chart::Font&)> find_font;

  float scaled(double length) const { return scale * static_cast<float>(length); }
  ImVec2 at(chart::Point point) const { return {scaled(point.x), scaled(point.y)}; }

  void clip(const chart::Area& area) const {
    list.PushClipRect(at({area.x, area.y}), at({area.x + area.width, area.y + area.height}), true);
  }

  void operator()(const chart::Fill& fill) const {
    const auto corner = [&](double x, double y) {
      return ImVec2(std::round(scaled(x)), std::round(scaled(y)));
    };
    const chart::Area& area = fill.area;
    list.AddRectFilled(corner(area.x, area.y), corner(area.x + area.width, area.y + area.height),
                       color(fill.color, static_cast<float>(fill.opacity)));
  }

  /// Draws a band without smoothing: smoothed edges would show between neighbours.
  void operator()(const chart::Band& band) const {
    const ImDrawListFlags flags = list.Flags;
    list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
    clip(band.clip);
    for (size_t i = 1; i < band.upper.size(); ++i)
      list.AddQuadFilled(at(band.lower[i - 1]), at(band.upper[i - 1]), at(band.upper[i]),
                         at(band.lower[i]), color(band.fill, static_cast<float>(band.opacity)));
    list.PopClipRect();
    list.Flags = flags;
  }

  void operator()(const chart::Lines& lines) const {
    const chart::Stroke& stroke = lines.stroke;
    if (lines.clip) clip(*lines.clip);
    for (const std::vector<chart::Point>& piece : lines.pieces) {
      Line line;
      for (const chart::Point& point : piece) extend(line, at(point));
      if (line.size() < 2) continue;
      if (stroke.dash > 0)
        for (const Line& dash : pieces_between_gaps(line, scaled(stroke.dash), scaled(stroke.gap),
                                                    scaled(stroke.offset)))
          draw(dash, stroke);
      else
        draw(line, stroke);
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
    for (const chart::Point& corner : polygon.corners) list.PathLineTo(at(corner));
    list.PathFillConvex(color(polygon.fill));
  }

  void operator()(const chart::Text& text) const {
    const chart::Font& style = text.font;
    ImFont* font = find_font(style);
    const float width = text_size(font, text.text).x;
    const float before = style.anchor == chart::Anchor::Start    ? 0
                         : style.anchor == chart::Anchor::Middle ? 0.5f * width
                                                                 : width;
    const ImVec2 foot = at(text.at);
    const float along = std::round(before), up = std::round(font->Ascent);
    const auto write = [&](float x, float y, ImU32 ink) {
      const ImVec2 corner{std::round(foot.x) + x, std::round(foot.y) + y};
      if (style.upwards)
        upright_text(list, font, {corner.x - up, corner.y + along}, ink, text.text);
      else
        draw_text(font, {corner.x - along, corner.y - up}, ink, text.text, list);
    };
    if (style.halo) {
      const int directions = in_window ? 4 : 16;
      const float reach = in_window ? 1 : scaled(1.5);
      for (int i = 0; i < directions; ++i) {
        const float angle =
            2 * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(directions);
        for (float r = reach; r > 0.9f; r -= 0.5f * reach + 0.5f)
          write(r * std::cos(angle), r * std::sin(angle), color(*style.halo));
      }
    }
    write(0, 0, color(style.color));
  }

 private:
  static ImU32 ink(const chart::Stroke& stroke) {
    return color(stroke.color, static_cast<float>(stroke.opacity));
  }

  /// Draws a line. In the window, lines along an axis are rectangles, at a third of the cost.
  void draw(const Line& line, const chart::Stroke& stroke) const {
    if (!in_window) return stroke_line(list, line, ink(stroke), scaled(stroke.width));
    const float thickness = std::max(1.f, std::round(scaled(stroke.width)));
    const auto is_oblique = [](ImVec2 from, ImVec2 to) { return from.x != to.x && from.y != to.y; };
    if (std::ranges::adjacent_find(line, is_oblique) != line.end())
      return stroke_line(list, line, ink(stroke), thickness);
    for (size_t i = 1; i < line.size(); ++i) {
      const ImVec2 from{std::round(std::min(line[i - 1].x, line[i].x)),
                        std::round(std::min(line[i - 1].y, line[i].y))};
      const ImVec2 to{std::round(std::max(line[i - 1].x, line[i].x)),
                      std::round(std::max(line[i - 1].y, line[i].y))};
      list.AddRectFilled(from,
                         {std::max(to.x, from.x + thickness), std::max(to.y, from.y + thickness)},
                         ink(stroke));
    }
  }
};

ImFont* font_in_window(const Look& look, const chart::Font& font) {
  return font.bold ? look.fonts.strong : look.fonts.small;
}

}  // namespace

chart::Rgb rgb(const glm::vec4& color) {
  const auto byte = [](float share) {
    return static_cast<unsigned char>(std::lround(255 * std::clamp(share, 0.f, 1.f)));
  };
  return {byte(color.r), byte(color.g), byte(color.b)};
}

ImU32 color(chart::Rgb rgb, float alpha) {
  return IM_COL32(rgb[0], rgb[1], rgb[2], std::lround(255 * alpha));
}

ChartPainter::ChartPainter(const Look& of, ImVec2 upper_left, ImVec2 lower_right)
    : look(of),
      a(upper_left),
      b(lower_right),
      scale(em(of) / 16),
      area{a.x / scale, a.y / scale, width() / scale, height() / scale} {
  const view::Palette& p = *look.palette;
  drawing.theme = {.text = rgb(p.text_dim),
                   .line = rgb(p.text_dim),
                   .frame = rgb(p.border),
                   .grid = rgb(p.border),
                   .ground = rgb(p.panel),
                   .strong = rgb(p.text),
                   .over = chart::white,
                   .halo = chart::ink,
                   .label = small_letters};
  drawing.measure = [&of, by = scale](std::string_view text, const chart::Font& font) {
    return text_size(font_in_window(of, font), text).x / by;
  };
}

ImVec2 ChartPainter::at(chart::Point point) const {
  return {a.x + static_cast<float>(point.x) * width(),
          b.y - static_cast<float>(point.y) * height()};
}

chart::Point ChartPainter::point_at(ImVec2 pixel) const {
  return {(pixel.x - a.x) / width(), (b.y - pixel.y) / height()};
}

void ChartPainter::show() {
  const ShapePainter painter{
      list, scale, true, [this](const chart::Font& font) { return font_in_window(look, font); }};
  for (const chart::Shape& shape : drawing.shapes) std::visit(painter, shape);
  drawing.shapes.clear();
}

void ChartPainter::show(const chart::Chart& chart) {
  fill(a, {width(), height()}, look.palette->window, 0, list);
  chart::draw_horizontal_lines(drawing, area, chart);
  chart::draw_side(drawing, area, chart.below, chart::Edge::Below);
  chart::draw_side(drawing, area, chart.left, chart::Edge::Left);
  chart::draw_side(drawing, area, chart.right, chart::Edge::Right);
  for (const chart::Curve& curve : chart.curves) chart::draw_curve(drawing, area, curve);
  chart::draw_frame(drawing, area);
  show();
}

float tick_width(const Look& look, const chart::Side& side) {
  float widest = 0;
  for (const chart::Tick& tick : side.ticks)
    widest = std::max(widest, text_size(look.fonts.small, tick.text).x);
  return widest;
}

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
  const ShapePainter painter{list, scale_, false, [this](const chart::Font& font) {
                               return fonts_.at({font.bold, font.size});
                             }};
  while (!done() && list.VtxBuffer.Size < most_vertices)
    std::visit(painter, drawing_.shapes[next_++]);
}

}  // namespace ui
