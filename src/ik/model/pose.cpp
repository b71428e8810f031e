#include "ik/model/pose.h"

#include "ik/model/trigonometry.h"

namespace ik {
namespace {

/// R Rot(a, angle), for a unit axis a in the frame of R  (Rodrigues).
template <class Number>
void turn(const Matrix3Of<Number>& R, const Vector3Of<Number>& a, const Number& s, const Number& c,
          Matrix3Of<Number>& result) {
  Matrix3Of<Number> rotation = ((1 - c) * a) * a.transpose();
  rotation.diagonal().array() += c;
  const Vector3Of<Number> sa = s * a;
  rotation(0, 1) -= sa.z();
  rotation(0, 2) += sa.y();
  rotation(1, 0) += sa.z();
  rotation(1, 2) -= sa.x();
  rotation(2, 0) -= sa.y();
  rotation(2, 1) += sa.x();
  result.noalias() = R * rotation;
}

/// The same for a = +-x, y or z: only two columns of R turn. s: negative for a negative axis.
template <class Number>
void turn_about_coordinate(const Matrix3Of<Number>& R, int x, const Number& s, const Number& c,
                           Matrix3Of<Number>& result) {
  const int y = (x + 1) % 3, z = (x + 2) % 3;
  result.col(x) = R.col(x);
  result.col(y) = c * R.col(y) + s * R.col(z);
  result.col(z) = c * R.col(z) - s * R.col(y);
}

}  // namespace

template <class Number>
PoseOf<Number>::PoseOf(const Skeleton& skeleton)
    : theta(skeleton.start().template cast<Number>()),
      rotation(skeleton.joints(), Matrix3Of<Number>::Identity()),
      origin(3, skeleton.joints()),
      position(3, skeleton.joints()),
      axis(3, skeleton.joints()),
      effector(3, skeleton.effectors()),
      sine(skeleton.joints()),
      cosine(skeleton.joints()) {
  forward_kinematics(skeleton, *this);
}

template <class Number>
void forward_kinematics(const Skeleton& skeleton, PoseOf<Number>& pose) {
  using Vector = Vector3Of<Number>;
  static const Matrix3Of<Number> world = Matrix3Of<Number>::Identity();
  static const Vector ground = Vector::Zero();

  skeleton.set_followers(pose.theta);
  const auto numbers = [](VectorOf<Number>& x) { return reinterpret_cast<double*>(x.data()); };
  sincos(numbers(pose.theta), numbers(pose.sine), numbers(pose.cosine),
         skeleton.joints() * static_cast<int>(sizeof(Number) / sizeof(double)));

  for (int j = 0; j < skeleton.joints(); ++j) {
    const int parent = skeleton.parent(j);
    const Matrix3Of<Number>& R = parent < 0 ? world : pose.rotation[parent];
    const Number* o = parent < 0 ? ground.data() : pose.origin.col(parent).data();

    pose.position.col(j) =
        Eigen::Map<const Vector>(o) + R * skeleton.joint_offset(j).template cast<Number>();
    const Eigen::Vector3d& a = skeleton.local_axis(j);
    const int x = skeleton.coordinate_axis(j);
    if (x >= 0)
      pose.axis.col(j) = Number(a[x]) * R.col(x);
    else
      pose.axis.col(j) = R * a.template cast<Number>();
    if (skeleton.revolute(j)) {
      if (x >= 0)
        turn_about_coordinate<Number>(R, x, a[x] * pose.sine[j], pose.cosine[j], pose.rotation[j]);
      else
        turn<Number>(R, a.template cast<Number>(), pose.sine[j], pose.cosine[j], pose.rotation[j]);
      pose.origin.col(j) = pose.position.col(j);
    } else {
      pose.rotation[j] = R;
      pose.origin.col(j) = pose.position.col(j) + pose.theta[j] * pose.axis.col(j);
    }
  }
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const int j = skeleton.effector_joint(i);
    pose.effector.col(i) =
        pose.origin.col(j) + pose.rotation[j] * skeleton.effector_offset(i).template cast<Number>();
  }
}

void set_lane(PoseOf<Pack>& poses, int lane, const Pose& pose) {
  set_lane(poses.theta, lane, pose.theta);
  for (size_t j = 0; j < pose.rotation.size(); ++j)
    set_lane(poses.rotation[j], lane, pose.rotation[j]);
  set_lane(poses.origin, lane, pose.origin);
  set_lane(poses.position, lane, pose.position);
  set_lane(poses.axis, lane, pose.axis);
  set_lane(poses.effector, lane, pose.effector);
  set_lane(poses.sine, lane, pose.sine);
  set_lane(poses.cosine, lane, pose.cosine);
}

template struct PoseOf<double>;
template struct PoseOf<Pack>;
template void forward_kinematics(const Skeleton& skeleton, Pose& pose);
template void forward_kinematics(const Skeleton& skeleton, PoseOf<Pack>& pose);

}  // namespace ik
