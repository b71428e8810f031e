// Scenes in the program's own format: docs/scene-format.md.

#include "formats/scene/scene_file.h"
#include "formats/scene_format.h"

namespace formats {

void declare_toml(base::Registry<SceneFormat>& formats) {
  formats.add({.name = "toml",
               .rank = 10,
               .endings = {"toml"},
               .opens = "scenes, sessions and lessons (.toml)",
               .file = files::scene,
               .parse = [](std::string_view text, const std::string& source) {
                 return parse(text, source);
               }});
}

}  // namespace formats
