#pragma once
#include <cmath>
#include <string>

#include "sim/metrics/metric.h"
#include "support/cells.h"
#include "sweep/mapper.h"
#include "ui_harness.h"

namespace test {

/// A desk with the map on, and somebody who computes nothing but has the cells: the error is least
/// at the lower left, where it shakes.
class MapDesk : public UiHarness {
 public:
  explicit MapDesk(ImVec2 size = {1280, 800}, std::shared_ptr<const sim::Scene> scene = y_scene())
      : UiHarness(size, std::move(scene)) {
    context.maps = &work;
    context.image = [this](size_t, int, int, auto) -> void* { return &images; };
    options.set("right_column", 2);
    options.set("map_fineness", 0);
    frames(3);
  }
  /// All that is requested.
  void fill() {
    const sweep::Request& request = *ui.map_request();
    work.maps.clear();
    sim::Simulation simulation = session->simulation();
    add(simulation, request);
    for (const std::string& method : request.others) {
      simulation.run().choose(method);
      add(simulation, request);
    }
    work.progress = 1;
    ++work.version;
    frames(3);
  }
  /// A map of searches: the color of a metric of theirs.
  void color_by(const char* metric) {
    options.set("map_color", sim::find_metric(metric, true).color.rank - 1);
    frames(3);
  }
  ui::Rect map() const { return ui.state().map.picture; }
  std::optional<ImVec2> somewhere(int number = 0) {
    std::optional<ImVec2> found;
    const ImGuiWindow* column = window("map");
    const ImGuiID wanted = ImHashStr("map", 3, ImHashData(&number, sizeof number, column->ID));
    feel("map", {24, 24}, [&](ImGuiID there, ImVec2 point) {
      if (there == wanted) found = point;
      return found.has_value();
    });
    return found;
  }
  double value(const char* key) const { return session->simulation().value(key); }

  sweep::Status work;
  int images = 0;

 private:
  void add(const sim::Simulation& simulation, const sweep::Request& request) {
    sweep::Result result{sweep::grid_of(simulation, request.x, request.y), {}};
    result.grid.solves = request.solves;
    for (int row = 0; row < request.y.count; ++row)
      for (int column = 0; column < request.x.count; ++column)
        result.cells.push_back(test::cell(1. + column + row, std::pow(0.5, column + row)));
    const int cells = result.grid.cells();
    const std::string& method = result.grid.scene->method;
    work.maps.push_back({.method = method, .result = std::move(result), .done = cells});
  }
};

}  // namespace test
