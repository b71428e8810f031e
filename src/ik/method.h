#pragma once
#include <Eigen/Core>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "ik/clamp.h"
#include "ik/parameter.h"
#include "ik/pose.h"
#include "ik/registry.h"
#include "ik/skeleton.h"
#include "ik/svd.h"

namespace ik {

/// What a method is given for one update  (mathematics.md §1, §2).
struct Problem {
  const Skeleton& skeleton;
  const Pose& pose;                    ///< kinematics done
  const Eigen::Matrix3Xd& targets;     ///< 3 x k, world
  const Eigen::MatrixXd& J;            ///< m x n, usual or alternate
  const Eigen::VectorXd& e;            ///< m, clamped by D_max if that is on
  const Eigen::VectorXd& inverse_cap;  ///< n: the step is clamped to this afterwards (clamp.h)
};

/// A numerical IK method: turns e and J into a step. It may keep working memory, sized when it is
/// made; an update allocates nothing and leaves no entry that is not finite.
class Method {
 public:
  virtual ~Method() = default;
  /// Called before the first step and whenever a setting changed.
  virtual void configure(const Settings& settings) = 0;
  /// Writes all n entries of dtheta. Returns whether a clamp of the method's own acted.
  virtual bool step(const Problem& problem, Eigen::VectorXd& dtheta) = 0;
  /// Forgets earlier steps (a restart).
  virtual void reset() {}
  /// The decomposition of J of the last step, if the method made one.
  virtual const Svd* svd() const { return nullptr; }
};

/// A method as users see it. The texts make the panel, `list` and docs/methods.md.
struct MethodInfo {
  static constexpr std::string_view kind = "method";
  std::string_view name;              ///< what a user types
  std::string_view title;             ///< what a user reads
  int rank;                           ///< place in lists; keys 1, 2, 3... follow it
  std::string_view formula;           ///< one line, the letters of docs/mathematics.md
  std::string_view when;              ///< when to use it, one or two sentences
  std::string_view hint;              ///< what to try, for someone who sees it for the first time
  std::string_view source;            ///< paper, section, equation
  std::vector<Parameter> parameters;  ///< its own, then the common ones with its defaults
  std::function<std::unique_ptr<Method>(const Skeleton&)> make;
};

/// All methods by rank. A method's file adds itself with a Registered<MethodInfo>.
inline const std::vector<const MethodInfo*>& methods() { return Registry<MethodInfo>::all(); }

/// Throws Error naming the methods there are.
inline const MethodInfo& find_method(std::string_view name) {
  return Registry<MethodInfo>::find(name);
}

}  // namespace ik
