#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "app/platform.h"
#include "files/cache.h"
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

  /// Remembered there between starts; empty: not at all.
  explicit Previews(const std::filesystem::path& folder);

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
  render::Picture picture_of(std::shared_ptr<const sim::Scene> scene, const Draw& draw) const;

  files::Cache kept_;
  std::map<std::string, Made> made_;
  std::string wanted_;
  Size pixels_;
  const view::Palette* palette_ = nullptr;
};

}  // namespace app
