#pragma once
#include <string>
#include <vector>

#include "ui/kit/theme.h"
#include "ui/layout.h"
#include "ui/requests.h"

namespace ui {

/// A film's title and captions.
struct FilmText {
  std::string title = {};    ///< alone, large, in place of the picture
  std::string caption = {};  ///< at its foot
  float foot = 0;            ///< pixels: height of the strip there that is the captions' own
};

/// Returns the caption shown at that time; they are in the order of time.
std::string caption_at(const std::vector<FilmCaption>& captions, double now);

/// Over everything that is drawn, in letters that can be read from the back row.
void draw_film_text(const Look& look, const FilmText& said, ImVec2 size);

/// A red dot and the film's time at the right end of the bar, "1:05": over the window, in no film.
void draw_film_mark(const Look& look, double seconds, const Rect& bar);
float film_mark_width(const Look& look);

}  // namespace ui
