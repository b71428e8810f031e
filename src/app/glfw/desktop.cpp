#include "app/glfw/desktop.h"

#include <cstdlib>
#include <filesystem>

#include "base/error.h"
#include "base/text.h"
#include "files/read_text.h"

namespace app {
namespace {

std::string content(const std::filesystem::path& file) {
  try {
    return files::read_text(file, files::settings);
  } catch (const base::Error&) {
    return {};
  }
}

std::filesystem::path config_folder() {
  if (const char* given = std::getenv("XDG_CONFIG_HOME"); given && *given) return given;
  const char* home = std::getenv("HOME");
  return home && *home ? std::filesystem::path(home) / ".config" : std::filesystem::path();
}

}  // namespace

std::string ini_value(std::string_view text, std::string_view section, std::string_view key) {
  std::string_view now;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = base::trimmed(text.substr(0, end));
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
    if (line.starts_with('[') && line.ends_with(']')) now = line.substr(1, line.size() - 2);
    const size_t equals = line.find('=');
    if (now == section && equals != line.npos && base::trimmed(line.substr(0, equals)) == key)
      return std::string(base::trimmed(line.substr(equals + 1)));
  }
  return {};
}

bool wants_less_motion() {
  const std::filesystem::path config = config_folder();
  if (config.empty()) return false;
  for (const char* gtk : {"gtk-4.0", "gtk-3.0"}) {
    const std::string on =
        ini_value(content(config / gtk / "settings.ini"), "Settings", "gtk-enable-animations");
    if (on == "0" || on == "false") return true;
  }
  const std::string factor =
      ini_value(content(config / "kdeglobals"), "KDE", "AnimationDurationFactor");
  return !factor.empty() && std::atof(factor.c_str()) == 0;
}

}  // namespace app
