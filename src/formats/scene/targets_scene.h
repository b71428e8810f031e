#pragma once
#include <filesystem>
#include <string>

#include "sim/scene.h"

namespace formats {

/// A scene file that asks what `wanted` asks, with its effectors and targets alone: the body and
/// all else are those of `like`, the name of a scene that comes with ikscope, or a scene's or
/// robot's file, of whose body `wanted` is. `file` is where it is to be: one beside it is named
/// without its folder. The whole scene if `like` is empty, or is itself like another but has a body
/// of its own. Throws base::Error.
std::string targets_scene(const std::string& like, const sim::Scene& wanted,
                          const std::filesystem::path& file = {});

}  // namespace formats
