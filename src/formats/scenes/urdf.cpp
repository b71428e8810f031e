// URDF

#include "formats/robot.h"
#include "formats/scene_format.h"
#include "formats/xml_file.h"

namespace formats {
namespace {

std::shared_ptr<const sim::Scene> parse_urdf(std::string_view text, const std::string& source) {
  const XmlFile file(text, source);
  Robot robot;
  robot.source = source;
  file.root().fail("not read yet");
  return scene_of(robot);
}

}  // namespace

void declare_urdf(base::Registry<SceneFormat>& formats) {
  formats.add({.name = "urdf",
               .rank = 20,
               .endings = {"urdf", "xml", "xacro"},
               .root = "robot",
               .file = files::robot,
               .parse = parse_urdf});
}

}  // namespace formats
