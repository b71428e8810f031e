#include "sim/build/target_motion.h"

#include <algorithm>
#include <cmath>

#include "ik/model/rotation.h"

namespace sim::build {
namespace {

/// Keys of motions that are points, and that are directions.
constexpr std::string_view places[] = {"center", "points", "from", "to", "orientation"};
constexpr std::string_view directions[] = {"amplitude", "normal", "axis", "a", "b"};

bool is_one_of(std::string_view key, const auto& keys) {
  return std::ranges::find(keys, key) != std::end(keys);
}

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
  std::vector<double> numbers;
  const auto put = [&](const Eigen::Vector3d& v) {
    const Eigen::Vector3d written = tidy(v, length);
    numbers.insert(numbers.end(), written.begin(), written.end());
  };
  const auto number = [&](double x) { numbers = {tidy({x, 0, 0}, length).x()}; };
  const std::string_view key = field.key;
  const Eigen::Vector3d x = size.x() * Eigen::Vector3d::UnitX(),
                        y = size.y() * Eigen::Vector3d::UnitY();
  switch (field.kind) {
    case Field::Kind::Flag:
      return {field.default_value};
    case Field::Kind::Number:
      if (key == "angle") return {usual_turn};
      if (key == "frequency" || field.unit == duration_unit) return {2};
      if (field.unit != "unit") return {field.default_value};
      number(key == "width" ? 2 * length : length);
      break;
    case Field::Kind::Points:
      for (const Eigen::Vector3d& way : {y, x, Eigen::Vector3d(-y), Eigen::Vector3d(-x)})
        put(center + way);
      break;
    case Field::Kind::Vector:
      if (key == "frequency") return {2, 3, 5};
      if (key == "center" || key == "orientation")
        put(center);
      else if (key == "from" || key == "to")
        put(center + (key == "to" ? x : Eigen::Vector3d(-x)));
      else if (key == "amplitude")
        put(size);
      else if (field.required)
        put(Eigen::Vector3d::UnitZ());  // a normal or an axis
      else
        numbers.assign(3, field.default_value);
      break;
  }
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
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& place,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& direction) {
  for (auto& [key, numbers] : target.values) {
    if (is_one_of(key, places)) each_vector(numbers, place);
    if (direction && is_one_of(key, directions)) each_vector(numbers, direction);
  }
  target.manual = {};
}

void shift_target(TargetSpec& target, const Eigen::Vector3d& by) {
  move_target(
      target, [&](const Eigen::Vector3d& place) { return tidy(place + by, 1); }, nullptr);
}

/// Q exp([a]x) R = exp([Qa]x) Q R.
void turn_target(TargetSpec& target, const Eigen::Matrix3d& by) {
  move_target(
      target,
      [&](const Eigen::Vector3d& v) { return tidy(ik::rotation_vector(by * ik::rotation(v)), 1); },
      [&](const Eigen::Vector3d& axis) { return tidy_axis(by * axis); });
}

Eigen::Vector3d tidy(const Eigen::Vector3d& place, double length) {
  const double small = length > 0 ? -std::floor(std::log10(length)) : 0;
  const int digits = 3 + static_cast<int>(std::clamp(small, 0., 6.));
  const double parts = std::pow(10, digits);
  return place.unaryExpr([&](double x) { return std::round(x * parts) / parts + 0.; });
}

Eigen::Vector3d tidy_axis(const Eigen::Vector3d& axis) { return tidy(axis.normalized(), 1); }

}  // namespace sim::build
