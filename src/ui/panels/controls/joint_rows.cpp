#include "ui/panels/controls/joint_rows.h"

#include <cmath>
#include <numbers>

#include "base/numbers.h"

namespace ui {
namespace {

base::Parameter declare(const ik::Skeleton& skeleton, int j, double default_value) {
  const ik::Joint& joint = skeleton.joint(j);
  const double scale = shown_per_unit(skeleton, j);
  const auto few = [scale](double coordinate) {  // rounds for display; commands stay within limits
    return base::round_to(scale * coordinate, 5);
  };
  const double far = skeleton.revolute(j) ? std::numbers::pi : 4 * skeleton.characteristic_length();
  return {
      .symbol = joint.name,
      .unit = skeleton.revolute(j) ? "°" : base::with_name("unit", skeleton.unit()),
      .min = few(std::isfinite(joint.lower) ? joint.lower : std::min(-far, default_value)),
      .max = few(std::isfinite(joint.upper) ? joint.upper : std::max(far, default_value)),
      .default_value = few(default_value),
  };
}

}  // namespace

double shown_per_unit(const ik::Skeleton& skeleton, int j) {
  return skeleton.revolute(j) ? 180 / std::numbers::pi : 1;
}

void declare_rows(JointRows& rows, const ik::Skeleton& skeleton, std::string_view prefix,
                  const Eigen::VectorXd& defaults, std::string_view explanation) {
  rows.parameters.clear();
  rows.keys.clear();
  for (int j = 0; j < skeleton.joints(); ++j)
    rows.keys.push_back(std::string(prefix) + " " + skeleton.joint(j).name);
  for (int j = 0; j < skeleton.joints(); ++j) {
    rows.parameters.push_back(declare(skeleton, j, defaults[j]));
    rows.parameters.back().key = rows.keys[static_cast<size_t>(j)];
    rows.parameters.back().explanation = explanation;
  }
}

void point_at_joint(const Panel& panel, int j, ImVec2 row) {
  const ImVec2 end{row.x + ImGui::GetContentRegionAvail().x, ImGui::GetCursorScreenPos().y};
  if (ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
      ImGui::IsMouseHoveringRect(row, end))
    panel.state.explain.next_spot.joint = j;
}

}  // namespace ui
