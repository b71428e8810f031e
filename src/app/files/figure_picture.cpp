#include "app/files/figure_picture.h"

#include <glad/gl.h>
#include <imgui.h>

#include <cmath>

#include "app/imgui_backend.h"
#include "render/offscreen.h"
#include "ui/plots/drawing_painter.h"

namespace app {

render::Picture figure_picture(const chart::Drawing& drawing) {
  constexpr double units_per_inch = 96;
  constexpr double scale = figure_pixels_per_inch / units_per_inch;
  ui::FigurePainter painter(drawing, static_cast<float>(scale));
  const Size size{static_cast<int>(std::ceil(scale * drawing.width)),
                  static_cast<int>(std::ceil(scale * drawing.height))};
  const render::Offscreen target(size.width, size.height);
  OffscreenUi offscreen_ui;
  glClearColor(1, 1, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  for (bool fonts = true; !painter.done(); fonts = false) {
    constexpr double any_time = 1;
    const auto add_fonts = [&] {
      if (fonts) painter.add_fonts(*ImGui::GetIO().Fonts);
      return fonts;
    };
    offscreen_ui.draw(size, any_time, add_fonts,
                      [&] { painter.paint(*ImGui::GetForegroundDrawList()); });
  }
  return render::read_pixels(size.width, size.height);
}

}  // namespace app
