#pragma once
#include <filesystem>
#include <string>

#include "render/gl_object.h"

namespace render {

/// Compiles two files of the folder, common.glsl before each, and links them; the uniform block
/// "Frame" gets binding 0, the sampler "shadow_map" unit 0. Throws Error: one sentence with the
/// file and what the driver said.
Program load_program(const std::filesystem::path& folder, const std::string& vertex_file,
                     const std::string& fragment_file);

}  // namespace render
