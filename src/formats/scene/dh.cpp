// [[dh]] tables: a body by the Denavit-Hartenberg parameters of its links.
//   standard:                   A = Rz(theta) Tz(d) Tx(a) Rx(alpha)
//   modified (Craig), link i by a and alpha of i-1:   A = Rx(alpha) Tx(a) Rz(theta) Tz(d)
// The coordinate of the row's joint is added to theta, or to d if it slides; so is the offset.

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "formats/robots/robot.h"
#include "formats/scene/dh_solids.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "ik/model/trigonometry.h"

namespace formats {
namespace {

using sim::Frame;

/// Removes rounding errors from the sines and cosines of right angles, so that axes at right angles
/// are written exactly.
double without_rounding(double x) { return std::abs(x) < 1e-15 ? 0 : x; }

Frame screw_about(int axis, double angle, double shift) {
  const auto [sine, cosine] = ik::sincos(angle);
  const double c = without_rounding(cosine), s = without_rounding(sine);
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  Frame frame;
  frame.rotation(u, u) = frame.rotation(v, v) = c;
  frame.rotation(v, u) = s;
  frame.rotation(u, v) = -s;
  frame.position[axis] = shift;
  return frame;
}

/// Reads KEY in radians or KEY_deg in degrees. Throws base::Error if a row has both.
class Angles {
 public:
  explicit Angles(const Reader& row) : row_(row) {}

  struct Key {
    std::string name;
    double unit;
  };
  std::optional<Key> find(const std::string& key) const {
    const std::string in_degrees = key + "_deg";
    if (row_.has(key) && row_.has(in_degrees))
      row_.fail(in_degrees, "the row has both " + key + ", in radians, and " + in_degrees +
                                "; expected one of them");
    if (row_.has(in_degrees)) return Key{in_degrees, degree};
    if (row_.has(key)) return Key{key, 1};
    return std::nullopt;
  }
  std::optional<double> number(const std::string& key, Range range = {}) const {
    const std::optional<Key> found = find(key);
    if (!found) return std::nullopt;
    return row_.number(found->name, range) * found->unit;
  }
  /// Reads a coordinate. Angles are rounded to what scene files, in degrees, can express exactly.
  std::optional<double> coordinate(const std::string& key, bool turns, Range range = {}) const {
    const std::optional<double> value = number(key, range);
    return value && turns ? sayable(*value) : value;
  }
  static double sayable(double radians) { return radians / degree * degree; }

 private:
  const Reader& row_;
};

const Strings row_types{"revolute", "prismatic", "fixed"};

class DhReader {
 public:
  explicit DhReader(const Reader& file) : file_(file), source_(file.source()) {
    robot_.source = source_;
    robot_.unit = read_unit(file);
  }

  Robot read() {
    read_convention();
    if (file_.has("loop"))
      file_.fail("loop",
                 "the scene has both [[dh]] and [[loop]] tables; expected a body with loops "
                 "in [[joint]] tables");
    constexpr size_t most_rows = 1000;
    const std::vector<const toml::table*> rows = file_.tables("dh", most_rows);
    robot_.links.push_back({.name = "base", .frame = read_end("base")});
    for (const toml::table* row : rows) read_row(*row);
    std::string last = robot_.links.back().name;
    const Frame at = read_end("tool", &last);
    const auto above = std::ranges::find(robot_.links, last, &Robot::Link::name);
    robot_.links.push_back(
        {.name = "tool", .parent = static_cast<int>(above - robot_.links.begin()), .frame = at});
    shapes_.resize(robot_.links.size());
    if (!file_.has("solid")) add_dh_solids(robot_, shapes_);
    read_effectors();
    return std::move(robot_);
  }

 private:
  void read_convention() {
    if (file_.has("joint"))
      file_.fail("dh",
                 "the scene has both [[joint]] and [[dh]] tables; expected a body described by one "
                 "of them");
    if (!file_.has("convention"))
      file_.fail("dh",
                 "the scene has [[dh]] rows and no convention; expected convention = \"standard\" "
                 "or \"modified\" (Craig) at its top");
    modified_ = file_.choice("convention", "convention", {"standard", "modified"},
                             "\"standard\" or \"modified\" (Craig)") == 1;
  }

  /// Reads the optional transform of [base] or [tool].
  Frame read_end(const char* name, std::string* parent = nullptr) {
    if (!file_.has(name)) return {};
    Reader reader(file_.table(name), source_, name);
    DhEnd end;
    read_table(reader, end, parent != nullptr);
    if (parent && !end.parent.empty()) {
      *parent = end.parent;
      find("parent", reader);
    }
    return end.frame;
  }

  /// Finds the link of a row by its name.
  int find(const char* key, const Reader& table) const {
    return static_cast<int>(table.choice(key, key, names_of(robot_.links),
                                         "\"base\" or the name of an earlier [[dh]] row"));
  }

