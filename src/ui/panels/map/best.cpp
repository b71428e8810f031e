#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "sweep/best.h"
#include "sweep/geometry.h"
#include "ui/describe.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panels/map/parts.h"

namespace ui {
namespace {

/// Compares the best setting with the current one, by the values of their cells.
std::string compare_with_best(const Panel& panel, const sweep::Grid& grid, const sweep::Cell& best,
                              const sweep::Cell& now) {
  const double share = best.mean_total_error / now.mean_total_error - 1;
  const std::string sentence =
      base::format("{}Now: {}. ", run_prefix(panel.simulation()), metrics_text(grid, now));
  if (best.mean_total_error == now.mean_total_error || std::abs(share) < 0.005)
    return sentence + "It equals the best.";
  if (!std::isfinite(share)) return sentence + "The best has more error, but oscillates less.";
  return sentence + "The best has " + fixed(100 * std::abs(share), 0) +
         (share < 0 ? " % less error." : " % more error, but oscillates less.");
}

std::string compared_with_current(const Panel& panel, const sweep::Result& result,
                                  const sweep::Cell& best) {
  const sweep::Grid& grid = result.grid;
  for (const sweep::Axis* axis : {&grid.x, &*grid.y}) {
    if (!has_effect_now(panel, *axis))
      return base::name_of(sweep::parameter_of(panel.simulation(), axis->key)) +
             " is off now; this setting switches it on.";
    const double position = axis->position(value_now(panel, *axis));
    if (!(position > -0.5 && position < axis->count - 0.5))
      return "The current setting is not on the map.";
  }
  const sweep::Cell& now = result.at(nearest_now(panel, grid.x), nearest_now(panel, *grid.y));
  return now.is_computed ? compare_with_best(panel, grid, best, now) : "";
}

/// Returns the ends where the best setting lies and beyond which the parameters continue.
std::vector<sweep::Edge> open_ends(const sweep::Grid& grid, int best) {
  std::vector<sweep::Edge> edges = sweep::edges_of(grid, best);
  std::erase_if(edges, [&](const sweep::Edge& edge) {
    return sweep::extended_beyond(grid, edge) == sweep::axis_of(grid, edge);
  });
  return edges;
}

/// Extends the map beyond these ends, with the same number of values.
void widen(const Panel& panel, const sweep::Grid& grid, const std::vector<sweep::Edge>& edges) {
  for (const sweep::Edge& edge : edges) {
    sweep::Axis wide = sweep::extended_beyond(grid, edge);
    panel.state.map.choice.axes[edge.key] = sweep::to_text(wide, panel.simulation());
    panel.state.map.axes[edge.key] = std::move(wide);
  }
}

/// Extends a completed map by itself. Ends set by the user stay.
void widen_automatically(const Panel& panel, const sweep::Result& result, std::optional<int> best) {
  MapState& state = panel.state.map;
  if (state.examined_grid == result.grid || result.level() != 1) return;
  state.examined_grid = result.grid;
  if (!best) best = sweep::least_oscillation(result);
  if (!best) return;
  std::vector<sweep::Edge> ends = open_ends(result.grid, *best);
  std::erase_if(ends, [&](const sweep::Edge& edge) {
    const auto times = state.widened.find(edge.key);
    return times == state.widened.end() ? state.choice.axes.contains(edge.key)
                                        : times->second == sweep::max_widenings;
  });
  for (const sweep::Edge& edge : ends) ++state.widened[edge.key];
  widen(panel, result.grid, ends);
}

/// The text below the map and the buttons beside it.
struct BestTexts {
  BestTexts(const Panel& panel, const sweep::Result* result);

  const sweep::Result* result;
  std::optional<int> best = {};
  std::vector<sweep::Edge> ends = {};  ///< ends beyond which the map can extend
  std::string first = {}, second = {};
  float button = 0, gap = 0, room = 0;  ///< widths in pixels

  float height_of(const Panel& panel, const std::string& sentence) const {
    ImFont& small = *panel.fonts.small;
    return sentence.empty() ? 0
                            : text_size(&small, wrapped(&small, small.FontSize, sentence, room)).y;
  }
  float height(const Panel& panel) const {
    return std::max(height_of(panel, first) + height_of(panel, second), ImGui::GetFrameHeight());
  }
};

BestTexts::BestTexts(const Panel& panel, const sweep::Result* of)
    : result(of),
      button(std::round(4.2f * panel.em())),
      gap(std::round(0.4f * panel.em())),
      room(ImGui::GetContentRegionAvail().x) {
  if (!result) return;
  const sweep::Grid& grid = result->grid;
  const auto text_of = [&](int cell) {
    return setting_text(grid, cell % grid.columns(), cell / grid.columns()) + ": " +
           metrics_text(grid, result->cells[static_cast<size_t>(cell)]);
  };
  best = sweep::least_error(*result, options::map_bound(panel.options()));
  if (!best) {
    const auto quiet = sweep::least_oscillation(*result);
    if (!quiet) return;
    first = "No setting meets the limit. Lowest oscillation:";
    second = text_of(*quiet);
    return;
  }
  first = text_of(*best);
  ends = open_ends(grid, *best);
  second = sweep::task_note(grid);
  if (!second.empty())
    second = base::sentence(base::capitalized(second));
  else
    second = ends.empty()
                 ? compared_with_current(panel, *result, result->cells[static_cast<size_t>(*best)])
                 : sweep::edge_text(grid, ends.front());
  room -= button + 1.5f * gap + (ends.empty() ? 0 : button + gap);
}

}  // namespace

float map_best_height(const Panel& panel, const sweep::Result* result) {
  const float row = ImGui::GetFrameHeight() + std::round(panel.em());  // an option with a slider
  const float least = 2 * panel.fonts.small->FontSize;
  return row + ImGui::GetStyle().ItemSpacing.y +
         std::max(BestTexts(panel, result).height(panel), least);
}

void draw_map_best(const Panel& panel, const sweep::Result* result) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = map_best_height(panel, result), width = ImGui::GetContentRegionAvail().x;
  panel.option(options::map_limit());
  const BestTexts words(panel, result);
  if (result) widen_automatically(panel, *result, words.best);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (words.best) {
    const sweep::Grid& grid = result->grid;
    const float left = at.x + width - words.button;
    ImGui::SetCursorScreenPos({left, at.y});
    if (button(panel.look, "Apply", {words.button, 0}))
      apply_values(panel,
                   values_of(grid, *words.best % grid.columns(), *words.best / grid.columns()));
    tooltip(panel.look,
            base::format("Applies this setting{}. It is the best for these targets, from the "
                         "start, in {} steps; others may need another.",
                         panel.aside("; ", Action::Undo, " undoes it"), grid.steps));
    if (!words.ends.empty()) {
      ImGui::SetCursorScreenPos({left - words.gap - words.button, at.y});
      if (button(panel.look, "Widen", {words.button, 0})) widen(panel, grid, words.ends);
      tooltip(panel.look, "Extends the map beyond the end where the best setting is");
    }
  }
  ImFont* small = panel.fonts.small;
  float y = at.y;
  for (const auto& [sentence, ink] : {std::pair(&words.first, panel.palette.text),
                                      std::pair(&words.second, panel.palette.text_dim)}) {
    draw_text(small, {at.x, y}, ink, wrapped(small, small->FontSize, *sentence, words.room));
    y += words.height_of(panel, *sentence);
  }
  occupy(start, {width, height});
}

}  // namespace ui
