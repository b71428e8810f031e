#include "ui/panels/controls/joint_rows.h"

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"

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

constexpr double degree = std::numbers::pi / 180;
constexpr std::string_view degree_sign = "°";

/// Writes as many digits as survive the way to degrees and back.
std::string coordinate_text(const ik::Skeleton& skeleton, int j, double value) {
  if (!skeleton.revolute(j)) return base::shortest(value);
  return base::shortest(base::round_to(value / degree, 12)) + std::string(degree_sign);
}

double parse_coordinate(std::string_view text, const ik::Skeleton& skeleton, int j,
                        const std::string& location) {
  const ik::Joint& joint = skeleton.joint(j);
  const bool turns = skeleton.revolute(j);
  std::string_view number = text;
  if (turns && number.ends_with(degree_sign)) {
    number.remove_suffix(degree_sign.size());
    number = base::trimmed(number);
  }
  const double value = base::number(number).value_or(std::nan(""));
  const double scale = turns ? degree : 1, most = ik::Skeleton::max_coordinate;
  if (!(std::abs(scale * value) <= most))
    throw base::Error("{}{} is {}; expected a number of {}", location, joint.name,
                      base::in_quotes(text), turns ? "degrees" : "scene units");
  constexpr double rounding = 1e-9;
  if (scale * value < joint.lower - rounding || scale * value > joint.upper + rounding)
    throw base::Error("{}{} is {}; its limits are {} and {}", location, joint.name,
                      base::in_quotes(text), coordinate_text(skeleton, j, joint.lower),
                      coordinate_text(skeleton, j, joint.upper));
  return scale * value;
}

int find_joint(const ik::Skeleton& skeleton, std::string_view name, const std::string& location) {
  for (int j = 0; j < skeleton.joints(); ++j)
    if (skeleton.joint(j).name == name) return j;
  throw base::Error("{}there is no joint {} in this scene", location, base::in_quotes(name));
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

std::string pose_text(const ik::Skeleton& skeleton, const Eigen::VectorXd& theta) {
  std::string text;
  for (int j = 0; j < skeleton.joints(); ++j)
    text +=
        base::format("{} = {}\n", skeleton.joint(j).name, coordinate_text(skeleton, j, theta[j]));
  return text;
}

Eigen::VectorXd parse_pose(std::string_view text, const ik::Skeleton& skeleton,
                           Eigen::VectorXd theta) {
  int number = 0, found = 0;
  for (std::string_view line : base::split(text, '\n')) {
    ++number;
    line = base::trimmed(line);
    if (line.empty()) continue;
    const std::string location = base::format("line {} of the pasted pose: ", number);
    const size_t equals = line.rfind('=');
    if (equals == line.npos)
      throw base::Error("{}{} is not a coordinate; expected JOINT = VALUE", location,
                        base::in_quotes(line));
    const int j = find_joint(skeleton, base::trimmed(line.substr(0, equals)), location);
    theta[j] = parse_coordinate(base::trimmed(line.substr(equals + 1)), skeleton, j, location);
    ++found;
  }
  if (found == 0)
    throw base::Error("there is no pose to paste; expected a line JOINT = VALUE for each joint");
  return theta;
}

}  // namespace ui
