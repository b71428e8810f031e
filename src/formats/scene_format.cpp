#include "formats/scene_format.h"

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "formats/robots/xml_file.h"
#include "formats/suggest.h"

namespace formats {
namespace {

/// Returns whether the first line beside comments has a key or a heading. A binary file has
/// control characters.
bool may_be_toml(std::string_view begin) {
  for (const char c : begin)
    if (const auto code = static_cast<unsigned char>(c); code < ' ' && std::isspace(code) == 0)
      return false;
  for (std::string_view line : base::split(begin, '\n')) {
    line = base::trimmed(line);
    if (!line.empty() && !line.starts_with('#'))
      return line.starts_with('[') || line.find('=') != line.npos;
  }
  return true;
}

}  // namespace

std::string what_opens() {
  std::vector<std::string> all = texts_of(base::Registry<SceneFormat>::all(), &SceneFormat::opens);
  std::erase(all, "");
  return joined(all);
}

bool is_toml(const SceneFormat& format) {
  return &format == base::Registry<SceneFormat>::all().front();
}

const SceneFormat* scene_format_of(const std::filesystem::path& file) {
  const std::string ending = lower_case(file.extension().string());
  if (!ending.starts_with('.')) return nullptr;
  for (const SceneFormat* format : base::Registry<SceneFormat>::all())
    if (contains(format->endings, std::string_view(ending).substr(1))) return format;
  return nullptr;
}

bool may_be_scene(const std::filesystem::path& file) {
  const SceneFormat* format = scene_format_of(file);
  if (!format || format->root.empty()) return format != nullptr;
  constexpr size_t enough = 16384;  // a licence may come before the root
  const std::string begin = files::begin_of(file, enough);
  return std::ranges::any_of(base::Registry<SceneFormat>::all(), [&](const SceneFormat* one) {
    return !one->root.empty() && begin.find(base::format("<{}", one->root)) != begin.npos;
  });
}

const SceneFormat& scene_format_in(const std::filesystem::path& file) {
  if (const SceneFormat* format = scene_format_of(file)) return *format;
  constexpr size_t enough = 256;
  const std::string begin = files::begin_of(file, enough);
  std::string_view text = begin;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const auto& all = base::Registry<SceneFormat>::all();
  for (const SceneFormat* format : all)
    if (text.starts_with('<') ? !format->root.empty()
                              : !format->first_word.empty() &&
                                    equal_ignoring_case(text.substr(0, format->first_word.size()),
                                                        format->first_word))
      return *format;
  if (begin.size() == enough) text = text.substr(0, text.rfind('\n') + 1);  // no part of a line
  if (file.has_extension() && !may_be_toml(text))
    throw base::Error("{}: what ends in {} does not open; expected {}", file.string(),
                      in_quotes(file.extension().string()), what_opens());
  return *all.front();
}

const SceneFormat& xml_format_of(std::string_view text, const std::string& source) {
  const XmlFile file(text, source);
  const std::string root = file.root().name();
  std::vector<std::string> known;
  for (const SceneFormat* format : base::Registry<SceneFormat>::all()) {
    if (format->root.empty()) continue;
    if (format->root == root) return *format;
    known.push_back(base::format("<{}>", format->root));
  }
  file.root().fail(
      base::format("{}; expected {}, a robot in URDF or MJCF",
                   root == "sdf" || root == "gazebo"
                       ? "this is an SDF file, which is not read"
                       : base::format("the root element is <{}>", base::printable(root, 40)),
                   joined(known, " or ")));
}

}  // namespace formats
