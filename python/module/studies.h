#pragma once
#include <pybind11/pybind11.h>

namespace python {

void declare_studies(pybind11::module_& module);

}  // namespace python
