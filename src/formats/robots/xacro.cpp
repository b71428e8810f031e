#include "formats/robots/urdf_parts.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "formats/suggest.h"

namespace formats {
namespace {

bool has_links(const XmlElement& element) {
  return std::ranges::any_of(element.children(), [](const XmlElement& child) {
    return child.name() == "link" || child.name() == "joint" || has_links(child);
  });
}

[[noreturn]] void refuse(const XmlElement& element, const std::string& what) {
  const std::string file = std::filesystem::path(element.source()).filename().string();
  // The shell empties the output file before xacro reads it.
  const bool same = equal_ignoring_case(file, "robot.urdf");
  element.fail(
      "{}, which is not expanded here; expected plain URDF: run xacro {} > robot{}.urdf and open "
      "that",
      what, base::printable(file, 60), same ? "-expanded" : "");
}

/// The remains of xacro that are skipped.
struct Skipped {
  std::vector<std::string> macros = {};  ///< the names by which those of the file are called
  int count = 0;
  bool calls = false;  ///< a macro that is not in the file
  std::string first = {};
  size_t line = 0;
};

void skip(const XmlElement& element, Skipped& skipped, bool drawn = false) {
  const std::string name = element.name();
  drawn |= contains({"visual", "collision", "material"}, name);  // faulty ones are left out
  if (name.starts_with("xacro:")) {
    const bool macro = name == "xacro:macro";  // it has no effect unless it is called
    if (name == "xacro:include" || (!macro && has_links(element)) || contains(skipped.macros, name))
      refuse(element, base::format("<{}> is a macro of xacro", base::printable(name, 60)));
    // These create nothing by themselves; others call a macro.
    const bool calls = !contains(
        {"macro", "property", "arg", "if", "unless", "attribute", "element", "insert_block"},
        std::string_view(name).substr(name.find(':') + 1));
    if (skipped.count++ == 0 || (calls && !skipped.calls)) {
      skipped.calls = calls;
      skipped.first = name;
      skipped.line = element.line();
    }
    return;
  }
  // These are for simulators and controllers; their contents are skipped.
  if (contains({"gazebo", "transmission", "ros2_control", "sensor", "inertial", "dynamics",
                "calibration", "safety_controller"},
               name))
    return;
  for (const auto& [attribute, value] : element.attributes())
    if ((value.find("${") != value.npos || value.find("$(") != value.npos) && !drawn &&
        !(name == "limit" && attribute == "effort"))  // which is not read
      refuse(element,
             base::format("<{}> has {} = {}, an expression of xacro", base::printable(name, 60),
                          base::printable(attribute, 60), in_quotes(value)));
  for (const XmlElement& child : element.children()) skip(child, skipped, drawn);
}

}  // namespace

std::string xacro_notice(const XmlElement& robot) {
  Skipped skipped;
  for (const XmlElement& macro : robot.children("xacro:macro"))
    if (has_links(macro)) skipped.macros.push_back("xacro:" + macro.text("name", ""));
  skip(robot, skipped);
  if (skipped.count == 0) return {};
  const std::string first = base::printable(skipped.first, 60);
  if (skipped.calls)
    return pluralized(
        skipped.count,
        "{} xacro [element|elements], such as <{}> in line {}, [is|are] skipped, and "
        "whatever [it creates|they create] is missing: run xacro on the original file "
        "to have it",
        skipped.count, first, skipped.line);
  return pluralized(skipped.count,
                    "{} xacro [element|elements], such as <{}> in line {}, [is|are] skipped: [it "
                    "creates|they create] no link or joint",
                    skipped.count, first, skipped.line);
}

}  // namespace formats
