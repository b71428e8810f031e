#pragma once
#include <Eigen/Core>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/cloned.h"
#include "base/parameter.h"
#include "base/registry.h"
#include "ik/model/obstacle.h"
#include "ik/model/pack_settings.h"
#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// The input of an objective, for one body or several. n joints.
template <class Number>
struct ObjectiveStateOf {
  const Skeleton& skeleton;
  const PoseOf<Number>& pose;   ///< kinematics done
  const Eigen::VectorXd& rest;  ///< n: the joint coordinates that are desired
  std::span<const Obstacle> obstacles;
  /// r, n, where q_j = theta_j / r_j (JointScale); null if all are 1.
  const VectorOf<Number>* per_radian = nullptr;
  std::span<const int> held = {};  ///< joints that do not move
  /// The weight 1/per_radian_j^2 of coordinate j in the length of a step.
  Number weight(Eigen::Index j) const {
    return per_radian ? 1 / ((*per_radian)[j] * (*per_radian)[j]) : Number(1);
  }
};
using ObjectiveState = ObjectiveStateOf<double>;

/// A preference among the steps that do not move the effectors: the descent direction phi of a cost
/// H, which a method adds as P phi, P the projector on J's null space (B §4).
template <class Number>
class ObjectiveOf {
 public:
  virtual ~ObjectiveOf() = default;
  virtual std::unique_ptr<ObjectiveOf> clone() const = 0;  ///< from Clonable
  /// phi += gain * (-grad H), with respect to theta. Always finite, allocates nothing.
  virtual void add(const ObjectiveStateOf<Number>& state, const Number& gain,
                   VectorOf<Number>& phi) = 0;
};
using Objective = ObjectiveOf<double>;

/// An objective as users see it. Its file is one of ik/objectives.
struct ObjectiveInfo {
  static constexpr std::string_view kind = "objective";
  std::string_view name;
  int rank;                  ///< position in lists
  std::string_view formula;  ///< of H or phi, one line
  base::Parameter gain;      ///< every method with a null space has it; zero is off
  std::function<std::unique_ptr<Objective>(const Skeleton&)> make;
  /// The same for several bodies at once, if it is written so.
  std::function<std::unique_ptr<ObjectiveOf<Pack>>(const Skeleton&)> make_lanes = {};
};
/// Calls declare_FILE() of every file of ik/objectives; generated.
void declare_all(base::Registry<ObjectiveInfo>& objectives);

inline const std::vector<const ObjectiveInfo*>& objectives() {
  return base::Registry<ObjectiveInfo>::all();
}

template <class Number>
class ObjectiveSumOf {
 public:
  /// settings: of a method with a null space.
  void configure(const Skeleton& skeleton, const SettingsOf<Number>& settings);
  void clear() { terms_.clear(); }
  bool empty() const { return terms_.empty(); }  ///< every gain is zero
  /// phi := sum of gain * (-grad H), n, with respect to q_j = theta_j / r_j. Allocates nothing.
  void compute_phi(const ObjectiveStateOf<Number>& state, VectorOf<Number>& phi);

 private:
  struct Term {
    base::Cloned<ObjectiveOf<Number>> objective;
    Number gain;
  };
  std::vector<Term> terms_;  // those whose gain is not zero, in the order of objectives()
};
using ObjectiveSum = ObjectiveSumOf<double>;

}  // namespace ik
