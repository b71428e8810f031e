#pragma once
#include <filesystem>
#include <string_view>

#include "render/gl_object.h"

namespace render {

/// Compiles FOLDER/common.glsl with NAME.vert and NAME.frag and links them; the uniform block
/// "Frame" gets binding 0, the sampler "shadow_map" unit 0. Throws Error: one sentence with the
/// file and what the driver said.
Program load_program(const std::filesystem::path& folder, std::string_view name);

}  // namespace render
