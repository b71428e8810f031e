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

/// A map that is drawn, made anew when it is another.
struct DrawnMap {
  sweep::Picture picture;
  void* image = nullptr;
  bool constant = false;  ///< all cells have one colour
};

/// A text field while it is typed in.
struct MapField {
  char text[24] = {};
  bool typing = false;
};

/// What a person has chosen to see on maps, to be kept between starts.
struct MapChoice {
  std::array<std::string, 2> keys;                       ///< of the axes; empty: the usual ones
  std::map<std::string, std::string, std::less<>> axes;  ///< by key, as map::parse_axis() reads
  std::set<std::string, std::less<>> methods;            ///< shown beside that at work
  bool operator==(const MapChoice&) const = default;
};

/// What the panel of maps keeps from frame to frame.
struct MapState {
  MapChoice choice;
  std::optional<sweep::Request> wish;                    ///< of this frame
  bool stopped = false;                                  ///< by hand
  std::map<std::string, sweep::Axis, std::less<>> axes;  ///< by key, of those seen
  std::array<MapField, 4> fields;                        ///< ends of x and y

  std::vector<DrawnMap> drawn;                 ///< as map::Works::maps
  int64_t version = -1;                        ///< of these,
  std::array<double, 2> view{};                ///< with which colour and bound,
  double when = -1;                            ///< and when they were drawn, s
  Rect picture;                                ///< where they are, in this frame
  std::optional<std::array<double, 2>> asked;  ///< values that the hand has gone to, while it drags
};

}  // namespace ui
