#pragma once
#include "ik/model/skeleton.h"

namespace ik {

/// A pose is two goals at one effector, a position and an orientation: for whoever moves them, one
/// thing. The other goal of goal i's pose; -1: it is of none.
int pose_partner(const Skeleton& skeleton, int i);

/// The goal that stands for both: of a pose the position, else i itself.
int pose_head(const Skeleton& skeleton, int i);

/// Returns the default weight of the orientation of a pose, scene units per rad: the characteristic
/// length of the body, each effector counted once.
double pose_weight(const Skeleton& skeleton);

}  // namespace ik
