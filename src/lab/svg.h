#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "map/contour.h"

namespace lab {

/// A drawing as SVG, put together from top to bottom. Lengths in its own units, y downwards.
class Svg {
 public:
  Svg(double width, double height);

  /// What all elements have in common until end_group().
  void group(std::string_view attributes);
  void end_group() { svg_.append("</g>\n"); }
  /// attributes: as SVG has them, such as fill="none".
  void rect(double x, double y, double width, double height, std::string_view attributes);
  void line(map::Point from, map::Point to, std::string_view attributes);
  void path(const std::vector<map::Point>& points, std::string_view attributes);
  void circle(map::Point center, double radius, std::string_view attributes);
  void text(map::Point at, std::string_view text, std::string_view attributes = {});
  std::string done() { return std::move(svg_) + "</svg>\n"; }

 private:
  void add(std::string_view element, const std::string& places, std::string_view attributes);

  std::string svg_;
};

}  // namespace lab
