#include "module/simulation.h"

#include <pybind11/stl.h>

#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "formats/scene/run_options.h"
#include "formats/suggest.h"
#include "ik/model/jacobian.h"
#include "lab/experiment.h"

namespace python {
namespace {

/// Returns the key of a keyword: `lambda` is a word of the language, so that `lambda_` stands for
/// it.
std::string key_of(py::handle keyword) {
  std::string key = py::str(keyword);
  if (key.size() > 1 && key.back() == '_') key.pop_back();
  return key;
}

/// Returns a value as one would type it.
std::string text_of(const base::Parameter& parameter, py::handle value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "on" : "off";
  if (py::isinstance<py::str>(value)) return value.cast<std::string>();
  const double number = PyFloat_AsDouble(value.ptr());
  if (!PyErr_Occurred()) return base::shortest(number);
  PyErr_Clear();
  throw base::Error(std::string(parameter.key) + " is " + std::string(py::repr(value)) +
                    "; expected " + base::range_text(parameter));
}

py::object value_of(const base::Parameter& parameter, double value) {
  const std::string text = base::to_text(parameter, value);
  if (!parameter.choices.empty() || text == parameter.special) return py::str(text);
  return parameter.integer ? py::object(py::int_(static_cast<int64_t>(value)))
                           : py::object(py::float_(value));
}

}  // namespace

Simulation::Simulation(sim::Simulation simulation, std::string name)
    : simulation_(std::move(simulation)), name_(std::move(name)), shown_(new Shown) {
  make_views();
}

Simulation::Simulation(const Simulation& other)
    : simulation_(other.now()), name_(other.name_), keys_(other.keys_), shown_(new Shown) {
  make_views();
}

const sim::Simulation& Simulation::now() const {
  if (works_)
    throw std::runtime_error(
        "the simulation is running in another thread; wait until it returns, or use a copy");
  return simulation_;
}

sim::Simulation& Simulation::at_rest() {
  now();
  return simulation_;
}

void Simulation::show() {
  const sim::Run& run = simulation_.run();
  shown_->theta = run.solver().pose().theta;
  shown_->effectors = run.solver().pose().effector;
  shown_->errors = run.errors();
  shown_->targets = simulation_.target_state().position;
}

void Simulation::read_clock(bool always) {
  for (sim::Run& run : simulation_.runs()) run.timed = always;
}

void Simulation::make_views() {
  read_clock(false);
  show();
  const auto view = [this](const auto& matrix, Shape shape) {
    const py::capsule owner(new std::shared_ptr<Shown>(shown_), [](void* shown) {
      delete static_cast<std::shared_ptr<Shown>*>(shown);
    });
    py::array_t<double> array(std::move(shape), matrix.data(), owner);
    array.attr("flags").attr("writeable") = false;
    return array;
  };
  const py::ssize_t n = shown_->theta.size(), k = shown_->errors.size();
  views_ = {.theta = view(shown_->theta, {n}),
            .errors = view(shown_->errors, {k}),
            .effectors = view(shown_->effectors, {k, 3}),
            .targets = view(shown_->targets, {k, 3})};
}

void Simulation::apply(const sim::Command& command) {
  at_rest().apply(command);
  show();
}

/// A single step is too short for others to gain from the lock.
void Simulation::step(int64_t count) {
  if (count < 0)
    throw base::Error("the number of steps is " + std::to_string(count) +
                      "; expected a whole number from 0 on");
  if (count != 1) return steps(count, [](const sim::Simulation&) {});
  at_rest().step();
  show();
}

void Simulation::set(const py::dict& parameters) {
  sim::SetSeveral all;
  for (const auto& [keyword, value] : parameters) {
    const std::string key = key_of(keyword);
    const base::Parameter& parameter = formats::find_parameter(now(), key);
    all.keys.push_back(key);
    all.values.push_back(base::parse(parameter, text_of(parameter, value)));
  }
  if (all.keys.empty()) return;
  for (const auto& [key, text] : formats::needed_by(now(), all.keys)) {
    all.keys.push_back(key);
    all.values.push_back(base::parse(formats::find_parameter(now(), key), text));
  }
  const std::vector<std::string> keys = all.keys;
  apply(std::move(all));
  keys_.insert(keys.begin(), keys.end());
}

void Simulation::choose(const std::string& method) {
  formats::find_name("method", method, formats::names_of(ik::methods()));
  apply(sim::ChooseMethod{method});
}
void Simulation::restart() { apply(sim::Restart{}); }

void Simulation::hold(const std::vector<std::string>& joints, bool held) {
  for (const std::string& name : joints)
    for (const sim::Command& command : formats::hold_commands(now(), name, held)) apply(command);
}

void Simulation::set_stiffness(const py::dict& stiffness) {
  for (const auto& [name, value] : stiffness) {
    const double weight = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      throw base::Error("the stiffness of " + std::string(py::str(name)) + " is " +
                        std::string(py::repr(value)) + "; expected a number from 1e-6 to 1e6");
    }
    for (const int j : formats::find_joints(now().scene(), std::string(py::str(name))))
      apply(sim::SetStiffness{j, weight});
  }
}

