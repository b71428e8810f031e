#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "map/grid.h"

namespace ui {

/// What the panel of maps wants to be computed: the selected run, and the same with other methods.
struct MapWish {
  map::Axis x, y;
  int64_t steps = 600, warmup = 120;
  std::vector<std::string> others = {};  ///< names of methods
  bool go = true;                        ///< else what there is stays
  bool operator==(const MapWish&) const = default;
};

/// What there is of it.
struct MapWork {
  struct One {
    map::Result result = {};
    int done = 0;  ///< cells

    /// Empty if there is no map.
    std::string_view method() const {
      return result.grid.scene ? std::string_view(result.grid.scene->method) : "";
    }
    std::string refusal = {};  ///< why it cannot be computed, a sentence
  };
  std::vector<One> maps = {};  ///< first that of the selected run, then the others as wished
  bool busy = false;           ///< some cells are being computed
  bool behind = false;         ///< the scene has changed since, or is just changing
  double progress = 0;         ///< of all cells, 0 to 1
  double seconds_left = -1;    ///< -1: not known yet
  int64_t version = 0;         ///< another one whenever the maps are others
};

/// That of a method, or null.
inline const map::Result* find_map(const MapWork& work, std::string_view method) {
  for (const MapWork::One& one : work.maps)
    if (one.method() == method) return &one.result;
  return nullptr;
}

enum class MapFile { Csv, Svg, Png };

}  // namespace ui
