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

namespace ui {

/// A drawn map, redrawn when it changes.
struct DrawnMap {
  sweep::Picture picture;
  void* image = nullptr;
  bool constant = false;  ///< all cells have one colour
};

/// A text field while the user types.
struct MapField {
  char text[24] = {};
  bool typing = false;
};

/// The user's choices for maps, saved between starts.
struct MapChoice {
  std::array<std::string, 2> keys;  ///< of the axes; empty: the defaults
  std::map<std::string, std::string, std::less<>>
      axes;                                    ///< by key, as sweep::parse_axis() reads them
  std::set<std::string, std::less<>> methods;  ///< compared with the current method
  bool operator==(const MapChoice&) const = default;
};

/// State of the map panel between frames.
struct MapState {
  MapChoice choice;
  std::optional<sweep::Request> request;                 ///< of this frame
  bool stopped = false;                                  ///< paused by the user
  std::map<std::string, sweep::Axis, std::less<>> axes;  ///< by key, of those seen
  std::map<std::string, int, std::less<>> widened;       ///< how often by itself, by key
  std::optional<sweep::Grid> settled;                    ///< the last of which that was asked
  std::array<MapField, 4> fields;                        ///< ends of x and y

  std::vector<DrawnMap> drawn;                 ///< as sweep::Status::maps
  int64_t version = -1;                        ///< of these,
  std::array<double, 2> view{};                ///< with which colour and bound,
  double when = -1;                            ///< and when they were drawn, s
  Rect picture;                                ///< where they are, in this frame
  std::optional<std::array<double, 2>> asked;  ///< values that were dragged to

  /// Another scene has its own.
  void forget_ranges() { choose({choice.keys, {}, choice.methods}); }
  void choose(MapChoice other) {
    choice = std::move(other);
    axes.clear();
    widened.clear();
  }
};

}  // namespace ui
