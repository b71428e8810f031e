#include "chart/svg.h"

#include <algorithm>
#include <cmath>

#include "base/digits.h"
namespace chart {
namespace {

std::string number(double value) {
  constexpr double far = 1e6;  // beyond any drawing
  value = std::isnan(value) ? 0 : std::clamp(value, -far, far);
  std::string shown = base::decimal(value, 2);
  while (shown.ends_with('0')) shown.pop_back();
  if (shown.ends_with('.')) shown.pop_back();
  return shown == "-0" ? "0" : shown;
}

/// A text as XML has it.
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

/// Puts the file together from top to bottom.
class Writer {
 public:
  explicit Writer(const Drawing& drawing) {
    begin("svg", " xmlns=\"http://www.w3.org/2000/svg\"");
    add("viewBox", "0 0 " + number(drawing.width) + " " + number(drawing.height));
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
    place(fill.area);
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
        svg_.append(&point == &points.front() ? "M" : "L")
            .append(number(point.x))
            .append(" ")
            .append(number(point.y));
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
      add("transform", "rotate(-90 " + number(text.at.x) + " " + number(text.at.y) + ")");
    svg_.append(">").append(escaped(text.text)).append("</text>\n");
  }

 private:
  void begin(std::string_view element, std::string_view more = {}) {
    svg_.append("<").append(element).append(more);
  }
  void add(std::string_view name, std::string_view value) {
    svg_.append(" ").append(name).append("=\"").append(value).append("\"");
  }
  void add(std::string_view name, double value) { add(name, number(value)); }
  void add(const Stroke& stroke) {
    add("stroke", hex(stroke.color));
    if (stroke.width != 1) add("stroke-width", stroke.width);
    if (stroke.opacity < 1) add("stroke-opacity", stroke.opacity);
    if (stroke.dash > 0) add("stroke-dasharray", number(stroke.dash) + " " + number(stroke.gap));
    if (stroke.dash > 0 && stroke.offset != 0) add("stroke-dashoffset", stroke.offset);
  }
  void place(const Area& area) {
    add("x", area.x);
    add("y", area.y);
    add("width", area.width);
    add("height", area.height);
  }
  void points(const std::vector<Point>& corners) {
    std::string points;
    for (const Point& corner : corners)
      points.append(points.empty() ? "" : " ")
          .append(number(corner.x))
          .append(",")
          .append(number(corner.y));
    add("points", points);
    svg_.append("/>\n");
  }
  std::string clip_name() const { return "url(#clip" + std::to_string(clips_.size()) + ")"; }
  /// The last one of clips_ is that area.
  void clip(const Area& area) {
    if (!clips_.empty() && clips_.back() == area) return;
    clips_.push_back(area);
    svg_.append("<clipPath id=\"clip" + std::to_string(clips_.size()) + "\"><rect");
    place(area);
    svg_.append("/></clipPath>\n");
  }

  std::string svg_;
  std::vector<Area> clips_;
  bool fills_ = false;
};

}  // namespace

std::string hex(Rgb color) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text = "#";
  for (const unsigned char byte : color) text.append({digits[byte / 16], digits[byte % 16]});
  return text;
}

std::string svg(const Drawing& drawing) { return Writer(drawing).take(); }

}  // namespace chart
