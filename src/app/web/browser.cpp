#include "app/web/browser.h"

#include <emscripten.h>

#include <cstdlib>
#include <memory>

// clang-format off
EM_JS(void, browser_title, (const char* text), { Module.page.title(UTF8ToString(text)); });
EM_JS(void, browser_cursor, (const char* css), { Module.page.cursor(UTF8ToString(css)); });
EM_JS(void, browser_copy, (const char* text), { Module.page.copy(UTF8ToString(text)); });
EM_JS(void, browser_full_screen, (bool on), { Module.page.setFullScreen(!!on); });
EM_JS(bool, browser_is_full_screen, (), { return Module.page.isFullScreen(); });
EM_JS(bool, browser_wants_less_motion, (), { return Module.page.wantsLessMotion(); });
EM_JS(bool, browser_looks_light, (), { return Module.page.looksLight(); });
EM_JS(bool, browser_software, (const char* renderer), { return Module.page.isSoftware(UTF8ToString(renderer)); });
EM_JS(void, browser_tone, (double frequency, double loudness), { Module.page.tone(frequency, loudness); });
EM_JS(const char*, browser_address_copy, (), { return allocateUTF8(Module.page.address()); });
EM_JS(void, browser_read_mesh, (const char* file), { Module.page.readMesh(UTF8ToString(file)); });
EM_JS(const char*, film_begin, (const char* name, int width, int height, int rate), {
  return allocateUTF8(Module.page.film.begin(UTF8ToString(name), width, height, rate));
});
EM_JS(const char*, film_frame, (const unsigned char* samples, int channels, int times), {
  return allocateUTF8(Module.page.film.frame(samples, channels, times));
});
EM_JS(const char*, film_end, (bool keep), { return allocateUTF8(Module.page.film.end(!!keep)); });
EM_JS(void, browser_download, (const char* file), { Module.page.download(UTF8ToString(file)); });
EM_JS(void, browser_take_settings, (), { Module.page.takeSettings(); });
EM_JS(void, browser_give_settings, (), { Module.page.giveSettings(); });
EM_JS(void, browser_choose_file, (const char* title), { Module.page.chooseFile(UTF8ToString(title)); });
// clang-format on

namespace {

const char* keep(const char* made) {
  static std::unique_ptr<const char,
                         decltype([](const char* text) { std::free(const_cast<char*>(text)); })>
      last;
  last.reset(made);
  return made;
}

}  // namespace

const char* browser_film_begin(const char* name, int width, int height, int rate) {
  return keep(film_begin(name, width, height, rate));
}
const char* browser_film_frame(const unsigned char* samples, int channels, int times) {
  return keep(film_frame(samples, channels, times));
}
const char* browser_film_end(bool whole) { return keep(film_end(whole)); }

const char* browser_address() {
  static const char* const address = browser_address_copy();  // constant while the page is open
  return address;
}
