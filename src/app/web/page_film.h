#pragma once
#include "app/platform.h"

namespace app {

/// A film that the browser encodes (web/film.js) and offers as a download when it is complete.
class PageFilm : public Film {
 public:
  /// Throws base::Error if the browser cannot.
  PageFilm(const std::filesystem::path& file, Size pixels, int rate);
  ~PageFilm() override;  ///< without finish() nothing is kept
  PageFilm(const PageFilm&) = delete;
  PageFilm& operator=(const PageFilm&) = delete;

  void add(const render::Picture& picture, int times) override;
  void finish() override;

 private:
  void fail(const char* wrong);

  Size pixels_;
  bool finished_ = false;
};

}  // namespace app
