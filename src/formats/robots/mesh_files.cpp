#include "formats/robots/mesh_files.h"

#include <algorithm>
#include <iterator>

#include "files/read_text.h"
#include "formats/moments/codes.h"
#include "formats/suggest.h"

namespace formats {
namespace fs = std::filesystem;
namespace {

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool strip_prefix(std::string& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.erase(0, beginning.size());
  return true;
}

}  // namespace

bool is_lfs_pointer(const fs::path& file) {
  return files::begin_of(file, files::lfs_pointer.size()) == files::lfs_pointer;
}

MeshFiles::MeshFiles(const fs::path& source) {
  std::error_code ignored;
  folder_ = fs::absolute(source, ignored).lexically_normal().parent_path();
}

fs::path MeshFiles::file_in(const fs::path& folder, const fs::path& name, bool any_case) const {
  if (is_file(folder / name)) return folder / name;
  if (!any_case) return {};
  fs::path at = folder;
  for (const fs::path& part : name) {
    std::error_code ignored;
    if (part == "." || part == ".." || fs::exists(at / part, ignored)) {
      at /= part;
      continue;
    }
    const auto [names, is_new] = names_.try_emplace(at);
    fs::directory_iterator one, end;
    if (is_new) one = fs::directory_iterator(at, ignored);
    for (; !ignored && one != end; one.increment(ignored)) {
      const std::string other = one->path().filename().string();
      std::string& kept = names->second[lower_case(other)];
      if (kept.empty() || other < kept) kept = other;
    }
    const auto other = names->second.find(lower_case(part.string()));
    if (other == names->second.end()) return {};
    at /= other->second;
  }
  return is_file(at) ? at : fs::path();
}

fs::path MeshFiles::look_up(std::string name) const {
  std::ranges::replace(name, '\\', '/');
  if (name.find('\0') != name.npos) return {};
  bool in_package = strip_prefix(name, "package://") || strip_prefix(name, "model://");
  if (!in_package) strip_prefix(name, "file://");
  constexpr std::string_view find = "$(find ";  // xacro's package://
  if (const size_t end = name.find(')'); name.starts_with(find) && end != name.npos) {
    name.erase(end, 1).erase(0, find.size());
    in_package = true;
  }
  constexpr size_t most_letters = 4096;
  constexpr int most_parts = 16;
  if (name.size() > most_letters) return {};
  const fs::path path(name);
  if (path.is_absolute() && is_file(path)) return path;
  if (std::distance(path.begin(), path.end()) > most_parts)
    return is_file(folder_ / path) ? (folder_ / path).lexically_normal() : fs::path();
  for (const fs::path& folder : folders_)
    for (const fs::path& inside : {path, path.filename()})
      if (const fs::path found = file_in(folder, inside); !found.empty()) return found;
  // Search package://a/b/c as b/c in a folder a above the file, then as a/b/c, b/c in any above.
  fs::path package, inside = path;
  if (in_package && !path.empty()) {
    package = *path.begin();
    inside = path.lexically_relative(package);
  }
  fs::path found;
  constexpr int near = 3;  // files farther up belong to others
  const auto look = [&](const fs::path& wanted, bool only_in_package) {
    int steps = 0;
    for (fs::path above = folder_; found.empty(); above = above.parent_path(), ++steps) {
      if (!only_in_package || above.filename() == package)
        found = file_in(above, wanted, steps < near);
      if (above == above.parent_path()) break;
    }
  };
  if (!package.empty()) look(inside, true);
  const bool has_drive = name.size() > 2 && name[1] == ':' && name[2] == '/';
  if (!path.is_absolute() && !has_drive) look(path, false);
  if (!package.empty()) look(inside, false);
  // Search /home/me/robot/meshes/c of another machine, or package://robot/meshes/c, as
  // robot/meshes/c or meshes/c in the file's folder and those above, and as c beside the file.
  fs::path above = folder_;
  for (int steps = 0; found.empty() && steps < near; ++steps, above = above.parent_path())
    for (fs::path end = path.relative_path(); found.empty() && !end.empty();
         end = end.lexically_relative(*end.begin())) {
      const bool bare = end == end.filename();
      if (!bare || steps == 0) found = file_in(above, end);
      if (bare) break;
    }
  return found.lexically_normal();
}

std::optional<std::string> MeshFiles::find(const std::string& name) {
  const auto [entry, is_new] = found_.try_emplace(name);
  if (is_new) {
    entry->second = look_up(name).string();
    if (entry->second.empty() && name.find("://") != name.npos)
      entry->second = look_up(percent_decoded(name)).string();
    if (entry->second.empty()) missing_.add(name);
    if (!entry->second.empty() && is_lfs_pointer(entry->second)) {
      lfs_pointers_.add(fs::path(entry->second).filename().string());
      entry->second.clear();
    }
  }
  return entry->second.empty() ? std::nullopt : std::optional(entry->second);
}

std::vector<std::string> MeshFiles::notices() const {
  std::vector<std::string> all;
  if (missing_.count > 0)
    all.push_back(
        pluralized(missing_.count,
                   "{} mesh [file was not found,|files were not found, such as] {}; [its link is "
                   "drawn as a line|their links are drawn as lines]",
                   missing_.count, in_quotes(missing_.example)));
  if (lfs_pointers_.count > 0)
    all.push_back(pluralized(
        lfs_pointers_.count,
        "{} mesh [file is a Git LFS pointer,|files are Git LFS pointers, such as] {}: run "
        "git lfs pull in its folder; until then [its link is drawn as a line|their links "
        "are drawn as lines]",
        lfs_pointers_.count, in_quotes(lfs_pointers_.example)));
  return all;
}

}  // namespace formats
