#pragma once
#include <string>
#include <vector>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"

namespace test {

/// Returns the scenes that come with the program, for tests with every method or against plain
/// dense mathematics. The one of ten thousand joints is left out, since it would take hours.
inline std::vector<std::string> scene_names() {
  std::vector<std::string> names = formats::scene_names();
  std::erase(names, "long-chain");
  return names;
}

/// Returns the scenes that the plain dense mathematics of bench/plain.h supports: all goals are
/// positions, and no joint follows another.
inline std::vector<std::string> plain_scene_names(std::vector<std::string> names) {
  std::erase_if(names, [](const std::string& name) {
    const auto scene = formats::load(formats::find_scene(name));
    return !scene->skeleton->only_positions() || !scene->skeleton->followers().empty();
  });
  return names;
}

}  // namespace test
