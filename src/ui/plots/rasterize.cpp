#include "ui/plots/rasterize.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "ui/kit/fonts.h"

namespace ui {
namespace {

using chart::Point;

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(double s, Point a) { return {s * a.x, s * a.y}; }
double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }

/// Whole pixels from left to right and from above, without the last ones.
struct Box {
  int left, top, right, bottom;
  Box and_(const Box& other) const {
    return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
            std::min(bottom, other.bottom)};
  }
};
Box around(Point low, Point high) {
  // Clamped far beyond any figure
  const auto whole = [](double x) {
    return std::isnan(x) ? 0 : static_cast<int>(std::clamp(x, -1e6, 1e6));
  };
  return {whole(std::floor(low.x)), whole(std::floor(low.y)), whole(std::ceil(high.x)),
          whole(std::ceil(high.y))};
}

/// How much of each pixel of a box a shape covers: the most of its parts.
class Mask {
 public:
  explicit Mask(Box box)
      : box_(box),
        width_(static_cast<size_t>(std::max(0, box.right - box.left))),
        covered_(width_ * static_cast<size_t>(std::max(0, box.bottom - box.top))) {}
  const Box& box() const { return box_; }
  float at(int x, int y) const { return covered_[index(x, y)]; }
  void cover(int x, int y, double share) {
    float& covered = covered_[index(x, y)];
    covered = std::max(covered, static_cast<float>(std::clamp(share, 0., 1.)));
  }
  bool empty() const { return covered_.empty(); }

 private:
  size_t index(int x, int y) const {
    return static_cast<size_t>(y - box_.top) * width_ + static_cast<size_t>(x - box_.left);
  }
  Box box_;
  size_t width_;
  std::vector<float> covered_;
};

/// Calls f with the middle of each pixel of a part.
template <class Visit>
void each_pixel(const Mask& mask, Point low, Point high, Visit visit) {
  const Box box = around(low, high).and_(mask.box());
  for (int y = box.top; y < box.bottom; ++y)
    for (int x = box.left; x < box.right; ++x) visit(x, y, Point{x + 0.5, y + 0.5});
}

void disc(Mask& mask, Point center, double radius) {
  const Point reach{radius + 1, radius + 1};
  each_pixel(mask, center - reach, center + reach, [&](int x, int y, Point middle) {
    mask.cover(x, y, radius + 0.5 - std::sqrt(dot(middle - center, middle - center)));
  });
}

/// A line with ends that are cut straight.
void segment(Mask& mask, Point a, Point b, double half) {
  const Point way = b - a;
  const double length = std::sqrt(dot(way, way));
  if (!(length > 0)) return;
  const Point along = (1 / length) * way, reach{half + 1, half + 1};
  const Point low{std::min(a.x, b.x), std::min(a.y, b.y)}, high = a + b - low;
  each_pixel(mask, low - reach, high + reach, [&](int x, int y, Point middle) {
    const Point from = middle - a;
    const double t = dot(from, along), across = std::abs(from.x * along.y - from.y * along.x);
    mask.cover(x, y,
               std::clamp(half + 0.5 - across, 0., 1.) *
                   std::clamp(std::min(t, length - t) + 0.5, 0., 1.));
  });
}

/// Returns the pieces of a line between its gaps.
std::vector<std::vector<Point>> dashed(const std::vector<Point>& line, double dash, double gap) {
  std::vector<std::vector<Point>> pieces;
  bool on = true;
  double left = dash;
  pieces.push_back({line.front()});
  for (size_t i = 1; i < line.size(); ++i) {
    Point from = line[i - 1];
    double length = std::sqrt(dot(line[i] - from, line[i] - from));
    while (length > left) {
      from = from + left / length * (line[i] - from);
      length -= left;
      if (on) pieces.back().push_back(from);
      on = !on;
      left = on ? dash : gap;
      if (on) pieces.push_back({from});
    }
    left -= length;
    if (on) pieces.back().push_back(line[i]);
  }
  return pieces;
}

/// The fonts of a figure's texts, with the letters that they have.
class Letters {
 public:
  explicit Letters(const chart::Drawing& drawing) {
    std::map<std::pair<bool, double>, ImFontGlyphRangesBuilder> wanted;
    for (const chart::Shape& shape : drawing.shapes)
      if (const auto* text = std::get_if<chart::Text>(&shape))
        wanted[{text->font.bold, text->font.size}].AddText(text->text.c_str());
    if (wanted.empty()) return;
    for (auto& [font, letters] : wanted) {
      letters.BuildRanges(&ranges_[font]);
      fonts_[font] = add_font(atlas_, font.first,
                              static_cast<float>(std::round(pixels_per_unit * font.second)),
                              ranges_[font].Data);
    }
    atlas_.GetTexDataAsAlpha8(&pixels_, &width_, &height_);
  }

