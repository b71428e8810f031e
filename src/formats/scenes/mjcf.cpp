// docs/bodies.md

#include <algorithm>
#include <filesystem>

#include "formats/mjcf/tree.h"
#include "formats/scene_format.h"
#include "formats/suggest.h"
#include "sim/limits.h"

namespace formats {
namespace {

/// "<connect> (2), <tendon> (1)"
std::string text_of(const mjcf::LeftOut& left_out) {
  std::string text;
  for (const auto& [name, count] : left_out)
    text += (text.empty() ? "<" : ", <") + base::printable(name, 40) +
            (name == "joint" ? "> of <equality> (" : "> (") + std::to_string(count) + ")";
  return text;
}

/// The model's name, or the file's.
std::string name_of(const XmlElement& root, const std::string& source) {
  for (const std::string& name :
       {root.text("model", ""), std::filesystem::path(source).stem().string()})
    if (sim::is_name(name)) return name;
  return "MJCF model";
}

std::shared_ptr<const sim::Scene> parse_mjcf(std::string_view text, const std::string& source) {
  const mjcf::Document document(text, source);
  const XmlElement& root = document.root().element;
  const mjcf::Compiler compiler = mjcf::compiler_of(document);
  const mjcf::Defaults defaults(document);
  mjcf::Geoms geoms(document, defaults, compiler, source);
  Robot robot;
  robot.source = source;
  robot.line = root.line();
  robot.name = name_of(root, source);
  robot.unit = base::find_length_unit("m");
  mjcf::LeftOut left_out;
  const mjcf::Tree tree(document, defaults, compiler, geoms, robot, left_out);
  mjcf::read_constraints(document, defaults, tree.suffixes(), robot, left_out);
  mjcf::read_keyframes(document, robot);
  geoms.move_to(robot);
  const std::string without = text_of(left_out);
  if (std::ranges::all_of(robot.links, [](const auto& link) { return link.joints.empty(); }))
    root.fail("no body of the model has a joint" +
              (without.empty() ? "" : " (not read: " + without + ")") +
              "; expected at least one hinge or slide");
  if (std::ranges::all_of(robot.links, [](const Robot::Link& link) {
        return link.joints.empty() || link.joints[0].type == Robot::Type::Floating;
      }))
    robot.notices.emplace_back("All joints are free ones, which are held: release them to move.");
  if (!without.empty())
    robot.notices.push_back("Left out: " + without + "; the body opens without.");
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
