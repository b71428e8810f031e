#include <algorithm>
#include <filesystem>

#include "formats/mjcf/tree.h"
#include "sim/world/limits.h"

namespace formats::mjcf {
namespace {

/// Returns the model's name, or else that of the file.
std::string name_of(const XmlElement& root, const std::string& source) {
  for (const std::string& name :
       {root.text("model", ""), std::filesystem::path(source).stem().string()})
    if (sim::is_name(name)) return name;
  return "MJCF model";
}

}  // namespace

Model read_model(const Document& document, const std::string& source, int depth) {
  const XmlElement& root = document.root().element;
  const Compiler compiler = compiler_of(document);
  const Defaults defaults(document);
  Geoms geoms(document, defaults, compiler, source);
  Model model;
  model.robot.source = source;
  model.robot.line = root.line();
  model.robot.name = name_of(root, source);
  model.robot.unit = base::find_length_unit("m");
  const Tree tree(document, defaults, compiler, geoms, model, depth);
  read_keyframes(document, model.robot);
  read_constraints(document, defaults, tree.suffixes(), model);
  geoms.move_to(model.robot);
  return model;
}

void choose_effectors(Model& model) {
  constexpr size_t most_effectors = 8;
  Robot& robot = model.robot;
  std::vector<Site> chosen;
  for (const int link : model.chasing)
    chosen.push_back({robot.links[static_cast<size_t>(link)].name, link, 1, {}});
  std::set<int> covered;  // links that carry an effector or have one below
  for (int link = static_cast<int>(robot.links.size()) - 1; model.chasing.empty() && link > 0;
       --link) {  // leaves first
    const Site* best = nullptr;
    for (const Site& site : model.sites)
      if (site.link == link && site.rank > 0 && (!best || site.rank > best->rank)) best = &site;
    if (!best || covered.contains(link) || freedom(robot, link) == 0) continue;
    chosen.push_back(*best);
    for (int at = link; at > 0; at = robot.links[static_cast<size_t>(at)].parent)
      covered.insert(at);
  }
  std::ranges::reverse(chosen);
  if (chosen.size() > most_effectors) chosen.resize(most_effectors);
  for (const Site& site : chosen)
    robot.effectors.push_back({.name = site.name,
                               .link = site.link,
                               .position = site.frame.position,
                               .oriented = chosen.size() <= 2 && freedom(robot, site.link) >= 6});
}

}  // namespace formats::mjcf
