#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "sim/scene.h"

namespace formats {

/// Reads a scene in the format of the file's ending, or in that of docs/scene-format.md. Throws
/// base::Error: one sentence with file, line, what is wrong and what was expected.
std::shared_ptr<const sim::Scene> load(const std::filesystem::path& file);

/// Reads a scene from text in the format of docs/scene-format.md; `source` names it in errors. A
/// `recording` of the same body is taken instead of reading the file that the text names.
std::shared_ptr<const sim::Scene> parse(std::string_view text, const std::string& source,
                                        std::shared_ptr<const sim::Recording> recording = nullptr);

/// Returns the scene as TOML that parse() reads back to the same scene.
std::string to_toml(const sim::Scene& scene);

/// Returns a scene file with the effectors and targets of `wanted` alone. The body and all else
/// come from `like`: the name of a scene that comes with ikscope, or the file of a scene or robot,
/// with the same body. A `like` beside `file`, the path of the new file, is named without its
/// folder. Returns the whole scene if `like` is empty, or is itself like another scene but has its
/// own body. Throws base::Error.
std::string targets_scene(const std::string& like, const sim::Scene& wanted,
                          const std::filesystem::path& file = {});

}  // namespace formats
