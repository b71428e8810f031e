#pragma once
#include <vector>

#include "sim/simulation.h"
#include "ui/layout.h"

namespace ui {

/// A 3D view of the scene, in a part of the area for the body.
struct View {
  Rect rect;
  int run = -1;        ///< serial number of the solid run
  bool ghosts = true;  ///< whether other runs are ghosts
};

/// Returns one view with ghosts, or a grid with a view for each run that is not muted. The views
/// have one size, or that of run `large` (a serial number) is enlarged.
std::vector<View> arrange_views(const Rect& body, const sim::Simulation& simulation, bool grid,
                                int large, float gap);

}  // namespace ui
