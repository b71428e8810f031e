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

/// Pictures and sentences of scenes that can be opened, made one a frame when they are asked for.
class Previews {
 public:
  using Draw = std::function<render::Picture(const sim::Simulation&, Size)>;

  /// Null until make_one() has made it.
  const ui::Preview* find(const std::string& scene, Size pixels, const view::Palette& palette);
  /// The one asked for last. Needs the GL context.
  void make_one(const Draw& draw);
  /// This file has changed.
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
