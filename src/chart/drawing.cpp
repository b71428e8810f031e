#include "chart/drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/digits.h"
#include "base/text.h"

namespace chart {
namespace {

using Corners = std::vector<Point>;

Corners turned(Corners polygon, double angle) {
  for (Point& p : polygon)
    p = {p.x * std::cos(angle) - p.y * std::sin(angle),
         p.x * std::sin(angle) + p.y * std::cos(angle)};
  return polygon;
}

Corners regular(int corners, double radius, double first) {
  Corners polygon;
  for (int i = 0; i < corners; ++i)
    polygon.push_back({radius * std::cos(first + 2 * std::numbers::pi * i / corners),
                       radius * std::sin(first + 2 * std::numbers::pi * i / corners)});
  return polygon;
}

Corners box(double x, double y) { return {{-x, -y}, {x, -y}, {x, y}, {-x, y}}; }

std::string number(double value) {
  constexpr double far = 1e6;  // beyond any drawing
  value = std::isnan(value) ? 0 : std::clamp(value, -far, far);
  std::string shown = base::decimal(value, 2);
  while (shown.ends_with('0')) shown.pop_back();
  if (shown.ends_with('.')) shown.pop_back();
  return shown == "-0" ? "0" : shown;
}

class Writer {
 public:
  explicit Writer(const Drawing& drawing) {
    begin("svg");
    add("xmlns", "http://www.w3.org/2000/svg");
    add("viewBox", base::format("0 0 {} {}", number(drawing.width), number(drawing.height)));
    add("width", drawing.width);
    add("height", drawing.height);
    add("font-family", "Inter, DejaVu Sans, sans-serif");
    add("font-size", Font().size);
    svg_.append(">\n");
    (*this)(Fill{{0, 0, drawing.width, drawing.height}, {255, 255, 255}});
    for (const Shape& shape : drawing.shapes) {
      const bool fill = std::holds_alternative<Fill>(shape);
      if (fill && !fills_) svg_.append("<g shape-rendering=\"crispEdges\">\n");
      if (!fill && fills_) svg_.append("</g>\n");
      fills_ = fill;
      std::visit(*this, shape);
    }
    svg_.append(fills_ ? "</g>\n</svg>\n" : "</svg>\n");
  }
  std::string take() { return std::move(svg_); }

  void operator()(const Fill& fill) {
    begin("rect");
    add_area(fill.area);
    add("fill", hex(fill.color));
    if (fill.opacity < 1) add("fill-opacity", fill.opacity);
    svg_.append("/>\n");
  }

  void operator()(const Band& band) {
    clip(band.clip);
    begin("polygon");
    add("fill", hex(band.fill));
    add("fill-opacity", band.opacity);
    add("clip-path", clip_name());
    std::vector<Point> corners = band.upper;
    corners.insert(corners.end(), band.lower.rbegin(), band.lower.rend());
    points(corners);
  }

  void operator()(const Lines& lines) {
    if (lines.clip) clip(*lines.clip);
    begin("path");
    add("fill", "none");
    add(lines.stroke);
    add("stroke-linejoin", "round");
    if (lines.clip) add("clip-path", clip_name());
    svg_.append(" d=\"");
    for (const std::vector<Point>& points : lines.pieces) {
      if (points.size() < 2) continue;
      for (const Point& point : points)
        svg_ += base::format("{}{} {}", &point == &points.front() ? 'M' : 'L', number(point.x),
                             number(point.y));
    }
    svg_.append("\"/>\n");
  }

  void operator()(const Circle& circle) {
    begin("circle");
    add("cx", circle.center.x);
    add("cy", circle.center.y);
    add("r", circle.radius);
    add("fill", circle.fill ? hex(*circle.fill) : "none");
    if (circle.stroke) add(*circle.stroke);
    svg_.append("/>\n");
  }

  void operator()(const Polygon& polygon) {
    begin("polygon");
    add("fill", hex(polygon.fill));
    points(polygon.corners);
  }

  void operator()(const Text& text) {
    const Font &font = text.font, usual;
    begin("text");
    add("x", text.at.x);
    add("y", text.at.y);
    add("fill", hex(font.color));
    if (font.size != usual.size) add("font-size", font.size);
    if (font.bold) add("font-weight", "bold");
    if (font.anchor != Anchor::Start)
      add("text-anchor", font.anchor == Anchor::Middle ? "middle" : "end");
    if (font.halo) {
      add("paint-order", "stroke");
      add({.color = *font.halo, .width = 3});
      add("stroke-linejoin", "round");
    }
    if (font.upwards)
      add("transform", base::format("rotate(-90 {} {})", number(text.at.x), number(text.at.y)));
    svg_ += base::format(">{}</text>\n", escaped(text.text));
  }

