#include "formats/robots/urdf_parts.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "formats/suggest.h"

namespace formats {
namespace {

/// Returns whether an element of xacro is one of its own, which creates nothing by itself. Others
/// call a macro.
bool is_harmless(std::string_view element) {
  for (const char* own :
       {"macro", "property", "arg", "if", "unless", "attribute", "element", "insert_block"})
    if (element.substr(element.find(':') + 1) == own) return true;
  return false;
}

/// Returns whether an element is meant for simulators and controllers; its contents are skipped.
bool is_ignored(std::string_view element) {
  return element == "gazebo" || element == "transmission" || element == "ros2_control" ||
         element == "sensor";
}

bool has_links(const XmlElement& element) {
  return std::ranges::any_of(element.children(), [](const XmlElement& child) {
    return child.name() == "link" || child.name() == "joint" || has_links(child);
  });
}

[[noreturn]] void refuse(const XmlElement& element, const std::string& what) {
  const std::string file = std::filesystem::path(element.source()).filename().string();
  // The shell empties the output file before xacro reads it.
  const bool same = same_letters(file, "robot.urdf");
  element.fail(what + ", which is not expanded here; expected plain URDF: run xacro " +
               base::printable(file, 60) + " > robot" + (same ? "-expanded" : "") +
               ".urdf and open that");
}

}  // namespace

Xacro::Xacro(const XmlElement& robot) {
  for (const XmlElement& macro : robot.children("xacro:macro"))
    if (has_links(macro)) macros_.push_back("xacro:" + macro.text("name", ""));
  check(robot);
}

std::string Xacro::notice() const {
  if (count_ == 0) return {};
  return base::counted(count_, "xacro element") + ", such as <" + base::printable(first_, 60) +
         "> in line " + std::to_string(line_) + (count_ == 1 ? ", is" : ", are") + " skipped" +
         (calls_ ? ", and whatever " + std::string(count_ == 1 ? "it creates" : "they create") +
                       " is missing: run xacro on the original file to have it"
                 : std::string(": ") + (count_ == 1 ? "it creates" : "they create") +
                       " no link or joint");
}

void Xacro::check(const XmlElement& element) {
  const std::string name = element.name();
  if (name.starts_with("xacro:")) {
    const bool macro = name == "xacro:macro";  // it has no effect unless it is called
    if (name == "xacro:include" || (!macro && has_links(element)) ||
        std::ranges::find(macros_, name) != macros_.end())
      refuse(element, "<" + base::printable(name, 60) + "> is a macro of xacro");
    const bool calls = !is_harmless(name);
    if (count_++ == 0 || (calls && !calls_)) {
      calls_ = calls;
      first_ = name;
      line_ = element.line();
    }
    return;
  }
  if (is_ignored(name)) return;
  const bool mesh = name == "mesh";  // $(find PACKAGE) in its file's name is looked up, or left out
  for (const auto& [attribute, value] : element.attributes())
    if (mesh && attribute == "filename" && value.find("${") == value.npos)
      continue;
    else if (value.find("${") != value.npos || value.find("$(") != value.npos)
      refuse(element, "<" + base::printable(name, 60) + "> has " + base::printable(attribute, 60) +
                          " = " + in_quotes(value) + ", an expression of xacro");
  for (const XmlElement& child : element.children()) check(child);
}

}  // namespace formats
