#include "formats/scene_format.h"

#include <algorithm>
#include <cctype>

namespace formats {

const SceneFormat* scene_format_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const SceneFormat* format : base::Registry<SceneFormat>::all())
    if (ending.starts_with('.') && ending.substr(1) == format->name) return format;
  return nullptr;
}

}  // namespace formats
