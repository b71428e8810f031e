// ikscope-lab scenes: prints docs/scenes.md from the scene files.

#include <iostream>

#include "base/text.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

std::string described(const std::string& name) {
  const auto scene = formats::load(formats::find_scene(name));
  const ik::Skeleton& skeleton = *scene->skeleton;
  return "**`" + name + "`** " + scene->description + ". " +
         base::counted(skeleton.joints(), "coordinate") + ", " +
         base::counted(skeleton.effectors(), "effector") + "; opens with `" + scene->method + "`.";
}

void print_scenes() {
  std::cout
      << "# Scenes\n\n"
         "Printed by `ikscope-lab scenes` from the files in `assets/scenes`; the pictures are "
         "made by\n`scripts/pictures`. `ikscope --scene NAME` opens one. How to write one: "
         "[scene files](scene-format.md);\nwhere the examples come from: [the "
         "mathematics](mathematics.md).\n\n| | |\n|---|---|\n";
  const std::vector<std::string> names = formats::scene_names();
  for (size_t i = 0; i < names.size(); i += 2) {
    std::string pictures, texts;
    for (size_t j = i; j < std::min(i + 2, names.size()); ++j) {
      pictures.append(" ![").append(names[j]).append("](pictures/scenes/").append(names[j]);
      pictures += ".png) |";
      texts.append(" ").append(described(names[j])).append(" |");
    }
    const char* empty = i + 1 == names.size() ? " |" : "";
    std::cout << "|" << pictures << empty << "\n|" << texts << empty << "\n";
  }
}

}  // namespace

void declare_scenes(base::Registry<Subcommand>& subcommands) {
  subcommands.add(
      {"scenes", "Prints the list of scenes, docs/scenes.md.", 6, declared(print_scenes)});
}

}  // namespace lab
