#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "chart/chart.h"

namespace chart {

/// A figure as shapes from back to front: written to a file by svg(), drawn in the window or for a
/// PNG file by ui/plots/drawing_painter.h. Lengths are in units of 1/96 inch, in the window of 1/16
/// of the height of body text; y downwards from the upper left corner.

/// A rectangle; points in it, 0 to 1 from its lower left corner, are those of a chart.
struct Area {
  double x, y, width, height;
  Point operator()(Point point) const { return {x + point.x * width, y + (1 - point.y) * height}; }
  std::vector<Point> operator()(std::vector<Point> points) const;
  bool operator==(const Area&) const = default;
};

/// Colours of what is not data, on paper.
constexpr Rgb ink{0, 0, 0}, dim_ink{85, 85, 85}, line_ink{51, 51, 51}, grid_ink{221, 221, 221},
    white{255, 255, 255};

struct Theme {
  Rgb text = ink, line = line_ink, frame = line_ink, grid = grid_ink, ground = white;
  Rgb strong = ink;              ///< a text that stands out
  Rgb over = ink, halo = white;  ///< text on the colours of a map, and around it
  double label = 11;             ///< size of texts among the data
};

struct Stroke {
  Rgb color = ink;
  double width = 1;
  double dash = 0, gap = 0;  ///< dash 0: solid
  double offset = 0;         ///< the length of the dash pattern to skip at the start
  double opacity = 1;
};

enum class Anchor { Start, Middle, End };

struct Font {
  Rgb color = ink;
  double size = 13;
  bool bold = false;
  Anchor anchor = Anchor::Start;
  std::optional<Rgb> halo = {};  ///< 1.5 units around the letters
  bool upwards = false;          ///< turned to read from below
};

struct Fill {  ///< a rectangle drawn to whole pixels, so that neighbours leave no seam
  Area area;
  Rgb color;
  double opacity = 1;
};
struct Band {  ///< the area between two lines of the same number of points
  std::vector<Point> upper, lower;
  Rgb fill;
  double opacity;
  Area clip;
};
struct Lines {
  std::vector<std::vector<Point>> pieces;  ///< pieces of one point are not drawn
  Stroke stroke;
  std::optional<Area> clip;
};
struct Circle {
  Point center;
  double radius;
  std::optional<Rgb> fill;
  std::optional<Stroke> stroke;
};
struct Text {
  Point at;  ///< on the base line, where its anchor is
  std::string text;
  Font font;
};
struct Polygon {
  std::vector<Point> corners;
  Rgb fill;
};
using Shape = std::variant<Fill, Band, Lines, Circle, Polygon, Text>;

/// Returns the approximate width of a text in common fonts, since a file's reader chooses the font.
double text_width(std::string_view text, const Font& font = {});

struct Drawing {
  double width = 0, height = 0;
  std::vector<Shape> shapes = {};
  Theme theme = {};
  std::function<double(std::string_view, const Font&)> measure = text_width;

  void fill(const Area& area, Rgb color, double opacity = 1) {
    shapes.push_back(Fill{area, color, opacity});
  }
  void line(Point from, Point to, const Stroke& stroke = {}) { lines({{from, to}}, stroke); }
  void lines(std::vector<std::vector<Point>> pieces, const Stroke& stroke,
             std::optional<Area> clip = {}) {
    shapes.push_back(Lines{std::move(pieces), stroke, clip});
  }
  void circle(Point center, double radius, std::optional<Rgb> inside,
              std::optional<Stroke> stroke = {}) {
    shapes.push_back(Circle{center, radius, inside, stroke});
  }
  void polygon(std::vector<Point> corners, Rgb inside) {
    shapes.push_back(Polygon{std::move(corners), inside});
  }
  void outline(const Area& area, const Stroke& stroke);
  void text(Point at, std::string_view text, const Font& font = {});
};

/// Returns a shape, made of convex polygons, that tells curves, runs and effectors apart without
/// colour: around (0, 0), y upwards, about as large to the eye as a circle of radius 1. index is
/// taken modulo marker_count.
constexpr int marker_count = 8;
std::span<const std::vector<Point>> marker_shape(int index);

/// Returns the positions of a curve's markers, which move with the data; other markers' are
/// shifted.
std::vector<Point> marker_points(const Curve& curve);

/// Returns a colour such as "#0072b2".
std::string hex(Rgb color);

/// Returns a text escaped for XML and HTML.
std::string escaped(std::string_view text);

/// Returns a drawing as the text of an SVG file.
std::string svg(const Drawing& drawing);

}  // namespace chart
