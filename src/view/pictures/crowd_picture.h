#pragma once

#include "sim/crowd.h"
#include "view/body.h"
#include "view/camera.h"
#include "view/draw_list.h"

namespace view {

/// The position of body i of a crowd around the first one, which is 0: in a square that grows ring
/// by ring, in steps on the ground.
glm::ivec2 place_in_crowd(int i);
/// How many rings there are round the first body.
int rings_of_crowd(int bodies);

/// The bodies of a crowd and their targets, `spacing` from each other: those that the camera sees,
/// far ones by their links alone.
void draw_crowd(DrawList& list, const sim::Crowd& crowd, const Body& body, float spacing,
                const Camera& camera, const Palette& palette, ik::Pose& before);

}  // namespace view
