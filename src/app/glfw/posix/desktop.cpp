#include "app/glfw/desktop.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/files/settings.h"
#include "base/text.h"
#include "files/read_text.h"
#include "jobs/process.h"

namespace app {
namespace fs = std::filesystem;
namespace {

/// Returns the value of a key in a section of an INI file, or an empty text.
std::string ini_value(const fs::path& file, std::string_view section, std::string_view key) {
  const std::string text = files::begin_of(file, files::settings.most_bytes);
  std::string_view now;
  for (const std::string_view row : base::split(text, '\n')) {
    const std::string_view line = base::trimmed(row);
    if (line.starts_with('[') && line.ends_with(']')) now = line.substr(1, line.size() - 2);
    const size_t equals = line.find('=');
    if (now == section && equals != line.npos && base::trimmed(line.substr(0, equals)) == key)
      return std::string(base::trimmed(line.substr(equals + 1)));
  }
  return {};
}

void (*the_end)() = nullptr;

}  // namespace

/// Turns Mesa's shader cache off if the disk is full: mapped into memory, it would end the program.
void prepare_desktop() {
  constexpr uintmax_t enough = 8 << 20;  // bytes
  fs::path folder = cache_folder();
  std::error_code error;
  while (folder.has_relative_path() && !fs::exists(folder, error)) folder = folder.parent_path();
  if (fs::space(folder, error).available < enough) setenv("MESA_SHADER_CACHE_DISABLE", "true", 0);
}

void report_end(const std::string& why) { report(why); }

/// Reads GTK's settings.ini and KDE's kdeglobals. These are files, so no bus is needed.
bool desktop_wants_less_motion() {
  std::vector<std::string> ignored;
  const fs::path config = settings_file(ignored).parent_path().parent_path();
  if (config.empty()) return false;
  for (const char* gtk : {"gtk-4.0", "gtk-3.0"}) {
    const std::string on =
        ini_value(config / gtk / "settings.ini", "Settings", "gtk-enable-animations");
    if (on == "0" || on == "false") return true;
  }
  const std::string factor = ini_value(config / "kdeglobals", "KDE", "AnimationDurationFactor");
  return !factor.empty() && std::atof(factor.c_str()) == 0;
}

/// Handles the loss of the display, for which Xlib would call exit() after some statics are
/// destroyed. The handler is looked up by name, since Xlib is absent under Wayland.
void when_display_is_lost(void (*end)()) {
  using Handler = int (*)(void*);
  the_end = end;
  void* xlib = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  void* set = xlib ? dlsym(xlib, "XSetIOErrorHandler") : nullptr;
  if (set)
    reinterpret_cast<Handler (*)(Handler)>(set)([](void*) {
      the_end();
      return 0;
    });
}

bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::error_code error;
  for (const std::string_view folder : base::split(path ? path : "", ':'))
    if (const auto file = fs::path(folder) / program;
        fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0)
      return true;
  return false;
}

bool show_folder(const fs::path& folder) {
  constexpr const char* opener = "xdg-open";
  if (!is_installed(opener)) return false;
  // The shell ends at once, so that nothing has to wait for the program.
  jobs::Process({"/bin/sh", "-c", "\"$@\" &", "sh", opener, folder.string()}).wait();
  return true;
}

}  // namespace app
