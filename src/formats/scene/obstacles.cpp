// Reads and writes [[obstacle]] tables: spheres, boxes and capsules.

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "formats/toml/writer.h"

namespace formats {
namespace {

using Shape = ik::Obstacle::Shape;
constexpr Range length{sim::least_size, max_number};

/// Returns the allowed keys. A capsule has two forms: the ends of its segment, or its middle and
/// half of the segment.
const std::vector<std::string>& keys_of(Shape shape, bool by_half) {
  static const std::vector<std::string> keys[] = {
      {"name", "shape", "position", "radius"},
      {"name", "shape", "position", "size"},
      {"name", "shape", "from", "to", "radius"},
      {"name", "shape", "position", "axis", "radius"},
  };
  return keys[static_cast<size_t>(shape) + (shape == Shape::Capsule && by_half ? 1 : 0)];
}

struct Segment {
  Eigen::Vector3d middle, half;  ///< from the middle to its end
  Segment(const Eigen::Vector3d& from, const Eigen::Vector3d& to)
      : middle((from + to) / 2), half((to - from) / 2) {}
};

/// Writes the ends of a segment if they are read back as the same segment, otherwise its middle and
/// half. The ends are sums, so nine decimals are tried first: 0.1 should not become
/// 0.09999999999999998.
void write_segment(Writer& out, const ik::Obstacle& capsule) {
  const Eigen::Vector3d from = capsule.position - capsule.axis,
                        to = capsule.position + capsule.axis;
  const auto rounded = [](const Eigen::Vector3d& p) -> Eigen::Vector3d {
    return (p * 1e9).array().round() / 1e9;
  };
  for (const auto& [begin, end] : {std::pair(rounded(from), rounded(to)), std::pair(from, to)}) {
    const Segment read(begin, end);
    if (read.middle != capsule.position || read.half != capsule.axis) continue;
    out("from", begin);
    return out("to", end);
  }
  out("position", capsule.position);
  out("axis", capsule.axis);
}

ik::Obstacle read_obstacle(Reader& reader) {
  ik::Obstacle obstacle;
  obstacle.name = reader.text("name");
  reader.rename("obstacle " + in_quotes(obstacle.name));
  obstacle.shape = static_cast<Shape>(
      reader.choice("shape", "obstacle shape",
                    {std::begin(ik::Obstacle::shape_names), std::end(ik::Obstacle::shape_names)}));
  const bool by_half = reader.has("axis");
  reader.allow(keys_of(obstacle.shape, by_half));
  if (obstacle.shape == Shape::Box) {
    obstacle.position = reader.vector("position");
    obstacle.size = reader.vector("size", length) / 2;
    return obstacle;
  }
  obstacle.size.setConstant(reader.number("radius", length));
  if (obstacle.shape == Shape::Capsule && !by_half) {
    const Segment segment(reader.vector("from"), reader.vector("to"));
    obstacle.position = segment.middle;
    obstacle.axis = segment.half;
  } else {
    obstacle.position = reader.vector("position");
    if (obstacle.shape == Shape::Capsule) obstacle.axis = reader.vector("axis");
  }
  return obstacle;
}

}  // namespace

std::vector<ik::Obstacle> read_obstacles(const Reader& file) {
  std::vector<ik::Obstacle> obstacles;
  for (Reader& reader : file.each("obstacle", sim::max_obstacles)) {
    ik::Obstacle obstacle = read_obstacle(reader);
    reader.checked("name", [&] {
      sim::check(obstacle);
      sim::check_names(obstacles, obstacle);
    });
    obstacles.push_back(std::move(obstacle));
  }
  return obstacles;
}

void write_obstacle(Writer& out, const ik::Obstacle& obstacle) {
  out.table("obstacle");
  out("name", obstacle.name);
  out("shape", ik::Obstacle::shape_names[static_cast<size_t>(obstacle.shape)]);
  if (obstacle.shape == Shape::Capsule)
    write_segment(out, obstacle);
  else
    out("position", obstacle.position);
  if (obstacle.shape == Shape::Box)
    out("size", 2 * obstacle.size);
  else
    out("radius", obstacle.size.x());
}

}  // namespace formats
