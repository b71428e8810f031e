#include "app/web/page_film.h"

#include "app/web/browser.h"
#include "base/error.h"

namespace app {

PageFilm::PageFilm(const std::filesystem::path& file, Size pixels, int rate)
    : Film(file.filename()), pixels_(pixels) {
  fail(browser_film_begin(place_.c_str(), pixels.width, pixels.height, rate));
}

PageFilm::~PageFilm() {
  if (!finished_) browser_film_end(false);
}

void PageFilm::fail(const char* wrong) {
  if (*wrong == '\0') return;
  lost_ = true;
  throw base::Error(wrong);
}

void PageFilm::add(const render::Picture& picture, int times) {
  if (Size{picture.width, picture.height} != pixels_)
    throw base::Error("recording stopped: the window was resized");
  fail(browser_film_frame(picture.samples.data(), static_cast<int>(picture.channels), times));
  frames_ += times;
}

void PageFilm::finish() {
  fail(browser_film_end(true));
  finished_ = true;
}

}  // namespace app