  /// The text, where its base line begins, or ends, at `at`.
  Mask mask(const chart::Text& text, Point at) const {
    const ImFont& font = *fonts_.at({text.font.bold, text.font.size});
    std::vector<const ImFontGlyph*> glyphs;
    float width = 0;
    for (const char* c = text.text.c_str(); *c;) {
      unsigned code = 0;
      c += std::max(1, ImTextCharFromUtf8(&code, c, nullptr));
      if (const ImFontGlyph* glyph = font.FindGlyph(static_cast<ImWchar>(code))) {
        glyphs.push_back(glyph);
        width += glyph->AdvanceX;
      }
    }
    const float before = text.font.anchor == chart::Anchor::Start    ? 0
                         : text.font.anchor == chart::Anchor::Middle ? 0.5f * width
                                                                     : width;
    // Along the line and down from it
    const auto place = [&](int along, int down) {
      return text.font.upwards ? std::pair(std::lround(at.x) + down, std::lround(at.y) - along)
                               : std::pair(std::lround(at.x) + along, std::lround(at.y) + down);
    };
    const double size = font.FontSize, from = -before - size, to = width - before + size;
    Mask mask(text.font.upwards
                  ? around({at.x - 2 * size, at.y - to}, {at.x + 2 * size, at.y - from})
                  : around({at.x + from, at.y - 2 * size}, {at.x + to, at.y + 2 * size}));
    float pen = -before;
    for (const ImFontGlyph* glyph : glyphs) {
      const auto left = static_cast<int>(std::lround(pen + glyph->X0));
      const auto top = static_cast<int>(std::lround(glyph->Y0 - font.Ascent));
      const auto u = static_cast<int>(std::lround(glyph->U0 * static_cast<float>(width_)));
      const auto v = static_cast<int>(std::lround(glyph->V0 * static_cast<float>(height_)));
      const auto wide = static_cast<int>(std::lround(glyph->X1 - glyph->X0));
      const auto high = static_cast<int>(std::lround(glyph->Y1 - glyph->Y0));
      for (int y = 0; y < high; ++y)
        for (int x = 0; x < wide; ++x) {
          const auto [column, row] = place(left + x, top + y);
          const Box& box = mask.box();
          if (column >= box.left && column < box.right && row >= box.top && row < box.bottom)
            mask.cover(static_cast<int>(column), static_cast<int>(row),
                       pixels_[(v + y) * width_ + u + x] / 255.);
        }
      pen += glyph->AdvanceX;
    }
    return mask;
  }

 private:
  ImFontAtlas atlas_;
  std::map<std::pair<bool, double>, ImVector<ImWchar>> ranges_;
  std::map<std::pair<bool, double>, ImFont*> fonts_;
  unsigned char* pixels_ = nullptr;
  int width_ = 0, height_ = 0;
};

/// Covers the pixels within a distance of a shape.
Mask widened(const Mask& mask, double distance) {
  Mask wide(mask.box());
  const Box& box = mask.box();
  for (int y = box.top; y < box.bottom; ++y)
    for (int x = box.left; x < box.right; ++x)
      if (mask.at(x, y) > 0.5f) disc(wide, {x + 0.5, y + 0.5}, distance);
  return wide;
}

class Painter {
 public:
  explicit Painter(const chart::Drawing& drawing)
      : letters_(drawing),
        pixels_{static_cast<int>(std::ceil(pixels_per_unit * drawing.width)),
                static_cast<int>(std::ceil(pixels_per_unit * drawing.height)),
                {}} {
    pixels_.rgb.assign(3 * static_cast<size_t>(pixels_.width) * static_cast<size_t>(pixels_.height),
                       255);
    for (const chart::Shape& shape : drawing.shapes) std::visit(*this, shape);
  }
  Pixels take() { return std::move(pixels_); }

  void operator()(const chart::Fill& fill) {
    const Point low = scaled({fill.area.x, fill.area.y}),
                high = scaled({fill.area.x + fill.area.width, fill.area.y + fill.area.height});
    const Box box =
        around({std::round(low.x), std::round(low.y)}, {std::round(high.x), std::round(high.y)})
            .and_(all());
    for (int y = box.top; y < box.bottom; ++y)
      for (int x = box.left; x < box.right; ++x) blend(x, y, fill.color, 1);
  }

