#pragma once
#include <string>
#include <vector>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"

namespace test {

/// The scenes that come with the program, for what is done with every method or beside plain dense
/// mathematics: without the one of ten thousand joints, on which that would take hours.
inline std::vector<std::string> scene_names() {
  std::vector<std::string> names = formats::scene_names();
  std::erase(names, "long-chain");
  return names;
}

/// Those that the plain dense mathematics of bench/plain.h knows: all goals are positions, and no
/// joint follows another.
inline std::vector<std::string> plain_scene_names(std::vector<std::string> names) {
  std::erase_if(names, [](const std::string& name) {
    const auto scene = formats::load(formats::find_scene(name));
    return !scene->skeleton->only_positions() || !scene->skeleton->followers().empty();
  });
  return names;
}

}  // namespace test
