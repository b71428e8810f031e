#pragma once
#include <string>

namespace test {

/// Returns a URDF robot with these elements.
inline std::string urdf(const std::string& elements) {
  return "<?xml version=\"1.0\"?>\n<robot name=\"test\">\n" + elements + "</robot>\n";
}
inline std::string urdf_link(const std::string& name, const std::string& inside = {}) {
  return "<link name=\"" + name + "\">" + inside + "</link>\n";
}
inline std::string urdf_joint(const std::string& name, const std::string& type,
                              const std::string& parent, const std::string& child,
                              const std::string& inside = {}) {
  return "<joint name=\"" + name + "\" type=\"" + type + "\"><parent link=\"" + parent +
         "\"/><child link=\"" + child + "\"/>" + inside + "</joint>\n";
}
constexpr const char* urdf_limit = "<limit lower=\"-2\" upper=\"2\" effort=\"1\" velocity=\"3\"/>";

}  // namespace test
