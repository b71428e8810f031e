#include "formats/mesh_files.h"

#include <algorithm>

#include "base/text.h"
#include "formats/percent_code.h"

namespace formats {
namespace fs = std::filesystem;
namespace {

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// Takes a beginning off a text; whether it was there.
bool take(std::string& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.erase(0, beginning.size());
  return true;
}

}  // namespace

MeshFiles::MeshFiles(const fs::path& source) {
  std::error_code ignored;
  const fs::path whole = fs::absolute(source, ignored);
  folder_ = whole.lexically_normal().parent_path();
}

fs::path MeshFiles::look_up(std::string name) const {
  std::ranges::replace(name, '\\', '/');
  if (name.find('\0') != name.npos) return {};
  const bool in_package = take(name, "package://") || take(name, "model://");
  if (!in_package) take(name, "file://");
  const fs::path path(name);
  if (path.is_absolute()) return is_file(path) ? path : fs::path();
  // package://a/b/c: b/c in a folder named a above the file, then a/b/c or b/c in any above it
  fs::path package, inside = path;
  if (in_package && !path.empty()) {
    package = *path.begin();
    inside = path.lexically_relative(package);
  }
  fs::path found;
  const auto look = [&](const fs::path& wanted, bool only_in_package) {
    for (fs::path above = folder_; found.empty(); above = above.parent_path()) {
      if ((!only_in_package || above.filename() == package) && is_file(above / wanted))
        found = above / wanted;
      if (above == above.parent_path()) break;
    }
  };
  if (!package.empty()) look(inside, true);
  look(path, false);
  if (!package.empty()) look(inside, false);
  return found.lexically_normal();
}

std::optional<std::string> MeshFiles::find(const std::string& name) {
  const auto [place, is_new] = found_.try_emplace(name);
  if (is_new) {
    place->second = look_up(name).string();
    if (place->second.empty() && name.find("://") != name.npos)
      place->second = look_up(percent_decoded(name)).string();
    if (place->second.empty() && missing_++ == 0) example_ = name;
  }
  return place->second.empty() ? std::nullopt : std::optional(place->second);
}

std::string MeshFiles::notice() const {
  if (missing_ == 0) return {};
  const bool one = missing_ == 1;
  return base::counted(missing_, "mesh file") + (one ? " was" : " were") + " not found, " +
         (one ? "" : "such as ") + base::in_quotes(example_) +
         (one ? "; its link is drawn as a line" : "; their links are drawn as lines");
}

}  // namespace formats
