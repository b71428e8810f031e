// Declares what Simulation.run records.

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "formats/suggest.h"
#include "lab/experiment.h"
#include "module/simulation.h"
#include "sim/timeline/history.h"

namespace python {
namespace {

/// A quantity of each step. shape: of its value; empty for a number.
struct Quantity {
  std::string_view name, explanation;
  Shape (*shape)(const sim::Simulation& simulation);
  void (*write)(sim::Simulation& simulation, double*& out);
};

Shape one(const sim::Simulation&) { return {}; }
Shape joints(const sim::Simulation& simulation) { return {simulation.skeleton().joints()}; }
Shape effectors(const sim::Simulation& simulation) { return {simulation.skeleton().effectors()}; }
Shape points(const sim::Simulation& simulation) { return {simulation.skeleton().effectors(), 3}; }
Shape readings(const sim::Simulation& simulation) {
  return {static_cast<py::ssize_t>(simulation.run().solver().readings().size())};
}
Shape sigma(const sim::Simulation& simulation) {
  return {std::min(simulation.skeleton().rows(), simulation.skeleton().joints())};
}

template <sim::channel::Channel channel>
void write_channel(sim::Simulation& simulation, double*& out) {
  *out++ = sim::History::value(channel, simulation.run());
}

void write_sigma(sim::Simulation& simulation, double*& out) {
  const Eigen::VectorXd& sigma = simulation.run().solver().svd().sigma();
  const auto count = std::min(simulation.skeleton().rows(), simulation.skeleton().joints());
  out = std::copy_n(sigma.data(), count, out);
}

using Now = sim::Simulation;
using enum sim::channel::Channel;

constexpr size_t usual = 5;  // the first ones of the table
constexpr Quantity table[] = {
    {"time", "Time of the targets, units of time.", one,
     [](Now& s, double*& out) { *out++ = s.time(); }},
    {"theta", "n joint coordinates, rad or scene units.", joints,
     [](Now& s, double*& out) { write_all(s.run().solver().pose().theta, out); }},
    {"error", "k distances of the effectors from their goals, scene units or rad.", effectors,
     [](Now& s, double*& out) { write_all(s.run().errors(), out); }},
    {"total_error", "The sum of these, scene units; an angle counts as its arc.", one,
     write_channel<total_error>},
    {"oscillation",
     "Mean of |theta_k+1 - 2 theta_k + theta_k-1| over the joints, rad/step^2; a "
     "slide counts as its length over the body's scale.",
     one, write_channel<oscillation>},
    {"target", "k x 3 numbers of the targets, scene units or rad.", points,
     [](Now& s, double*& out) { write_all(s.target_state().position, out); }},
    {"effector", "k x 3, the points of the effectors, scene units.", points,
     [](Now& s, double*& out) { write_all(s.run().solver().pose().effector, out); }},
    {"sigma",
     "min(m, n) singular values of the last update's Jacobian, weighted; the largest first.", sigma,
     write_sigma},
    {"sigma_min", "The smallest of these that is not zero at every pose.", one,
     [](Now& s, double*& out) { *out++ = s.run().solver().sigma_min(); }},
    {"max_angle", "The largest change of a joint in an update, degrees.", one,
     write_channel<max_angle>},
    {"step_clamped", "Whether the step clamp acted, 0 or 1.", one, write_channel<step_clamped>},
    {"limit_reached", "Whether a joint limit acted, 0 or 1.", one, write_channel<limit_reached>},
    {"error_clamped", "Whether D_max acted, 0 or 1.", one, write_channel<error_clamped>},
    {"update_us", "Time of an update, microseconds of this machine.", one,
     write_channel<update_us>},
    {"depth", "Depth of the worst contact with an obstacle, scene units.", one,
     write_channel<depth>},
    {"pose_error", "Mean angle to the recorded motion, degrees.", one, write_channel<pose_error>},
    {"readings", "What the method reports: Simulation.reading_names.", readings,
     [](Now& s, double*& out) {
       for (const double reading : s.run().solver().readings()) *out++ = reading;
     }},
};

template <size_t... i>
void write_usual(sim::Simulation& now, double* (&out)[usual], std::index_sequence<i...>) {
  (table[i].write(now, out[i]), ...);
}

std::vector<const Quantity*> chosen(const std::vector<std::string>& names) {
  std::vector<const Quantity*> all;
  for (const Quantity& quantity : table)
    if (names.empty() && all.size() < usual) all.push_back(&quantity);
  const std::vector<std::string> known = formats::names_of(table);
  for (const std::string& name : names)
    all.push_back(&table[formats::find_name("quantity", name, known)]);
  return all;
}

}  // namespace

py::dict run(Simulation& simulation, int64_t count, const std::vector<std::string>& names) {
  if (count < 0 || count > lab::max_steps)
    throw base::Error("the number of steps is " + std::to_string(count) +
                      "; expected a whole number from 0 to " + std::to_string(lab::max_steps));
  struct Column {
    const Quantity* quantity;
    double* out;
  };
  std::vector<Column> columns;
  py::dict result;
  for (const Quantity* quantity : chosen(names)) {
    Shape shape = quantity->shape(simulation.now());
    shape.insert(shape.begin(), count);
    Array array(shape);
    columns.push_back({quantity, array.mutable_data()});
    result[py::str(std::string(quantity->name))] = std::move(array);
  }
  const bool timed = std::ranges::find(names, "update_us") != names.end();
  simulation.read_clock(timed);
  if (names.empty()) {  // known to the compiler, they are written without a call for each
    double* out[usual];
    for (size_t i = 0; i < usual; ++i) out[i] = columns[i].out;
    simulation.steps(count, [&](sim::Simulation& now) {
      write_usual(now, out, std::make_index_sequence<usual>());
    });
  } else {
    simulation.steps(count, [&](sim::Simulation& now) {
      for (Column& column : columns) column.quantity->write(now, column.out);
    });
  }
  return result;
}

py::dict quantities() {
  py::dict all;
  for (const Quantity& quantity : table)
    all[py::str(std::string(quantity.name))] = py::str(std::string(quantity.explanation));
  return all;
}

}  // namespace python