  void operator()(const chart::Lines& lines) {
    const chart::Stroke& stroke = lines.stroke;
    const double half = 0.5 * pixels_per_unit * stroke.width;
    Box box = all();
    if (lines.clip)
      box = box.and_(
          around(scaled({lines.clip->x, lines.clip->y}),
                 scaled({lines.clip->x + lines.clip->width, lines.clip->y + lines.clip->height})));
    for (std::vector<Point> piece : lines.pieces) {
      if (piece.size() < 2) continue;
      for (Point& point : piece) point = scaled(point);
      Point low = piece.front(), high = low;
      for (const Point& point : piece) {
        low = {std::min(low.x, point.x), std::min(low.y, point.y)};
        high = {std::max(high.x, point.x), std::max(high.y, point.y)};
      }
      const Point reach{half + 1, half + 1};
      Mask mask(box.and_(around(low - reach, high + reach)));
      if (mask.empty()) continue;
      const auto draw = [&](const std::vector<Point>& line) {
        for (size_t i = 1; i < line.size(); ++i) {
          segment(mask, line[i - 1], line[i], half);
          if (i + 1 < line.size()) disc(mask, line[i], half);
        }
      };
      if (stroke.dash > 0)
        for (const auto& dash :
             dashed(piece, pixels_per_unit * stroke.dash, pixels_per_unit * stroke.gap))
          draw(dash);
      else
        draw(piece);
      blend(mask, stroke.color, stroke.opacity);
    }
  }

  void operator()(const chart::Circle& circle) {
    const Point center = scaled(circle.center);
    const double radius = pixels_per_unit * circle.radius;
    const double half = circle.stroke ? 0.5 * pixels_per_unit * circle.stroke->width : 0;
    const Point reach{radius + half + 1, radius + half + 1};
    Mask mask(all().and_(around(center - reach, center + reach)));
    if (mask.empty()) return;
    if (circle.fill) {
      disc(mask, center, radius);
      blend(mask, *circle.fill, 1);
    }
    if (!circle.stroke) return;
    Mask outline(mask.box());
    each_pixel(outline, center - reach, center + reach, [&](int x, int y, Point middle) {
      const double away = std::sqrt(dot(middle - center, middle - center));
      outline.cover(x, y, half + 0.5 - std::abs(away - radius));
    });
    blend(outline, circle.stroke->color, circle.stroke->opacity);
  }

  /// Convex: what is inside of all edges.
  void operator()(const chart::Polygon& polygon) {
    std::vector<Point> corners = polygon.corners;
    if (corners.size() < 3) return;
    for (Point& corner : corners) corner = scaled(corner);
    Point low = corners.front(), high = low;
    double area = 0;
    for (size_t i = 0; i < corners.size(); ++i) {
      const Point &a = corners[i], &b = corners[(i + 1) % corners.size()];
      low = {std::min(low.x, a.x), std::min(low.y, a.y)};
      high = {std::max(high.x, a.x), std::max(high.y, a.y)};
      area += a.x * b.y - b.x * a.y;
    }
    const Point reach{1, 1};
    Mask mask(all().and_(around(low - reach, high + reach)));
    if (mask.empty()) return;
    each_pixel(mask, low - reach, high + reach, [&](int x, int y, Point middle) {
      double inside = 1;
      for (size_t i = 0; i < corners.size(); ++i) {
        const Point a = corners[i], way = corners[(i + 1) % corners.size()] - a, from = middle - a;
        const double length = std::sqrt(dot(way, way));
        if (!(length > 0)) continue;
        const double left = (way.x * from.y - way.y * from.x) / length;
        inside = std::min(inside, (area > 0 ? left : -left) + 0.5);
      }
      mask.cover(x, y, inside);
    });
    blend(mask, polygon.fill, 1);
  }

  void operator()(const chart::Text& text) {
    const Mask mask = letters_.mask(text, scaled(text.at));
    constexpr double halo = 1.5;
    if (text.font.halo) blend(widened(mask, pixels_per_unit * halo), *text.font.halo, 1);
    blend(mask, text.font.color, 1);
  }

 private:
  static Point scaled(Point point) { return pixels_per_unit * point; }
  Box all() const { return {0, 0, pixels_.width, pixels_.height}; }
  void blend(int x, int y, chart::Rgb color, double alpha) {
    uint8_t* to = &pixels_.rgb[3 * (static_cast<size_t>(y) * static_cast<size_t>(pixels_.width) +
                                    static_cast<size_t>(x))];
    for (size_t i = 0; i < 3; ++i)
      to[i] = static_cast<uint8_t>(std::lround(alpha * color[i] + (1 - alpha) * to[i]));
  }
  void blend(const Mask& mask, chart::Rgb color, double opacity) {
    const Box box = mask.box().and_(all());
    for (int y = box.top; y < box.bottom; ++y)
      for (int x = box.left; x < box.right; ++x)
        if (const float covered = mask.at(x, y); covered > 0) blend(x, y, color, opacity * covered);
  }

  Letters letters_;
  Pixels pixels_;
};

}  // namespace

Pixels rasterize(const chart::Drawing& drawing) { return Painter(drawing).take(); }

}  // namespace ui
