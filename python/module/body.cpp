#include "module/body.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>

#include "base/error.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "formats/scene_format.h"
#include "formats/suggest.h"
#include "ik/model/jacobian.h"
#include "ik/model/pose_goal.h"
#include "module/simulation.h"

namespace python {
namespace {

Scene opened(const std::string& name_or_file) {
  return {formats::load(formats::find_scene(name_or_file)), name_or_file};
}

Body body_from_file(const std::filesystem::path& name_or_file) {
  const Scene scene = opened(name_or_file.string());
  return {scene.scene, scene.name};
}

Body body_from_urdf_text(const std::string& text, const std::string& name) {
  return {formats::xml_format_of(text, name).parse(text, name), name};
}

/// Writes a value as TOML, whose texts, numbers and lists are those of JSON.
std::string toml_of(const py::object& value) {
  using namespace py::literals;
  const py::module_ json = py::module_::import("json");
  const py::object number = py::module_::import("builtins").attr("float");  // of numpy's numbers
  return py::str(json.attr("dumps")(value, "ensure_ascii"_a = false, "default"_a = number));
}

/// Each row is a line of the text, so that messages name it by its number.
Body body_of_dh(const py::iterable& rows, const std::string& convention,
                const std::optional<std::string>& unit, const std::string& name) {
  constexpr const char* keys[] = {"theta", "d", "a", "alpha"};
  std::string text = "dh = [";
  int number = 0;
  for (const py::handle row : rows) {
    ++number;
    std::string cells;
    const auto add = [&](const std::string& key, py::object value) {
      if (value.is_none()) return;
      if (py::hasattr(value, "tolist")) value = value.attr("tolist")();  // numpy's
      const std::string written = toml_of(value);
      if (!py::isinstance<py::str>(value) &&
          (written.find("NaN") != written.npos || written.find("Infinity") != written.npos))
        throw base::Error("row " + std::to_string(number) + ": " + key + " is " +
                          std::string(py::repr(value)) + "; expected finite numbers");
      cells += (cells.empty() ? "" : ", ") + key + " = " + written;
    };
    if (py::isinstance<py::dict>(row)) {
      const auto given = row.cast<py::dict>();
      if (!given.contains("name") || given["name"].is_none())
        add("name", py::str("joint " + std::to_string(number)));
      for (const auto& [key, value] : given)
        add(py::str(key), py::reinterpret_borrow<py::object>(value));
    } else {
      const Array four = numbers("row " + std::to_string(number), row, {{4}},
                                 "theta, d, a, alpha, in rad and scene units");
      add("name", py::str("joint " + std::to_string(number)));
      for (py::ssize_t i = 0; i < 4; ++i) add(keys[i], py::float_(four.data()[i]));
    }
    text += "{" + cells + "},\n";
  }
  if (number == 0)
    throw base::Error("there are no rows; expected at least one, of theta, d, a, alpha");
  text += "]\nname = " + toml_of(py::str(name)) + "\nconvention = " + toml_of(py::str(convention)) +
          "\n";
  if (unit) text += "unit = " + toml_of(py::str(*unit)) + "\n";
  return {formats::parse(text, name), name};
}

/// The poses of an argument that is one pose, n, or several, N x n.
class Poses {
 public:
  Poses(const ik::Skeleton& skeleton, py::handle theta)
      : skeleton_(skeleton),
        theta_(numbers("theta", theta, {{skeleton.joints()}, {-1, skeleton.joints()}},
                       "one coordinate for each joint, rad or scene units")),
        pose_(skeleton) {}

  py::ssize_t count() const { return theta_.ndim() == 1 ? 1 : theta_.shape(0); }
  /// Returns an array for each pose, or for the one.
  Array array(Shape shape) const {
    if (theta_.ndim() > 1) shape.insert(shape.begin(), count());
    return Array(shape);
  }
  const ik::Pose& at(py::ssize_t i) {
    pose_.theta = Eigen::VectorXd::Map(theta_.data() + i * skeleton_.joints(), skeleton_.joints());
    ik::forward_kinematics(skeleton_, pose_);
    return pose_;
  }

