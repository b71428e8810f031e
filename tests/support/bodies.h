#pragma once
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "ik/model/skeleton.h"
#include "sim/scene.h"
#include "support/random.h"

namespace test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Returns the path tests/data/NAME.
std::string data_file(const std::string& name);

/// Reads a body from tests/data/reference/NAME.tree.txt.
ik::Skeleton reference_body(const std::string& name);
inline std::shared_ptr<const ik::Skeleton> body_of(const std::string& name) {
  return std::make_shared<ik::Skeleton>(reference_body(name));
}

std::shared_ptr<sim::Scene> scene_of(const std::string& name, ik::Skeleton body,
                                     std::vector<sim::TargetSpec> targets);

/// Return the reference bodies with the targets of tests/data/reference/README.md.
std::shared_ptr<sim::Scene> y_scene();
std::shared_ptr<sim::Scene> double_y_25_scene();

/// Returns a target for an effector that moves sinusoidally about `center`.
sim::TargetSpec sinusoid(int effector, std::array<double, 3> center,
                         std::array<double, 3> amplitude, std::array<double, 3> frequency);

/// Returns the body scaled by a factor, with its numbers in that unit of length.
ik::Skeleton resized(const ik::Skeleton& body, double times,
                     const base::LengthUnit* unit = nullptr);

/// Returns n joints in a row along x, a unit apart, each on the link of the one before.
std::vector<ik::Joint> row(int n, const Eigen::Vector3d& axis = Eigen::Vector3d::UnitZ());

/// The joints and limits of a random tree.
struct Ingredients {
  double prismatic = 0.2, ball = 0.15;  ///< probabilities of these types
  double limits = 0;                    ///< probability of limits
  double coordinate_axis = 0.3;         ///< probability of an axis along x, y or z
};

/// Returns a tree of at least `joints` joints (a ball joint counts as three), with effectors
/// anywhere, on inner links too.
ik::Skeleton random_tree(Random& random, int joints, int effectors, const Ingredients& with = {});

/// Returns a serial chain of n joints with all k effectors on its last link, so that J has no zero
/// block.
ik::Skeleton dense_chain(Random& random, int joints, int effectors);

}  // namespace test
