#pragma once
#include <string>
#include <vector>

#include "formats/assets.h"

namespace test {

/// The scenes that come with the program, for what is done with every method or beside plain dense
/// mathematics: without the one of ten thousand joints, on which that would take hours.
inline std::vector<std::string> scene_names() {
  std::vector<std::string> names = formats::scene_names();
  std::erase(names, "long-chain");
  return names;
}

}  // namespace test