 private:
  const ik::Skeleton& skeleton_;
  Array theta_;
  ik::Pose pose_;
};

Array limits(const ik::Skeleton& skeleton, double (ik::Skeleton::*limit)(int) const) {
  Eigen::VectorXd all(skeleton.joints());
  for (int j = 0; j < skeleton.joints(); ++j) all[j] = (skeleton.*limit)(j);
  return array_of(all);
}

py::tuple goals(const ik::Skeleton& skeleton) {
  std::vector<std::string> names;
  for (const ik::Effector& effector : skeleton.all_effectors())
    names.emplace_back(effector.goal.info->name);
  return tuple_of(names);
}

py::tuple effector_joints(const Body& body) {
  py::tuple joints(body.skeleton().effectors());
  for (int i = 0; i < body.skeleton().effectors(); ++i)
    joints[static_cast<size_t>(i)] = py::int_(body.skeleton().effector_joint(i));
  return joints;
}

py::object unit_of(const ik::Skeleton& skeleton) {
  return skeleton.unit() ? py::object(py::str(std::string(skeleton.unit()->name))) : py::none();
}

std::string body_text(const Body& body) {
  const ik::Skeleton& skeleton = body.skeleton();
  return "<ikscope.Body " + base::in_quotes(body.name) + ": " +
         base::counted(skeleton.joints(), "joint") + ", " +
         base::counted(skeleton.effectors(), "effector") + ">";
}

}  // namespace

Scene scene_of(const py::object& what) {
  if (py::isinstance<Scene>(what)) return what.cast<Scene>();
  if (py::isinstance<Body>(what)) {
    const auto& body = what.cast<const Body&>();
    return {body.scene, body.name};
  }
  if (py::isinstance<Simulation>(what)) return what.attr("scene").cast<Scene>();
  if (py::isinstance<py::str>(what) || py::hasattr(what, "__fspath__"))
    return opened(what.cast<std::filesystem::path>().string());
  throw base::Error("the scene is " + py::repr(what).cast<std::string>() +
                    "; expected the name of a scene, a file, a Scene, a Body or a Simulation");
}

Array jacobians(const ik::Skeleton& skeleton, py::handle theta, const Eigen::Matrix3Xd* targets) {
  Poses poses(skeleton, theta);
  Array result = poses.array({skeleton.rows(), skeleton.joints()});
  double* out = result.mutable_data();
  const Unlocked unlocked;
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(skeleton.rows(), skeleton.joints());
  const Eigen::VectorXd weights = Eigen::VectorXd::Ones(skeleton.effectors());
  Eigen::Matrix3Xd met(3, skeleton.effectors());
  for (py::ssize_t i = 0; i < poses.count(); ++i) {
    const ik::Pose& pose = poses.at(i);
    if (!targets) ik::set_targets_to_pose(skeleton, pose, met);
    ik::goal_jacobian(skeleton, pose, targets ? *targets : met, false, J, &weights);
    write_rows(J, out);
  }
  return result;
}

py::dict forward_kinematics(const ik::Skeleton& skeleton, py::handle theta) {
  Poses poses(skeleton, theta);
  const int n = skeleton.joints();
  Array effector = poses.array({skeleton.effectors(), 3}), position = poses.array({n, 3}),
        axis = poses.array({n, 3}), rotation = poses.array({n, 3, 3});
  double *e = effector.mutable_data(), *p = position.mutable_data(), *a = axis.mutable_data(),
         *r = rotation.mutable_data();
  {
    const Unlocked unlocked;
    for (py::ssize_t i = 0; i < poses.count(); ++i) {
      const ik::Pose& pose = poses.at(i);
      write_all(pose.effector, e);
      write_all(pose.position, p);
      write_all(pose.axis, a);
      for (const Eigen::Matrix3d& one : pose.rotation) write_rows(one, r);
    }
  }
  py::dict result;
  result["effector"] = effector;
  result["position"] = position;
  result["axis"] = axis;
  result["rotation"] = rotation;
  return result;
}

py::tuple joint_names(const ik::Skeleton& skeleton) {
  return tuple_of(formats::names_of(skeleton.all_joints()));
}

py::tuple effector_names(const ik::Skeleton& skeleton) {
  return tuple_of(formats::names_of(skeleton.all_effectors()));
}

void declare_body(py::module_& module) {
  py::class_<Body> body(module, "Body", R"(A body: joints, links, and effectors with goals.

It is constant, and is made by Body.from_file, Body.from_urdf_text or Body.dh. Joints have the names
and the order of the file, parents first. Angles are in rad, lengths in the unit of the file, points
in the world's frame. n is the number of joint coordinates, k the number of effectors (an effector
with a position and an orientation counts twice), m the number of rows of the Jacobian.)");
  py::class_<Scene> scene(
      module, "Scene", R"(A body with targets that move, obstacles, and a method with its settings.

Scene(what): the name of a scene that comes with ikscope ("double-y", ikscope.scenes() lists them), a
file (scene, URDF, MJCF, BVH, table of Denavit-Hartenberg parameters as CSV), a Simulation, or a Body,
whose effectors then follow targets that swing about its start pose.)");
  for (py::handle type : {py::handle(body), py::handle(scene)}) type.attr("__module__") = "ikscope";
  const auto copy = [](py::object self) { return self; };  // it is constant
  const auto deep_copy = [](py::object self, const py::dict&) { return self; };
  body.def("__copy__", copy).def("__deepcopy__", deep_copy, py::arg("memo"));
  scene.def("__copy__", copy).def("__deepcopy__", deep_copy, py::arg("memo"));

