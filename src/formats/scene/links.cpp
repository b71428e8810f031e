// Reads and writes [[link]] and [[solid]] tables, the names and shapes of a body's rigid parts, and
// [[loop]] tables, two points of a body that stay together.

#include <Eigen/Geometry>
#include <algorithm>
#include <filesystem>

#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "ik/model/ball.h"
#include "ik/model/rotation.h"

namespace formats {

namespace {

using Kind = sim::Solid::Kind;
constexpr Range side{sim::least_size, max_number};  // range of a solid's size
constexpr Range longest{0, 4 * max_number};         // between two points that are far apart

const std::vector<std::string> kinds(std::begin(sim::Solid::names), std::end(sim::Solid::names));

struct Rotation {
  Eigen::Matrix3d read(const Reader& table, std::string_view key) const {
    const std::vector<double> rows = table.points(key);
    if (rows.size() != 9)
      table.fail(key, "rotation has {} rows; expected the three of a rotation matrix",
                 rows.size() / 3);
    const Eigen::Matrix3d R = Eigen::Map<const Eigen::Matrix3d>(rows.data()).transpose();
    if (!(R * R.transpose()).isIdentity(1e-6) || R.row(0).cross(R.row(1)).dot(R.row(2)) < 0)
      table.fail(key,
                 "rotation is not a rotation matrix; expected rows of length one that "
                 "are at right angles and right-handed");
    return R;
  }
  std::string text(const Eigen::Matrix3d& R) const {
    return list({vector(R.row(0)), vector(R.row(1)), vector(R.row(2))});
  }
  std::string form() const { return "the three rows of a matrix"; }
};
struct RollPitchYaw : Rotation {
  Eigen::Matrix3d read(const Reader& table, std::string_view key) const {
    return ik::from_roll_pitch_yaw(table.vector(key, in_degrees({})) * degree);
  }
  std::string form() const { return "`[roll, pitch, yaw]`"; }
};

/// "#rrggbb" or "#rrggbbaa".
struct Color {
  Eigen::Vector4f read(const Reader& table, std::string_view key) const {
    const std::string text = table.text(key);
    const bool digits = text.starts_with('#') &&
                        text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
    if (!digits || (text.size() != 7 && text.size() != 9))
      table.fail(key,
                 "color is {}; expected \"#\" and six hexadecimal digits, two more for opacity",
                 in_quotes(text));
    Eigen::Vector4f color = Eigen::Vector4f::Ones();
    for (size_t i = 0; 2 * i + 1 < text.size(); ++i)
      color[i] = static_cast<float>(std::stoi(text.substr(1 + 2 * i, 2), nullptr, 16)) / 255;
    return color;
  }
  std::string text(const Eigen::Vector4f& color) const {
    std::string text = "\"#";
    for (int i = 0; i < (color.w() < 1 ? 4 : 3); ++i) {
      const int byte = static_cast<int>(std::lround(std::clamp(color[i], 0.f, 1.f) * 255));
      text += "0123456789abcdef"[byte / 16];
      text += "0123456789abcdef"[byte % 16];
    }
    return text + '"';
  }
  std::string form() const { return "`\"#rrggbb\"` or `\"#rrggbbaa\"`"; }
};

/// Returns the link in whose frame the solid of a table is; null if it is on a joint.
const sim::Link* link_of(const Reader& table, const std::vector<sim::Link>& links) {
  if (!table.has("link")) return nullptr;
  if (table.has("joint"))
    table.fail("link", "the solid is on a joint and on a link; expected one of them");
  return &links[table.choice("link", "link", names_of(links),
                             "the name of a [[link]] or of a [[dh]] row")];
}

/// One end: { joint = "NAME", position = [x, y, z] }.
struct End {
  static constexpr const char* expected = "{ joint = \"NAME\", position = [x, y, z] }";
  const std::vector<std::string>& carriers;

