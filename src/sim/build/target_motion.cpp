#include "sim/build/target_motion.h"

#include <algorithm>
#include <cmath>

namespace sim::build {
namespace {

void each_vector(std::vector<double>& numbers,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& change) {
  for (size_t i = 0; i + 2 < numbers.size(); i += 3) {
    Eigen::Map<Eigen::Vector3d> one(numbers.data() + i);
    one = change(one);
  }
}

std::vector<double> usual_numbers(const Field& field, const Eigen::Vector3d& center,
                                  const Eigen::Vector3d& size) {
  const double length = size.maxCoeff();
  const bool is_point = field.role == Field::Role::Point, scaled = is_point || field.unit == "unit";
  const Eigen::Vector3d usual(field.usual.data());
  if (field.kind == Field::Kind::Number || field.kind == Field::Kind::Flag)
    return {scaled ? tidy(length * usual, length).x() : usual.x()};
  std::vector<double> numbers;
  const auto put = [&](const Eigen::Vector3d& v) {
    const Eigen::Vector3d written =
        tidy((is_point ? center : Eigen::Vector3d(Eigen::Vector3d::Zero())) + v, length);
    numbers.insert(numbers.end(), written.begin(), written.end());
  };
  if (field.kind == Field::Kind::Points)
    for (const auto& [x, y] : {std::pair{0, 1}, {1, 0}, {0, -1}, {-1, 0}})
      put(size.cwiseProduct(Eigen::Vector3d(x, y, 0)));
  else
    put(scaled ? size.cwiseProduct(usual) : usual);
  return numbers;
}

}  // namespace

bool suits(const MotionInfo& motion, bool turn) {
  const bool turns = !motion.fields.empty() && motion.fields.front().unit == "rad";
  return motion.make_recorded || motion.name == "fixed" || turns == turn;
}

FieldValues usual_values(const MotionInfo& motion, const Eigen::Vector3d& center,
                         const Eigen::Vector3d& size) {
  FieldValues values;
  for (const Field& field : motion.fields) {
    std::vector<double> numbers = usual_numbers(field, center, size);
    for (double& x : numbers) x = std::clamp(x, field.min, field.max);
    values[std::string(field.key)] = std::move(numbers);
  }
  return values;
}

void move_target(TargetSpec& target,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& point,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& direction) {
  for (const Field& field : find_motion(target.motion).fields) {
    const auto found = target.values.find(field.key);
    if (found == target.values.end()) continue;
    if (field.role == Field::Role::Point) each_vector(found->second, point);
    if (direction && field.role == Field::Role::Direction) each_vector(found->second, direction);
  }
  target.manual = {};
}

void shift_target(TargetSpec& target, const Eigen::Vector3d& by) {
  move_target(
      target, [&](const Eigen::Vector3d& point) { return tidy(point + by, 1); }, nullptr);
}

Eigen::Vector3d tidy(const Eigen::Vector3d& point, double length) {
  const double small = length > 0 ? -std::floor(std::log10(length)) : 0;
  const int digits = 3 + static_cast<int>(std::clamp(small, 0., 6.));
  const double parts = std::pow(10, digits);
  return point.unaryExpr([&](double x) { return std::round(x * parts) / parts + 0.; });
}

Eigen::Vector3d tidy_axis(const Eigen::Vector3d& axis) { return tidy(axis.normalized(), 1); }

}  // namespace sim::build
