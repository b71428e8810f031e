#include "app/files/settings.h"

#include <toml++/toml.h>
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <utility>

#include "app/classroom.h"
#include "app/files/documents.h"
#include "base/error.h"
#include "base/text.h"
#include "files/folder_lock.h"
#include "files/output_file.h"
#include "files/read_text.h"
#include "formats/suggest.h"
#include "formats/toml/fields.h"
#include "ui/options/options.h"

namespace app {
namespace fs = std::filesystem;
namespace {

constexpr int min_side = 320, max_side = 16384;
constexpr double seconds_until_saved = 1;  // after the last change of a setting
constexpr int frames_of_the_start = 20;  // which may take long and has other things to do than save
constexpr double seconds_until_tried_again = 30;
constexpr Size least_window{480, 320};

using Names = std::vector<std::string>;

/// A saved list of names, declared once for reading and writing.
struct List {
  std::string_view key;
  void (*take)(Preferences&, const Names&);
  Names (*give)(const Preferences&);
};
constexpr List lists[] = {
    {"lessons",
     [](Preferences& kept, const Names& names) { kept.lessons.insert(names.begin(), names.end()); },
     [](const Preferences& kept) { return Names(kept.lessons.begin(), kept.lessons.end()); }},
    {"lessons_at",
     [](Preferences& kept, const Names& names) {
       for (const std::string& one : names) {
         const size_t sign = one.find('=');
         const int step = sign == one.npos ? 0 : std::atoi(one.c_str() + sign + 1);
         if (step < 1)
           throw base::Error("lessons_at has an entry that is not of the form \"damping=3\"");
         kept.lessons_at[one.substr(0, sign)] = step;
       }
     },
     [](const Preferences& kept) {
       return base::texts_of(kept.lessons_at, [](const auto& one) {
         return base::format("{}={}", one.first, one.second);
       });
     }},
    {"recent_files", [](Preferences& kept, const Names& names) { kept.recent = names; },
     [](const Preferences& kept) { return kept.recent; }},
    {"map_axes",
     [](Preferences& kept, const Names& names) {
       if (names.size() != 2) throw base::Error("map_axes is not a list of two parameters");
       kept.map.keys = {names[0], names[1]};
     },
     [](const Preferences& kept) {
       const auto& keys = kept.map.keys;
       return keys[0].empty() ? Names() : Names(keys.begin(), keys.end());
     }},
    {"map_values",
     [](Preferences& kept, const Names& names) {
       for (const std::string& axis : names) kept.map.axes[axis.substr(0, axis.find('='))] = axis;
     },
     [](const Preferences& kept) {
       return base::texts_of(kept.map.axes, [](const auto& one) { return one.second; });
     }},
    {"map_methods",
     [](Preferences& kept, const Names& names) {
       kept.map.methods.insert(names.begin(), names.end());
     },
     [](const Preferences& kept) {
       return Names(kept.map.methods.begin(), kept.map.methods.end());
     }},
};

std::string read_address(const formats::Reader& reader) {
  constexpr size_t longest = 2000;
  std::string text = reader.text("address", longest);
  const bool is_page = text.starts_with("https://") || text.starts_with("http://");
  if (!text.empty() && (!is_page || text.find('#') != text.npos))
    reader.fail("address",
                "address is not the address of a page; expected one such as "
                "\"https://example.org/ikscope/\"");
  return text;
}

void read_entry(const formats::Reader& reader, std::string_view key, Preferences& kept) {
  if (key == "window") {
    const std::vector<double> sides = reader.numbers(key, 2, {min_side, max_side});
    kept.window = {static_cast<int>(sides[0]), static_cast<int>(sides[1])};
  } else if (const auto* list = std::ranges::find(lists, key, &List::key);
             list != std::end(lists)) {
    const Names names = reader.texts(key);
    reader.checked(key, [&] { list->take(kept, names); });
  } else if (key == "address") {
    kept.address = read_address(reader);
  } else if (key == "map_bound") {  // of version 0.1, in rad/step²
    const double bound = reader.number(key);
    reader.checked(key, [&] { kept.options.set("map_limit", 1e3 * bound); });
  } else {
    const std::string text = reader.setting(key);
    reader.checked(key, [&] { kept.options.set_text(key, text); });
  }
}

void read(const fs::path& file, Preferences& kept) {
  const std::string text = files::read_text(file, files::settings);
  if (text.find_first_not_of(" \t\n") == std::string::npos) return;  // everything keeps its default
  const toml::table table = formats::parse_toml(text, file.string(), "settings");
  const std::string source = file.string();
  const formats::Reader reader(table, source, "the settings");
  std::string first_error;
  for (const auto& [key, node] : table) {
    try {
      read_entry(reader, key.str(), kept);
    } catch (const base::Error& error) {
      if (first_error.empty()) first_error = error.what();
    }
  }
  if (!first_error.empty()) throw base::Error(first_error);
}

fs::path set_aside(const fs::path& file) {
  const fs::path aside = unused_path(file.string() + ".broken", "");
  fs::rename(file, aside);
  return aside;
}

/// Merges the changes since `before` into the file, which another window may have written.
Preferences merge(const fs::path& file, const Preferences& kept, const Preferences& before) {
  Preferences merged{base::Settings(ui::options::table())};
  std::error_code unreadable;
  if (fs::exists(file, unreadable)) try {
      read(file, merged);
    } catch (const base::Error&) {  // valid entries still count
      if (fs::is_regular_file(file, unreadable)) set_aside(file);
    }
  const auto take = [](auto& to, const auto& value, const auto& old) {
    if (!(value == old)) to = value;
  };
  for (const base::Parameter& option : kept.options.table())
    if (kept.options[option] != before.options[option])
      merged.options.set(option.key, kept.options[option]);
  take(merged.window, kept.window, before.window);
  take(merged.address, kept.address, before.address);
  take(merged.recent, kept.recent, before.recent);
  take(merged.map.keys, kept.map.keys, before.map.keys);
  take(merged.map.axes, kept.map.axes, before.map.axes);
  take(merged.map.methods, kept.map.methods, before.map.methods);
  for (const auto& one : kept.lessons_at)
    if (!formats::contains(before.lessons_at, one)) merged.lessons_at[one.first] = one.second;
  merged.lessons.insert(kept.lessons.begin(), kept.lessons.end());
  return merged;
}

/// Returns the folder that this variable names, else the usual one; empty without a home folder.
/// There are no messages about what the program works without.
fs::path folder_of_user(const char* variable, const char* usual,
                        std::vector<std::string>* messages = nullptr) {
  const auto folder = [&](const char* name) -> fs::path {
    const char* value = std::getenv(name);
    if (!value || !*value) return {};
    if (fs::path(value).is_absolute()) return value;
    if (messages)
      messages->push_back(
          base::format("{} is ignored: {} is not an absolute path; set it to one, or unset it",
                       name, base::in_quotes(value)));
    return {};
  };
  fs::path base = folder(variable);
  if (base.empty()) {
    base = folder("HOME");
    if (!base.empty()) base /= usual;
  }
  return base.empty() ? base : base / "ikscope";
}

}  // namespace

fs::path settings_file(std::vector<std::string>& messages) {
  const fs::path folder = folder_of_user("XDG_CONFIG_HOME", ".config", &messages);
  return folder.empty() ? folder : folder / "settings.toml";
}

fs::path cache_folder() { return folder_of_user("XDG_CACHE_HOME", ".cache"); }

fs::path lessons_folder() {
  const fs::path folder = folder_of_user("XDG_DATA_HOME", ".local/share");
  return folder.empty() ? folder : folder / "lessons";
}

Preferences load_settings(const fs::path& file, std::vector<std::string>& messages) {
  Preferences kept{base::Settings(ui::options::table())};
  std::error_code unreadable;
  if (file.empty() || !fs::exists(file, unreadable)) return kept;
  std::string what;
  try {
    read(file, kept);
    return kept;
  } catch (const std::exception& error) {
    what = error.what();
  }
  std::string where = "it could not be renamed";
  try {
    where = "the old file is kept as " + set_aside(file).string();
  } catch (const fs::filesystem_error&) {
  }
  messages.push_back(base::format(
      "The settings file has errors: {}; {}; invalid entries were reset.", what, where));
  return kept;
}

void save_settings(const fs::path& file, const Preferences& kept, const Preferences& before) {
  if (file.empty()) return;
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);
  const files::FolderLock lock(file.parent_path());  // another window waits for it
  const Preferences merged = merge(file, kept, before);

