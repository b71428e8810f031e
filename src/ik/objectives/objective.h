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
#include "ik/model/pose.h"
#include "ik/model/skeleton.h"

namespace ik {

/// The input of an objective. n joints.
struct ObjectiveState {
  const Skeleton& skeleton;
  const Pose& pose;             ///< kinematics done
  const Eigen::VectorXd& rest;  ///< n: the joint coordinates that are desired
  std::span<const Obstacle> obstacles;
};

/// A preference among the steps that do not move the effectors: the descent direction phi of a cost
/// H, which a method adds as P phi, P the projector on J's null space (B §4).
class Objective {
 public:
  virtual ~Objective() = default;
  virtual std::unique_ptr<Objective> clone() const = 0;  ///< from Clonable
  /// phi += gain * (-grad H). Always finite, allocates nothing.
  virtual void add(const ObjectiveState& state, double gain, Eigen::VectorXd& phi) = 0;
};

/// An objective as users see it. Its file is one of ik/objectives.
struct ObjectiveInfo {
  static constexpr std::string_view kind = "objective";
  std::string_view name;
  int rank;                  ///< place in lists
  std::string_view formula;  ///< of H or phi, one line
  std::string_view source;
  base::Parameter gain;  ///< every method with a null space has it; zero is off
  std::function<std::unique_ptr<Objective>(const Skeleton&)> make;
};
/// Calls declare_FILE() of every file of ik/objectives; generated.
void declare_all(base::Registry<ObjectiveInfo>& objectives);

inline const std::vector<const ObjectiveInfo*>& objectives() {
  return base::Registry<ObjectiveInfo>::all();
}

/// All objectives with the gains that are set.
class ObjectiveSum {
 public:
  /// settings: of a method with a null space.
  void configure(const Skeleton& skeleton, const base::Settings& settings);
  void clear() { gains_.clear(); }
  bool empty() const { return gains_.empty(); }  ///< every gain is zero
  /// phi := sum of gain * (-grad H), n. Allocates nothing.
  void ask(const ObjectiveState& state, Eigen::VectorXd& phi);

 private:
  std::vector<base::Cloned<Objective>> objectives_;  // in the order of objectives(), once asked for
  std::vector<double> gains_;                        // of these; empty if all are zero
};

}  // namespace ik
