#pragma once
#include <memory>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"

namespace bench {

constexpr const char* bodies[] = {"y", "double-y", "double-y-25", "human"};

inline std::shared_ptr<const sim::Scene> load(const char* name) {
  return formats::load(formats::find_scene(name));
}

constexpr int warmup = 400;  ///< steps: the way from the start pose to the targets

}  // namespace bench