  formats::Writer out;
  out.heading("# Settings of ikscope; missing entries have their defaults.");
  out.line("window", formats::list({std::to_string(merged.window.width),
                                    std::to_string(merged.window.height)}));
  if (!merged.address.empty()) out.line("address", formats::toml_text(merged.address));
  for (const List& list : lists) {
    const Names names = list.give(merged);
    if (!names.empty()) out.line(list.key, formats::as::Texts().text(names));
  }
  for (const base::Parameter& option : merged.options.table()) {
    const double value = merged.options[option];
    const std::string text = base::to_text(option, value);
    if (value == option.default_value) continue;
    const bool word = !option.choices.empty() || text == option.special;
    out.line(option.key, word ? formats::toml_text(text) : formats::number(value));
  }
  files::write_file(file, out.text());
}

SettingsKeeper::SettingsKeeper(bool used, std::vector<std::string>& messages)
    : file_(used ? settings_file(messages) : ""),
      preferences(load_settings(file_, messages)),
      saved_(preferences) {}

void SettingsKeeper::follow(const Parts& parts, double now) {
  const Size size = parts.platform.size();
  if (size != preferences.window && !parts.start.size && !parts.platform.full_screen() &&
      !parts.platform.minimised() && size.width >= least_window.width &&
      size.height >= least_window.height) {
    preferences.window = size;
    changed_ = true;
  }
  if (parts.ui.map_choice() != preferences.map) {
    preferences.map = parts.ui.map_choice();
    changed_ = true;
  }
  if (std::exchange(changed_, false)) unsaved_since_ = now;
  if (unsaved_since_ < 0 || parts.frames < frames_of_the_start ||
      now - unsaved_since_ < seconds_until_saved)
    return;
  try {
    write(parts);
  } catch (const std::exception& error) {
    parts.ui.error(error.what());
    unsaved_since_ = now + seconds_until_tried_again;
  }
}

void SettingsKeeper::write(const Parts& parts) {
  Preferences own = parts.classroom.own_preferences();
  parts.platform.take_settings();
  save_settings(file_, own, saved_);
  parts.platform.give_settings();
  saved_ = std::move(own);
  changed_ = false;
  unsaved_since_ = -1;
}

}  // namespace app
