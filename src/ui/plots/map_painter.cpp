#include "ui/plots/map_painter.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr ImU32 white = IM_COL32_WHITE, black = IM_COL32_BLACK;
constexpr ImU32 here = IM_COL32(0xD5, 0x5E, 0x00, 255);  // no map has this colour

}  // namespace

void MapPainter::cells(const DrawnMap& map) const {
  list.AddRectFilled(a, b, color(look.palette->raised));
  if (map.image) list.AddImage(map.image, a, b);
}

void MapPainter::lines(const sweep::Picture& picture, bool thin) const {
  const float unit = em(look);
  std::vector<ImVec2> points;
  list.PushClipRect(a, b, true);
  for (const bool bold : {false, true})
    for (const sweep::IsoLine& level : picture.lines) {
      if (level.bold != bold || (!bold && !thin)) continue;
      for (const sweep::Line& line : level.lines) {
        constexpr size_t speck = 7;  // amid what shakes there are many
        if (!bold && line.size() < speck) continue;
        points.clear();
        for (const sweep::Point& point : line) points.push_back(at(point));
        const auto count = static_cast<int>(points.size());
        if (bold) {
          list.AddPolyline(points.data(), count, white, 0, 0.32f * unit);
          list.AddPolyline(points.data(), count, black, 0, 0.16f * unit);
        } else {
          list.AddPolyline(points.data(), count, IM_COL32(255, 255, 255, 190), 0,
                           std::max(1.f, 0.07f * unit));
        }
      }
    }
  list.PopClipRect();
}

void MapPainter::texts(const sweep::Picture& picture) const {
  ImFont* small = look.fonts.small;
  for (const sweep::Label& one :
       sweep::line_labels(picture, width() / small->FontSize, height() / small->FontSize)) {
    const ImVec2 size = text_size(small, one.text), middle = at(one.at);
    const float left = within(middle.x - 0.5f * size.x, a.x + 2, b.x - size.x - 2);
    const float top = within(middle.y - 0.5f * size.y, a.y + 1, b.y - size.y - 1);
    label({left, top}, one.text, white, true);
  }
  if (!picture.shaking) return;
  const ImVec2 size = text_size(small, "shakes"), middle = at(*picture.shaking);
  const auto covers = [&](const std::optional<sweep::Point>& mark) {
    return mark && std::abs(at(*mark).x - middle.x) < size.x &&
           std::abs(at(*mark).y - middle.y) < size.y;
  };
  if (size.x < width() && !covers(picture.least) && !covers(picture.best))
    label({within(middle.x - 0.5f * size.x, a.x + 2, b.x - size.x - 2), middle.y - 0.5f * size.y},
          "shakes", white, true);
}

void MapPainter::ring(ImVec2 at) const {
  const float unit = em(look);
  list.AddCircle(at, 0.5f * unit, black, 24, 0.3f * unit);
  list.AddCircle(at, 0.5f * unit, white, 24, 0.14f * unit);
  list.AddCircleFilled(at, 0.14f * unit, white, 12);
}

void MapPainter::cross(ImVec2 at) const {
  const float unit = em(look), arm = 0.32f * unit;
  for (const auto& [ink, line] : {std::pair(black, 0.3f), std::pair(white, 0.14f)})
    for (const float way : {-1.f, 1.f})
      list.AddLine({at.x - arm, at.y - way * arm}, {at.x + arm, at.y + way * arm}, ink,
                   line * unit);
}

void MapPainter::dot(sweep::Point place) const {
  const float unit = em(look);
  const sweep::Point inside{std::clamp(place.x, 0., 1.), std::clamp(place.y, 0., 1.)};
  const ImVec2 middle = at(inside);
  list.AddCircleFilled(middle, 0.52f * unit, black, 24);
  list.AddCircleFilled(middle, 0.44f * unit, white, 24);
  list.AddCircleFilled(middle, 0.32f * unit, here, 24);
  const auto arrow = [&](float x, float y) {  // towards where it is
    const ImVec2 tip{middle.x + 1.15f * x * unit, middle.y + 1.15f * y * unit};
    const ImVec2 foot{middle.x + 0.62f * x * unit, middle.y + 0.62f * y * unit};
    const float half = 0.34f * unit;
    list.AddTriangleFilled(tip, {foot.x - half * y, foot.y + half * x},
                           {foot.x + half * y, foot.y - half * x}, here);
  };
  if (place.x != inside.x) arrow(place.x < 0 ? -1.f : 1.f, 0);
  if (place.y != inside.y) arrow(0, place.y < 0 ? 1.f : -1.f);
}

void MapPainter::color_bar(const chart::Side& colors, ImVec2 from, ImVec2 to) const {
  constexpr int pieces = 24;
  const float each = (to.y - from.y) / pieces;
  for (int i = 0; i < pieces; ++i) {
    const ImU32 low = color(chart::color(double(i) / pieces)),
                high = color(chart::color(double(i + 1) / pieces));
    const float y = to.y - each * static_cast<float>(i);
    list.AddRectFilledMultiColor({from.x, y - each}, {to.x, y}, high, high, low, low);
  }
  const MapPainter bar{look, from, to};
  bar.frame();
  bar.at_right(colors);
}

}  // namespace ui