  body.def_static("from_file", &body_from_file, py::arg("file"),
                  R"(Reads a robot (URDF, MJCF), a figure (BVH), a table of Denavit-Hartenberg
parameters (CSV) or a scene (TOML). The name of a scene that comes with ikscope works too.)")
      .def_static("from_urdf_text", &body_from_urdf_text, py::arg("text"),
                  py::arg("name") = "robot.urdf",
                  R"(Reads a robot from the text of a URDF or MJCF file; messages call it `name`.)")
      .def_static("dh", &body_of_dh, py::arg("rows"), py::arg("convention") = "standard",
                  py::arg("unit") = py::none(), py::arg("name") = "DH table",
                  R"(Makes an arm of Denavit-Hartenberg rows.

rows: for each joint theta, d, a, alpha (rad and lengths), or a dict with the keys of [[dh]] in scene
    files: name, type, theta or theta_deg, d, a, alpha or alpha_deg, limits, ...
convention: "standard" or "modified".
unit: of lengths, such as "m" or "mm"; None: they have no name.)")
      .def_property_readonly(
          "joint_names", [](const Body& self) { return joint_names(self.skeleton()); },
          "Names of the n joint coordinates, in the order of theta.")
      .def_property_readonly(
          "effector_names", [](const Body& self) { return effector_names(self.skeleton()); },
          "Names of the k effectors, in the order of targets and errors.")
      .def_property_readonly(
          "goals", [](const Body& self) { return goals(self.skeleton()); },
          "What each of the k effectors is to reach: \"position\", \"orientation\", ...")
      .def_property_readonly(
          "effector_joints", &effector_joints,
          "The joint, its place in joint_names, that carries each of the k effectors.")
      .def_property_readonly(
          "rows", [](const Body& self) { return self.skeleton().rows(); },
          "Number m of rows of the Jacobian.")
      .def_property_readonly(
          "start", [](const Body& self) { return array_of(self.skeleton().start()); },
          "The start pose: n coordinates, rad or lengths.")
      .def_property_readonly(
          "lower", [](const Body& self) { return limits(self.skeleton(), &ik::Skeleton::lower); },
          "The lower limits of the n coordinates; -inf where there is none, and of "
          "those that follow others, whose limits keep both.")
      .def_property_readonly(
          "upper", [](const Body& self) { return limits(self.skeleton(), &ik::Skeleton::upper); },
          "The upper limits of the n coordinates; inf where there is none, and of "
          "those that follow others, whose limits keep both.")
      .def_property_readonly(
          "unit", [](const Body& self) { return unit_of(self.skeleton()); },
          "The unit of lengths, or None if the file names none.")
      .def(
          "forward_kinematics",
          [](const Body& self, const py::object& theta) {
            return forward_kinematics(self.skeleton(), theta);
          },
          py::arg("theta"), R"(Returns where a pose puts the body's parts, as a dict of arrays.

theta: n coordinates, rad or lengths; or N x n for N poses, which puts N in front of each shape.
effector: k x 3, the points of the effectors.
position: n x 3, the point of each joint.
axis: n x 3, the unit vector about which the joint turns, or along which it slides.
rotation: n x 3 x 3, of the link that the joint moves; the identity with every joint at zero.)")
      .def(
          "jacobian",
          [](const Body& self, const py::object& theta) {
            return jacobians(self.skeleton(), theta, nullptr);
          },
          py::arg("theta"), R"(Returns the Jacobian at a pose, m x n, without weights.

theta: n coordinates, rad or lengths; or N x n for N poses, which gives N x m x n.
The three rows of a position are the derivative of the effector's point by each coordinate, those of
an orientation the angular velocity of its link (unit/rad, rad/rad).)")
      .def("__repr__", &body_text);

  scene
      .def(py::init(&scene_of), py::arg("what"),
           "Opens a scene by its name, file or body; of a simulation it is the scene now.")
      .def_static(
          "from_text",
          [](const std::string& text, const std::string& name) {
            return Scene{formats::parse(text, name), name};
          },
          py::arg("text"), py::arg("name") = "scene.toml",
          R"(Reads a scene from text in the format of docs/scene-format.md.

With `like = "FILE"` it has the body of that file and needs only what differs.)")
      .def(
          "to_text", [](const Scene& self) { return formats::to_toml(*self.scene); },
          "Returns the scene as text that from_text() and the window read.")
      .def_property_readonly(
          "body",
          [](const Scene& self) {
            return Body{self.scene, self.name};
          },
          "Its Body.")
      .def_property_readonly(
          "name", [](const Scene& self) { return self.scene->name; }, "Its name, for readers.")
      .def_property_readonly(
          "description", [](const Scene& self) { return self.scene->description; },
          "What it shows, one line.")
      .def_property_readonly(
          "method", [](const Scene& self) { return self.scene->method; },
          "The method it begins with.")
      .def_property_readonly(
          "dt", [](const Scene& self) { return self.scene->dt; },
          "The time by which targets advance in a step.")
      .def_property_readonly(
          "notices", [](const Scene& self) { return self.scene->notices; },
          "Sentences about parts of a file that ikscope cannot use.")
      .def("__repr__",
           [](const Scene& self) { return "<ikscope.Scene " + base::in_quotes(self.name) + ">"; });
}

}  // namespace python
