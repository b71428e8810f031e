// Reads and writes [[obstacle]] tables and [[path]] tables, which are saved drags.

#include <optional>
#include <utility>

#include "formats/scene/read_scene.h"

namespace formats {
namespace {

using Shape = ik::Obstacle::Shape;
constexpr Range length{sim::least_size, max_number};
const std::vector<std::string> shapes(std::begin(ik::Obstacle::shape_names),
                                      std::end(ik::Obstacle::shape_names));

/// Returns the ends of a segment if they are read back as the same segment. The ends are sums, so
/// nine decimals are tried first: 0.1 should not become 0.09999999999999998.
std::optional<std::pair<Eigen::Vector3d, Eigen::Vector3d>> ends_of(const ik::Obstacle& capsule) {
  const Eigen::Vector3d from = capsule.position - capsule.axis,
                        to = capsule.position + capsule.axis;
  const auto rounded = [](const Eigen::Vector3d& p) -> Eigen::Vector3d {
    return (p * 1e9).array().round() / 1e9;
  };
  for (const auto& [begin, end] : {std::pair(rounded(from), rounded(to)), std::pair(from, to)})
    if ((begin + end) / 2 == capsule.position && (end - begin) / 2 == capsule.axis)
      return std::pair(begin, end);
  return {};
}

/// Reads tables of things with different names, and checks them.
template <class Thing>
std::vector<Thing> read_named(const Reader& file, std::string_view key, size_t most,
                              const auto&... context) {
  std::vector<Thing> things;
  for (Reader& reader : file.each(key, most)) {
    Thing thing;
    read_table(reader, thing, context...);
    reader.checked("name", [&] {
      sim::check(thing);
      sim::check_names(things, thing);
    });
    things.push_back(std::move(thing));
  }
  return things;
}

}  // namespace

void fields(Fields& f, ik::Obstacle& obstacle) {
  f.name(obstacle.name, "obstacle", "unique among the obstacles", as::Text());
  f("shape", obstacle.shape, required,
    "a box has its sides along x, y and z; a capsule is all points within `radius` of a segment",
    as::Choice<Shape>{"obstacle shape", shapes});
  const bool box = obstacle.shape == Shape::Box, capsule = obstacle.shape == Shape::Capsule;
  auto ends =
      f.writes() && capsule ? ends_of(obstacle) : std::pair<Eigen::Vector3d, Eigen::Vector3d>();
  const bool by_ends = capsule && ends && !f.has("axis");
  if (f.when(by_ends)) {
    f("from", ends->first, required, "of capsules: the ends of the segment");
    f("to", ends->second, required, "");
  }
  if (f.when(!by_ends))
    f("position", obstacle.position, required, "of spheres and boxes: the centre");
  if (f.when(capsule && !by_ends))
    f("axis", obstacle.axis, {true, "instead of `from` and `to`"},
      "of capsules whose ends cannot be told exactly, with `position`, the middle: from there to "
      "an end");
  Eigen::Vector3d sides = 2 * obstacle.size;
  double& radius = obstacle.size.x();
  if (f.when(box))
    f("size", sides, required, "of boxes: the lengths of the sides", as::Vector{length});
  if (f.when(!box)) f("radius", radius, required, "of spheres and capsules", as::Number{length});
  if (!f.reads()) return;
  obstacle.size = box ? Eigen::Vector3d(sides / 2) : Eigen::Vector3d::Constant(radius);
  if (!by_ends) return;
  obstacle.position = (ends->first + ends->second) / 2;
  obstacle.axis = (ends->second - ends->first) / 2;
}

void fields(Fields& f, sim::RecordedPath& path, const std::vector<std::string>& effectors) {
  f.name(path.name, "path", "unique among the paths", as::Text());
  f("target", path.target, required, "the effector whose target was dragged",
    as::Choice<int>{"target", effectors});
  f("interval", path.interval, required, "units of time from one point to the next");
  f("points", path.points, required, "2 to 5000", as::Points());
}

std::vector<ik::Obstacle> read_obstacles(const Reader& file) {
  return read_named<ik::Obstacle>(file, "obstacle", sim::max_obstacles);
}

std::vector<sim::RecordedPath> read_paths(const Reader& file, const ik::Skeleton& skeleton) {
  return read_named<sim::RecordedPath>(file, "path", sim::max_recorded_paths,
                                       names_of(skeleton.all_effectors()));
}

}  // namespace formats
