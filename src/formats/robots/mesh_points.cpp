// Finds the far end of a mesh, which determines the tip of a robot. The window draws meshes with
// src/meshes, which ikscope-lab does not need.

#include "formats/robots/robot.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>

#include "base/digits.h"
#include "base/error.h"
#include "base/quantile.h"
#include "files/read_text.h"
#include "formats/robots/text_words.h"
#include "formats/robots/xml_file.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"

namespace formats {
namespace {

using Eigen::Affine3d, Eigen::Vector3d;
using Points = std::vector<Vector3d>;

constexpr files::Kind moderate_mesh{"a mesh", 64 * files::megabyte};

void add(Points& points, const Vector3d& p) {
  if (p.allFinite()) points.push_back(p);
}

/// Removes points that are far from all others; view::make_mesh() drops them too.
Points without_strays(Points points) {
  constexpr double most_distance = 1e9, most_stray = 1e5;
  const auto distance = [](const Vector3d& p) { return p.lpNorm<Eigen::Infinity>(); };
  std::erase_if(points, [&](const Vector3d& p) { return distance(p) > most_distance; });
  if (points.empty()) return points;
  std::vector<double> all(points.size());
  std::ranges::transform(points, all.begin(), distance);
  const double median = base::quantile(std::move(all));
  const double most = median > 0 ? most_stray * median : most_distance;
  std::erase_if(points, [&](const Vector3d& p) { return distance(p) > most; });
  return points;
}

struct MeshWords : TextWords {
  using TextWords::TextWords;
  double number() { return base::number(next()).value_or(std::nan("")); }
  Vector3d point() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
};

/// Returns the corners, three by three, of the triangles whose numbers are all finite.
Points of_whole_triangles(const Points& corners) {
  Points points;
  for (size_t i = 0; i + 3 <= corners.size(); i += 3)
    if (corners[i].allFinite() && corners[i + 1].allFinite() && corners[i + 2].allFinite())
      points.insert(points.end(), {corners[i], corners[i + 1], corners[i + 2]});
  return points;
}

Points points_of_text_stl(std::string_view text) {
  Points corners;
  for (MeshWords words(text); !words.ended();)
    if (equal_ignoring_case(words.next(), "vertex")) corners.push_back(words.point());
  return of_whole_triangles(corners);
}

/// Returns the points of OBJ that faces or lines use, or all if there are none or if the text is
/// only the beginning of a file.
Points points_of_obj(std::string bytes, bool whole) {
  std::string text = files::plain_lines(std::move(bytes));
  for (size_t at = 0; (at = text.find("\\\n", at)) != text.npos;)  // the line goes on
    text[at] = text[at + 1] = ' ';
  Points all, points;
  std::vector<char> used;
  for (const std::string_view line : base::split(text, '\n')) {
    MeshWords words(line.substr(0, line.find('#')));
    const std::string_view kind = words.next();
    if (kind == "v") all.push_back(words.point());
    if (kind != "f" && kind != "l") continue;
    while (!words.ended()) {  // counted from 1, or from the last point backwards
      const std::string_view word = words.next();
      const double number = base::number(word.substr(0, word.find('/'))).value_or(0);
      const double index = number > 0 ? number - 1 : static_cast<double>(all.size()) + number;
      if (!(index >= 0 && index < static_cast<double>(all.size()))) continue;
      used.resize(all.size());
      used[static_cast<size_t>(index)] = true;
    }
  }
  for (size_t i = 0; i < all.size(); ++i)
    if (!whole || used.empty() || (i < used.size() && used[i])) add(points, all[i]);
  return points;
}

/// Reads PLY: a header names the properties of elements, first the points, as text or in binary.
Points points_of_ply(std::string_view text) {
  const size_t body = text.find("\nend_header"), end = text.find('\n', body + 1);
  if (body == text.npos || end == text.npos) return {};
  static const std::map<std::string_view, size_t> sizes = {
      {"char", 1},  {"uchar", 1},   {"int8", 1},   {"uint8", 1},  {"short", 2}, {"ushort", 2},
      {"int16", 2}, {"uint16", 2},  {"int", 4},    {"uint", 4},   {"int32", 4}, {"uint32", 4},
      {"float", 4}, {"float32", 4}, {"double", 8}, {"float64", 8}};
  MeshWords header(text.substr(0, body));
  std::string_view format, kind;  // kind: float or double
  double count = 0;
  size_t stride = 0, properties = 0, elements = 0, offset[3] = {}, number[3] = {};
  while (!header.ended()) {
    const std::string_view word = header.next();
    if (word == "format") format = header.next();
    if (word == "element" && ++elements == 1) {
      if (header.next() != "vertex") return {};
      count = header.number();
    }
    if (word != "property" || elements != 1) continue;
    const auto size = sizes.find(header.next());
    if (size == sizes.end()) return {};
    const std::string_view name = header.next();
    if (const size_t axis = std::string_view("xyz").find(name); name.size() == 1 && axis < 3) {
      if (!kind.empty() && kind != size->first) return {};
      kind = size->first;
      offset[axis] = stride;
      number[axis] = properties;
    }
    stride += size->second;
    ++properties;
  }
  const bool single = kind.starts_with("float") && kind != "float64";
  if (!single && kind != "double" && kind != "float64") return {};
  const std::string_view data = text.substr(end + 1);
  Points points;
  if (format == "ascii") {
    MeshWords words(data);
    std::vector<double> row(properties);
    for (double i = 0; i < count && !words.ended(); ++i) {
      for (double& one : row) one = words.number();
      if (words.ended() && i + 1 < count) break;  // perhaps a part of a number
      add(points, {row[number[0]], row[number[1]], row[number[2]]});
    }
  } else if (const bool big = format == "binary_big_endian";
             big || format == "binary_little_endian") {
    const auto read = [big]<class Number>(const char* from, Number value) {
      char bytes[sizeof value];
      std::copy_n(from, sizeof value, bytes);
      if (big) std::ranges::reverse(bytes);
      std::memcpy(&value, bytes, sizeof value);
      return static_cast<double>(value);
    };
    for (size_t i = 0; static_cast<double>(i) < count && (i + 1) * stride <= data.size(); ++i) {
      Vector3d point;
      for (int axis = 0; axis < 3; ++axis) {
        const char* from = data.data() + i * stride + offset[axis];
        point[axis] = single ? read(from, 0.f) : read(from, 0.);
      }
      add(points, point);
    }
  }
  return points;
}

/// Reads binary STL: a header of 80 bytes, the number of triangles, and 50 bytes for each: a
/// normal, three points, two more bytes. `bytes` may be only the beginning of a file of `size`
/// bytes.
Points points_of_stl(const std::string& bytes, size_t size) {
  constexpr size_t begin = 84, each = 50;
  uint32_t count = 0;
  if (bytes.size() >= begin) std::memcpy(&count, bytes.data() + 80, sizeof count);
  if (bytes.size() < begin || size < begin + each * size_t{count}) return points_of_text_stl(bytes);
  const size_t whole = std::min(size_t{count}, (bytes.size() - begin) / each);
  Points corners;
  for (size_t i = 0; i < whole; ++i)
    for (size_t corner = 1; corner <= 3; ++corner) {
      float xyz[3];
      std::memcpy(xyz, bytes.data() + begin + each * i + 12 * corner, sizeof xyz);
      corners.emplace_back(xyz[0], xyz[1], xyz[2]);
    }
  return of_whole_triangles(corners);
}

class Dae {
 public:
  explicit Dae(const XmlElement& root) {
    if (const auto asset = root.child("asset"))
      if (const auto unit = asset->child("unit")) unit_ = unit->number("meter", 1);
    for (const XmlElement& library : root.children("library_geometries"))
      for (const XmlElement& geometry : library.children("geometry")) read(geometry);
    for (const XmlElement& library : root.children("library_visual_scenes"))
      for (const XmlElement& scene : library.children("visual_scene"))
        for (const XmlElement& node : scene.children("node"))
          place(node, Affine3d(Eigen::Scaling(unit_)), 0);
  }
  Points points;

