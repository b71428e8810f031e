#include "ui/run_grid.h"

#include <algorithm>
#include <cmath>

#include "view/scene_picture.h"

namespace ui {
namespace {

/// Returns where part i of n begins on a length with gaps between the parts, in whole pixels.
float start(float length, float gap, int i, int n) {
  return std::round((length + gap) * static_cast<float>(i) / static_cast<float>(n));
}

Rect cell(const Rect& in, float gap, int column, int columns, int row, int rows) {
  const float x = start(in.width, gap, column, columns), y = start(in.height, gap, row, rows);
  return {in.x + x, in.y + y, std::max(0.f, start(in.width, gap, column + 1, columns) - gap - x),
          std::max(0.f, start(in.height, gap, row + 1, rows) - gap - y)};
}

/// Returns the number of columns that gives the largest squares.
int best_columns(const Rect& body, int count) {
  int best = 1;
  float most = 0;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const float side =
        std::min(body.width / static_cast<float>(columns), body.height / static_cast<float>(rows));
    if (side > 1.02f * most) {
      most = side;
      best = columns;
    }
  }
  return best;
}

}  // namespace

std::vector<View> arrange_views(const Rect& body, const sim::Simulation& simulation, bool grid,
                                int large, float gap) {
  std::vector<View> views;
  for (const sim::Run& run : simulation.runs())
    if (view::seen(simulation, run)) views.push_back({body, run.serial, false});
  if (!grid || views.size() < 2) return {{body, simulation.run().serial, true}};
  const auto count = static_cast<int>(views.size());
  const auto chosen =
      std::ranges::find_if(views, [large](const View& view) { return view.run == large; });
  if (chosen == views.end()) {
    const int columns = best_columns(body, count), rows = (count + columns - 1) / columns;
    for (int i = 0; i < count; ++i) {
      const int row = i / columns, here = row + 1 < rows ? columns : count - row * columns;
      views[static_cast<size_t>(i)].rect = cell(body, gap, i % columns, here, row, rows);
    }
    return views;
  }
  // The small views are in a column beside the large one, or in a row below it, whichever leaves it
  // closer to a square.
  constexpr float share = 0.27f;
  const bool beside = body.width > body.height;
  const float rest = std::round(share * (beside ? body.width : body.height));
  Rect strip = body;
  (beside ? strip.x : strip.y) += (beside ? body.width : body.height) - rest;
  (beside ? strip.width : strip.height) = rest;
  int place = 0;
  for (View& view : views) {
    view.rect = body;
    if (view.run == large) {
      float& length = beside ? view.rect.width : view.rect.height;
      length = std::max(0.f, length - rest - gap);
      continue;
    }
    view.rect = beside ? cell(strip, gap, 0, 1, place, count - 1)
                       : cell(strip, gap, place, count - 1, 0, 1);
    ++place;
  }
  return views;
}

}  // namespace ui
