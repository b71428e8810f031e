#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/platform.h"
#include "render/picture.h"
#include "ui/ui.h"

namespace app {

/// A film that is being recorded: what it shows, how large, how often, and its texts. Its time is
/// the steps that the window's loop makes, 60 a second, however long each takes.
class Studio {
 public:
  enum class Shows { Window, View, Panel };

  /// `window`: pixels, the film's size where the options say no other. Throws base::Error.
  Studio(Platform& platform, const base::Settings& options, Size window,
         const std::filesystem::path& file, std::vector<ui::FilmCaption> captions);

  Shows shows() const { return shows_; }
  Size pixels() const { return pixels_; }
  int bottom_margin() const { return bottom_margin_; }  ///< pixels of them: the captions'
  double now() const;                                   ///< s since its title, of this frame
  bool due() const;                                     ///< this frame is one of the film

  /// Its title, as long as it is to be seen.
  void begin(const ui::Context& context, const ui::Ui& window, const std::string& title,
             double seconds);
  /// The panel, if that is what it shows, and the caption, into the framebuffer that is bound.
  void finish_picture(const ui::Context& context, const ui::Ui& window);
  void add(const render::Picture& picture) { film_->add(picture); }
  void next() { ++frame_; }

  const std::optional<sweep::Request>& map_request() const { return ui_.map_request(); }
  Film& film() { return *film_; }

 private:
  void draw(const ui::Context& context, const ui::Ui& window, const ui::PanelInfo* panel,
            const ui::FilmText& said);

  Shows shows_;
  const ui::PanelInfo* panel_;
  Size pixels_;
  std::vector<ui::FilmCaption> captions_;
  int bottom_margin_, rate_;
  float scale_;  // of texts
  int64_t frame_ = 0;
  std::unique_ptr<OffscreenUi> offscreen_ui_;
  ui::Ui ui_;  // of the sheet
  std::unique_ptr<Film> film_;
};

}  // namespace app
