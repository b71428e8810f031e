#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "chart/chart.h"

namespace chart {

/// "#0072b2"
std::string hex(Rgb color);

/// A drawing as SVG, put together from top to bottom. Lengths in its own units, y downwards.
class Svg {
 public:
  Svg(double width, double height, Rgb background = {255, 255, 255});

  /// What all elements have in common until end_group().
  void group(std::string_view attributes);
  void end_group() { svg_.append("</g>\n"); }
  /// attributes: as SVG has them, such as fill="none".
  void rect(double x, double y, double width, double height, std::string_view attributes);
  void line(Point from, Point to, std::string_view attributes);
  void path(const std::vector<Point>& points, std::string_view attributes);
  /// Several pieces as one path; those of one point are left out.
  void paths(const std::vector<std::vector<Point>>& pieces, std::string_view attributes);
  /// What has clip-path="url(#name)" is seen only within.
  void clip(std::string_view name, double x, double y, double width, double height);
  void circle(Point center, double radius, std::string_view attributes);
  void text(Point at, std::string_view text, std::string_view attributes = {});
  /// Turned to read upwards, its middle there.
  void text_upwards(Point middle, std::string_view text, std::string_view attributes = {});
  std::string done() { return std::move(svg_) + "</svg>\n"; }

 private:
  void add(std::string_view element, const std::string& places, std::string_view attributes);

  std::string svg_;
};

}  // namespace chart
