#pragma once
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <functional>
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
#include "ik/model/clamp.h"
#include "ik/model/number.h"
#include "ik/model/obstacle.h"
#include "ik/model/pack_settings.h"
#include "ik/model/pose.h"
#include "ik/model/skeleton.h"
#include "ik/objectives/objective.h"

namespace ik {

/// The input of a method in one update  (mathematics.md §1, §2), for one body or for several with
/// one skeleton. n joints, k effectors, m rows. J, phi, inverse_cap and the step are in the
/// coordinates q_j = theta_j / per_radian_j; poses and limits are in theta.
template <class Number>
struct ProblemOf {
  const Skeleton& skeleton;
  const PoseOf<Number>& pose;            ///< forward kinematics done
  const Matrix3XOf<Number>& targets;     ///< 3 x k: each goal's three numbers, a position's world
  const MatrixOf<Number>& J;             ///< m x n, usual or alternate, weighted
  const MatrixOf<Number>& J_usual;       ///< J itself if it is the usual one; else set if phi is
  const VectorOf<Number>& e;             ///< m, clamped by D_max if that is on, weighted
  const VectorOf<Number>& inverse_cap;   ///< n: the step is clamped to this afterwards (clamp.h)
  const VectorOf<Number>&lower, &upper;  ///< n: limits that will be applied; infinite where none
  const VectorOf<Number>& phi;           ///< n: the direction of the null-space objectives, or zero
  const Eigen::VectorXd& rest;           ///< n: the desired joint coordinates
  std::span<const int> order = {};       ///< k: effectors, highest priority first
  std::span<const Obstacle> obstacles = {};
  ObjectiveSumOf<Number>& objectives;  ///< where phi comes from
  bool new_goal = false;               ///< a target jumped, or this is the first update
  bool at_rest = false;                ///< no target is moving (set only for methods that judge)
  const VectorOf<Number>* weights = nullptr;  ///< k, of the goals; null: the skeleton's
  /// r, n, where q_j = theta_j / r_j; null if all are 1, so that q is theta.
  const VectorOf<Number>* per_radian = nullptr;
  /// Whether a joint cannot stop at once, so that the pose changes even if the step is zero.
  bool coasts = false;
  std::span<const int> held = {};  ///< joints that do not move, in ascending order

