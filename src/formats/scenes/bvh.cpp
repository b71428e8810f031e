// Motion capture files in BVH: docs/bodies.md.

#include <algorithm>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "formats/bvh/bvh.h"
#include "formats/scene_format.h"

namespace formats {
namespace {

std::shared_ptr<const sim::Scene> parse_bvh(std::string_view text, const std::string& source) {
  constexpr double steps_per_second = 60;  // the window's rate, for the original speed
  BvhFile file = parse_bvh_file(text, source);
  if (std::ranges::all_of(file.joints, [](const auto& joint) { return joint.channels.empty(); }))
    base::fail_at_line(source, file.joints.front().line,
                       "no joint has CHANNELS; expected at least one that turns");
  const BvhFigure figure = figure_of(std::move(file));
  auto scene = std::make_shared<sim::Scene>(*scene_of(robot_of(figure, source)));
  scene->group = "Figures";
  scene->dt = 1 / steps_per_second;
  scene->recording = recording_of(figure, source, *scene->skeleton);
  if (!scene->recording) {
    scene->description = "A figure without a recorded motion";
    return scene;
  }
  scene->description = base::format(
      "A recorded motion of {} s, {}: the targets follow the recorded hands, feet and head",
      base::significant(scene->recording->duration(), 3),
      base::counted(scene->recording->frames(), "frame"));
  for (sim::TargetSpec& target : scene->targets)
    target = {.effector = target.effector, .motion = "recorded"};
  return scene;
}

}  // namespace

void declare_bvh(base::Registry<SceneFormat>& formats) {
  formats.add({.name = "bvh",
               .rank = 40,
               .endings = {"bvh"},
               .first_word = "HIERARCHY",
               .opens = "motion (.bvh)",
               .file = files::motion,
               .parse = parse_bvh});
}

}  // namespace formats
