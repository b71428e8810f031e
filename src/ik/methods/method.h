#pragma once
#include <Eigen/Core>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cloned.h"
#include "base/parameter.h"
#include "base/registry.h"
#include "ik/linalg/svd.h"
#include "ik/model/obstacle.h"
#include "ik/model/pose.h"
#include "ik/model/skeleton.h"
#include "ik/objectives/objective.h"
#include "ik/solve/clamp.h"

namespace ik {

/// What a method is given for one update  (mathematics.md §1, §2). n joints, k effectors, m rows.
struct Problem {
  const Skeleton& skeleton;
  const Pose& pose;                      ///< kinematics done
  const Eigen::Matrix3Xd& targets;       ///< 3 x k: each goal's three numbers, a position's world
  const Eigen::MatrixXd& J;              ///< m x n, usual or alternate, weighted
  const Eigen::MatrixXd& J_usual;        ///< J itself if it is the usual one; else set if phi is
  const Eigen::VectorXd& e;              ///< m, clamped by D_max if that is on, weighted
  const Eigen::VectorXd& inverse_cap;    ///< n: the step is clamped to this afterwards (clamp.h)
  const Eigen::VectorXd &lower, &upper;  ///< n: limits that will be kept; infinite where none are
  const Eigen::VectorXd& phi;            ///< n: what the null-space objectives ask for, or zero
  const Eigen::VectorXd& rest;           ///< n: the joint coordinates that are desired
  std::span<const int> order;            ///< k: effectors by priority, the first first
  std::span<const Obstacle> obstacles;
  ObjectiveSum& objectives;  ///< where phi comes from
  bool new_goal;             ///< a target jumped, or this is the first update
  bool at_rest;              ///< no target is moving (told to methods that judge)
};

/// A numerical IK method: turns e and J into a step. It may keep working memory, sized when it is
/// made; an update allocates nothing (but see MethodInfo::allocates) and leaves no entry that is
/// not finite.
class Method {
 public:
  virtual ~Method() = default;
  /// A copy that goes on from here bit by bit; a method gets it from Clonable.
  virtual std::unique_ptr<Method> clone() const = 0;
  /// Called before the first step and whenever a setting, the rest pose or an obstacle changed.
  virtual void configure(const base::Settings& settings) = 0;
  /// Writes all n entries of dtheta. Returns whether a clamp of the method's own acted.
  virtual bool step(const Problem& problem, Eigen::VectorXd& dtheta) = 0;
  /// For MethodInfo::judges, while the targets rest: whether the pose to which the last step led,
  /// after all clamps and limits, will do. problem.pose is that pose; J, e and phi are still those
  /// of the step. If not, the body is put back and step() called again. It must accept in the end.
  virtual bool accepts(const Problem& /*problem*/) { return true; }
  /// Forgets earlier steps (a restart).
  virtual void reset() {}
  /// The next step is to start from a pose slightly changed at random, to leave a local minimum
  /// (SNU §1). For methods that search; the others have nothing to leave.
  virtual void perturb() {}
  /// The decomposition of J of the last step, if the method made one.
  virtual const Svd* svd() const { return nullptr; }
  /// What the last step multiplied u_i^T e with, had direction i the singular value sigma: over
  /// sigma its gain curve, at sigma_i its gain. MethodInfo::gain says which methods have one; NaN
  /// where a step had none.
  virtual double gain(int /*i*/, double /*sigma*/) const {
    return std::numeric_limits<double>::quiet_NaN();
  }
  /// Writes what MethodInfo::readings declares, of the last step.
  virtual void read(std::span<double> /*values*/) const {}
};

/// Something that a method can tell of each step beside the step itself: a curve in the plots.
struct Reading {
  std::string_view name;  ///< what a user reads, with its symbol
  std::string_view unit;
  std::string_view explanation;
};
constexpr int max_readings = 4;

/// A letter of a method's formula that means something only there. Those of docs/mathematics.md §1,
/// the method's parameters and its readings are known without.
struct Symbol {
  std::string_view letter;   ///< as the formula writes it
  std::string_view meaning;  ///< a few words
};

/// What becomes of the null-space objectives.
enum class NullSpace {
  None,   ///< the method has no null space
  Added,  ///< P phi is added to its step, P the projector on the null space of J
  Own,    ///< the method does it itself
};

/// A method's defaults for parameters that all have.
struct CommonDefaults {
  double max_angle_deg = 45;
  std::string_view dmax_mode = "off";
  /// Of the null-space objectives, by key; the others are off.
  std::vector<std::pair<std::string_view, double>> gains = {};
};

/// A method as users see it. The texts make the panel, `list` and docs/methods.md.
struct MethodInfo {
  static constexpr std::string_view kind = "method";
  std::string_view name;             ///< what a user types
  std::string_view title;            ///< what a user reads
  int rank;                          ///< place in lists; keys 1, 2, 3... follow it
  std::string_view formula;          ///< one line, the letters of docs/mathematics.md
  std::string_view when;             ///< when to use it, one or two sentences
  std::string_view hint;             ///< what to try, for someone who sees it for the first time
  std::string_view source;           ///< paper, section, equation
  std::vector<base::Parameter> own;  ///< parameters that only it has
  CommonDefaults defaults;
  std::vector<std::string_view> without = {};  ///< keys of common parameters of no effect on it
  NullSpace null_space = NullSpace::None;
  std::vector<Reading> readings = {};  ///< at most max_readings
  /// Its gain over the singular value, as a formula: its step is the sum of gain(sigma_i) (u_i^T e)
  /// v_i, Method::gain. Empty if its step is no such sum.
  std::string_view gain = {};
  std::vector<Symbol> symbols = {};  ///< of the formula
  /// Its updates use the heap, because a library does that they need. For all others the heap is
  /// taboo (Method).
  bool allocates = false;
  /// About how many updates of dls one of its own takes with its parameters drawn at random, if
  /// more than a few: tests that make a million updates make so many fewer.
  double cost = 1;
  std::function<std::unique_ptr<Method>(const Skeleton&)> make;
  /// Why it cannot be used on a body, one sentence; empty if it can.
  std::function<std::string(const Skeleton&)> unable = {};
  bool uses_order = false;  ///< whether Problem::order makes a difference
  bool judges = false;      ///< whether it looks where its steps lead: Method::accepts

  /// Its own, the gains of the null-space objectives if it has a null space, the common ones but
  /// those it is without.
  const std::vector<base::Parameter>& parameters() const;
};
/// Calls declare_FILE() of every file of ik/methods; generated.
void declare_all(base::Registry<MethodInfo>& methods);

/// All methods by rank. A method's file is one of ik/methods.
inline const std::vector<const MethodInfo*>& methods() { return base::Registry<MethodInfo>::all(); }

/// Throws Error naming the methods there are.
inline const MethodInfo& find_method(std::string_view name) {
  return base::Registry<MethodInfo>::find(name);
}

}  // namespace ik
