#pragma once
#include <string>

#include "formats/robots/robot.h"

namespace formats {

/// Returns a hint that lengths of a robot's file, which are in metres, look like millimetres: all
/// of them, or those of its visuals. Empty if they do not.
std::string hint_at_millimetres(const RobotBody& body);

/// Returns whether two angles in radians are whole numbers of several turns, and so probably
/// degrees.
bool look_like_degrees(double a, double b);

}  // namespace formats
