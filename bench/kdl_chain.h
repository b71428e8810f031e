#pragma once
#include <kdl/chain.hpp>
#include <vector>

#include "ik/model/skeleton.h"

namespace bench {

inline KDL::Vector to_kdl(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

/// Returns a joint for KDL. With every joint at zero all frames are the world's, so joints have the
/// skeleton's positions.
inline KDL::Joint joint(const ik::Joint& one) {
  const bool turns = one.type == ik::JointType::Revolute;
  return {one.name, to_kdl(one.position), to_kdl(one.axis.normalized()),
          turns ? KDL::Joint::RotAxis : KDL::Joint::TransAxis};
}

inline KDL::Segment tip(const ik::Effector& effector) {
  return KDL::Segment(effector.name, KDL::Joint(effector.name, KDL::Joint::None),
                      KDL::Frame(to_kdl(effector.position)));
}

/// Returns the chain of these joints, from the root on, with an effector at its end.
inline KDL::Chain chain_of(const ik::Skeleton& skeleton, const std::vector<int>& joints,
                           const ik::Effector& effector) {
  KDL::Chain result;
  for (const int j : joints)
    result.addSegment(KDL::Segment(skeleton.joint(j).name, joint(skeleton.joint(j))));
  result.addSegment(tip(effector));
  return result;
}

}  // namespace bench
