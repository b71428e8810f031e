// Models in MJCF: docs/bodies.md.

#include <algorithm>

#include "formats/mjcf/mjcf.h"
#include "formats/scene_format.h"
#include "formats/suggest.h"

namespace formats {
namespace {

/// Chooses points that are welded or connected to bodies which a user moves. Otherwise, of the
/// sites that look like tools, it takes one for a link, and the last on each branch.
void choose_effectors(mjcf::Model& model) {
  constexpr size_t most_effectors = 8;
  Robot& robot = model.robot;
  std::vector<mjcf::Site> chosen = model.mocap_points;
  std::set<int> covered;  // links that carry an effector or have one below
  for (int link = static_cast<int>(robot.links.size()) - 1; model.mocap_points.empty() && link > 0;
       --link) {  // leaves first
    const mjcf::Site* best = nullptr;
    for (const mjcf::Site& site : model.sites)
      if (site.link == link && site.rank > 0 && (!best || site.rank > best->rank)) best = &site;
    if (!best || covered.contains(link) || count_free_coordinates(robot, link) == 0) continue;
    chosen.push_back(*best);
    for (int at = link; at > 0; at = robot.links[at].parent) covered.insert(at);
  }
  std::ranges::reverse(chosen);
  if (chosen.size() > most_effectors) chosen.resize(most_effectors);
  for (const mjcf::Site& site : chosen)
    robot.effectors.push_back(
        {.name = site.name,
         .link = site.link,
         .position = site.frame.position,
         .oriented = chosen.size() <= 2 && count_free_coordinates(robot, site.link) >= 6});
}

std::shared_ptr<const sim::Scene> parse_mjcf(std::string_view text, const std::string& source) {
  const mjcf::Document document(text, source);
  mjcf::Model model = mjcf::read_model(document);
  Robot& robot = model.robot;
  // "<connect> (2), <tendon> (1)"
  const std::string without = joined(texts_of(model.unsupported, [](const auto& one) {
    return base::format("<{}>{} ({})", base::printable(one.first, 40),
                        one.first == "joint" ? " of <equality>" : "", one.second);
  }));
  if (std::ranges::all_of(robot.links, [](const auto& link) { return link.joints.empty(); }))
    document.root().element.fail(
        "no body of the model has a joint{}; expected at least one hinge or slide",
        without.empty() ? "" : base::format(" (not read: {})", without));
  if (!without.empty())
    robot.notices.push_back(base::format(
        "Not supported and left out: {}; their effects on the model are missing.", without));
  choose_effectors(model);
  robot.description = default_description(robot);
  return scene_of(robot);
}

}  // namespace

void declare_mjcf(base::Registry<SceneFormat>& formats) {
  formats.add({.name = "mjcf",
               .rank = 30,
               .endings = {"mjcf", "xml"},
               .root = "mujoco",
               .file = files::robot,
               .parse = parse_mjcf});
}

}  // namespace formats