  std::string read_name(const Reader& row) const {
    const std::string name = row.name("name");
    for (const char* reserved : {"world", "base", "tool"})
      if (name == reserved)
        row.fail("name", "a row is named " + in_quotes(name) +
                             ", which is reserved; expected another name");
    for (const Robot::Link& link : robot_.links)
      if (link.name == name)
        row.fail("name", "there are two rows named " + in_quotes(name) + ", the first in line " +
                             std::to_string(link.line) + "; expected different names");
    return name;
  }

  void read_row(const toml::table& table) {
    Reader row(table, source_, "row " + std::to_string(robot_.links.size()));
    const std::string name = read_name(row);
    const std::string row_name = "row " + in_quotes(name);
    row.rename(row_name);
    const size_t type = row.has("type") ? row.choice("type", "type", row_types) : 0;
    const bool turns = type == 0, moves = type != 2;
    Fields f(row);
    fields(f, DhRow{turns, moves});
    // Other books' terms, and letters that resemble another key more.
    for (const auto& [other, ours] :
         {std::pair{"r", "a"}, {"R", "a"}, {"length", "a"}, {"twist", "alpha"}, {"alfa", "alpha"}})
      if (row.has(other) && !row.has(ours))
        row.fail(other, row_name + " has the unknown key " + in_quotes(other) + " (did you mean " +
                            in_quotes(ours) + "?); expected " + list_of(f.keys()));
    f.begin_reading();
    hint_at_degrees(row, name);

    const Angles angles(row);
    const auto length = [&](const char* key) { return row.has(key) ? row.number(key) : 0; };
    double theta = angles.number("theta").value_or(0), d = length("d");
    const double offset = moves ? angles.number("offset").value_or(0) : 0;
    (turns ? theta : d) += offset;
    const Frame about_z = screw_about(2, theta, d),
                about_x = screw_about(0, angles.number("alpha").value_or(0), length("a"));
    Robot::Link link;
    link.name = name;
    link.line = table.source().begin.line;
    link.parent =
        row.has("parent") ? find("parent", row) : static_cast<int>(robot_.links.size()) - 1;
    link.frame = modified_ ? about_x * about_z : about_z * about_x;
    shapes_.resize(robot_.links.size() + 1);
    shapes_.back() = {modified_ ? about_x.position : about_z.position, !modified_};
    if (moves) link.joints.push_back(read_joint(row, angles, link, turns));
    robot_.links.push_back(std::move(link));
  }

  /// Suggests degrees for an angle of more than one turn in radians.
  void hint_at_degrees(const Reader& row, const std::string& name) {
    for (const char* key : {"theta", "alpha"})
      if (!hinted_ && row.has(key) && std::abs(row.number(key)) > 6.3) {
        robot_.notices.push_back("Row " + in_quotes(name) + ": " + key + " = " +
                                 shortest(row.number(key)) + " rad looks like degrees: write " +
                                 key + "_deg for these");
        hinted_ = true;
      }
  }

  /// Reads the joint of a row. Its axis is z of the previous row's frame in the standard
  /// convention, and z of its own frame in the modified one.
  Robot::Joint read_joint(const Reader& row, const Angles& angles, const Robot::Link& link,
                          bool turns) const {
    Robot::Joint joint;
    joint.name = link.name;
    joint.line = link.line;
    joint.type = turns ? Robot::Type::Revolute : Robot::Type::Prismatic;
    joint.axis = Eigen::Vector3d::UnitZ();
    if (!modified_) {
      joint.axis = link.frame.rotation.transpose() * joint.axis;
      joint.anchor = -(link.frame.rotation.transpose() * link.frame.position);
    }
    if (const auto key = angles.find("limits")) {
      const auto [lower, upper] = row.pair(key->name);
      joint.lower = turns ? Angles::sayable(lower * key->unit) : lower;
      joint.upper = turns ? Angles::sayable(upper * key->unit) : upper;
    }
    if (const auto speed = angles.coordinate("max_speed", turns, {0, max_number}))
      joint.max_speed = *speed;
    const auto within = [&](const char* name) {
      const std::optional<double> value = angles.coordinate(name, turns);
      if (value && (*value < joint.lower || *value > joint.upper)) {
        const Angles::Key key = *angles.find(name);
        row.fail(key.name, "row " + in_quotes(link.name) + ": " + key.name + " is " +
                               shortest(*value / key.unit) + ", outside its limits; expected " +
                               shortest(joint.lower / key.unit) + " to " +
                               shortest(joint.upper / key.unit));
      }
      return value;
    };
    joint.start = within("start");
    joint.rest = within("rest");
    if (row.has("mimic"))
      joint.mimic = {row.text("mimic"), row.has("multiplier") ? row.number("multiplier") : 1};
    else if (row.has("multiplier"))
      row.fail("multiplier", "row " + in_quotes(link.name) +
                                 " has a multiplier and no mimic; expected mimic = \"NAME\", the "
                                 "row that it follows");
    return joint;
  }

