#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/registry.h"
#include "files/read_text.h"
#include "sim/scene.h"

namespace formats {

/// A format of files that hold a scene. Each one is declared by a file of src/formats/scenes.
struct SceneFormat {
  std::string_view name;
  int rank = 0;                           ///< the first reads files with an unknown ending
  std::vector<std::string_view> endings;  ///< endings in lower case, without the dot
  /// The root element of an XML format; it decides, whatever the ending. Empty for other formats.
  std::string_view root = {};
  std::string_view first_word = {};  ///< identifies other formats without their ending
  std::string_view opens = {};       ///< what its files hold, in the window's list of what opens
  files::Kind file;                  ///< its name in messages and its size limit
  /// `source` names the text in errors. Throws base::Error: one sentence with file, line, what is
  /// wrong and what was expected.
  std::shared_ptr<const sim::Scene> (*parse)(std::string_view text, const std::string& source);
};

/// Calls declare_FILE() of every file of src/formats/scenes; generated.
void declare_all(base::Registry<SceneFormat>& formats);
/// Returns what opens as a scene: "scenes, sessions and lessons (.toml), robots (.urdf, ...".
std::string what_opens();
bool is_toml(const SceneFormat& format);  ///< a scene as the program writes it
/// Returns the format of the file's ending, in capitals or not; null if no format has it.
const SceneFormat* scene_format_of(const std::filesystem::path& file);
/// Returns whether a file may hold a scene, by its ending and, for XML, by its first letters, so
/// that other XML files in a folder are not listed among its scenes.
bool may_be_scene(const std::filesystem::path& file);
/// Returns the format of the file's ending, else of its first letters (XML, BVH), else TOML. Throws
/// base::Error for an unknown ending of a file that cannot be TOML.
const SceneFormat& scene_format_in(const std::filesystem::path& file);
/// Returns the format of an XML file. Throws base::Error for a root element that no format has.
const SceneFormat& xml_format_of(std::string_view text, const std::string& source);

}  // namespace formats
