#include "ui/map_painter.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets.h"

namespace ui {
namespace {

constexpr ImU32 white = IM_COL32(255, 255, 255, 255), black = IM_COL32(0, 0, 0, 255);
constexpr ImU32 here = IM_COL32(0xD5, 0x5E, 0x00, 255);  // no map has this colour

ImU32 ink_of(chart::Rgb color) { return IM_COL32(color[0], color[1], color[2], 255); }

}  // namespace

ImVec2 MapPainter::at(sweep::Point place) const {
  return {a.x + static_cast<float>(place.x) * width(),
          b.y - static_cast<float>(place.y) * height()};
}

sweep::Point MapPainter::place(ImVec2 point) const {
  return {(point.x - a.x) / width(), (b.y - point.y) / height()};
}

void MapPainter::cells(const DrawnMap& map) {
  list.AddRectFilled(a, b, color(look.palette->raised));
  if (map.image) list.AddImage(map.image, a, b);
}

void MapPainter::lines(const sweep::Picture& picture, bool thin) {
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

void MapPainter::label(ImVec2 at, const std::string& s, const glm::vec4& ink, bool halo) const {
  ImFont* small = look.fonts.small;
  at = {std::round(at.x), std::round(at.y)};
  if (halo)
    for (const ImVec2 by : {ImVec2(-1, 0), ImVec2(1, 0), ImVec2(0, -1), ImVec2(0, 1)})
      list.AddText(small, small->FontSize, {at.x + by.x, at.y + by.y}, black, s.c_str());
  list.AddText(small, small->FontSize, at, color(ink), s.c_str());
}

void MapPainter::texts(const sweep::Picture& picture) {
  ImFont* small = look.fonts.small;
  const glm::vec4 light(1);
  for (const sweep::Label& one :
       sweep::line_labels(picture, width() / small->FontSize, height() / small->FontSize)) {
    const ImVec2 size = text_size(small, one.text), middle = at(one.at);
    const float left = within(middle.x - 0.5f * size.x, a.x + 2, b.x - size.x - 2);
    const float top = within(middle.y - 0.5f * size.y, a.y + 1, b.y - size.y - 1);
    label({left, top}, one.text, light, true);
  }
  if (!picture.shaking) return;
  const ImVec2 size = text_size(small, "shakes"), middle = at(*picture.shaking);
  if (size.x < width())
    label({middle.x - 0.5f * size.x, middle.y - 0.5f * size.y}, "shakes", light, true);
}

void MapPainter::frame(bool strong) {
  const float hair = hairline(look), out = strong ? 2 * hair : hair;
  list.AddRect({a.x - out, a.y - out}, {b.x + out, b.y + out},
               color(strong ? look.palette->accent : look.palette->border), 0, 0,
               strong ? 2 * hair : hair);
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

void MapPainter::dot(sweep::Point place, bool hollow) const {
  const float unit = em(look);
  const sweep::Point inside{std::clamp(place.x, 0., 1.), std::clamp(place.y, 0., 1.)};
  const ImVec2 middle = at(inside);
  list.AddCircleFilled(middle, 0.52f * unit, black, 24);
  list.AddCircleFilled(middle, 0.44f * unit, white, 24);
  list.AddCircleFilled(middle, 0.32f * unit, hollow ? black : here, 24);
  if (hollow) list.AddCircleFilled(middle, 0.22f * unit, white, 24);
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

void MapPainter::below(const sweep::Side& side) {
  const float unit = em(look), hair = hairline(look);
  float free = a.x - 2 * unit;
  for (const sweep::Tick& tick : side.ticks) {
    const float x = std::round(at({tick.at, 0}).x), length = tick.text.empty() ? 0.2f : 0.35f;
    list.AddRectFilled({x, b.y}, {x + hair, b.y + length * unit}, color(look.palette->text_dim));
    const float half = 0.5f * text_size(look.fonts.small, tick.text).x;
    if (tick.text.empty() || x - half < free) continue;
    label({x - half, b.y + 0.4f * unit}, tick.text, look.palette->text_dim, false);
    free = x + half + 0.4f * unit;
  }
}

void MapPainter::beside(const sweep::Side& side, float from, float way, const glm::vec4& ink) {
  const float unit = em(look), hair = hairline(look), high = look.fonts.small->FontSize;
  float free = b.y + unit;
  for (const sweep::Tick& tick : side.ticks) {
    const float y = std::round(at({0, tick.at}).y), length = tick.text.empty() ? 0.2f : 0.35f;
    const float end = from + way * length * unit;
    list.AddRectFilled({std::min(from, end), y}, {std::max(from, end), y + hair},
                       color(look.palette->text_dim));
    if (tick.text.empty() || y + 0.5f * high > free) continue;
    const float before = way < 0 ? text_size(look.fonts.small, tick.text).x : 0;
    label({from + 0.5f * way * unit - before, y - 0.5f * high}, tick.text, ink, false);
    free = y - 0.5f * high;
  }
}

void MapPainter::at_left(const sweep::Side& side, const glm::vec4& ink) {
  beside(side, a.x, -1, ink);
}

void MapPainter::at_right(const sweep::Side& side, const glm::vec4& ink) {
  beside(side, b.x, 1, ink);
}

void MapPainter::color_bar(const sweep::Side& colors, ImVec2 from, ImVec2 to) {
  constexpr int pieces = 24;
  const float each = (to.y - from.y) / pieces;
  for (int i = 0; i < pieces; ++i) {
    const ImU32 low = ink_of(chart::color(double(i) / pieces)),
                high = ink_of(chart::color(double(i + 1) / pieces));
    const float y = to.y - each * static_cast<float>(i);
    list.AddRectFilledMultiColor({from.x, y - each}, {to.x, y}, high, high, low, low);
  }
  MapPainter bar{look, from, to};
  bar.frame(false);
  bar.at_right(colors, look.palette->text_dim);
}

float tick_width(const Look& look, const sweep::Side& side) {
  float widest = 0;
  for (const sweep::Tick& tick : side.ticks)
    widest = std::max(widest, text_size(look.fonts.small, tick.text).x);
  return widest;
}

}  // namespace ui
