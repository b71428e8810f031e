#pragma once
#include "app/films/recorder.h"
#include "app/parts.h"
#include "render/picture.h"
#include "ui/kit/layers.h"
#include "ui/layout.h"

namespace app {

/// Draws the window: for the screen, for a film of another size, and for pictures in files.
class WindowPicture {
 public:
  explicit WindowPicture(const Parts& parts)
      : parts_(parts), is_software_(parts.platform.is_software_rendered()) {}

  /// Returns the size that the interface is laid out for, in screen coordinates.
  Size layout_size() const {
    return parts_.recorder.layout_size().value_or(parts_.platform.size());
  }
  float enlargement() const;  ///< factor on the interface for a film of another size
  float ui_scale() const;     ///< chosen by the user, the monitor or presentation mode

  /// Draws body and interface into the bound framebuffer, `enlarged` times as large.
  void draw(int enlarged = 1);
  /// Draws the 3D view of the window as large as a film, above the strip of its captions.
  void draw_views(Size size, int bottom_margin);
  /// Returns a picture of the window: as it has just been drawn, or laid out again at a larger
  /// scale, so that all of it is sharp. Throws base::Error.
  render::Picture of_window();
  /// Returns a picture of the body alone. Throws base::Error.
  render::Picture of_view();

 private:
  float plain_ui_scale() const;
  int msaa() const;
  void clear() const;
  void draw_body(const ui::View& view, float window_height, float ratio, bool transparent = false);
  void lay_out(const ui::ScrollPositions& scrolls, int enlarged);

  const Parts& parts_;
  const bool is_software_;  // whether OpenGL runs on the processor; a query waits for drawing
};

}  // namespace app
