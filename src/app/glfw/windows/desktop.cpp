#include "app/glfw/desktop.h"

#include <windows.h>
// windows.h must come first.
#include <shellapi.h>

#include <cstdint>

namespace app {

void prepare_desktop() {}

void report_end(const std::string& why) {
  report(why);
  if (_fileno(stderr) < 0) MessageBoxA(nullptr, why.c_str(), "ikscope", MB_ICONERROR);
}

bool desktop_wants_less_motion() {
  BOOL moves = TRUE;
  SystemParametersInfoW(SPI_GETCLIENTAREAANIMATION, 0, &moves, 0);
  return !moves;
}

void when_display_is_lost(void (*)()) {}

bool is_installed(const std::string& program) {
  return SearchPathA(nullptr, program.c_str(), ".exe", 0, nullptr, nullptr) > 0;
}

bool show_folder(const std::filesystem::path& folder) {
  constexpr intptr_t most_of_errors = 32;
  const auto shown = reinterpret_cast<intptr_t>(
      ShellExecuteW(nullptr, L"open", folder.c_str(), nullptr, nullptr, SW_SHOWNORMAL));
  return shown > most_of_errors;
}

struct Portal::Open {};

Portal::Portal() = default;
Portal::~Portal() = default;

bool Portal::may_be_there() { return false; }  // the program's own dialog serves
void Portal::ask(const FileQuestion&, Answered answered) { answered({}); }
void Portal::poll() {}

Speaker::~Speaker() = default;
bool Speaker::play(const ui::Tone&) { return false; }  // Debian has no SDL for MinGW-w64

}  // namespace app