 private:
  /// Reads the source that <vertices> names as POSITION.
  void read(const XmlElement& geometry) {
    const std::optional<XmlElement> mesh = geometry.child("mesh");
    const std::optional<XmlElement> vertices = mesh ? mesh->child("vertices") : std::nullopt;
    if (!vertices) return;
    for (const XmlElement& input : vertices->children("input")) {
      if (input.text("semantic", "") != "POSITION") continue;
      for (const XmlElement& source : mesh->children("source")) {
        if ("#" + source.text("id", "") != input.text("source", "")) continue;
        const std::optional<XmlElement> numbers = source.child("float_array");
        if (!numbers) continue;
        const std::string text = numbers->text();
        Points& own = geometries_["#" + geometry.text("id", "")];
        if (own.empty())
          for (MeshWords words(text); !words.ended();) add(own, words.point());
      }
      return;
    }
  }

  void place(const XmlElement& node, Affine3d frame, int depth) {
    constexpr int deepest = 100;
    constexpr size_t most = 10'000'000;
    if (depth > deepest) return;
    for (const XmlElement& part : node.children()) {
      const std::string kind = part.name(), text = part.text();
      MeshWords words(text);
      if (kind == "matrix") {
        Eigen::Matrix4d rows;
        for (int i = 0; i < 16; ++i) rows(i / 4, i % 4) = words.number();
        frame = frame * Affine3d(rows);
      } else if (kind == "translate") {
        frame.translate(words.point());
      } else if (kind == "scale") {
        frame.scale(words.point());
      } else if (kind == "rotate") {
        const Vector3d axis = words.point();
        if (axis.norm() > 0)
          frame.rotate(Eigen::AngleAxisd(words.number() * degree, axis.normalized()));
      } else if (kind == "node") {
        place(part, frame, depth + 1);
      } else if (kind == "instance_geometry") {
        const Points& own = geometries_[part.text("url", "")];
        if (points.size() + own.size() > most) return;
        for (const Vector3d& p : own) add(points, frame * p);
      }
    }
  }

