#pragma once
#include <memory>
#include <string>

#include "formats/bvh/figure.h"
#include "formats/robots/robot.h"
#include "sim/timeline/recording.h"

namespace formats {

/// Returns the body of a figure in the first frame's pose: a coordinate for each channel, named
/// "LeftArm.Zrotation", those that slide before those that turn. Coordinates that only the
/// recording moves are held.
Robot robot_of(const BvhFigure& figure, const std::string& source);

/// Returns the file's motion for a body that has all of the file's coordinates, which are matched
/// by name. Returns null if the file has no motion. Throws base::Error.
std::shared_ptr<const sim::Recording> recording_of(const BvhFigure& figure,
                                                   const std::string& source,
                                                   const ik::Skeleton& body);

}  // namespace formats
