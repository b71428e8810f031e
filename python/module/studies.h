#pragma once
#include <pybind11/pybind11.h>

namespace python {

void declare_studies(py::module_& module);

}  // namespace python
