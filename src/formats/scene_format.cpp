#include "formats/scene_format.h"

#include <algorithm>
#include <cctype>

#include "formats/suggest.h"
#include "formats/xml_file.h"

namespace formats {

const SceneFormat* scene_format_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (!ending.starts_with('.')) return nullptr;
  for (const SceneFormat* format : base::Registry<SceneFormat>::all())
    if (std::ranges::find(format->endings, std::string_view(ending).substr(1)) !=
        format->endings.end())
      return format;
  return nullptr;
}

const SceneFormat& xml_format_of(std::string_view text, const std::string& source) {
  const XmlFile file(text, source);
  const std::string root = file.root().name();
  std::string known;
  for (const SceneFormat* format : base::Registry<SceneFormat>::all()) {
    if (format->root.empty()) continue;
    if (format->root == root) return *format;
    known += (known.empty() ? "<" : " or <") + std::string(format->root) + ">";
  }
  const std::string what = root == "sdf" || root == "gazebo"
                               ? "this is an SDF file, which is not read"
                               : "the root element is <" + base::printable(root, 40) + ">";
  file.root().fail(what + "; expected " + known + ", a robot in URDF or MJCF");
}

}  // namespace formats
