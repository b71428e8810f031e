#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/platform.h"
#include "render/picture.h"
#include "ui/ui.h"

namespace app {

/// A film being recorded: its contents, size, rate and texts. Its time counts the steps of the
/// window's loop, 60 a second, however long each takes.
class Studio {
 public:
  enum class Shows { Window, View, Panel };

  /// `window` is the film's size in pixels if the options set none. Throws base::Error.
  Studio(Platform& platform, const base::Settings& options, Size window,
         const std::filesystem::path& file, std::vector<ui::FilmCaption> captions);

  Shows shows() const { return shows_; }
  Size pixels() const { return pixels_; }
  int bottom_margin() const { return bottom_margin_; }  ///< pixels: the strip of the captions
  double now() const;                                   ///< s since the title ended
  bool due() const;                                     ///< whether this frame belongs to the film

  /// Records the title for the given time.
  void begin(const ui::Context& context, const ui::Ui& window, const std::string& title,
             double seconds);
  /// Draws the panel, if the film shows one, and the caption into the bound framebuffer.
  void finish_picture(const ui::Context& context, const ui::Ui& window);
  void add(const render::Picture& picture) { film_->add(picture); }
  void next() { ++frame_; }

  const std::optional<sweep::Request>& map_request() const { return ui_.map_request(); }
  Film& film() { return *film_; }

 private:
  void draw(const ui::Context& context, const ui::Ui& window, const ui::PanelInfo* panel,
            const ui::FilmText& film_text);

  Shows shows_;
  const ui::PanelInfo* panel_;
  Size pixels_;
  std::vector<ui::FilmCaption> captions_;
  int bottom_margin_, rate_;
  float scale_;  // scale of texts
  int64_t frame_ = 0;
  std::unique_ptr<OffscreenUi> offscreen_ui_;
  ui::Ui ui_;  // the interface of the film
  std::unique_ptr<Film> film_;
};

}  // namespace app
