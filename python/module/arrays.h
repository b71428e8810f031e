#pragma once
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <Eigen/Core>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace python {

namespace py = pybind11;

using Shape = std::vector<py::ssize_t>;
/// Numbers row by row; lists and arrays of other types are converted.
using Array = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Returns an argument as finite numbers. Throws base::Error, which names the argument, unless it
/// has one of these shapes; -1: of any length. meaning: "one coordinate for each joint".
Array numbers(std::string_view name, py::handle value, const std::vector<Shape>& shapes,
              std::string_view meaning);

/// Returns the three numbers of an argument.
Eigen::Vector3d vector(std::string_view name, py::handle value);

/// Copies a matrix to an array, row by row.
template <class Matrix>
void write_rows(const Matrix& matrix, double*& out) {
  for (Eigen::Index r = 0; r < matrix.rows(); ++r)
    for (Eigen::Index c = 0; c < matrix.cols(); ++c) *out++ = matrix(r, c);
}

/// Copies a vector, or points, 3 x p, point by point.
template <class Matrix>
void write_all(const Matrix& matrix, double*& out) {
  out = std::copy_n(matrix.data(), matrix.size(), out);
}

Array array_of(const Eigen::VectorXd& numbers);
/// Returns points, 3 x p, as an array p x 3.
Array array_of(const Eigen::Matrix3Xd& points);

py::tuple tuple_of(const std::vector<std::string>& texts);

}  // namespace python
