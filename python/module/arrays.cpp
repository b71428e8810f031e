#include "module/arrays.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace python {
namespace {

std::string text_of(const Shape& shape) {
  std::string text;
  for (const py::ssize_t length : shape)
    text += (text.empty() ? "" : ", ") + (length < 0 ? std::string("N") : std::to_string(length));
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

bool fits(const Shape& found, const Shape& wanted) {
  return std::ranges::equal(found, wanted, [](py::ssize_t is, py::ssize_t expected) {
    return expected < 0 || is == expected;
  });
}

}  // namespace

Array numbers(std::string_view name, py::handle value, const std::vector<Shape>& shapes,
              std::string_view meaning) {
  std::string expected;
  for (const Shape& shape : shapes) expected += (expected.empty() ? "" : " or ") + text_of(shape);
  expected += ": " + std::string(meaning);
  const Array array = Array::ensure(value);
  if (!array) {
    PyErr_Clear();
    throw base::Error(std::string(name) + " is no array of numbers; expected the shape " +
                      expected);
  }
  const Shape shape(array.shape(), array.shape() + array.ndim());
  if (std::ranges::none_of(shapes, [&](const Shape& wanted) { return fits(shape, wanted); }))
    throw base::Error(std::string(name) + " has the shape " + text_of(shape) + "; expected " +
                      expected);
  for (py::ssize_t i = 0; i < array.size(); ++i)
    if (!std::isfinite(array.data()[i]))
      throw base::Error(std::string(name) + " has a number that is not finite, at position " +
                        std::to_string(i) + "; expected finite numbers");
  return array;
}

Eigen::Vector3d vector(std::string_view name, py::handle value) {
  return Eigen::Map<const Eigen::Vector3d>(numbers(name, value, {{3}}, "three numbers").data());
}

Array array_of(const Eigen::VectorXd& numbers) {
  return Array(Shape{numbers.size()}, numbers.data());
}

Array array_of(const Eigen::Matrix3Xd& points) {
  return Array(Shape{points.cols(), 3}, points.data());
}

py::tuple tuple_of(const std::vector<std::string>& texts) {
  py::tuple tuple(texts.size());
  for (size_t i = 0; i < texts.size(); ++i) tuple[i] = py::str(texts[i]);
  return tuple;
}

}  // namespace python
