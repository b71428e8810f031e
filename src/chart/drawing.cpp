#include "chart/drawing.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace chart {

std::vector<Point> Area::operator()(std::vector<Point> places) const {
  for (Point& place : places) place = (*this)(place);
  return places;
}

void Drawing::fill(const Area& area, Rgb color, double opacity) {
  shapes.push_back(Fill{area, color, opacity});
}

void Drawing::line(Point from, Point to, const Stroke& stroke) { lines({{from, to}}, stroke); }

void Drawing::lines(std::vector<std::vector<Point>> pieces, const Stroke& stroke,
                    std::optional<Area> clip) {
  shapes.push_back(Lines{std::move(pieces), stroke, clip});
}

void Drawing::circle(Point center, double radius, std::optional<Rgb> fill,
                     std::optional<Stroke> stroke) {
  shapes.push_back(Circle{center, radius, fill, stroke});
}

void Drawing::polygon(std::vector<Point> corners, Rgb fill) {
  shapes.push_back(Polygon{std::move(corners), fill});
}

void Drawing::outline(const Area& area, const Stroke& stroke) {
  const Point corner = area({0, 0}), next = area({1, 0});
  lines({{corner, next, area({1, 1}), area({0, 1}), corner, next}}, stroke);  // the last is joined
}

void Drawing::text(Point at, std::string_view text, const Font& font) {
  if (!text.empty()) shapes.push_back(Text{at, base::printable(text), font});
}

double text_width(std::string_view text, const Font& font) {
  const auto letters = std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  return (font.bold ? 0.6 : 0.54) * font.size * static_cast<double>(letters);
}

}  // namespace chart
