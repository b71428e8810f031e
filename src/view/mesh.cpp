#include "view/mesh.h"

#include <meshoptimizer.h>
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/quantile.h"

namespace view {
namespace {

constexpr float crease = 0.866f;       // cos 30 degrees
constexpr float coarsest = 60;         // triangles
constexpr float level_ratio = 2;       // triangles of a level per triangle of the next coarser one
constexpr size_t max_neighbours = 64;  // about the most faces that a normal averages
constexpr float max_distance = 1e9f;   // of a corner from the origin: its square is a float
constexpr float max_stray = 1e5f;      // the same, as a multiple of the median
constexpr std::array<uint8_t, 4> no_color = {255, 255, 255, 255};

/// Numbers distinct elements from 0 in order of appearance; equal ones share a number. Returns how
/// many are distinct.
template <class T>
size_t number_equals(const std::vector<T>& all, std::vector<uint32_t>& numbers) {
  numbers.resize(all.size());
  return meshopt_generateVertexRemap(numbers.data(), nullptr, all.size(), all.data(), all.size(),
                                     sizeof(T));
}

/// Triangles that share points; corners are indices of points.
struct Welded {
  std::vector<glm::vec3> points;
  std::vector<uint32_t> corners;
  std::vector<glm::vec3> faces;  // per triangle: its normal times twice its area
};

bool is_triangle(glm::vec3 normal) {
  const float square = glm::dot(normal, normal);
  return std::isfinite(square) && square > 0;
}

/// Returns the largest absolute coordinate of a triangle; infinite if one is not finite.
float max_coordinate(const glm::vec3* corners) {
  float most = 0;
  for (int i = 0; i < 9; ++i) {
    const float x = std::abs(corners[i / 3][i % 3]);
    if (!std::isfinite(x)) return std::numeric_limits<float>::infinity();
    most = std::max(most, x);
  }
  return most;
}

/// Returns the distance beyond which triangles are taken for mistakes of their file.
float farthest_corner(const Triangles& triangles) {
  std::vector<float> all;
  for (size_t c = 0; c + 2 < triangles.corners.size(); c += 3)
    if (const float one = max_coordinate(&triangles.corners[c]); one > 0 && one <= max_distance)
      all.push_back(one);
  if (all.empty()) return max_distance;
  return std::min(max_distance, max_stray * base::quantile(std::move(all)));
}

/// Returns a normal for each corner: the mean of its face and those around the point that meet this
/// face at less than 30 degrees, weighted by area.
std::vector<glm::vec3> smooth_normals(const Welded& mesh) {
  std::vector<uint32_t> first(mesh.points.size() + 1, 0), around(mesh.corners.size());
  for (const uint32_t point : mesh.corners) ++first[point + 1];
  for (size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for (uint32_t c = 0; c < mesh.corners.size(); ++c) around[next[mesh.corners[c]]++] = c / 3;
  std::vector<glm::vec3> units(mesh.faces.size()), normals(mesh.corners.size());
  for (size_t t = 0; t < units.size(); ++t) units[t] = glm::normalize(mesh.faces[t]);
  for (size_t c = 0; c < normals.size(); ++c) {
    const uint32_t point = mesh.corners[c];
    const glm::vec3 own = units[c / 3];
    const size_t count = first[point + 1] - first[point], stride = count / max_neighbours + 1;
    glm::vec3 sum = mesh.faces[c / 3];
    for (size_t i = 0; i < count; i += stride) {
      const uint32_t t = around[first[point] + i];
      if (t != c / 3 && glm::dot(units[t], own) > crease) sum += mesh.faces[t];
    }
    normals[c] = glm::normalize(sum);
  }
  return normals;
}

/// Returns the finest level, in which corners with equal point, normal and colour share a vertex.
Mesh::Level weld_vertices(const Welded& mesh, const std::vector<glm::vec3>& normals,
                          const std::vector<std::array<uint8_t, 4>>& materials) {
  struct Key {
    uint32_t point;
    glm::ivec3 normal;
    std::array<uint8_t, 4> color;
  };
  std::vector<Key> keys;
  for (size_t c = 0; c < mesh.corners.size(); ++c)
    keys.push_back({mesh.corners[c], glm::ivec3(glm::round(250.f * normals[c])),
                    materials.empty() ? no_color : materials[c]});
  Mesh::Level level;
  level.vertices.resize(number_equals(keys, level.corners));
  for (size_t c = keys.size(); c-- > 0;)
    level.vertices[level.corners[c]] = {mesh.points[keys[c].point], normals[c], keys[c].color};
  return level;
}

/// Orders triangles and vertices for the GPU's caches, and drops unused vertices.
void put_in_order(Mesh::Level& level) {
  meshopt_optimizeVertexCache(level.corners.data(), level.corners.data(), level.corners.size(),
                              level.vertices.size());
  level.vertices.resize(meshopt_optimizeVertexFetch(level.vertices.data(), level.corners.data(),
                                                    level.corners.size(), level.vertices.data(),
                                                    level.vertices.size(), sizeof(Mesh::Vertex)));
}

/// Returns a level with about so many triangles, made by collapsing the edges that change the
/// surface least. A mesh of too many parts is simplified by clustering vertices on a grid.
Mesh::Level coarser(const Mesh::Level& fine, float triangles) {
  Mesh::Level level;
  level.vertices = fine.vertices;
  level.closed = fine.closed;
  level.corners.resize(fine.corners.size());  // as much as the simplifier may write
  const size_t wanted = std::min(3 * static_cast<size_t>(triangles), fine.corners.size());
  const float* positions = &fine.vertices.front().position.x;
  const size_t count = fine.vertices.size(), stride = sizeof(Mesh::Vertex);
  const float extent = meshopt_simplifyScale(positions, count, stride);
  constexpr float any_error = std::numeric_limits<float>::max();
  float error = 0;
  size_t corners = meshopt_simplify(level.corners.data(), fine.corners.data(), fine.corners.size(),
                                    positions, count, stride, wanted, any_error, 0, &error);
  if (corners > 2 * wanted) {
    corners = meshopt_simplifySloppy(level.corners.data(), fine.corners.data(), fine.corners.size(),
                                     positions, count, stride, wanted, any_error, &error);
    level.closed = false;
  }
  level.corners.resize(corners);
  level.error = fine.error + error * extent;
  put_in_order(level);
  return level;
}

/// Returns whether each edge is passed equally often in both directions, and each connected part
/// encloses a volume with its triangles facing outwards.
bool is_closed(const Welded& mesh) {
  std::vector<std::pair<uint64_t, int>> edges;
  std::vector<uint32_t> part(mesh.points.size());
  std::iota(part.begin(), part.end(), 0u);
  const auto part_of = [&](uint32_t point) {
    while (part[point] != point) point = part[point] = part[part[point]];
    return point;
  };
  edges.reserve(mesh.corners.size());
  for (size_t c = 0; c < mesh.corners.size(); ++c) {
    const uint32_t a = mesh.corners[c], b = mesh.corners[c % 3 == 2 ? c - 2 : c + 1];
    edges.emplace_back(uint64_t{std::min(a, b)} << 32 | std::max(a, b), a < b ? 1 : -1);
    part[part_of(a)] = part_of(b);
  }
  std::ranges::sort(edges);
  for (size_t i = 0; i < edges.size();) {
    const uint64_t edge = edges[i].first;
    int sum = 0;
    for (; i < edges.size() && edges[i].first == edge; ++i) sum += edges[i].second;
    if (sum != 0) return false;
  }
  std::vector<double> volume(mesh.points.size(), 0);
  for (size_t t = 0; t < mesh.faces.size(); ++t) {
    const uint32_t a = mesh.corners[3 * t];
    const glm::vec3 from_part = mesh.points[a] - mesh.points[part_of(a)];
    volume[part_of(a)] += static_cast<double>(glm::dot(from_part, mesh.faces[t]));
  }
  return std::ranges::all_of(mesh.corners,
                             [&](uint32_t point) { return volume[part_of(point)] > 0; });
}

/// Returns round cones between up to six balls along the longest axis, as thick as the mesh there.
std::vector<Limb> hull_of(const Welded& mesh) {
  const Eigen::Matrix3Xd points =
      Eigen::Map<const Eigen::Matrix3Xf>(&mesh.points[0].x, 3, std::ssize(mesh.points))
          .cast<double>();
  Eigen::Matrix3Xd middles(3, std::ssize(mesh.faces));
  Eigen::VectorXd areas(middles.cols());
  for (size_t t = 0; t < mesh.faces.size(); ++t) {
    const uint32_t* corners = &mesh.corners[3 * t];
    middles.col(t) = (points.col(corners[0]) + points.col(corners[1]) + points.col(corners[2])) / 3;
    areas[t] = static_cast<double>(glm::length(mesh.faces[t]));
  }
  const double area = areas.sum();
  if (!(area > 0)) return {};
  const Eigen::Vector3d mean = middles * areas / area;
  middles.colwise() -= mean;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(middles * (areas / area).asDiagonal() *
                                                            middles.transpose());
  if (!axes.eigenvectors().allFinite()) return {};
  const Eigen::Vector3d along = axes.eigenvectors().col(2);
  const Eigen::VectorXd at = points.transpose() * along;
  const double low = std::min(at.minCoeff() - along.dot(mean), 0.),
               high = std::max(at.maxCoeff() - along.dot(mean), 0.);
  const double width = std::sqrt(std::max(axes.eigenvalues()[0] + axes.eigenvalues()[1], 0.));
  const int slices =
      std::clamp(static_cast<int>(std::lround((high - low) / std::max(2 * width, 1e-9))), 1, 6);
  struct Ball {
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();  // from the mean
    double area = 0, square = 0;
  };
  std::vector<Ball> balls(static_cast<size_t>(slices));
  for (Eigen::Index t = 0; t < middles.cols(); ++t) {
    const double part = (along.dot(middles.col(t)) - low) / std::max(high - low, 1e-30);
    Ball& ball = balls[std::clamp(static_cast<int>(part * slices), 0, slices - 1)];
    ball.middle += areas[t] * middles.col(t);
    ball.area += areas[t];
  }
  std::erase_if(balls, [](const Ball& ball) { return !(ball.area > 0); });
  for (Ball& ball : balls) ball.middle /= std::exchange(ball.area, 0);
  for (Eigen::Index t = 0; t < middles.cols(); ++t) {  // of the nearest ball
    const Eigen::Vector3d middle = middles.col(t);
    Ball& ball = *std::ranges::min_element(
        balls, {}, [&](const Ball& one) { return std::abs(along.dot(one.middle - middle)); });
    const Eigen::Vector3d off = middle - ball.middle;
    ball.square += areas[t] * (off - along * along.dot(off)).squaredNorm();
    ball.area += areas[t];
  }
  const auto to_ball = [&](size_t i) {
    const double radius = std::sqrt(balls[i].square / std::max(balls[i].area, 1e-30));
    const double place = along.dot(balls[i].middle);
    double end = place;
    // The outermost reach as far as the mesh does.
    if (i == 0) end = std::min(0.5 * (low + high), low + radius);
    if (i + 1 == balls.size() && i > 0) end = std::max(0.5 * (low + high), high - radius);
    const Eigen::Vector3d p = mean + balls[i].middle + along * (end - place);
    return glm::vec4(p.x(), p.y(), p.z(), radius);
  };
  std::vector<Limb> hull;
  const size_t last = balls.size() - 1;
  for (size_t i = 0; i < std::max<size_t>(last, 1); ++i) {
    const glm::vec4 a = to_ball(i), b = to_ball(std::min(i + 1, last));
    hull.push_back({glm::vec3(a), glm::vec3(b), a.w, b.w, glm::vec4(1)});
  }
  return hull;
}

}  // namespace

size_t Mesh::bytes() const {
  size_t all = 0;
  for (const Level& level : levels)
    all += level.vertices.size() * sizeof(Vertex) + level.corners.size() * sizeof(uint32_t);
  return all;
}

jobs::Slices make_mesh(const Triangles& triangles, std::shared_ptr<const Mesh>& result) {
  Welded mesh;
  std::vector<glm::vec3> corners, given;
  std::vector<std::array<uint8_t, 4>> materials;
  bool missing = triangles.normals.size() != triangles.corners.size();
  const bool colored = triangles.materials.size() == triangles.corners.size();
  bool outwards = true;  // the file's normals
  size_t skipped_triangles = 0;
  const float most = farthest_corner(triangles);
  for (size_t c = 0; c + 2 < triangles.corners.size(); c += 3) {
    const glm::vec3* p = &triangles.corners[c];
    if (max_coordinate(p) > most) {
      ++skipped_triangles;
      continue;
    }
    const glm::vec3 n = glm::cross(p[1] - p[0], p[2] - p[0]);
    if (!is_triangle(n)) continue;
    mesh.faces.push_back(n);
    for (size_t i = 0; i < 3; ++i) {
      corners.push_back(p[i] + 0.f);  // so that -0 is 0
      if (colored) materials.push_back(triangles.materials[c + i]);
      if (missing) continue;
      const glm::vec3 normal = triangles.normals[c + i];
      missing = !is_triangle(normal);
      if (missing) continue;
      given.push_back(glm::normalize(normal));
      outwards = outwards && glm::dot(normal, n) > 0;
    }
  }
  if (mesh.faces.empty()) co_return;
  mesh.points.resize(number_equals(corners, mesh.corners));
  for (size_t c = 0; c < corners.size(); ++c) mesh.points[mesh.corners[c]] = corners[c];
  co_await jobs::pause;
  const auto made = std::make_shared<Mesh>();
  made->colored = colored;
  made->skipped_triangles = skipped_triangles;
  made->bounds = box_of(mesh.points);
  made->hull = hull_of(mesh);
  co_await jobs::pause;
  made->levels.push_back(weld_vertices(mesh, missing ? smooth_normals(mesh) : given, materials));
  co_await jobs::pause;
  Mesh::Level& finest = made->levels.front();
  finest.closed = (missing || outwards) && is_closed(mesh);
  put_in_order(finest);
  for (float wanted = static_cast<float>(mesh.faces.size()) / level_ratio; wanted > coarsest;
       wanted /= level_ratio) {
    co_await jobs::pause;
    Mesh::Level level = coarser(made->levels.back(), wanted);
    if (level.triangles() < 4) break;
    if (level.triangles() < made->levels.back().triangles() * 3 / 4)
      made->levels.push_back(std::move(level));
  }
  result = made;
}

}  // namespace view
