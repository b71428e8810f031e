#pragma once
#include "app/platform.h"

namespace app {

/// A film that the browser encodes (web/film.js) and gives the user as a download when it is whole.
class PageFilm : public Film {
 public:
  /// Throws base::Error if the browser cannot.
  PageFilm(const std::filesystem::path& file, Size pixels, int rate);
  ~PageFilm() override;  ///< without finish() nothing is left of it
  PageFilm(const PageFilm&) = delete;
  PageFilm& operator=(const PageFilm&) = delete;

  void add(const render::Picture& picture, int times) override;
  void finish() override;
  const std::filesystem::path& place() const override { return place_; }
  const std::string& remark() const override { return remark_; }
  int frames() const override { return frames_; }
  bool lost() const override { return lost_; }

 private:
  void fail(const char* wrong);

  std::filesystem::path place_;
  std::string remark_;
  Size pixels_;
  int frames_ = 0;
  bool lost_ = false, finished_ = false;
};

}  // namespace app
