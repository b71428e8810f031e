#pragma once
#include <Eigen/Core>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/registry.h"

namespace sim {

struct Scene;

constexpr double usual_turn = 0.4;  ///< default amplitude of an orientation, rad

/// One key of a motion in a scene file, declared once.
struct Field {
  enum class Kind { Number, Vector, Points, Flag };  ///< 1, 3 or 3p numbers; 0 or 1
  /// The effect on the field of moving a target: points are shifted with it; directions only turn.
  enum class Role { Value, Point, Direction };
  std::string_view key = {};
  Kind kind = Kind::Vector;
  Role role = Role::Value;
  bool required = false;
  double default_value = 0;  ///< for every number, if it is not given
  double min = -1e6, max = 1e6;
  std::string_view unit = {};
  std::string_view explanation = {};
  /// The values of a new target: lengths and points in multiples of the motion's size, points
  /// relative to its centre.
  std::array<double, 3> usual{default_value, default_value, default_value};
};

constexpr std::string_view duration_unit = "unit of time";
inline Field duration_field(std::string_view key, std::string_view explanation) {
  return {.key = key,
          .kind = Field::Kind::Number,
          .required = true,
          .min = 1e-3,
          .unit = duration_unit,
          .explanation = explanation,
          .usual = {2}};
}

/// Declares a position, scene units, by default `usual` from the motion's centre.
inline Field position_field(std::string_view key, std::string_view explanation,
                            std::array<double, 3> usual = {}) {
  return {.key = key,
          .role = Field::Role::Point,
          .required = true,
          .unit = "unit",
          .explanation = explanation,
          .usual = usual};
}

inline Field points_field(std::string_view unit, std::string_view explanation) {
  return {.key = "points",
          .kind = Field::Kind::Points,
          .role = Field::Role::Point,
          .required = true,
          .unit = unit,
          .explanation = explanation};
}

/// The numbers of each field of a motion in a scene file, defaults filled in.
using FieldValues = std::map<std::string, std::vector<double>, std::less<>>;

/// Return a field's value, which must be there.
inline double number(const FieldValues& values, std::string_view key) {
  return values.find(key)->second[0];
}
inline Eigen::Vector3d vector(const FieldValues& values, std::string_view key) {
  return Eigen::Map<const Eigen::Vector3d>(values.find(key)->second.data());
}

/// Returns the points of points_field(), 3 x p.
inline Eigen::Matrix3Xd points(const FieldValues& values) {
  const std::vector<double>& numbers = values.find("points")->second;
  return Eigen::Map<const Eigen::Matrix3Xd>(numbers.data(), 3,
                                            static_cast<Eigen::Index>(numbers.size() / 3));
}

/// A target's path: a pure function of time, world frame, scene units.
struct Motion {
  struct State {
    Eigen::Vector3d position;
    Eigen::Vector3d velocity;  ///< d position / dt; zero across a jump
  };
  std::function<State(double t)> at;
  Eigen::Vector3d center;  ///< fixed when the amplitude is scaled
  /// Returns whether position or velocity jumps in (t0, t1], after which methods see a new target.
  std::function<bool(double t0, double t1)> jumps = [](double, double) { return false; };
};

struct MotionInfo {
  static constexpr std::string_view kind = "motion";
  std::string_view name;
  std::string_view explanation;
  std::vector<Field> fields;  ///< of an orientation if the first field's unit is rad
  Motion (*make)(const FieldValues& values);  ///< throws base::Error
  /// Replaces `make` for orientations if interpolating rotation vectors by their numbers is not
  /// enough.
  Motion (*make_turning)(const FieldValues& values) = nullptr;
  /// Replaces `make`: the motion of an effector in the scene's recording, which must be there.
  Motion (*make_recorded)(const Scene& scene, int effector) = nullptr;

  Motion of(const FieldValues& values, bool orientation) const {
    return orientation && make_turning ? make_turning(values) : make(values);
  }
};
/// Calls declare_FILE() of every file of sim/motions; generated.
void declare_all(base::Registry<MotionInfo>& motions);

/// Returns all motions by name. Each has a file in sim/motions.
inline const std::vector<const MotionInfo*>& motions() { return base::Registry<MotionInfo>::all(); }

/// Returns the motion of this name. Throws base::Error naming the motions there are.
inline const MotionInfo& find_motion(std::string_view name) {
  return base::Registry<MotionInfo>::find(name);
}

}  // namespace sim
