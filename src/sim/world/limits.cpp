#include "sim/world/limits.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"

namespace sim {
namespace {

constexpr double most = ik::Skeleton::max_coordinate, least_interval = 1e-9;

bool within(double x) { return std::abs(x) <= most; }
bool within(const Eigen::Vector3d& v) { return within(v.x()) && within(v.y()) && within(v.z()); }

void check_name(const char* kind, const std::string& name) {
  if (!is_name(name))
    throw base::Error("{} is named {}; expected {}", kind, base::in_quotes(name), name_rule());
}

[[noreturn]] void refuse_twin(const char* kind, const std::string& name) {
  throw base::Error("there are two {} named {}; expected different names", kind,
                    base::in_quotes(name));
}

}  // namespace

bool is_name(std::string_view text) {
  return !text.empty() && base::letter_count(text) <= max_name && base::printable(text) == text;
}

std::string name_rule() {
  return base::format("1 to {} letters, none of them a control character", max_name);
}

void check(const ik::Obstacle& obstacle) {
  using Shape = ik::Obstacle::Shape;
  check_name("an obstacle", obstacle.name);
  const std::string what = "obstacle " + base::in_quotes(obstacle.name);
  const Eigen::Vector3d &p = obstacle.position, &axis = obstacle.axis, &size = obstacle.size;
  const bool capsule = obstacle.shape == Shape::Capsule, box = obstacle.shape == Shape::Box;
  if (!within(p) || !within(axis) || (capsule && (!within(p - axis) || !within(p + axis))))
    throw base::Error(what + " is too far away; expected coordinates up to a million");
  const double smallest = box ? 2 * size.minCoeff() : size.x(),
               largest = box ? 2 * size.maxCoeff() : size.x();
  if (!(smallest >= least_size && largest <= most) || !size.allFinite())
    throw base::Error("{} has an impossible size; expected a radius or sides from {} to {}", what,
                      base::shortest(least_size), base::shortest(most));
}

void check(const RecordedPath& path) {
  check_name("a path", path.name);
  const std::string what = "path " + base::in_quotes(path.name);
  if (path.points.size() % 3 != 0)
    throw base::Error("{} has {} numbers; expected three for each point", what, path.points.size());
  if (path.count() < 2 || path.count() > max_path_points)
    throw base::Error("{} has {} points; expected 2 to {}", what, path.count(), max_path_points);
  if (!std::ranges::all_of(path.points, [](double x) { return within(x); }))
    throw base::Error(what + " is too far away; expected coordinates up to a million");
  if (!(path.interval >= least_interval && path.interval <= most))
    throw base::Error("{} has the interval {}; expected {} to {}", what,
                      base::shortest(path.interval), base::shortest(least_interval),
                      base::shortest(most));
}

void check_names(std::span<const ik::Obstacle> others, const ik::Obstacle& obstacle,
                 const ik::Obstacle* but) {
  for (const ik::Obstacle& other : others)
    if (&other != but && other.name == obstacle.name) refuse_twin("obstacles", obstacle.name);
}

void check_names(std::span<const RecordedPath> others, const RecordedPath& path) {
  for (const RecordedPath& other : others)
    if (other.name == path.name) refuse_twin("paths", path.name);
}

}  // namespace sim