  double unit_ = 1;
  std::map<std::string, Points> geometries_;
};

/// Returns the points of a file of `size` bytes, of which these are the first, or all.
Points points_in(const std::string& file, std::string bytes, size_t size) {
  const std::string ending = std::filesystem::path(file).extension().string();
  if (equal_ignoring_case(ending, ".stl")) return without_strays(points_of_stl(bytes, size));
  if (equal_ignoring_case(ending, ".ply")) return without_strays(points_of_ply(bytes));
  if (equal_ignoring_case(ending, ".dae"))
    return without_strays(Dae(XmlFile(bytes, file).root()).points);
  if (!equal_ignoring_case(ending, ".obj")) return {};
  const bool whole = size <= bytes.size();
  if (!whole) bytes.resize(bytes.rfind('\n') + 1);  // no part of a number
  return without_strays(points_of_obj(std::move(bytes), whole));
}

}  // namespace

std::vector<Vector3d> mesh_points(const std::string& file) {
  try {
    const std::string bytes = files::read_bytes(file, moderate_mesh);
    return points_in(file, bytes, bytes.size());
  } catch (const base::Error&) {
    return {};  // the drawer of the mesh reports what is wrong with it
  }
}

double mesh_reach(const std::string& file) {
  constexpr size_t enough = 1 << 16, most_dae = 4 * files::megabyte;
  std::error_code error;
  const auto size = static_cast<size_t>(std::filesystem::file_size(file, error));
  if (error) return 0;
  Points points;
  if (!equal_ignoring_case(std::filesystem::path(file).extension().string(), ".dae"))
    points = points_in(file, files::begin_of(file, enough), size);
  else if (size <= most_dae)
    points = mesh_points(file);
  double reach = 0;
  for (const Vector3d& p : points) reach = std::max(reach, p.lpNorm<Eigen::Infinity>());
  return reach;
}

}  // namespace formats
