#include "lab/svg.h"

#include <cstdio>

namespace lab {
namespace {

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.2f", value);
  std::string shown = text;
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

Svg::Svg(double width, double height) {
  svg_.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
  svg_.append(number(width)).append(" ").append(number(height));
  svg_.append("\" font-family=\"Inter, DejaVu Sans, sans-serif\" font-size=\"13\">\n");
  rect(0, 0, width, height, "fill=\"#ffffff\"");
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

void Svg::line(map::Point from, map::Point to, std::string_view attributes) {
  path({from, to}, attributes);
}

void Svg::path(const std::vector<map::Point>& points, std::string_view attributes) {
  add("path", "", attributes);
  svg_.append(" d=\"");
  for (size_t i = 0; i < points.size(); ++i)
    svg_.append(i == 0 ? "M" : "L")
        .append(number(points[i].x))
        .append(" ")
        .append(number(points[i].y));
  svg_.append("\"/>\n");
}

void Svg::circle(map::Point center, double radius, std::string_view attributes) {
  add("circle", attributes_of({{"cx", center.x}, {"cy", center.y}, {"r", radius}}), attributes);
  svg_.append("/>\n");
}

void Svg::text(map::Point at, std::string_view text, std::string_view attributes) {
  add("text", attributes_of({{"x", at.x}, {"y", at.y}}), attributes);
  svg_.append(">").append(escaped(text)).append("</text>\n");
}

}  // namespace lab