  /// Counts the free coordinates that move a link.
  int freedom(int link) const {
    int count = 0;
    for (; link >= 0; link = robot_.links[static_cast<size_t>(link)].parent)
      for (const Robot::Joint& joint : robot_.links[static_cast<size_t>(link)].joints)
        count += !joint.mimic;
    return count;
  }

  void read_effectors() {
    constexpr int enough_for_a_pose = 6;
    const auto add = [&](const std::string& name, int link, const Eigen::Vector3d& position,
                         const Reader& table) {
      if (freedom(link) == 0)
        table.fail("the effector " + in_quotes(name) +
                   " is on a link that no joint moves; expected one of a row that turns or slides "
                   "or of one after it");
      robot_.effectors.push_back({name, link, position, freedom(link) >= enough_for_a_pose});
    };
    for (Reader& reader : file_.each("effector", max_effectors)) {
      FileEffector one;
      read_table(reader, one, true, optional);
      if (std::ranges::find(robot_.effectors, one.name, &Robot::Effector::name) !=
          robot_.effectors.end())
        reader.fail("name", "there are two effectors named " + in_quotes(one.name) +
                                "; expected different names");
      add(one.name, find("link", reader), one.position, reader);
    }
    if (robot_.effectors.empty())
      add("tool", static_cast<int>(robot_.links.size()) - 1, Eigen::Vector3d::Zero(), file_);
  }

  const Reader& file_;
  const std::string& source_;
  Robot robot_;
  std::vector<DhShape> shapes_;  // the shape of each link
  bool modified_ = false, hinted_ = false;
};

}  // namespace

void fields(Fields& f, DhEnd& end, bool tool) {
  fields(f, end.frame, optional, "of the frame");
  if (f.when(tool)) f("parent", end.parent, {false, "the last row"}, "of `[tool]`: another row");
}

void fields(Fields& f, const DhRow& row) {
  f.other("name", "name", required,
          "of the joint and of its link, unique; not `world`, `base` or `tool`");
  f.other("type", alternatives(row_types), {false, "`\"revolute\"`"}, "`fixed`: no joint");
  f.other("parent", "name", {false, "the row before"}, "`\"base\"` or an earlier row");
  f.other("theta_deg", "number", {false, "0"},
          "the row's parameters; the joint's coordinate is added to θ, or to d if it slides");
  for (const char* key : {"d", "a", "alpha_deg"}) f.other(key, "", {}, "");
  const auto both = [&](const std::string& key, std::string_view form, Need need,
                        std::string_view meaning) {
    if (f.when(row.turns)) f.other(key + "_deg", form, need, meaning);
    if (f.when(row.moves)) f.key(key);
  };
  f.key("theta");
  f.key("alpha");
  both("offset", "number", {false, "0"}, "added to θ too; `offset` of what slides, to d");
  both("limits", as::Pair().form(), {false, "none"}, "as of `[[joint]]`");
  both("rest", "number", {false, "0"}, "as of `[[joint]]`");
  both("start", "number", {},
       "as of `[[joint]]`; without it in any row, the arm starts where it is not singular");
  both("max_speed", "number", {false, "none"}, "as of `[[joint]]`, per second");
  if (f.when(row.moves)) {
    f.other("mimic", "name", {false, "none"},
            "as of `[[joint]]`; what would be its offset is the row's");
    f.other("multiplier", "number", {false, "1"}, "of the coordinate that a row follows");
  }
}

void read_dh(const Reader& file, sim::Scene& scene) {
  const Robot robot = DhReader(file).read();
  const auto check_size = [&](bool far) {
    if (far)
      file.fail("dh", "the body reaches farther than " + shortest(max_number) +
                          " units from the origin; expected a smaller one");
  };
  if (!file.has("target")) {
    scene = *scene_of(robot);
    scene.described.clear();
    for (const sim::TargetSpec& target : scene.targets)
      check_size(std::ranges::any_of(target.values.at("points"),
                                     [](double x) { return std::abs(x) > max_number; }));
  } else {
    RobotBody body = body_of(robot);
    std::vector<ik::Effector> effectors;
    for (const RobotBody::Effector& one : effectors_of(robot, body))
      effectors.push_back({.name = one.name, .joint = one.joint, .position = one.position});
    try {
      scene.skeleton = std::make_shared<const ik::Skeleton>(std::move(body.joints),
                                                            std::move(effectors), robot.unit);
    } catch (const base::Error& error) {
      file.fail(error.what());
    }
    scene.links = std::move(body.links);
    scene.solids = std::move(body.solids);
    scene.notices = robot.notices;
  }
  for (const sim::Link& link : scene.links)
    check_size(link.frame.position.cwiseAbs().maxCoeff() > max_number);
}

}  // namespace formats