void Simulation::set_theta(const py::object& theta) {
  const Array given = numbers("theta", theta, {{now().skeleton().joints()}},
                              "one coordinate for each joint, rad or scene units");
  apply(sim::SetPose{{given.data(), given.data() + given.size()}});
}

/// Holds a target where it can be. Throws base::Error, where a drag would end at the border.
void Simulation::hold_at(int effector, const Eigen::Vector3d& position) {
  if (!(position.cwiseAbs().maxCoeff() <= ik::Skeleton::max_coordinate))
    throw base::Error("the target of " + now().skeleton().effector(effector).name +
                      " is too far away; expected coordinates up to a million");
  apply(sim::HoldTarget{effector, position});
}

void Simulation::set_targets(const py::object& targets) {
  const Array given = numbers("targets", targets, {{now().skeleton().effectors(), 3}},
                              "three numbers for each effector");
  for (int i = 0; i < given.shape(0); ++i)
    hold_at(i, Eigen::Map<const Eigen::Vector3d>(given.data() + 3 * i));
}

int Simulation::find_effector(const std::string& name) const {
  return static_cast<int>(
      formats::find_name("effector", name, formats::names_of(now().skeleton().all_effectors())));
}

void Simulation::hold_target(const std::string& effector, const py::object& position) {
  hold_at(find_effector(effector), vector("position", position));
}

void Simulation::release_target(const std::string& effector) {
  apply(sim::ReleaseTarget{find_effector(effector), sim::ReleaseTarget::To::Home});
}

namespace {

Simulation made(const py::object& scene, const std::optional<std::string>& method,
                const std::vector<std::string>& hold, const std::vector<std::string>& release,
                const py::dict& stiffness, const py::kwargs& parameters) {
  const auto start = [&] {
    if (py::isinstance<Simulation>(scene)) return Simulation(scene.cast<const Simulation&>());
    const Scene opened = scene_of(scene);
    return Simulation(sim::Simulation(opened.scene), opened.name);
  };
  Simulation simulation = start();
  if (method) simulation.choose(*method);
  simulation.set(parameters);
  simulation.set_stiffness(stiffness);
  simulation.hold(release, false);
  simulation.hold(hold, true);
  return simulation;
}

py::dict parameters_of(const sim::Simulation& simulation) {
  py::dict all;
  for (const base::Settings* settings : {&simulation.run().settings(), &simulation.world()})
    for (const base::Parameter& parameter : settings->table())
      all[py::str(std::string(parameter.key))] = value_of(parameter, (*settings)[parameter]);
  return all;
}

Array jacobian_of(const Simulation& self) {
  const sim::Simulation& now = self.now();
  return jacobians(now.skeleton(), array_of(now.run().solver().pose().theta),
                   &now.target_state().position);
}

py::tuple reading_names(const sim::Simulation& simulation) {
  return tuple_of(formats::names_of(simulation.run().solver().method().readings));
}

std::string simulation_text(const Simulation& self) {
  return "<ikscope.Simulation " + base::in_quotes(self.name()) + ": " +
         std::string(self.now().run().solver().method().name) + ", step " +
         std::to_string(self.now().steps()) + ">";
}

/// A getter of what a simulation has now.
template <class Result>
auto of_now(Result (*get)(const sim::Simulation&)) {
  return [get](const Simulation& self) { return get(self.now()); };
}

auto of_views(py::array Simulation::Views::*array) {
  return [array](const Simulation& self) { return self.views().*array; };
}

}  // namespace

