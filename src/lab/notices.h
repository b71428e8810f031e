#pragma once
#include "sim/scene.h"

namespace lab {

/// What was left out of a scene's file, on stderr: stdout is for what was asked for.
void print_notices(const sim::Scene& scene);

}  // namespace lab
