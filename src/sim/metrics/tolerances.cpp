#include "sim/metrics/tolerances.h"

#include "base/numbers.h"
#include "base/text.h"
#include "sim/world/world.h"

namespace sim {
namespace {

using base::degrees;
constexpr double usual = 0.1;  // of the body's length: an error, a depth

/// `error`: about how large it is.
base::ShownUnit error_unit(const ik::Skeleton& skeleton, int i, double error) {
  const bool all = i == all_effectors;
  if (all ? skeleton.angle_error_count() == skeleton.effectors() : skeleton.has_angle_error(i))
    return {"°", all ? degrees / skeleton.scale() : degrees};
  return base::shown_unit(error, skeleton.unit());
}

}  // namespace

Tolerances tolerances(const base::Settings& world, const ik::Skeleton& skeleton) {
  const double distance = world[world::hit_distance()];
  const double angle = world[world::hit_angle_deg()] / degrees;
  Tolerances result{Eigen::VectorXd(skeleton.effectors()), Eigen::VectorXd(skeleton.effectors())};
  for (int i = 0; i < skeleton.effectors(); ++i) {
    result.hit[i] = skeleton.has_angle_error(i) ? angle : distance;
    result.lengths[i] = skeleton.has_angle_error(i) ? skeleton.scale() : 1;
  }
  return result;
}

base::ShownUnit length_unit(const ik::Skeleton& skeleton) {
  return base::shown_unit(usual * skeleton.length(), skeleton.unit());
}

base::ShownUnit error_unit(const ik::Skeleton& skeleton, int i) {
  return error_unit(skeleton, i, usual * skeleton.length());
}

std::string error_text(const ik::Skeleton& skeleton, int i, double error) {
  const base::ShownUnit shown = error_unit(skeleton, i, error);
  const std::string number = base::shown_number(error, shown);
  const bool apart = !shown.name.empty() && shown.name != "°";
  return base::format("{}{}{}", number, apart ? " " : "", shown.name);
}

}  // namespace sim
