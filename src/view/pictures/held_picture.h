#pragma once
#include "ik/solve/solver.h"
#include "view/body.h"
#include "view/camera.h"
#include "view/draw_list.h"
#include "view/palette.h"

namespace view {

/// A padlock before each joint that is held, facing the eye, small but never too small to be seen.
/// `given` coordinates follow a recording: slides of joints that turn freely have none.
void draw_held(DrawList& list, const ik::Solver& solver, const std::vector<int>& given,
               const Body& body, const Camera& camera, const Palette& palette);

}  // namespace view
