// The elbow of a limb towards a point, the pole: with the shoulder a, the elbow b, the effector s
// and the target t, e is the angle from the half plane of b to that of t about the line from a to
// s: the dihedral angle of b, a, s, t. Its derivatives are those of Blondel and Karplus, with
//   F = b - a,  G = s - a,  H = t - a,  A = F x G,  C = H x G:
//   de = |G|/|A|^2 A.db - |G|/|C|^2 C.dt
// and by a and s such that e stays the same when all four points move together.

#include <Eigen/Geometry>

#include "ik/model/goal.h"
#include "ik/model/trigonometry.h"

namespace ik {
namespace {

void linearise_pole(const GoalState& state, Linearised& result) {
  using Eigen::Vector3d;
  constexpr double straight = 1e-6;  // the sine of an angle at which there is no half plane
  const Vector3d& a = state.limb.shoulder;
  const Vector3d F = state.limb.elbow - a, G = state.s - a, H = state.t - a;
  const Vector3d A = F.cross(G), C = H.cross(G);
  const double line = G.norm();
  if (!(A.norm() > straight * F.norm() * line) || !(C.norm() > straight * H.norm() * line)) return;
  result.e[0] = atan2(A.cross(C).dot(G) / line, A.dot(C));
  const Vector3d by_elbow = line / A.squaredNorm() * A, by_target = -line / C.squaredNorm() * C;
  const Vector3d by_shoulder =
      (F.dot(G) / (line * line) - 1) * by_elbow + (H.dot(G) / (line * line) - 1) * by_target;
  result.elbow.row(0) = -by_elbow.transpose();
  result.shoulder.row(0) = -by_shoulder.transpose();
  result.A.row(0) = (by_elbow + by_target + by_shoulder).transpose();
  result.T.row(0) = by_target.transpose();
}

}  // namespace

void declare_pole(base::Registry<GoalInfo>& goals) {
  goals.add({
      .name = "pole",
      .rank = 50,
      .rows = 1,
      .unit = "rad",
      .explanation = "the elbow of the effector's limb points towards the target",
      .target = "a point beside the limb, the pole, world",
      .shape = GoalShape::Limb,
      .source = "Blondel and Karplus 1996",
      .linearise = linearise_pole,
  });
}

}  // namespace ik
