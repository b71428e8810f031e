#pragma once
#include <string>

#include "ui/layout.h"
#include "ui/theme.h"

namespace ui {

/// What a film shows besides its picture.
struct FilmText {
  std::string title = {};    ///< alone, large, in place of the picture
  std::string caption = {};  ///< at its foot
  float foot = 0;            ///< pixels: height of the strip there that is the captions' own
};

/// Over everything that is drawn, in letters that can be read from the back row.
void draw_film_text(const Look& look, const FilmText& said, ImVec2 size);

}  // namespace ui