  /// Returns the same problem with another J.
  ProblemOf with_J(const MatrixOf<Number>& other) const {
    return {skeleton, pose,    targets, other,      J_usual, e,         inverse_cap,
            lower,    upper,   phi,     rest,       order,   obstacles, objectives,
            new_goal, at_rest, weights, per_radian, coasts,  held};
  }
  /// x := x_j / per_radian_j, from theta to q.
  void to_q(VectorOf<Number>& x) const {
    if (per_radian) x = x.cwiseQuotient(*per_radian);
  }
  /// low <= step <= high, n: what the limits allow.
  void find_bounds(VectorOf<Number>& low, VectorOf<Number>& high) const {
    low = lower - pose.theta;
    high = upper - pose.theta;
    to_q(low);
    to_q(high);
  }
};
using Problem = ProblemOf<double>;

constexpr int max_readings = 4;
template <class Number>
using ReadingsOf = std::array<Number, max_readings>;

/// A numerical IK method: turns e and J into a step. It may keep working memory, allocated at
/// construction; an update allocates nothing (but see MethodInfo::allocates), and every entry is
/// finite. One that is written for any Number runs for several bodies at once, too: lanes.h.
template <class Number>
class MethodOf {
 public:
  virtual ~MethodOf() = default;
  /// A copy that continues bit by bit like the original; Clonable implements it.
  virtual std::unique_ptr<MethodOf> clone() const = 0;
  /// Called before the first step and whenever a setting, the rest pose or an obstacle changed.
  virtual void configure(const SettingsOf<Number>& settings) = 0;
  /// Called before configure() when other joints are held than so far, at first none. A held joint
  /// has a zero column of J and equal limits, and what is written of its step is ignored: only
  /// methods that keep something of the body between steps have to know.
  virtual void hold(std::span<const int> /*joints*/) {}
  /// Writes all n entries of dtheta. Returns whether a clamp of the method's own acted.
  virtual MaskOf<Number> step(const ProblemOf<Number>& problem, VectorOf<Number>& dtheta) = 0;
  /// Returns whether the pose after the last step, clamps and limits applied, is acceptable; called
  /// for MethodInfo::judges. problem.pose is that pose; J, e and phi are still those of the step.
  /// If not, the pose is restored and step() called again. It must accept at last.
  virtual bool accepts(const ProblemOf<Number>& /*problem*/) { return true; }
  /// Forgets earlier steps, in all lanes.
  virtual void reset() { reset_lanes(true); }
  /// Forgets earlier steps in these lanes.
  virtual void reset_lanes(const MaskOf<Number>& /*where*/) {}
  /// Makes methods that search start their next step from a slightly perturbed pose  (SNU §1).
  virtual void perturb() {}
  /// Returns the computing time of the last step relative to a typical step of this method.
  virtual double relative_cost() const { return 1; }
  /// The decomposition of J of the last step, if the method made one.
  virtual const SvdOf<Number>* svd() const { return nullptr; }
  /// The factor of u_i^T e in the last step if direction i had the singular value sigma: its gain
  /// at sigma_i. MethodInfo::gain says which methods have one; NaN where a step had none.
  virtual Number gain(int /*i*/, Number /*sigma*/) const { return not_a_number; }
  /// Returns the readings of the last step, as MethodInfo::readings declares them.
  virtual ReadingsOf<Number> readings() const { return {}; }
};
using Method = MethodOf<double>;

/// A quantity that a method reports for each step: a curve in the plots.
struct Reading {
  std::string_view name;  ///< what a user reads, with its symbol
  std::string_view unit;
  std::string_view explanation;
};

/// A symbol that is specific to a method's formula. Those of docs/mathematics.md §1, the method's
/// parameters and its readings need no declaration.
struct Symbol {
  std::string_view letter;   ///< as the formula writes it
  std::string_view meaning;  ///< a few words
};

enum class NullSpace {
  None,   ///< the method has no null space
  Added,  ///< P phi is added to its step, P the projector on the null space of J
  Own,    ///< the method handles them itself
};

struct CommonDefaults {
  double max_angle_deg = 45;
  std::string_view dmax_mode = "off";
  /// Gains of null-space objectives, by key; the others are off.
  std::vector<std::pair<std::string_view, double>> gains = {};
};

/// A method as users see it. Panel, `list` and docs/methods.md are made from these texts.
struct MethodInfo {
  static constexpr std::string_view kind = "method";
  std::string_view name;              ///< what a user types
  std::string_view title;             ///< what a user reads
  std::string_view short_title = {};  ///< where there is little room, if not the title
  int rank;                           ///< position in lists; keys 1, 2, 3... follow it
  std::string_view formula;           ///< one line, the letters of docs/mathematics.md
  std::string_view when;              ///< when to use it, one or two sentences
  std::string_view hint;              ///< what to try, for someone who sees it for the first time
  std::string_view source;            ///< paper, section, equation
  std::vector<base::Parameter> own;   ///< parameters that only it has
  CommonDefaults defaults = {};
  std::vector<std::string_view> without = {};  ///< keys of common parameters that do not apply
  NullSpace null_space = NullSpace::None;
  std::vector<Reading> readings = {};  ///< at most max_readings
  /// Its gain over the singular value, as a formula: its step is the sum of gain(sigma_i) (u_i^T e)
  /// v_i, Method::gain. Empty if its step is no such sum.
  std::string_view gain = {};
  std::vector<Symbol> symbols = {};  ///< of the formula
  /// Its updates use the heap, because a library that it calls does. No other method may.
  bool allocates = false;
  /// Approximate cost of an update beside one of dls, without what both do: long tests make fewer
  /// updates accordingly, a diagnosis makes fewer in each of its slices.
  double cost = 1;
  std::function<std::unique_ptr<Method>(const Skeleton&)> make;
  /// The same for several bodies at once, if it is written so and these settings of one allow it.
  std::function<std::unique_ptr<MethodOf<Pack>>(const Skeleton&)> make_lanes = {};
  bool (*lanes_support)(const base::Settings& settings) = nullptr;
  /// Why it cannot be used on a body, one sentence; empty if it can.
  std::function<std::string(const Skeleton&)> unable = [](const Skeleton&) { return ""; };
  bool positions_alone = false;  ///< it ignores goals of other kinds
  bool uses_order = false;       ///< whether Problem::order makes a difference
  bool keeps_bounds = false;     ///< its steps stay within Problem::lower and upper
  bool judges = false;           ///< whether it checks the result of its steps: Method::accepts

  bool suits(const Skeleton& skeleton) const { return unable(skeleton).empty(); }
  /// Returns whether it works in coordinates in which joints have weights (joint_scale.h).
  bool weighs_joints() const { return std::ranges::find(without, "slide_length") == without.end(); }
  std::string_view label() const { return short_title.empty() ? title : short_title; }
  /// Its own parameters, the gains of the objectives if it has a null space, and the common ones.
  const std::vector<base::Parameter>& parameters() const;
  /// The same for the body's size (base::scaled). One table for all of a size; it lives for ever.
  const std::vector<base::Parameter>& parameters(const Skeleton& skeleton) const;
};
/// Calls declare_FILE() of every file of ik/methods; generated.
void declare_all(base::Registry<MethodInfo>& methods);

/// Returns all methods by rank. Each has a file in ik/methods.
inline const std::vector<const MethodInfo*>& methods() { return base::Registry<MethodInfo>::all(); }

/// Throws Error naming the methods there are.
inline const MethodInfo& find_method(std::string_view name) {
  return base::Registry<MethodInfo>::find(name);
}

}  // namespace ik
