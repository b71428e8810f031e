#pragma once
#include <string>
#include <vector>

#include "ui/kit/theme.h"
#include "ui/layout.h"
#include "ui/requests.h"

namespace ui {

/// A film's title and captions.
struct FilmText {
  std::string title = {};    ///< shown large, instead of the picture
  std::string caption = {};  ///< at the bottom
  float bottom_margin = 0;   ///< pixels: height of the captions' own strip
};

/// Returns the caption shown at that time; they are in the order of time.
std::string caption_at(const std::vector<FilmCaption>& captions, double now);

/// Draws the texts over everything else, in letters that can be read from the back row.
void draw_film_text(const Look& look, const FilmText& film, ImVec2 size);

/// Draws a red dot and the film's time, "1:05", at the bar's right end, but not in the film.
void draw_film_mark(const Look& look, double seconds, const Rect& bar);
float film_mark_width(const Look& look);

}  // namespace ui
