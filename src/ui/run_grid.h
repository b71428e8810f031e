#pragma once
#include <vector>

#include "sim/simulation.h"
#include "ui/layout.h"

namespace ui {

/// A picture of the scene, in a part of the room for the body.
struct View {
  Rect rect;
  int run = -1;        ///< serial number of the one that is solid
  bool ghosts = true;  ///< of the others
};

/// One picture with ghosts, or, as a grid, one for each run that is not muted, all of one size, or
/// that of run `large` (a serial number) larger than the others.
std::vector<View> arrange_views(const Rect& body, const sim::Simulation& simulation, bool grid,
                                int large, float gap);

}  // namespace ui
