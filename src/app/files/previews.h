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

/// Pictures and descriptions of scenes that can be opened, made one per frame on demand.
class Previews {
 public:
  using Draw = std::function<render::Picture(const sim::Simulation&, Size)>;

  /// Keeps previews in this folder between starts, or not at all if it is empty.
  explicit Previews(const std::filesystem::path& folder);

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
  render::Picture picture_of(std::shared_ptr<const sim::Scene> scene, const Draw& draw) const;

  files::Cache kept_;
  std::map<std::string, Made> made_;
  std::string wanted_;
  Size pixels_;
  const view::Palette* palette_ = nullptr;
};

}  // namespace app
