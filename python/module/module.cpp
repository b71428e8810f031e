// The compiled part of the package ikscope.

#include <pybind11/pybind11.h>
#include <pybind11/stl/filesystem.h>

#include <chrono>

#include "base/error.h"
#include "cli/interrupt.h"
#include "formats/assets.h"
#include "module/simulation.h"
#include "module/studies.h"
#include "module/unlocked.h"

namespace python {
namespace {

/// Returns whether a signal has raised an exception, such as KeyboardInterrupt, or Python ends.
/// Called often, by threads without the interpreter's lock; it looks now and then.
bool is_interrupted() {
  using Clock = std::chrono::steady_clock;
  constexpr int calls_between = 16;
  constexpr std::chrono::milliseconds time_between(50);
  if (Unlocked::must_stop()) return true;
  thread_local int calls = 0;
  thread_local Clock::time_point looked = Clock::now();
  if (++calls % calls_between != 0) return false;
  const Clock::time_point now = Clock::now();
  if (now - looked < time_between) return false;
  looked = now;
  const py::gil_scoped_acquire lock;
  return PyErr_CheckSignals() != 0;
}

void translate(std::exception_ptr exception) {
  try {
    if (exception) std::rethrow_exception(exception);
  } catch (const base::Error& error) {
    PyErr_SetString(PyExc_ValueError, error.what());
  } catch (const cli::Interrupted&) {
    if (!PyErr_Occurred()) PyErr_SetNone(PyExc_KeyboardInterrupt);
  }
}

}  // namespace
}  // namespace python

PYBIND11_MODULE(_ikscope, module) {
  using namespace python;
  py::register_exception_translator(&translate);
  cli::watch_interrupts_by(&is_interrupted);
  py::module_::import("atexit").attr("register")(py::cpp_function(&Unlocked::stop_others));
  module.attr("__version__") = std::string(formats::version());
  module.def("look_for_data_in", &formats::look_for_data_in);
  module.def("scenes", &formats::scene_names);
  declare_body(module);
  declare_simulation(module);
  declare_studies(module);
}
