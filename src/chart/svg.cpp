#include "chart/svg.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace chart {
namespace {

std::string number(double value) {
  constexpr double far = 1e6;  // beyond any drawing
  value = std::isnan(value) ? 0 : std::clamp(value, -far, far);
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 2);
  std::string shown(text, end.ptr);
  while (shown.ends_with('0')) shown.pop_back();
  if (shown.ends_with('.')) shown.pop_back();
  return shown == "-0" ? "0" : shown;
}

/// " name="value"" for each.
struct Attribute {
  const char* name;
  double value;
};
std::string attributes_of(std::initializer_list<Attribute> all) {
  std::string text;
  for (const auto& [name, value] : all)
    text.append(" ").append(name).append("=\"").append(number(value)).append("\"");
  return text;
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

}  // namespace

std::string hex(Rgb color) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text = "#";
  for (const unsigned char byte : color) text.append({digits[byte / 16], digits[byte % 16]});
  return text;
}

Svg::Svg(double width, double height, Rgb background) {
  svg_.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
  svg_.append(number(width)).append(" ").append(number(height));
  svg_.append("\" font-family=\"Inter, DejaVu Sans, sans-serif\" font-size=\"13\">\n");
  rect(0, 0, width, height, "fill=\"" + hex(background) + "\"");
}

void Svg::add(std::string_view element, const std::string& places, std::string_view attributes) {
  svg_.append("<").append(element).append(places).append(" ").append(attributes);
}

void Svg::group(std::string_view attributes) {
  add("g", "", attributes);
  svg_.append(">\n");
}

void Svg::rect(double x, double y, double width, double height, std::string_view attributes) {
  add("rect", attributes_of({{"x", x}, {"y", y}, {"width", width}, {"height", height}}),
      attributes);
  svg_.append("/>\n");
}

void Svg::line(Point from, Point to, std::string_view attributes) { path({from, to}, attributes); }

void Svg::path(const std::vector<Point>& points, std::string_view attributes) {
  paths({points}, attributes);
}

void Svg::paths(const std::vector<std::vector<Point>>& pieces, std::string_view attributes) {
  add("path", "", attributes);
  svg_.append(" d=\"");
  for (const std::vector<Point>& points : pieces) {
    if (points.size() < 2) continue;
    for (const Point& point : points)
      svg_.append(&point == &points.front() ? "M" : "L")
          .append(number(point.x))
          .append(" ")
          .append(number(point.y));
  }
  svg_.append("\"/>\n");
}

void Svg::clip(std::string_view name, double x, double y, double width, double height) {
  svg_.append("<clipPath id=\"").append(name).append("\">");
  rect(x, y, width, height, "");
  svg_.append("</clipPath>\n");
}

void Svg::circle(Point center, double radius, std::string_view attributes) {
  add("circle", attributes_of({{"cx", center.x}, {"cy", center.y}, {"r", radius}}), attributes);
  svg_.append("/>\n");
}

void Svg::text(Point at, std::string_view text, std::string_view attributes) {
  add("text", attributes_of({{"x", at.x}, {"y", at.y}}), attributes);
  svg_.append(">").append(escaped(base::printable(text))).append("</text>\n");
}

void Svg::text_upwards(Point middle, std::string_view text_, std::string_view attributes) {
  std::string turned = "text-anchor=\"middle\" transform=\"rotate(-90 ";
  turned.append(number(middle.x)).append(" ").append(number(middle.y)).append(")\" ");
  text(middle, text_, turned.append(attributes));
}

}  // namespace chart
