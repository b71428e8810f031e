#pragma once
#include <functional>
#include <map>
#include <string>

#include "app/platform.h"
#include "render/image.h"
#include "render/picture.h"
#include "sim/simulation.h"
#include "ui/context.h"
#include "view/palette.h"

namespace app {

/// Pictures and descriptions of scenes that can be opened, made one per frame on demand.
class Previews {
 public:
  using Draw = std::function<render::Picture(const sim::Simulation&, Size)>;  ///< in RGBA

  /// Returns the preview, or null until make_one() has made it.
  const ui::Preview* find(const std::string& scene, Size pixels, const view::Palette& palette);
  /// Makes the preview requested last. Needs the GL context.
  void make_one(const Draw& draw);
  /// Drops the preview of a file that has changed.
  void forget(const std::string& scene) { made_.erase(scene); }

 private:
  struct Made {
    ui::Preview preview;
    Size pixels;
    const view::Palette* palette;
    render::Image image;
  };

  std::map<std::string, Made> made_;
  std::string wanted_;
  Size pixels_;
  const view::Palette* palette_ = nullptr;
};

}  // namespace app
