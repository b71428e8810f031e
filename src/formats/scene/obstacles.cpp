// [[obstacle]] tables: spheres, boxes and capsules, read and written.

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

/// A capsule has two forms: by the ends of its segment, or by its middle and half.
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

/// By its ends, if these are read back as the same segment: to nine places where that is enough,
/// since they are sums, and what was read as 0.1 is not to become 0.09999999999999998. Otherwise by
/// its middle and half.
std::string segment_toml(const ik::Obstacle& capsule) {
  const Eigen::Vector3d from = capsule.position - capsule.axis,
                        to = capsule.position + capsule.axis;
  const auto rounded = [](const Eigen::Vector3d& p) -> Eigen::Vector3d {
    return (p * 1e9).array().round() / 1e9;
  };
  for (const auto& [begin, end] : {std::pair(rounded(from), rounded(to)), std::pair(from, to)}) {
    const Segment read(begin, end);
    if (read.middle == capsule.position && read.half == capsule.axis)
      return "from = " + vector(begin) + "\nto = " + vector(end) + "\n";
  }
  return "position = " + vector(capsule.position) + "\naxis = " + vector(capsule.axis) + "\n";
}

ik::Obstacle read_obstacle(Reader& reader) {
  ik::Obstacle obstacle;
  obstacle.name = reader.text("name");
  reader.rename("obstacle " + in_quotes(obstacle.name));
  const std::string shape = reader.text("shape");
  const std::vector<std::string> shapes(std::begin(ik::Obstacle::shape_names),
                                        std::end(ik::Obstacle::shape_names));
  const auto found = std::find(shapes.begin(), shapes.end(), shape);
  if (found == shapes.end())
    reader.fail("shape", "obstacle shape " + in_quotes(shape) + " is unknown" +
                             did_you_mean(shape, shapes) + "; expected " + list_of(shapes));
  obstacle.shape = static_cast<Shape>(found - shapes.begin());
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

std::vector<ik::Obstacle> read_obstacles(const Reader& file, const std::string& source) {
  std::vector<ik::Obstacle> obstacles;
  for (const toml::table* table : file.tables("obstacle")) {
    Reader reader(*table, source, "obstacle " + std::to_string(obstacles.size() + 1));
    if (obstacles.size() == sim::max_obstacles)
      reader.fail("the scene has more than " + std::to_string(sim::max_obstacles) +
                  " obstacles; expected at most that many");
    ik::Obstacle obstacle = read_obstacle(reader);
    try {
      sim::check(obstacle);
      sim::check_names(obstacles, obstacle);
    } catch (const base::Error& error) {
      reader.fail("name", error.what());
    }
    obstacles.push_back(std::move(obstacle));
  }
  return obstacles;
}

std::string obstacle_toml(const ik::Obstacle& obstacle) {
  std::string text = "\n[[obstacle]]\nname = " + toml_text(obstacle.name) + "\nshape = " +
                     toml_text(ik::Obstacle::shape_names[static_cast<size_t>(obstacle.shape)]) +
                     "\n";
  if (obstacle.shape == Shape::Capsule)
    text += segment_toml(obstacle);
  else
    text += "position = " + vector(obstacle.position) + "\n";
  if (obstacle.shape == Shape::Box)
    text += "size = " + vector(2 * obstacle.size) + "\n";
  else
    text += "radius = " + number(obstacle.size.x()) + "\n";
  return text;
}

}  // namespace formats
