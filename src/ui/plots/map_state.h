#pragma once
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sweep/mapper.h"
#include "sweep/picture.h"
#include "ui/layout.h"
#include "view/pictures/reach_picture.h"

namespace ui {

/// A drawn map, redrawn when it changes.
struct DrawnMap {
  sweep::Picture picture;
  void* image = nullptr;
  bool constant = false;  ///< whether all cells have one colour
};

/// The user's choices for maps, saved between starts but for axes that name the joints of a body.
struct MapChoice {
  std::array<std::string, 2> keys;                       ///< keys of the axes; empty: the defaults
  std::array<std::string, 2> solve_keys;                 ///< likewise of searches
  std::map<std::string, std::string, std::less<>> axes;  ///< by key, for sweep::parse_axis()
  std::set<std::string, std::less<>> methods;            ///< compared with the current method
  bool operator==(const MapChoice&) const = default;
};

/// The state of the map panel between frames.
struct MapState {
  MapChoice choice;
  std::optional<sweep::Request> request;                 ///< request of this frame
  bool stopped = false;                                  ///< paused by the user
  std::map<std::string, sweep::Axis, std::less<>> axes;  ///< shown axes by key
  std::map<std::string, int, std::less<>> widened;       ///< automatic extensions by key
  std::optional<sweep::Grid> examined_grid;  ///< the last grid examined for an extension

  std::vector<DrawnMap> drawn;                          ///< in the order of sweep::Status::maps
  std::optional<view::Slice> slice;                     ///< of the first one, in the body's space
  int64_t drawn_version = -1;                           ///< version of the drawn maps
  bool incomplete = false;                              ///< whether the drawn maps lacked cells
  std::array<double, 2> drawn_view{};                   ///< their colour and bound
  double draw_time = -1;                                ///< time of drawing, s
  Rect picture;                                         ///< their area in this frame
  std::optional<std::array<double, 2>> dragged_values;  ///< values set by dragging

  void choose(MapChoice other) {
    choice = std::move(other);
    axes.clear();
    widened.clear();
  }
};

}  // namespace ui
