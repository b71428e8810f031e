// Draws icons, marks of runs, warnings and ticks.

#include <algorithm>
#include <cmath>

#include "chart/drawing.h"
#include "ui/kit/widgets.h"

namespace ui {

void draw_icon(ImDrawList& list, Icon icon, ImVec2 c, float r, ImU32 ink) {
  const auto at = [&](float x, float y) { return ImVec2(c.x + x * r, c.y + y * r); };
  const float line = std::max(1.f, std::round(r * 0.22f));
  switch (icon) {
    case Icon::Play:
      list.AddTriangleFilled(at(-0.7f, -0.95f), at(0.95f, 0), at(-0.7f, 0.95f), ink);
      break;
    case Icon::Pause:
      list.AddRectFilled(at(-0.75f, -0.9f), at(-0.2f, 0.9f), ink, line * 0.5f);
      list.AddRectFilled(at(0.2f, -0.9f), at(0.75f, 0.9f), ink, line * 0.5f);
      break;
    case Icon::Step:
      list.AddRectFilled(at(-0.95f, -0.9f), at(-0.55f, 0.9f), ink, line * 0.5f);
      list.AddTriangleFilled(at(-0.3f, -0.9f), at(0.95f, 0), at(-0.3f, 0.9f), ink);
      break;
    case Icon::Backwards:
      list.AddTriangleFilled(at(0.7f, -0.95f), at(0.7f, 0.95f), at(-0.95f, 0), ink);
      break;
    case Icon::StepBack:
      list.AddRectFilled(at(0.55f, -0.9f), at(0.95f, 0.9f), ink, line * 0.5f);
      list.AddTriangleFilled(at(0.3f, -0.9f), at(0.3f, 0.9f), at(-0.95f, 0), ink);
      break;
    case Icon::Add:
      list.AddLine(at(-0.75f, 0), at(0.75f, 0), ink, line);
      list.AddLine(at(0, -0.75f), at(0, 0.75f), ink, line);
      break;
    case Icon::Eye:
    case Icon::NoEye:
      for (const float side : {-1.f, 1.f}) {  // unjoined: a joined corner would be a spike
        list.PathArcTo(at(0, -0.75f * side), 1.25f * r, side * 0.64f, side * 2.5f, 12);
        list.PathStroke(ink, 0, std::max(1.f, 0.7f * line));
      }
      list.AddCircleFilled(c, 0.36f * r, ink, 12);
      if (icon == Icon::NoEye) list.AddLine(at(-0.85f, 0.8f), at(0.85f, -0.8f), ink, line);
      break;
    case Icon::Lock:
    case Icon::NoLock: {
      const float tilt = icon == Icon::Lock ? 0.f : 0.7f;  // how far the shackle tilts to the right
      list.AddRectFilled(at(-0.75f, -0.05f), at(0.75f, 1), ink, line * 0.5f);
      list.PathLineTo(at(-0.45f + tilt, icon == Icon::Lock ? 0 : -0.3f));
      list.PathArcTo(at(tilt, -0.5f), 0.45f * r, -3.14f, 0, 10);
      list.PathLineTo(at(0.45f + tilt, 0));
      list.PathStroke(ink, 0, std::max(1.f, 0.8f * line));
      break;
    }
    case Icon::Save:  // an arrow into a tray
      list.AddLine(at(0, -0.95f), at(0, 0.4f), ink, line);
      list.AddTriangleFilled(at(-0.55f, -0.05f), at(0.55f, -0.05f), at(0, 0.6f), ink);
      list.PathLineTo(at(-0.9f, 0.35f));
      list.PathLineTo(at(-0.9f, 0.95f));
      list.PathLineTo(at(0.9f, 0.95f));
      list.PathLineTo(at(0.9f, 0.35f));
      list.PathStroke(ink, 0, line);
      break;
    case Icon::Restart:
      list.AddRectFilled(at(-0.95f, -0.9f), at(-0.6f, 0.9f), ink, line * 0.5f);
      list.AddTriangleFilled(at(0.95f, -0.9f), at(0.95f, 0.9f), at(-0.5f, 0), ink);
      break;
    case Icon::Undo: {
      list.PathArcTo(at(0.05f, 0.1f), r * 0.72f, -2.4f, 2.5f, 14);
      list.PathStroke(ink, 0, line);
      list.AddTriangleFilled(at(-0.95f, -0.85f), at(-0.1f, -0.25f), at(-0.95f, 0.05f), ink);
      break;
    }
    case Icon::Close:
      list.AddLine(at(-0.6f, -0.6f), at(0.6f, 0.6f), ink, line);
      list.AddLine(at(-0.6f, 0.6f), at(0.6f, -0.6f), ink, line);
      break;
    case Icon::Fold:
      list.AddTriangleFilled(at(-0.7f, -0.4f), at(0.7f, -0.4f), at(0, 0.6f), ink);
      break;
    case Icon::Up:
      list.AddTriangleFilled(at(-0.7f, 0.4f), at(0, -0.6f), at(0.7f, 0.4f), ink);
      break;
    case Icon::Unfold:
      list.AddTriangleFilled(at(-0.4f, -0.7f), at(0.6f, 0), at(-0.4f, 0.7f), ink);
      break;
  }
}

void mark(ImDrawList& list, int index, ImVec2 middle, float radius, ImU32 ink) {
  for (const std::vector<chart::Point>& polygon : chart::mark_of(index)) {
    for (const chart::Point& corner : polygon)
      list.PathLineTo({middle.x + radius * static_cast<float>(corner.x),
                       middle.y - radius * static_cast<float>(corner.y)});
    list.PathFillConvex(ink);
  }
}

float warning_width(const Look& look) { return std::round(0.95f * em(look)); }

void warning(const Look& look, ImDrawList& list, ImVec2 at) {
  const float unit = em(look), side = warning_width(look) - std::round(0.1f * unit);
  const auto point = [&](float x, float y) { return ImVec2(at.x + x * side, at.y + y * side); };
  const ImU32 ink = color(look.palette->warning), paper = color(look.palette->panel);
  list.AddTriangleFilled(point(0.5f, 0), point(1, 0.9f), point(0, 0.9f), ink);
  list.AddRectFilled(point(0.44f, 0.3f), point(0.56f, 0.62f), paper);
  list.AddRectFilled(point(0.44f, 0.69f), point(0.56f, 0.81f), paper);
}

void tick(const Look& look, ImVec2 middle, float radius) {
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
