#include "app/files/previews.h"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/classroom.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"

namespace app {
namespace {

constexpr size_t most_kept = 300;
constexpr uintmax_t most_bytes = 1 << 20;  // bytes; a larger file would delay the frame

/// Returns the scene after its first steps, because many bodies begin stretched out.
sim::Simulation begun(std::shared_ptr<const sim::Scene> scene) {
  constexpr int steps = 40, most_joints = 4000;
  sim::Simulation simulation(std::move(scene));
  const int joints = simulation.skeleton().joints() * (1 + simulation.crowd().size());
  for (int i = 0; i < std::min(steps, most_joints / std::max(joints, 1)); ++i) simulation.step();
  return simulation;
}

}  // namespace

const ui::Preview* Previews::find(const std::string& scene, Size pixels,
                                  const view::Palette& palette) {
  const auto found = made_.find(scene);
  if (found != made_.end() && found->second.pixels == pixels && found->second.palette == &palette)
    return &found->second.preview;
  wanted_ = scene;
  pixels_ = pixels;
  palette_ = &palette;
  return found == made_.end() ? nullptr : &found->second.preview;
}

void Previews::make_one(const Draw& draw) {
  if (wanted_.empty()) return;
  const std::string scene = std::exchange(wanted_, {});
  if (made_.size() >= most_kept) made_.clear();
  Made& made = made_[scene];
  made.preview = {};
  made.pixels = pixels_;
  made.palette = palette_;
  try {
    const std::filesystem::path file = formats::find_scene(scene);
    std::error_code error;
    if (std::filesystem::file_size(file, error) > most_bytes && !error) {
      made.preview.sentence = "A large file";
      return;
    }
    std::shared_ptr<const sim::Scene> loaded;
    if (Classroom::is_lesson(file.string())) {
      const std::shared_ptr<const lessons::Lesson> lesson = Classroom::load(file.string());
      loaded = lesson->steps.front().scene;
      made.preview.sentence = "Lesson: " + lesson->title;
    } else {
      loaded = formats::load(file);
      made.preview.sentence = loaded->description;
    }
    const render::Picture picture = draw(begun(loaded), pixels_);
    made.image.set(picture.width, picture.height,
                   {reinterpret_cast<const std::array<uint8_t, 4>*>(picture.samples.data()),
                    picture.samples.size() / picture.channels});
    made.preview.picture = reinterpret_cast<void*>(static_cast<uintptr_t>(made.image.id()));
  } catch (const std::exception& error) {
    const std::string message = error.what();
    const std::string folder = std::filesystem::path(scene).parent_path().string() + "/";
    made.preview.sentence = message.starts_with(folder) ? message.substr(folder.size()) : message;
    made.preview.wrong = true;
  }
}

}  // namespace app
