// Draws icons, marks of runs, warnings and ticks.

#include <algorithm>
#include <cmath>

#include "chart/drawing.h"
#include "ui/kit/widgets.h"

namespace ui {

namespace {

enum class Form { Box, Triangle, Line };

/// A part of an icon: x and y of its corners, in radii from the icon's middle.
struct Part {
  Icon icon;
  Form form;
  float at[6];
};
constexpr Part parts[] = {
    {Icon::Play, Form::Triangle, {-0.7f, -0.95f, 0.95f, 0, -0.7f, 0.95f}},
    {Icon::Pause, Form::Box, {-0.75f, -0.9f, -0.2f, 0.9f}},
    {Icon::Pause, Form::Box, {0.2f, -0.9f, 0.75f, 0.9f}},
    {Icon::Step, Form::Box, {-0.95f, -0.9f, -0.55f, 0.9f}},
    {Icon::Step, Form::Triangle, {-0.3f, -0.9f, 0.95f, 0, -0.3f, 0.9f}},
    {Icon::Backwards, Form::Triangle, {0.7f, -0.95f, 0.7f, 0.95f, -0.95f, 0}},
    {Icon::StepBack, Form::Box, {0.55f, -0.9f, 0.95f, 0.9f}},
    {Icon::StepBack, Form::Triangle, {0.3f, -0.9f, 0.3f, 0.9f, -0.95f, 0}},
    {Icon::Save, Form::Line, {0, -0.95f, 0, 0.4f}},
    {Icon::Save, Form::Triangle, {-0.55f, -0.05f, 0.55f, -0.05f, 0, 0.6f}},
    {Icon::Restart, Form::Box, {-0.95f, -0.9f, -0.6f, 0.9f}},
    {Icon::Restart, Form::Triangle, {0.95f, -0.9f, 0.95f, 0.9f, -0.5f, 0}},
    {Icon::Undo, Form::Triangle, {-0.95f, -0.85f, -0.1f, -0.25f, -0.95f, 0.05f}},
    {Icon::Close, Form::Line, {-0.6f, -0.6f, 0.6f, 0.6f}},
    {Icon::Close, Form::Line, {-0.6f, 0.6f, 0.6f, -0.6f}},
    {Icon::Fold, Form::Triangle, {-0.7f, -0.4f, 0.7f, -0.4f, 0, 0.6f}},
    {Icon::Up, Form::Triangle, {-0.7f, 0.4f, 0, -0.6f, 0.7f, 0.4f}},
    {Icon::Unfold, Form::Triangle, {-0.4f, -0.7f, 0.6f, 0, -0.4f, 0.7f}}};

}  // namespace

void draw_icon(Icon icon, ImVec2 c, float r, Ink ink) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto at = [&](float x, float y) { return ImVec2(c.x + x * r, c.y + y * r); };
  const float line = std::max(1.f, std::round(r * 0.22f));
  for (const auto& [of, form, p] : parts) {
    if (of != icon) continue;
    const ImVec2 first = at(p[0], p[1]), second = at(p[2], p[3]);
    if (form == Form::Box) list.AddRectFilled(first, second, ink, line * 0.5f);
    if (form == Form::Triangle) list.AddTriangleFilled(first, second, at(p[4], p[5]), ink);
    if (form == Form::Line) list.AddLine(first, second, ink, line);
  }
  if (icon == Icon::Eye || icon == Icon::NoEye) {
    for (const float side : {-1.f, 1.f}) {  // unjoined: a joined corner would be a spike
      list.PathArcTo(at(0, -0.75f * side), 1.25f * r, side * 0.64f, side * 2.5f, 12);
      list.PathStroke(ink, 0, std::max(1.f, 0.7f * line));
    }
    list.AddCircleFilled(c, 0.36f * r, ink, 12);
    if (icon == Icon::NoEye) list.AddLine(at(-0.85f, 0.8f), at(0.85f, -0.8f), ink, line);
  } else if (icon == Icon::Lock || icon == Icon::NoLock) {
    const float tilt = icon == Icon::Lock ? 0.f : 0.7f;  // how far the shackle tilts to the right
    list.AddRectFilled(at(-0.75f, -0.05f), at(0.75f, 1), ink, line * 0.5f);
    list.PathLineTo(at(-0.45f + tilt, icon == Icon::Lock ? 0 : -0.3f));
    list.PathArcTo(at(tilt, -0.5f), 0.45f * r, -3.14f, 0, 10);
    list.PathLineTo(at(0.45f + tilt, 0));
    list.PathStroke(ink, 0, std::max(1.f, 0.8f * line));
  } else if (icon == Icon::Save) {  // the tray below the arrow
    const ImVec2 tray[] = {at(-0.9f, 0.35f), at(-0.9f, 0.95f), at(0.9f, 0.95f), at(0.9f, 0.35f)};
    list.AddPolyline(tray, 4, ink, 0, line);
  } else if (icon == Icon::Undo) {
    list.PathArcTo(at(0.05f, 0.1f), r * 0.72f, -2.4f, 2.5f, 14);
    list.PathStroke(ink, 0, line);
  }
}

void draw_mark(int index, ImVec2 middle, float radius, Ink ink, ImDrawList& list) {
  for (const std::vector<chart::Point>& polygon : chart::marker_shape(index)) {
    for (const chart::Point& corner : polygon)
      list.PathLineTo({middle.x + radius * static_cast<float>(corner.x),
                       middle.y - radius * static_cast<float>(corner.y)});
    list.PathFillConvex(ink);
  }
}

float warning_width(const Look& look) { return std::round(0.95f * em(look)); }

void draw_warning_sign(const Look& look, ImVec2 at) {
  const float unit = em(look), side = warning_width(look) - std::round(0.1f * unit);
  const auto point = [&](float x, float y) { return ImVec2(at.x + x * side, at.y + y * side); };
  const ImU32 ink = color(look.palette->warning), paper = color(look.palette->panel);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddTriangleFilled(point(0.5f, 0), point(1, 0.9f), point(0, 0.9f), ink);
  list.AddRectFilled(point(0.44f, 0.3f), point(0.56f, 0.62f), paper);
  list.AddRectFilled(point(0.44f, 0.69f), point(0.56f, 0.81f), paper);
}

void draw_check_mark(const Look& look, ImVec2 middle, float radius) {
  const view::Palette& p = *look.palette;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircleFilled(middle, radius, color(p.good), 28);
  const auto at = [&](float x, float y) {
    return ImVec2(middle.x + x * radius, middle.y + y * radius);
  };
  const ImVec2 way[] = {at(-0.45f, 0.02f), at(-0.1f, 0.38f), at(0.5f, -0.35f)};
  list.AddPolyline(way, 3, color(p.accent_text), 0, 2 * hairline(look));
}

}  // namespace ui
