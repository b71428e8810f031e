#pragma once
#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "module/arrays.h"
#include "sim/scene.h"

namespace python {

/// A scene as scripts hold it: constant, with the name by which it was opened.
struct Scene {
  std::shared_ptr<const sim::Scene> scene;
  std::string name;
};

/// A body: what a scene file, a robot or a table describes, of which the targets do not matter.
struct Body {
  std::shared_ptr<const sim::Scene> scene;
  std::string name;
  const ik::Skeleton& skeleton() const { return *scene->skeleton; }
};

/// Opens a scene by its name, file, or body. Throws base::Error.
Scene scene_of(const py::object& what);

/// Returns J without weights, m x n, of each of several poses. targets: 3 x k; null: those that a
/// pose meets.
Array jacobians(const ik::Skeleton& skeleton, py::handle theta, const Eigen::Matrix3Xd* targets);

/// Returns where each of several poses puts the parts of a body.
py::dict forward_kinematics(const ik::Skeleton& skeleton, py::handle theta);

py::tuple joint_names(const ik::Skeleton& skeleton);
py::tuple effector_names(const ik::Skeleton& skeleton);

void declare_body(py::module_& module);

}  // namespace python
