#pragma once
#include <pybind11/pybind11.h>

#include <memory>
#include <set>
#include <string>

#include "cli/interrupt.h"
#include "module/body.h"
#include "module/unlocked.h"
#include "sim/simulation.h"

namespace python {

/// A simulation as scripts hold it. While it works without the interpreter's lock, other threads
/// are refused.
class Simulation {
 public:
  Simulation(sim::Simulation simulation, std::string name);
  Simulation(const Simulation& other);

  /// The simulation, at rest. Throws std::runtime_error while it runs in another thread.
  const sim::Simulation& now() const;
  const std::string& name() const { return name_; }
  /// The keys that the script has set: a search keeps their values.
  const std::set<std::string>& keys() const { return keys_; }

  /// Whether each step is timed, which takes a tenth of the time of a short one.
  void read_clock(bool always);
  void step(int64_t count);
  /// Makes steps, calls after_step with the simulation after each, without the lock.
  template <class AfterStep>
  void steps(int64_t count, AfterStep after_step);

  // These throw base::Error.
  void set(const py::dict& parameters);
  void choose(const std::string& method);
  void hold(const std::vector<std::string>& joints, bool held);
  void hold_at(int effector, const Eigen::Vector3d& position);
  void set_stiffness(const py::dict& stiffness);
  void set_theta(const py::object& theta);
  void set_targets(const py::object& targets);
  void hold_target(const std::string& effector, const py::object& position);
  void release_target(const std::string& effector);
  void restart();

  /// Arrays that show the state after each call, for as long as anything refers to them.
  struct Views {
    py::array theta, errors, effectors, targets;
  };
  const Views& views() const { return views_; }

 private:
  /// The views show these numbers, which stay in one place for good.
  struct Shown {
    Eigen::VectorXd theta, errors;
    Eigen::Matrix3Xd effectors, targets;
  };
  class Working;

  sim::Simulation& at_rest();
  void apply(const sim::Command& command);
  int find_effector(const std::string& name) const;
  void show();
  void make_views();

  sim::Simulation simulation_;
  std::string name_;
  std::set<std::string> keys_;
  std::shared_ptr<Shown> shown_;
  Views views_;
  bool works_ = false;  // written and read with the lock
};

/// Marks a simulation as working, and gives the interpreter's lock back meanwhile.
class Simulation::Working {
 public:
  explicit Working(Simulation& simulation) : mark_(simulation) {}

 private:
  struct Mark {
    explicit Mark(Simulation& one) : simulation(one) { simulation.works_ = true; }
    ~Mark() { simulation.works_ = false, simulation.show(); }
    Simulation& simulation;
  } mark_;
  Unlocked unlocked_;
};

template <class AfterStep>
void Simulation::steps(int64_t count, AfterStep after_step) {
  sim::Simulation& simulation = at_rest();
  const Working working(*this);
  for (int64_t i = 0; i < count; ++i) {
    if (i % 256 == 255) cli::stop_if_interrupted();
    simulation.step();
    after_step(simulation);
  }
}

/// Makes steps and returns what was recorded, an array for each name; an empty list stands for the
/// usual ones. Throws base::Error.
py::dict run(Simulation& simulation, int64_t count, const std::vector<std::string>& names);
/// Returns the names of all that can be recorded, with an explanation each.
py::dict quantities();

void declare_simulation(py::module_& module);

}  // namespace python
