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

/// tests/data/NAME
std::string data_file(const std::string& name);

/// A body from tests/data/reference/NAME.tree.txt.
ik::Skeleton reference_body(const std::string& name);
inline std::shared_ptr<const ik::Skeleton> body_of(const std::string& name) {
  return std::make_shared<ik::Skeleton>(reference_body(name));
}

std::shared_ptr<sim::Scene> scene_of(const std::string& name, ik::Skeleton body,
                                     std::vector<sim::TargetSpec> targets);

/// The reference bodies with the targets of tests/data/reference/README.md.
std::shared_ptr<sim::Scene> y_scene();
std::shared_ptr<sim::Scene> double_y_25_scene();

/// A sinusoid about `center` for each effector of a body.
sim::TargetSpec sinusoid(int effector, std::array<double, 3> center,
                         std::array<double, 3> amplitude, std::array<double, 3> frequency);

/// The body so many times as large, its numbers in that unit of length.
ik::Skeleton resized(const ik::Skeleton& body, double times,
                     const base::LengthUnit* unit = nullptr);

/// What a random tree may have besides revolute joints.
struct Ingredients {
  double prismatic = 0.2, ball = 0.15;  ///< probabilities of a joint being one
  double limits = 0;                    ///< probability of limits
  double coordinate_axis = 0.3;         ///< probability of an axis along x, y or z
};

/// At least `joints` joints (a ball joint counts as three); effectors anywhere, on inner links too.
ik::Skeleton random_tree(Random& random, int joints, int effectors, const Ingredients& with = {});

/// A serial chain of n joints with all k effectors on its last link: J has no zero block.
ik::Skeleton dense_chain(Random& random, int joints, int effectors);

}  // namespace test
