// [[link]] and [[solid]] tables: what a body's rigid parts are called and look like, read and
// written.

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/error.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "formats/toml/writer.h"
#include "ik/model/ball.h"
#include "ik/model/rotation.h"

namespace formats {
namespace {

using Kind = sim::Solid::Kind;
constexpr Range side{sim::least_size, max_number};  // of a solid
constexpr Range longest{0, 4 * max_number};         // between two points that are far apart

/// The joint of the body that carries what the file says is on it: the last of a compound one.
int carrier(const Reader& table, const ik::Skeleton& body) {
  const std::string name = table.text("joint");
  if (name == "world") return -1;
  std::vector<std::string> names;
  for (int j = body.joints() - 1; j >= 0; --j) {
    const std::string& known = body.joint(j).whole_name();
    if (known == name) return j;
    names.push_back(known);
  }
  table.fail("joint", "joint " + in_quotes(name) + " does not exist" + did_you_mean(name, names) +
                          "; expected the name of a joint or \"world\"");
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
  const std::string shape = table.text("shape");
  const std::vector<std::string> names(std::begin(sim::Solid::names), std::end(sim::Solid::names));
  const auto found = std::ranges::find(names, shape);
  if (found == names.end())
    table.fail("shape", "shape " + in_quotes(shape) + " is unknown" + did_you_mean(shape, names) +
                            "; expected " + list_of(names));
  return static_cast<Kind>(found - names.begin());
}

/// A cylinder or capsule between two points.
void lay_between(const Reader& table, sim::Solid& solid) {
  const Eigen::Vector3d from = table.vector("from"), to = table.vector("to"), way = to - from;
  if (!(way.norm() > 0))
    table.fail("to", "from and to are the same point; expected two different points");
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

std::string color_toml(const Eigen::Vector4f& color) {
  std::string text = "color = \"#";
  for (int i = 0; i < (color.w() < 1 ? 4 : 3); ++i) {
    const int byte = static_cast<int>(std::lround(std::clamp(color[i], 0.f, 1.f) * 255));
    text += "0123456789abcdef"[byte / 16];
    text += "0123456789abcdef"[byte % 16];
  }
  return text + "\"\n";
}

/// The link whose frame a solid's numbers are in.
const sim::Link& find_link(const Reader& table, const std::vector<sim::Link>& links) {
  if (table.has("joint"))
    table.fail("link", "the solid is on a joint and on a link; expected one of them");
  const std::string name = table.text("link");
  const auto found = std::ranges::find(links, name, &sim::Link::name);
  if (found != links.end()) return *found;
  std::vector<std::string> names;
  for (const sim::Link& link : links) names.push_back(link.name);
  table.fail("link", "link " + in_quotes(name) + " does not exist" + did_you_mean(name, names) +
                         "; expected the name of a [[link]] or of a [[dh]] row");
}

sim::Solid read_solid(const Reader& table, const sim::Scene& scene, const std::string& source) {
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
                             " units from the origin; expected a nearer position");
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
    solid.mesh = (std::filesystem::absolute(source).parent_path() / file).lexically_normal();
    if (table.has("scale")) solid.size = table.vector("scale");
  }
  if (table.has("color")) solid.color = read_color(table);
  return solid;
}

std::string carrier_toml(const ik::Skeleton& body, int joint) {
  return "joint = " + toml_text(carrier_name(body, joint)) + "\n";
}

}  // namespace

std::string rotation_toml(const Eigen::Matrix3d& R) {
  if (R == Eigen::Matrix3d::Identity()) return {};
  return "rotation = [" + vector(R.row(0)) + ", " + vector(R.row(1)) + ", " + vector(R.row(2)) +
         "]\n";
}

std::string carrier_name(const ik::Skeleton& body, int joint) {
  return joint < 0 ? "world" : body.joint(joint).whole_name();
}

sim::Frame read_frame(const Reader& table) {
  return {read_rotation(table),
          table.has("position") ? table.vector("position") : Eigen::Vector3d::Zero().eval()};
}

void read_links(const Reader& file, const std::string& source, sim::Scene& scene) {
  for (const char* key : {"link", "solid"})
    if (const size_t count = file.tables(key).size(); count > max_links)
      file.fail(key, "the scene has " + std::to_string(count) + " [[" + key +
                         "]] tables; expected at most " + std::to_string(max_links));
  for (const toml::table* table : file.tables("link")) {
    Reader reader(*table, source, "link " + std::to_string(scene.links.size() + 1));
    reader.allow({"name", "joint", "position", "rotation", "rotation_deg"});
    scene.links.push_back({reader.name("name"),
                           carrier(reader, *scene.skeleton),
                           {read_rotation(reader), reader.vector("position")}});
  }
  for (const toml::table* table : file.tables("solid"))
    scene.solids.push_back(read_solid(
        Reader(*table, source, "solid " + std::to_string(scene.solids.size() + 1)), scene, source));
}

std::string link_toml(const sim::Link& link, const ik::Skeleton& body) {
  return "\n[[link]]\nname = " + toml_text(link.name) + "\n" + carrier_toml(body, link.joint) +
         "position = " + vector(link.frame.position) + "\n" + rotation_toml(link.frame.rotation);
}

std::string solid_toml(const sim::Solid& solid, const ik::Skeleton& body) {
  const bool round = solid.kind == Kind::Cylinder || solid.kind == Kind::Capsule;
  std::string text = "\n[[solid]]\n" + carrier_toml(body, solid.joint) + "shape = \"" +
                     std::string(sim::Solid::names[static_cast<size_t>(solid.kind)]) +
                     "\"\nposition = " + vector(solid.frame.position) + "\n" +
                     rotation_toml(solid.frame.rotation);
  if (round || solid.kind == Kind::Sphere) text += "radius = " + number(solid.size.x()) + "\n";
  if (round) text += "length = " + number(solid.size.z()) + "\n";
  if (solid.kind == Kind::Box) text += "size = " + vector(solid.size) + "\n";
  if (solid.kind == Kind::Ellipsoid) text += "size = " + vector(2 * solid.size) + "\n";
  if (solid.kind == Kind::Mesh) {
    text += "file = " + toml_text(solid.mesh) + "\n";
    if (solid.size != Eigen::Vector3d::Ones()) text += "scale = " + vector(solid.size) + "\n";
  }
  if (solid.color) text += color_toml(*solid.color);
  return text;
}

}  // namespace formats