 private:
  void begin(std::string_view element) { svg_ += base::format("<{}", element); }
  void add(std::string_view name, std::string_view value) {
    svg_ += base::format(" {}=\"{}\"", name, value);
  }
  void add(std::string_view name, double value) { add(name, number(value)); }
  void add(const Stroke& stroke) {
    add("stroke", hex(stroke.color));
    if (stroke.width != 1) add("stroke-width", stroke.width);
    if (stroke.opacity < 1) add("stroke-opacity", stroke.opacity);
    if (stroke.dash > 0)
      add("stroke-dasharray", base::format("{} {}", number(stroke.dash), number(stroke.gap)));
    if (stroke.dash > 0 && stroke.offset != 0) add("stroke-dashoffset", stroke.offset);
  }
  void add_area(const Area& area) {
    add("x", area.x);
    add("y", area.y);
    add("width", area.width);
    add("height", area.height);
  }
  void points(const std::vector<Point>& corners) {
    const auto pair = [](const Point& corner) {
      return base::format("{},{}", number(corner.x), number(corner.y));
    };
    add("points", base::joined(base::texts_of(corners, pair), " "));
    svg_.append("/>\n");
  }
  std::string clip_name() const { return base::format("url(#clip{})", clips_.size()); }
  /// The last one of clips_ is that area.
  void clip(const Area& area) {
    if (!clips_.empty() && clips_.back() == area) return;
    clips_.push_back(area);
    svg_ += base::format("<clipPath id=\"clip{}\"><rect", clips_.size());
    add_area(area);
    svg_.append("/></clipPath>\n");
  }

  std::string svg_;
  std::vector<Area> clips_;
  bool fills_ = false;
};

}  // namespace

std::vector<Point> Area::operator()(std::vector<Point> points) const {
  for (Point& point : points) point = (*this)(point);
  return points;
}

void Drawing::outline(const Area& area, const Stroke& stroke) {
  const Point corner = area({0, 0}), next = area({1, 0});
  lines({{corner, next, area({1, 1}), area({0, 1}), corner, next}}, stroke);  // the last is joined
}

void Drawing::text(Point at, std::string_view text, const Font& font) {
  if (!text.empty()) shapes.push_back(Text{at, base::printable(text), font});
}

double text_width(std::string_view text, const Font& font) {
  return (font.bold ? 0.6 : 0.54) * font.size * static_cast<double>(base::letter_count(text));
}

std::span<const std::vector<Point>> marker_shape(int index) {
  constexpr double right = std::numbers::pi / 2, eighth = right / 2;
  static const std::array<std::vector<Corners>, marker_count> all{{
      {regular(20, 1, 0)},                                                       // disc
      {box(0.97, 0.97)},                                                         // square
      {regular(3, 1.45, right)},                                                 // triangle
      {regular(4, 1.45, right)},                                                 // diamond
      {regular(3, 1.45, -right)},                                                // on its tip
      {turned(box(1.3, 0.36), eighth), turned(box(1.3, 0.36), right + eighth)},  // cross
      {box(1.25, 0.36), box(0.36, 1.25)},                                        // plus
      {box(1.3, 0.42)},                                                          // bar
  }};
  return all[static_cast<size_t>(index) % marker_count];
}

std::vector<Point> marker_points(const Curve& curve) {
  constexpr double apart = 0.22;
  std::vector<Point> positions;
  if (curve.marker < 0) return positions;
  const double first = curve.phase + apart * (curve.marker % marker_count) / marker_count;
  const auto& points = curve.points;
  for (double x = first + apart * std::ceil(-first / apart); x <= 1; x += apart) {
    const auto after =
        std::ranges::lower_bound(points, x, {}, [](const Point& point) { return point.x; });
    if (after == points.begin() || after == points.end()) continue;
    const Point &a = *(after - 1), &b = *after;
    const double part = b.x > a.x ? (x - a.x) / (b.x - a.x) : 0;
    const double y = a.y + part * (b.y - a.y);
    if (y >= 0 && y <= 1) positions.push_back({x, y});
  }
  return positions;
}

std::string hex(Rgb color) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text = "#";
  for (const unsigned char byte : color) text.append({digits[byte / 16], digits[byte % 16]});
  return text;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result.append("&amp;");
    else if (c == '<')
      result.append("&lt;");
    else
      result.push_back(c);
  }
  return result;
}

std::string svg(const Drawing& drawing) { return Writer(drawing).take(); }

}  // namespace chart
