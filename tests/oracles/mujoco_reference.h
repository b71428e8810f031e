#pragma once
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <Eigen/Geometry>
#include <memory>

#include "formats/scene/scene_file.h"
#include "sim/world/link.h"
#include "support/random.h"
#include "support/temporary_folder.h"

namespace test {

/// A model as MuJoCo reads it.
class MujocoModel {
 public:
  explicit MujocoModel(const std::filesystem::path& file) {
    char error[1000] = "";
    model_.reset(mj_loadXML(file.c_str(), nullptr, error, sizeof error));
    EXPECT_TRUE(model_) << error;
    if (model_) data_.reset(mj_makeData(model_.get()));
  }
  explicit operator bool() const { return model_ != nullptr; }
  const mjModel& model() const { return *model_; }
  mjData& data() { return *data_; }
  void move() { mj_kinematics(model_.get(), data_.get()); }
  int joint(const std::string& name) const {
    return mj_name2id(model_.get(), mjOBJ_JOINT, name.c_str());
  }

 private:
  struct Delete {
    void operator()(mjModel* model) const { mj_deleteModel(model); }
    void operator()(mjData* data) const { mj_deleteData(data); }
  };
  std::unique_ptr<mjModel, Delete> model_;
  std::unique_ptr<mjData, Delete> data_;
};

using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

/// MuJoCo's coordinates for a pose of the scene. Joints have names in both.
inline void set_qpos(MujocoModel& mujoco, const sim::Scene& scene, const ik::Pose& pose) {
  const mjModel& model = mujoco.model();
  const ik::Skeleton& body = *scene.skeleton;
  const auto put_quat = [&](double* to, const Eigen::Matrix3d& R) {
    const Eigen::Quaterniond q(R);
    to[0] = q.w(), to[1] = q.x(), to[2] = q.y(), to[3] = q.z();
  };
  for (int j = 0; j < body.joints(); ++j) {
    const ik::Joint& joint = body.joint(j);
    const int index = mujoco.joint(joint.compound.empty() ? joint.name : joint.compound);
    ASSERT_GE(index, 0) << joint.name;
    double* q = mujoco.data().qpos + model.jnt_qposadr[index];
    const auto turn = [&](int first) {
      Eigen::Matrix3d A = Eigen::Matrix3d::Identity();
      for (int k = 0; k < 3; ++k)
        A = A * Eigen::AngleAxisd(pose.theta[first + k], body.joint(first + k).axis);
      return A;
    };
    const sim::Link& link = scene.links[static_cast<size_t>(model.jnt_bodyid[index])];
    if (model.jnt_type[index] == mjJNT_FREE) {
      const sim::Frame at = sim::carried(body, pose, j + 5, link.frame);
      Eigen::Vector3d::Map(q) = at.position;
      put_quat(q + 3, at.rotation);
      j += 5;
    } else if (model.jnt_type[index] == mjJNT_BALL) {
      // the link turns by A in the world where all joints are at zero, by Q in its own frame
      put_quat(q, link.frame.rotation.transpose() * turn(j) * link.frame.rotation);
      j += 2;
    } else {
      *q = pose.theta[j];
    }
  }
}

/// Frames of all bodies are the same at random poses. Returns how many were compared.
inline int expect_same_frames(const sim::Scene& scene, MujocoModel& mujoco, Random& random,
                              int poses) {
  const mjModel& model = mujoco.model();
  EXPECT_EQ(static_cast<int>(scene.links.size()), model.nbody);
  if (static_cast<int>(scene.links.size()) != model.nbody) return 0;
  ik::Pose pose(*scene.skeleton);
  int compared = 0;
  for (int trial = 0; trial < poses; ++trial) {
    for (int j = 0; j < scene.skeleton->joints(); ++j) pose.theta[j] = random.uniform(-3, 3);
    forward_kinematics(*scene.skeleton, pose);
    set_qpos(mujoco, scene, pose);
    mujoco.move();
    for (int i = 0; i < model.nbody; ++i, ++compared) {
      const sim::Link& link = scene.links[static_cast<size_t>(i)];
      const sim::Frame at = sim::carried(*scene.skeleton, pose, link.joint, link.frame);
      const auto position = Eigen::Vector3d::Map(mujoco.data().xpos + 3 * i);
      const auto rotation = Eigen::Map<const RowMajor>(mujoco.data().xmat + 9 * i);
      EXPECT_LT((at.position - position).norm(), 1e-9) << link.name;
      EXPECT_LT((at.rotation - rotation).norm(), 1e-9) << link.name;
    }
  }
  return compared;
}

}  // namespace test
