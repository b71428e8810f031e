#include "app/files/documents.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <system_error>

#include "base/error.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "formats/scene_format.h"
#include "formats/suggest.h"
#include "sim/world/limits.h"

namespace app {

namespace fs = std::filesystem;
namespace {

constexpr size_t most_recent = 8, most_listed = 2000;

fs::path home() {
  const char* home = std::getenv("HOME");
  return home ? home : "";
}

std::string local_time(std::time_t time, const char* format) {
  char text[32];
  std::strftime(text, sizeof text, format, std::localtime(&time));
  return text;
}

/// Returns the time of a file's last change, such as "2026-01-31 12:00".
std::string date_of(const fs::path& file) {
  std::error_code error;
  const auto changed = fs::last_write_time(file, error);
  if (error) return {};
  const auto time = std::chrono::file_clock::to_sys(changed).time_since_epoch();
  return local_time(std::chrono::duration_cast<std::chrono::seconds>(time).count(),
                    "%Y-%m-%d %H:%M");
}

ui::SceneEntry entry_of(const fs::path& file, bool with_folder) {
  return {.name = with_folder ? file.stem().generic_string() : file.filename().generic_string(),
          .description = with_folder ? short_form(file.parent_path()) : "",
          .path = file.generic_string(),
          .changed = date_of(file)};
}

/// Lists the subfolders and the files that the program can open. Hidden files, whose names begin
/// with a dot, are listed only if `hidden`.
std::vector<ui::SceneEntry> listed(const fs::path& folder, bool hidden, std::error_code& error) {
  std::vector<ui::SceneEntry> entries;
  for (fs::directory_iterator one(folder, fs::directory_options::skip_permission_denied, error),
       end;
       !error && one != end && entries.size() < most_listed; one.increment(error)) {
    const fs::path& path = one->path();
    std::error_code unreadable;
    if (path.filename().generic_string().starts_with('.') && !hidden) continue;
    if (one->is_directory(unreadable))
      entries.push_back({.name = path.filename().generic_string(),
                         .description = {},
                         .path = path.generic_string(),
                         .folder = true});
    else if (one->is_regular_file(unreadable) && formats::may_be_scene(path))
      entries.push_back(entry_of(path, false));
  }
  std::ranges::sort(entries, {}, [](const auto& one) { return std::pair(!one.folder, one.name); });
  return entries;
}

}  // namespace

std::string short_form(const fs::path& path) {
  const std::string all = path.generic_string(), at_home = home().generic_string();
  const bool inside = at_home.size() > 1 && (all + "/").starts_with(at_home + "/");
  return inside ? "~" + all.substr(at_home.size()) : all;
}

fs::path full_path(const std::string& typed) {
  std::error_code error;
  if (typed == "~") return home() / "";
  if (typed.starts_with("~/")) return home() / typed.substr(2);
  fs::path full = fs::absolute(typed, error);
  return error ? fs::path(typed) : full.lexically_normal();
}

std::string plain_name(const std::string& name) {
  std::string plain = name.substr(0, 150);  // bytes, of 255 that a file's name can have
  for (char& letter : plain)
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '-';
  return plain.find_first_not_of('-') == plain.npos ? "scene" : plain;
}

std::string saved_name_of(const fs::path& file, const std::string& name) {
  const std::string stem = formats::lower_case(file.stem().generic_string()),
                    own = formats::lower_case(plain_name(name));
  const bool made_of_it =
      stem == own || (stem.starts_with(own + "-") &&
                      stem.find_first_not_of("0123456789", own.size() + 1) == stem.npos);
  return made_of_it || !sim::is_name(file.stem().generic_string()) ? name
                                                                   : file.stem().generic_string();
}

void Documents::note_used(const fs::path& file) {
  const std::string name = full_path(file.generic_string()).generic_string();
  std::erase(recent_, name);
  recent_.insert(recent_.begin(), name);
  if (recent_.size() > most_recent) recent_.resize(most_recent);
}

ui::FileListing Documents::list_known_files() const {
  ui::FileListing listing;
  std::error_code error;
  for (const std::string& file : recent_)
    if (fs::is_regular_file(file, error)) listing.recent.push_back(entry_of(file, true));
  for (const ui::SceneEntry& one : listed(folder_, false, error))
    if (!one.folder && !formats::contains(recent_, one.path))
      listing.saved.push_back(entry_of(one.path, true));
  std::ranges::stable_sort(listing.saved, std::greater{}, &ui::SceneEntry::changed);
  if (!names_folders_) {
    for (std::vector<ui::SceneEntry>* list : {&listing.recent, &listing.saved})
      for (ui::SceneEntry& entry : *list) entry.description.clear();
    return listing;
  }
  std::vector<fs::path> folders{folder_, home()};
  if (!recent_.empty()) folders.insert(folders.begin(), fs::path(recent_.front()).parent_path());
  for (fs::path folder : folders) {
    folder = (folder / "").parent_path();  // a folder has one name, without a slash at its end
    if (fs::is_directory(folder, error) &&
        !formats::contains(listing.entries, folder.generic_string(), &ui::SceneEntry::path))
      listing.entries.push_back(
          {.name = short_form(folder), .path = folder.generic_string(), .folder = true});
  }
  return listing;
}

ui::FileListing Documents::list_folder_of(const std::string& typed) const {
  ui::FileListing listing;
  std::error_code error;
  listing.recent = listing_.recent;
  listing.saved = listing_.saved;
  listing.typed = typed;
  listing.opens = formats::what_opens();
  const fs::path full = full_path(typed);
  fs::path folder = full.parent_path();
  listing.name = full.filename().generic_string();
  if (listing.name == "." || listing.name == "..") listing.name.clear();
  if (!fs::is_directory(folder, error)) {
    listing.problem = base::format("There is no folder {}.", folder.generic_string());
    fs::path above = folder;
    while (above.has_relative_path() && !fs::exists(above, error)) above = above.parent_path();
    if (fs::is_directory(above, error)) listing.to_make = (folder / "").generic_string();
    return listing;
  }
  listing.folder = (folder / "").generic_string();
  listing.exists = fs::exists(full, error) && !fs::is_directory(full, error);
  listing.entries = listed(folder, listing.name.starts_with('.'), error);
  if (error)
    listing.problem = base::format("The folder {}: {}.", folder.generic_string(), error.message());
  return listing;
}

std::string Documents::proposed_file(const std::string& name) const {
  std::error_code error;
  fs::path folder = recent_.empty() ? folder_ : fs::path(recent_.front()).parent_path();
  if (!fs::is_directory(folder, error)) folder = folder_;
  return unused_path(folder / plain_name(name), ".toml").generic_string();
}

std::string name_of_equal_scene(const std::string& text, const std::string& name_or_file,
                                const std::function<std::string(const sim::Simulation&)>& text_of) {
  if (name_or_file.empty()) return {};
  try {
    const sim::Simulation opened(formats::load(formats::find_scene(name_or_file)));
    return text_of(opened) == text ? name_or_file : "";
  } catch (const base::Error&) {
    return {};
  }
}

fs::path unused_path(const fs::path& name, const std::string& ending) {
  std::error_code error;
  fs::path file = name.generic_string() + ending;
  for (int i = 2; fs::exists(file, error); ++i)
    file = base::format("{}-{}{}", name.generic_string(), i, ending);
  return file;
}

fs::path user_folder(Folder folder) {
  const bool pictures = folder == Folder::Pictures;
  std::error_code error;
  if (const char* given = std::getenv(pictures ? "XDG_PICTURES_DIR" : "XDG_DOCUMENTS_DIR");
      given && fs::is_directory(given, error))
    return given;
  if (const char* home = std::getenv("HOME"))
    if (const fs::path usual = fs::path(home) / (pictures ? "Pictures" : "Documents");
        fs::is_directory(usual, error))
      return usual;
  return fs::absolute(".", error).lexically_normal();
}

fs::path new_file(Folder folder, const std::string& name, const std::string& ending) {
  const std::string stamp = local_time(std::time(nullptr), "-%Y-%m-%d-%H%M%S");
  return unused_path(user_folder(folder) / (plain_name(name) + stamp),
                     ending.empty() ? "" : "." + ending);
}

}  // namespace app
