#pragma once
#include <Eigen/Core>
#include <string>

#include "base/length_unit.h"
#include "base/parameter.h"
#include "ik/model/number.h"
#include "ik/model/skeleton.h"

namespace sim {

/// How the errors of a body's effectors are judged, k each.
struct Tolerances {
  Eigen::VectorXd hit;      ///< an effector with a smaller error is on its target; units or rad
  Eigen::VectorXd lengths;  ///< weight of an error in the total: 1; of an angle, the body's scale
  double total(const Eigen::VectorXd& errors) const { return errors.dot(lengths); }
  ik::Pack total(const ik::VectorOf<ik::Pack>& errors) const {
    return errors.dot(lengths.cast<ik::Pack>());
  }
};
/// Returns the tolerances that the settings of world::table() define.
Tolerances tolerances(const base::Settings& world, const ik::Skeleton& skeleton);

// Errors as they are shown: distances in the scene's unit, angles in degrees.

constexpr int all_effectors = -1;

/// Returns the unit for lengths of about a tenth of the body.
base::ShownUnit length_unit(const ik::Skeleton& skeleton);
/// Returns the unit of the error of effector i, or of the total error: degrees if all errors are
/// angles, else a length, to which an angle adds its arc at the distance of the body's scale. It is
/// the same for all errors of a body.
base::ShownUnit error_unit(const ik::Skeleton& skeleton, int i);
/// Returns "12.3 mm", "0.0123", "1.5°", in the unit that suits its size.
std::string error_text(const ik::Skeleton& skeleton, int i, double error);

}  // namespace sim
