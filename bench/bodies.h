#pragma once
#include <memory>

#include "scene/assets.h"
#include "scene/scene_file.h"

namespace bench {

constexpr const char* bodies[] = {"y", "double-y", "double-y-25", "human"};

inline std::shared_ptr<const sim::Scene> load(const char* name) {
  return scene::load(scene::find_scene(name));
}

constexpr int warmup = 400;  ///< steps: the way from the start pose to the targets

}  // namespace bench
