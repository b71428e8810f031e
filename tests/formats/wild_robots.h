#pragma once
#include <gtest/gtest.h>

#include "formats/scene_format.h"
#include "support.h"
#include "support/urdf_text.h"

namespace test {

inline std::shared_ptr<const sim::Scene> read_robot(const std::string& text,
                                                    const std::string& source = "robot.urdf") {
  return formats::xml_format_of(text, source).parse(text, source);
}

/// Returns an arm of two joints, with this content in the first link and the second joint.
inline std::string arm(const std::string& visual, const std::string& joint = urdf_limit,
                       const std::string& type = "revolute", const std::string& more = "") {
  return urdf(
      urdf_link("base") + urdf_link("upper", visual) + urdf_link("tool") +
      urdf_joint("j1", "revolute", "base", "upper",
                 std::string("<origin xyz=\"0 0 .3\"/><axis xyz=\"0 0 1\"/>") + urdf_limit) +
      urdf_joint("j2", type, "upper", "tool", "<origin xyz=\".4 0 0\"/>" + joint) + more);
}

}  // namespace test