  ik::Loop::End read(const Reader& loop, std::string_view key) const {
    Reader reader = loop.table(key, expected);
    ik::Loop::End end;
    read_table(reader, end, carriers);
    return end;
  }
  std::string text(const ik::Loop::End& end) const {
    return base::format("{ joint = {}, position = {} }", Carrier{carriers}.text(end.joint),
                        vector(end.position));
  }
  std::string form() const { return base::format("`{}`", expected); }
};

}  // namespace

void rotation_fields(Fields& f, Eigen::Matrix3d& R, std::string_view meaning) {
  f("rotation", R, {false, "none"}, meaning, Rotation());
  if (f.has("rotation") && f.has("rotation_deg"))
    f.reader().fail("rotation_deg",
                    "both rotation and rotation_deg are given; expected one of them");
  if (!f.writes())
    f("rotation_deg", R, {false, "none"}, "the same, about x, y and z of the world in this order",
      RollPitchYaw());
}

void fields(Fields& f, sim::Frame& frame, Need need, std::string_view meaning) {
  f("position", frame.position, need, meaning);
  rotation_fields(f, frame.rotation, "its orientation");
}

void fields(Fields& f, sim::Link& link, const std::vector<std::string>& carriers) {
  f("name", link.name, required, "unique among the links", as::Name());
  f("joint", link.joint, required, "what carries it: a joint or `\"world\"`", Carrier{carriers});
  fields(f, link.frame, required, "of its frame, with every joint at zero");
}

void fields(Fields& f, sim::Solid& solid, const std::vector<std::string>& carriers) {
  const bool on_link = f.has("link");
  if (f.when(!on_link))
    f("joint", solid.joint, {true, "one is required"},
      "what carries it: a joint or `\"world\"`; its numbers are world coordinates with every joint "
      "at zero",
      Carrier{carriers});
  if (f.when(on_link))
    f.other("link", "name", {false, "one is required"},
            "a `[[link]]` or a row of `[[dh]]`; its numbers are in the frame of this");
  f("shape", solid.kind, required, "cylinders and capsules lie along z",
    as::Choice<Kind>{"shape", kinds});
  const bool round = solid.kind == Kind::Cylinder || solid.kind == Kind::Capsule;
  const bool sphere = solid.kind == Kind::Sphere, ellipsoid = solid.kind == Kind::Ellipsoid,
             mesh = solid.kind == Kind::Mesh, sides = solid.kind == Kind::Box || ellipsoid;
  const bool between = round && f.has("from");
  if (f.when(!between))
    fields(f, solid.frame, {!on_link, "required on joints"}, "its centre, or a mesh's origin");
  Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = from;
  if (f.when(between)) {
    f("from", from, {true, "none"},
      "of cylinders and capsules, instead of these: the ends of the axis");
    f("to", to, {true}, "");
  }
  if (f.when(round || sphere))
    f("radius", solid.size.x(), required, "of spheres, cylinders and capsules", as::Number{side});
  if (f.when(round && !between))
    f("length", solid.size.z(), {true, "required without `from`"},
      "of cylinders and capsules, without a capsule's round ends", as::Number{longest});
  if (ellipsoid) solid.size *= 2;  // half axes
  if (f.when(sides)) f("size", solid.size, required, "of boxes and ellipsoids", as::Vector{side});
  if (ellipsoid) solid.size /= 2;
  if (f.when(mesh)) f("file", solid.mesh, required, "of meshes: a path beside the scene file");
  if (f.when(mesh) && f.unless(solid.size == Eigen::Vector3d::Ones()))
    f("scale", solid.size, {false, "none"}, "of meshes: factors of x, y and z");
  f("color", solid.color, {false, "the body's"},
    "red, green, blue and opacity in hexadecimal digits", Color());
  if (!f.reads()) return;
  if (round || sphere) solid.size.y() = solid.size.x();
  if (sphere) solid.size.z() = solid.size.x();
  if (mesh)
    solid.mesh = (std::filesystem::absolute(f.reader().source()).parent_path() / solid.mesh)
                     .lexically_normal()
                     .string();
  if (!between) return;
  const Eigen::Vector3d offset = to - from;
  if (!(offset.norm() > 0))
    f.reader().fail("to", "from and to are the same point; expected two different points");
  solid.frame = {ik::least_rotation(Eigen::Vector3d::UnitZ(), offset), (from + to) / 2};
  solid.size.z() = offset.norm();
}

std::vector<std::string> carriers_of(const std::vector<ik::Joint>& joints) {
  std::vector<std::string> names;  // the last joint of a compound one comes first
  for (size_t j = joints.size(); j-- > 0;) names.push_back(joints[j].whole_name());
  names.emplace_back("world");
  return names;
}

int Carrier::read(const Reader& table, std::string_view key) const {
  const size_t index = table.choice(key, "joint", names, "the name of a joint or \"world\"");
  return static_cast<int>(names.size()) - 2 - static_cast<int>(index);
}

void read_links(const Reader& file, sim::Scene& scene) {
  const std::vector<std::string> carriers = carriers_of(scene.skeleton->all_joints());
  for (Reader& reader : file.each("link", max_links))
    read_table(reader, scene.links.emplace_back(), carriers);
  for (Reader& reader : file.each("solid", max_links)) {
    sim::Solid& solid = scene.solids.emplace_back();
    const sim::Link* link = link_of(reader, scene.links);
    read_table(reader, solid, carriers);
    if (!link) continue;
    solid.joint = link->joint;
    solid.frame = link->frame * solid.frame;
    if (solid.frame.position.cwiseAbs().maxCoeff() > max_number)
      reader.fail("link",
                  "the solid is farther than {} units from the origin; expected a nearer position",
                  shortest(max_number));
  }
}

void fields(Fields& f, ik::Loop::End& end, const std::vector<std::string>& carriers) {
  f("joint", end.joint, required, "", Carrier{carriers});
  f("position", end.position, required, "");
}

void fields(Fields& f, ik::Loop& loop, const std::vector<std::string>& carriers) {
  f("name", loop.name, required, "shown where the loop cannot be closed", as::Name());
  f("from", loop.from, required,
    "a joint or `\"world\"`, and the point on what it carries, world, every joint at zero",
    End{carriers});
  f("to", loop.to, required, "", End{carriers});
  f("rigid", loop.rigid, optional, "the links keep their orientations to each other too");
  if (f.unless(!loop.rigid))
    rotation_fields(f, loop.turn,
                    "of a rigid loop: that of `to`, by which it differs from that of `from`");
}

std::vector<ik::Loop> read_loops(const Reader& file, const std::vector<ik::Joint>& joints) {
  std::vector<ik::Loop> loops;
  if (!file.has("loop")) return loops;
  const std::vector<std::string> carriers = carriers_of(joints);
  for (Reader& reader : file.each("loop", max_loops)) {
    ik::Loop& loop = loops.emplace_back();
    read_table(reader, loop, carriers);
    if (loop.from.joint == loop.to.joint)
      reader.fail("to", "loop {} joins a link to itself; expected two different joints",
                  in_quotes(loop.name));
  }
  return loops;
}

}  // namespace formats
