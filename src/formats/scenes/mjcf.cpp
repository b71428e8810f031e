// Models in MJCF: docs/bodies.md.

#include <algorithm>

#include "formats/mjcf/tree.h"
#include "formats/scene_format.h"

namespace formats {
namespace {

/// Returns a list such as "<connect> (2), <tendon> (1)".
std::string text_of(const mjcf::LeftOut& left_out) {
  std::string text;
  for (const auto& [name, count] : left_out)
    text += (text.empty() ? "<" : ", <") + base::printable(name, 40) +
            (name == "joint" ? "> of <equality> (" : "> (") + std::to_string(count) + ")";
  return text;
}

std::shared_ptr<const sim::Scene> parse_mjcf(std::string_view text, const std::string& source) {
  const mjcf::Document document(text, source);
  mjcf::Model model = mjcf::read_model(document, source);
  Robot& robot = model.robot;
  const std::string without = text_of(model.left_out);
  if (std::ranges::all_of(robot.links, [](const auto& link) { return link.joints.empty(); }))
    document.root().element.fail("no body of the model has a joint" +
                                 (without.empty() ? "" : " (not read: " + without + ")") +
                                 "; expected at least one hinge or slide");
  if (!without.empty())
    robot.notices.push_back("Not supported and left out: " + without +
                            "; their effects on the model are missing.");
  mjcf::choose_effectors(model);
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