void declare_simulation(py::module_& module) {
  py::class_<Simulation> type(
      module, "Simulation",
      R"(A scene at work: targets move, and a method moves the body after them.

Simulation(scene, method=None, *, hold=(), release=(), stiffness={}, **parameters)

scene: the name of a scene ("double-y"), a file, a Scene, a Body, or a Simulation, of which this one is
    a copy that goes on bit by bit like it.
method: "dls", "sdls", ...; None: the scene's. ikscope.methods() lists them.
hold, release: names of joints that the method may not move, or may although the scene holds them.
stiffness: names of joints and their weights in the length of a step.
parameters: of the method or of the scene, by the keys of ikscope.parameters() and in their units.
    `lambda_` stands for lambda, which is a word of Python.

The same simulation runs in the window and in ikscope-lab, bit for bit. n is the number of joint
coordinates, k the number of effectors. Whatever is wrong raises ValueError with one sentence.)");
  type.attr("__module__") = "ikscope";
  type.def(py::init(&made), py::arg("scene"), py::arg("method") = py::none(), py::kw_only(),
           py::arg("hold") = py::tuple(), py::arg("release") = py::tuple(),
           py::arg("stiffness") = py::dict(), "Starts a scene, or copies a simulation.")
      .def("step", &Simulation::step, py::arg("count") = 1,
           R"(Makes steps: targets move by dt, then the method makes its updates.

Several steps at once give Python's lock to other threads; one alone does not.)")
      .def("run", &run, py::arg("count"), py::arg("record") = py::list(),
           R"(Makes `count` steps and returns what was recorded after each, as a dict of arrays.

record: names of quantities, ikscope.quantities() explains them. Without names:
time: count; of the targets, units of time.
theta: count x n; rad, or scene units of joints that slide.
error: count x k; |target - effector| in scene units, of goals that are angles in rad.
total_error: count; the sum over the effectors, scene units.
oscillation: count; mean |theta'' | over the joints, rad/step^2; a slide
counts as its length over the body's scale.)")
      .def(
          "set", [](Simulation& self, const py::kwargs& parameters) { self.set(parameters); },
          R"(Sets parameters by their keys, and what they need to have an effect: all, or none if one is
refused.)")
      .def_property_readonly("parameters", of_now(&parameters_of),
                             "All parameters of the method and the scene, {key: value}. A copy.")
      .def_property(
          "method",
          [](const Simulation& self) {
            return std::string(self.now().run().solver().method().name);
          },
          &Simulation::choose, "The method's name. Each method keeps its own settings.")
      .def_property_readonly("methods", of_now<py::tuple>([](const sim::Simulation& now) {
                               return tuple_of(lab::methods_for(now.skeleton()));
                             }),
                             "Names of the methods that the body allows.")
      .def_property("theta", of_views(&Simulation::Views::theta), &Simulation::set_theta,
                    R"(n joint coordinates, rad or scene units.

A read-only view: it shows the pose after each call, and outlives the simulation. What is assigned is
brought within the limits.)")
      .def_property("targets", of_views(&Simulation::Views::targets), &Simulation::set_targets,
                    R"(k x 3 numbers of the targets: a position in the world's frame, the rotation
vector of an orientation (rad). A read-only view; targets that are assigned rest there.)")
      .def_property_readonly("effectors", of_views(&Simulation::Views::effectors),
                             "k x 3, the effectors' points in the world's frame. A read-only view.")
      .def_property_readonly(
          "errors", of_views(&Simulation::Views::errors),
          "k, how far each effector is from its goal, scene units or rad. A read-only view.")
      .def("hold_target", &Simulation::hold_target, py::arg("effector"), py::arg("position"),
           "Puts the target of an effector somewhere, where it rests: three numbers.")
      .def("release_target", &Simulation::release_target, py::arg("effector"),
           "Lets the target of an effector move as the scene says.")
      .def("hold", &Simulation::hold, py::arg("joints"), py::arg("held") = true,
           "Holds joints, given by their names, where they are; or releases them.")
      .def("restart", &Simulation::restart, "Goes back to the start pose and time.")
      .def("jacobian", &jacobian_of, R"(Returns the Jacobian now, m x n, without weights.

See Body.jacobian; goals that depend on the target have the present one.)")
      .def_property_readonly("joint_names", of_now<py::tuple>([](const sim::Simulation& now) {
                               return joint_names(now.skeleton());
                             }),
                             "Names of the n joint coordinates, in the order of theta.")
      .def_property_readonly("effector_names", of_now<py::tuple>([](const sim::Simulation& now) {
                               return effector_names(now.skeleton());
                             }),
                             "Names of the k effectors, in the order of targets and errors.")
      .def_property_readonly("reading_names", of_now(&reading_names),
                             "What the columns of the quantity \"readings\" are.")
      .def_property_readonly("time",
                             of_now<double>([](const sim::Simulation& now) { return now.time(); }),
                             "Time of the targets, units of time.")
      .def_property_readonly(
          "steps", of_now<int64_t>([](const sim::Simulation& now) { return now.steps(); }),
          "Steps made since the start or a restart.")
      .def_property_readonly(
          "body",
          [](const Simulation& self) {
            return Body{self.now().scene_ptr(), self.name()};
          },
          "Its Body.")
      .def_property_readonly(
          "scene",
          [](const Simulation& self) {
            return Scene{std::make_shared<const sim::Scene>(self.now().snapshot()), self.name()};
          },
          "Its Scene now: pose, targets, method and settings.")
      .def("__copy__", [](const Simulation& self) { return Simulation(self); })
      .def(
          "__deepcopy__", [](const Simulation& self, const py::dict&) { return Simulation(self); },
          py::arg("memo"))
      .def("__repr__", &simulation_text);
}

}  // namespace python
