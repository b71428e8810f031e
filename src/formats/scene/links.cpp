// Reads and writes [[link]] and [[solid]] tables: the names and shapes of a body's rigid parts.

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "formats/toml/writer.h"
#include "ik/model/ball.h"
#include "ik/model/rotation.h"

namespace formats {
namespace {

using Kind = sim::Solid::Kind;
constexpr Range side{sim::least_size, max_number};  // range of a solid's size
constexpr Range longest{0, 4 * max_number};         // between two points that are far apart

/// Returns the joint that carries a link or solid of the file: the last joint of a compound one.
int carrier(const Reader& table, const ik::Skeleton& body) {
  std::vector<std::string> names;
  for (int j = body.joints() - 1; j >= -1; --j) names.push_back(carrier_name(body, j));
  return body.joints() - 1 -
         static_cast<int>(table.choice("joint", "joint", names, joint_or_world));
}

Eigen::Matrix3d read_rotation(const Reader& table) {
  if (table.has("rotation_deg"))
    return ik::from_roll_pitch_yaw(table.vector("rotation_deg") * degree);
  if (!table.has("rotation")) return Eigen::Matrix3d::Identity();
  const std::vector<double> rows = table.points("rotation");
  if (rows.size() != 9)
    table.fail("rotation", "rotation has " + std::to_string(rows.size() / 3) +
                               " rows; expected the three of a rotation matrix");
  const Eigen::Matrix3d R = Eigen::Map<const Eigen::Matrix3d>(rows.data()).transpose();
  if (!(R * R.transpose()).isIdentity(1e-6) || R.row(0).cross(R.row(1)).dot(R.row(2)) < 0)
    table.fail("rotation",
               "rotation is not a rotation matrix; expected rows of length one that "
               "are at right angles and right-handed");
  return R;
}

Kind read_kind(const Reader& table) {
  return static_cast<Kind>(
      table.choice("shape", "shape", {std::begin(sim::Solid::names), std::end(sim::Solid::names)}));
}

/// Places a cylinder or capsule between two points.
void lay_between(const Reader& table, sim::Solid& solid) {
  const Eigen::Vector3d from = table.vector("from"), to = table.vector("to"), way = to - from;
  if (!(way.norm() > 0)) table.fail("to", "from and to are one point; expected two");
  solid.frame = {ik::turn_onto(Eigen::Vector3d::UnitZ(), way), (from + to) / 2};
  solid.size.z() = way.norm();
}

Eigen::Vector4f read_color(const Reader& table) {
  const std::string text = table.text("color");
  const bool digits = text.starts_with('#') &&
                      text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  if (!digits || (text.size() != 7 && text.size() != 9))
    table.fail("color", "color is " + in_quotes(text) +
                            "; expected \"#\" and six hexadecimal digits, two more for opacity");
  Eigen::Vector4f color = Eigen::Vector4f::Ones();
  for (size_t i = 0; 2 * i + 1 < text.size(); ++i)
    color[static_cast<Eigen::Index>(i)] =
        static_cast<float>(std::stoi(text.substr(1 + 2 * i, 2), nullptr, 16)) / 255;
  return color;
}

std::string color_text(const Eigen::Vector4f& color) {
  std::string text = "#";
  for (int i = 0; i < (color.w() < 1 ? 4 : 3); ++i) {
    const int byte = static_cast<int>(std::lround(std::clamp(color[i], 0.f, 1.f) * 255));
    text += "0123456789abcdef"[byte / 16];
    text += "0123456789abcdef"[byte % 16];
  }
  return text;
}

/// Finds the link in whose frame a solid is given.
const sim::Link& find_link(const Reader& table, const std::vector<sim::Link>& links) {
  if (table.has("joint"))
    table.fail("link", "the solid is on a joint and on a link; expected one of them");
  return links[table.choice("link", "link", names_of(links),
                            "the name of a [[link]] or of a [[dh]] row")];
}

sim::Solid read_solid(const Reader& table, const sim::Scene& scene) {
  sim::Solid solid{.kind = read_kind(table)};
  const bool round = solid.kind == Kind::Cylinder || solid.kind == Kind::Capsule;
  const bool between = round && table.has("from");
  std::vector<std::string> keys = {"joint", "link", "shape", "color"};
  const auto allow = [&](std::initializer_list<const char*> more) {
    keys.insert(keys.end(), more.begin(), more.end());
  };
  if (between)
    allow({"from", "to", "radius"});
  else
    allow({"position", "rotation", "rotation_deg"});
  const bool on_link = table.has("link");
  if (!between && (round || solid.kind == Kind::Sphere)) allow({"radius"});
  if (!between && round) allow({"length"});
  if (solid.kind == Kind::Box || solid.kind == Kind::Ellipsoid) allow({"size"});
  if (solid.kind == Kind::Mesh) allow({"file", "scale"});
  table.allow(keys);
  if (!on_link) table.node("joint");
  if (!on_link && !between) table.node("position");
  if (between)
    lay_between(table, solid);
  else
    solid.frame = read_frame(table);
  if (on_link) {
    const sim::Link& link = find_link(table, scene.links);
    solid.joint = link.joint;
    solid.frame = link.frame * solid.frame;
    if (solid.frame.position.cwiseAbs().maxCoeff() > max_number)
      table.fail("link", "the solid is farther than " + shortest(max_number) +
                             " units from the origin; expected a place that is nearer");
  } else {
    solid.joint = carrier(table, *scene.skeleton);
  }
  if (round || solid.kind == Kind::Sphere) {
    solid.size.x() = solid.size.y() = table.number("radius", side);
    if (!round) solid.size.z() = solid.size.x();
    if (round && !between) solid.size.z() = table.number("length", longest);
  } else if (solid.kind != Kind::Mesh) {
    solid.size = table.vector("size", side);
    if (solid.kind == Kind::Ellipsoid) solid.size /= 2;
  } else {
    const std::filesystem::path file = table.text("file");
    solid.mesh =
        (std::filesystem::absolute(table.source()).parent_path() / file).lexically_normal();
    if (table.has("scale")) solid.size = table.vector("scale");
  }
  if (table.has("color")) solid.color = read_color(table);
  return solid;
}

}  // namespace

void write_rotation(Writer& out, const Eigen::Matrix3d& R) {
  if (R == Eigen::Matrix3d::Identity()) return;
  out.line("rotation", list({vector(R.row(0)), vector(R.row(1)), vector(R.row(2))}));
}

std::string carrier_name(const ik::Skeleton& body, int joint) {
  return joint < 0 ? "world" : body.joint(joint).whole_name();
}

sim::Frame read_frame(const Reader& table) {
  return {read_rotation(table),
          table.has("position") ? table.vector("position") : Eigen::Vector3d::Zero().eval()};
}

void read_links(const Reader& file, sim::Scene& scene) {
  for (const Reader& reader : file.each("link", max_links)) {
    reader.allow({"name", "joint", "position", "rotation", "rotation_deg"});
    scene.links.push_back({reader.name("name"),
                           carrier(reader, *scene.skeleton),
                           {read_rotation(reader), reader.vector("position")}});
  }
  for (const Reader& reader : file.each("solid", max_links))
    scene.solids.push_back(read_solid(reader, scene));
}

void write_link(Writer& out, const sim::Link& link, const ik::Skeleton& body) {
  out.table("link");
  out("name", link.name);
  out("joint", carrier_name(body, link.joint));
  out("position", link.frame.position);
  write_rotation(out, link.frame.rotation);
}

void write_solid(Writer& out, const sim::Solid& solid, const ik::Skeleton& body) {
  const bool round = solid.kind == Kind::Cylinder || solid.kind == Kind::Capsule;
  out.table("solid");
  out("joint", carrier_name(body, solid.joint));
  out("shape", sim::Solid::names[static_cast<size_t>(solid.kind)]);
  out("position", solid.frame.position);
  write_rotation(out, solid.frame.rotation);
  if (round || solid.kind == Kind::Sphere) out("radius", solid.size.x());
  if (round) out("length", solid.size.z());
  if (solid.kind == Kind::Box) out("size", solid.size);
  if (solid.kind == Kind::Ellipsoid) out("size", 2 * solid.size);
  if (solid.kind == Kind::Mesh) {
    out("file", solid.mesh);
    if (solid.size != Eigen::Vector3d::Ones()) out("scale", solid.size);
  }
  if (solid.color) out("color", color_text(*solid.color));
}

}  // namespace formats
