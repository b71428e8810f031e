#include "cli/interrupt.h"

#include <fcntl.h>
#include <io.h>
#include <windows.h>
// windows.h must come first.
#include <shlobj.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace cli {
namespace {

/// Lets a window's program, which has no terminal, use that of the program that started it.
void share_terminal() {
  if (_fileno(stdout) >= 0 || !AttachConsole(ATTACH_PARENT_PROCESS)) return;
  for (std::FILE* stream : {stdout, stderr}) (void)std::freopen("CONOUT$", "w", stream);
}

/// Lets a stream write the bytes that it is given, and its terminal show UTF-8 and colours.
void prepare(std::FILE* stream) {
  const int file = _fileno(stream);
  if (file < 0) return;  // a window without a terminal has none
  _setmode(file, _O_BINARY);
  const auto terminal = reinterpret_cast<HANDLE>(_get_osfhandle(file));
  DWORD mode = 0;
  if (!GetConsoleMode(terminal, &mode)) return;
  SetConsoleMode(terminal, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  SetConsoleOutputCP(CP_UTF8);
}

/// Sets a variable that names a folder elsewhere, unless the user has.
void name_folder(const char* variable, const KNOWNFOLDERID& folder) {
  if (std::getenv(variable)) return;
  PWSTR path = nullptr;
  if (SHGetKnownFolderPath(folder, KF_FLAG_DEFAULT, nullptr, &path) == S_OK)
    _putenv_s(variable, std::filesystem::path(path).string().c_str());
  CoTaskMemFree(path);
}

}  // namespace

void prepare_system(void (*on_signal)(int signal)) {
  for (const int signal : {SIGINT, SIGTERM, SIGBREAK}) std::signal(signal, on_signal);
  share_terminal();
  prepare(stdout);
  prepare(stderr);
  name_folder("HOME", FOLDERID_Profile);
  name_folder("XDG_CONFIG_HOME", FOLDERID_RoamingAppData);
  name_folder("XDG_CACHE_HOME", FOLDERID_LocalAppData);
  name_folder("XDG_DATA_HOME", FOLDERID_LocalAppData);
  name_folder("XDG_DOCUMENTS_DIR", FOLDERID_Documents);
  name_folder("XDG_PICTURES_DIR", FOLDERID_Pictures);
}

size_t terminal_columns() {
  CONSOLE_SCREEN_BUFFER_INFO screen;
  const bool known = GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &screen);
  return known ? static_cast<size_t>(screen.srWindow.Right - screen.srWindow.Left + 1) : 0;
}

}  // namespace cli
