#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sweep/best.h"
#include "ui/format.h"
#include "ui/options.h"
#include "ui/panels/map/parts.h"

namespace ui {
namespace {

std::string metrics_text(const sweep::Grid& grid, const sweep::Cell& cell) {
  return "error " + sim::error_metric().text(cell.mean_total_error, *grid.scene->skeleton) +
         ", oscillation " + sim::oscillation_metric().text(cell.oscillation_mean);
}

/// What the setting found is beside the current one, as its cell has it.
std::string gain(const sweep::Grid& grid, const sweep::Cell& best, const sweep::Cell& now) {
  const double share = best.mean_total_error / now.mean_total_error - 1;
  std::string said = "Now: " + metrics_text(grid, now) + ". ";
  if (!std::isfinite(share) || std::abs(share) < 0.005) return said + "It equals the best.";
  return said + "The best has " + fixed(100 * std::abs(share), 0) +
         (share < 0 ? " % less error." : " % more error, but oscillates less.");
}

std::string compared_with_current(const Panel& panel, const sweep::Result& result,
                                  const sweep::Cell& best) {
  const sweep::Grid& grid = result.grid;
  for (const sweep::Axis* axis : {&grid.x, &*grid.y}) {
    if (!has_effect_now(panel, *axis)) return axis_name(grid, *axis) + " has no effect now.";
    const double place = axis->place(value_now(panel, *axis));
    if (!(place > -0.5 && place < axis->count - 0.5))
      return "The current setting is not on the map.";
  }
  const sweep::Cell& now = result.at(nearest_now(panel, grid.x), nearest_now(panel, *grid.y));
  return now.there ? gain(grid, best, now) : "";
}

/// The ends of the map that the best is at and that the parameters go beyond.
std::vector<sweep::Edge> open_ends(const sweep::Grid& grid, int best) {
  std::vector<sweep::Edge> edges = sweep::edges_of(grid, best);
  std::erase_if(edges, [&](const sweep::Edge& edge) {
    return sweep::beyond(grid, edge) == sweep::axis_of(grid, edge);
  });
  return edges;
}

/// The map goes on beyond these, with as many values.
void widen(const Panel& panel, const sweep::Grid& grid, const std::vector<sweep::Edge>& edges) {
  MapState& state = panel.state.map;
  for (const sweep::Edge& edge : edges) {
    sweep::Axis wide = sweep::beyond(grid, edge);
    state.choice.axes[edge.key] = sweep::to_text(wide, panel.simulation());
    state.axes[edge.key] = std::move(wide);
  }
}

/// Once a map is all there. Ends that the user has set stay.
void widen_by_itself(const Panel& panel, const sweep::Result& result, std::optional<int> best) {
  MapState& state = panel.state.map;
  if (result.level() != 1 || state.settled == result.grid) return;
  state.settled = result.grid;
  if (!best) best = sweep::quietest(result);
  if (!best) return;
  std::vector<sweep::Edge> ends = open_ends(result.grid, *best);
  std::erase_if(ends, [&](const sweep::Edge& edge) {
    const auto times = state.widened.find(edge.key);
    return times == state.widened.end() ? state.choice.axes.contains(edge.key)
                                        : times->second == sweep::most_widenings;
  });
  for (const sweep::Edge& edge : ends) ++state.widened[edge.key];
  widen(panel, result.grid, ends);
}

}  // namespace

float map_best_height(const Panel& panel) {
  const float row = ImGui::GetFrameHeight() + std::round(panel.em());  // of an option with a slider
  const float width = ImGui::GetContentRegionAvail().x / panel.em();
  const float lines = width < 22 ? 5 : width < 31 ? 4 : 2;
  return row + ImGui::GetStyle().ItemSpacing.y + lines * panel.look.fonts.small->FontSize;
}

void map_best(const Panel& panel, const sweep::Result* result) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = map_best_height(panel), width = ImGui::GetContentRegionAvail().x;
  panel.option(options::map_limit());
  const double bound = options::map_bound(panel.options());
  const std::optional<int> best = result ? sweep::least_error(*result, bound) : std::nullopt;
  if (result) widen_by_itself(panel, *result, best);
  const float unit = panel.em(), wide = std::round(4.2f * unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  std::string first, second;
  float taken = best ? wide + 0.6f * unit : 0;  // by buttons
  if (best) {
    const sweep::Grid& grid = result->grid;
    const int column = *best % grid.columns(), row = *best / grid.columns();
    first = setting_text(grid, column, row) + ": " +
            metrics_text(grid, result->cells[static_cast<size_t>(*best)]);
    second = compared_with_current(panel, *result, result->cells[static_cast<size_t>(*best)]);
    ImGui::SetCursorScreenPos({at.x + width - wide, at.y});
    if (button(panel.look, "Apply", {wide, 0})) apply_values(panel, values_of(grid, column, row));
    tooltip(panel.look, "Applies this setting; " + shown_key(Action::Undo) +
                            " undoes it. It is the best for these targets, from the start, in " +
                            std::to_string(grid.steps) + " steps; others may need another.");
    if (const std::vector<sweep::Edge> ends = open_ends(grid, *best); !ends.empty()) {
      second = sweep::said_of(grid, ends.front());
      ImGui::SetCursorScreenPos({at.x + width - 2 * wide - 0.4f * unit, at.y});
      if (button(panel.look, "Widen", {wide, 0})) widen(panel, grid, ends);
      tooltip(panel.look, "Lets the map go on beyond the end at which the best is");
      taken += wide + 0.4f * unit;
    }
  } else if (const auto quiet = result ? sweep::quietest(*result) : std::nullopt) {
    const sweep::Grid& grid = result->grid;
    first = "No setting meets the limit. Lowest oscillation:";
    second = setting_text(grid, *quiet % grid.columns(), *quiet / grid.columns()) + ", " +
             metrics_text(grid, result->cells[static_cast<size_t>(*quiet)]);
  }
  ImFont* small = panel.look.fonts.small;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const view::Palette& p = *panel.look.palette;
  const float end = at.x + width - taken;
  list.PushClipRect(at, {end, start.y + height}, true);
  float y = at.y;
  for (const auto& [said, ink] : {std::pair(&first, p.text), std::pair(&second, p.text_dim)}) {
    list.AddText(small, small->FontSize, {at.x, y}, color(ink), said->c_str(), nullptr, end - at.x);
    y += small->CalcTextSizeA(small->FontSize, FLT_MAX, end - at.x, said->c_str()).y;
  }
  list.PopClipRect();
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({width, height});
}

}  // namespace ui
