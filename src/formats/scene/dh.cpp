// [[dh]] tables: a body by the Denavit-Hartenberg parameters of its links.
//   standard:                   A = Rz(theta) Tz(d) Tx(a) Rx(alpha)
//   modified (Craig), link i by a and alpha of i-1:   A = Rx(alpha) Tx(a) Rz(theta) Tz(d)
// The coordinate of the row's joint is added to theta, or to d if it slides; so is the offset.

#include <algorithm>
#include <cmath>
#include <optional>

#include "formats/robots/robot.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "ik/model/trigonometry.h"

namespace formats {
namespace {

using sim::Frame;

/// Removes rounding errors from sines and cosines, so that right angles are written exactly.
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

/// Rounds an angle to what scene files, in degrees, can express exactly.
double expressible(double value, bool turns) { return turns ? value / degree * degree : value; }

void scale(double& value, double by) { value *= by; }
void scale(auto& values, double by) {  // a pair, or a number that may be missing
  if constexpr (requires { *values; })
    scale(*values, by);
  else
    for (double& value : values) value *= by;
}

/// A value in radians or scene units by KEY, or, of what turns, in degrees by KEY_deg.
template <class T>
void quantity(Fields& f, const std::string& key, T& value, bool turns, Need need,
              std::string_view meaning, const auto& kind) {
  if (turns) {
    const std::string full = key + "_deg";
    if (f.reads() && f.has(key) && f.has(full))
      f.reader().fail(full, "the row has both {}, in radians, and {}; expected one of them", key,
                      full);
    auto wider = kind;
    wider.range = in_degrees(kind.range);
    f(full, value, need, meaning, wider);
    if (f.reads() && f.has(full)) scale(value, degree);
  }
  if (!f.documents()) f(key, value, optional, meaning, kind);
}

const Strings row_types{"revolute", "prismatic", "fixed"};

class DhReader {
 public:
  explicit DhReader(const Reader& file) : file_(file) {
    robot_.source = file.source();
    robot_.unit = read_unit(file);
  }

  Robot read() {
    read_convention();
    if (file_.has("loop"))
      file_.fail("loop",
                 "the scene has both [[dh]] and [[loop]] tables; expected a body with loops "
                 "in [[joint]] tables");
    constexpr size_t most_rows = 1000;
    std::vector<Reader> rows = file_.each("dh", most_rows);
    robot_.links.push_back({.name = "base", .frame = read_end("base")});
    for (Reader& row : rows) read_row(row);
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

  Frame read_end(const char* name, std::string* parent = nullptr) {
    if (!file_.has(name)) return {};
    Reader reader = file_.table(name);
    DhEnd end;
    read_table(reader, end, parent != nullptr);
    if (parent && !end.parent.empty()) {
      *parent = end.parent;
      find("parent", reader);
    }
    return end.frame;
  }

  int find(const char* key, const Reader& table) const {
    return static_cast<int>(table.choice(key, key, names_of(robot_.links),
                                         "\"base\" or the name of an earlier [[dh]] row"));
  }

  void check_name(const Reader& row, const std::string& name) const {
    if (contains({"world", "base", "tool"}, name))
      row.fail("name", "a row is named {}, which is reserved; expected another name",
               in_quotes(name));
    for (const Robot::Link& link : robot_.links)
      if (link.name == name) row.fail("name", duplicate_name_text("rows", name, link.line));
  }

  void read_row(Reader& reader) {
    reader.rename(base::format("row {}", robot_.links.size()));
    (void)reader.node("name");
    DhRow row;
    Fields f(reader);
    fields(f, row);
    check_name(reader, row.name);
    // Other books' terms, and letters that resemble another key more.
    for (const auto& [other, ours] :
         {std::pair{"r", "a"}, {"R", "a"}, {"length", "a"}, {"twist", "alpha"}, {"alfa", "alpha"}})
      if (reader.has(other) && !reader.has(ours))
        reader.fail(other, "row {} has the unknown key {} (did you mean {}?); expected {}",
                    in_quotes(row.name), in_quotes(other), in_quotes(ours), list_of(f.keys()));
    f.begin_reading();
    fields(f, row);
    hint_at_degrees(reader, row);

    (row.turns() ? row.theta : row.d) += row.offset;
    const Frame about_z = screw_about(2, row.theta, row.d),
                about_x = screw_about(0, row.alpha, row.a);
    const int before = static_cast<int>(robot_.links.size()) - 1;
    Robot::Link link{.name = row.name,
                     .parent = row.parent.empty() ? before : find("parent", reader),
                     .frame = modified_ ? about_x * about_z : about_z * about_x,
                     .line = reader.line()};
    shapes_.resize(robot_.links.size() + 1);
    shapes_.back() = {modified_ ? about_x.position : about_z.position, !modified_};
    if (row.moves()) link.joints.push_back(read_joint(reader, row, link));
    robot_.links.push_back(std::move(link));
  }

  /// Suggests degrees for an angle of more than one turn in radians.
  void hint_at_degrees(const Reader& reader, const DhRow& row) {
    for (const auto& [key, angle] : {std::pair{"theta", row.theta},
                                     {"alpha", row.alpha},
                                     {"offset", row.turns() ? row.offset : 0}})
      if (!hinted_ && reader.has(key) && std::abs(angle) > 6.3) {
        robot_.notices.push_back(
            base::format("Row {}: {} = {} rad looks like degrees: write {}_deg for these",
                         in_quotes(row.name), key, shortest(angle), key));
        hinted_ = true;
      }
  }

  /// Reads the joint of a row. Its axis is z of the previous row's frame in the standard
  /// convention, and z of its own frame in the modified one.
  Robot::Joint read_joint(const Reader& reader, const DhRow& row, const Robot::Link& link) const {
    Robot::Joint joint{.name = link.name,
                       .type = row.turns() ? Robot::Type::Revolute : Robot::Type::Prismatic,
                       .axis = Eigen::Vector3d::UnitZ(),
                       .stiffness = row.stiffness,
                       .line = link.line};
    if (!modified_) {
      joint.axis = link.frame.rotation.transpose() * joint.axis;
      joint.anchor = -(link.frame.rotation.transpose() * link.frame.position);
    }
    if (row.limits) {
      joint.lower = expressible((*row.limits)[0], row.turns());
      joint.upper = expressible((*row.limits)[1], row.turns());
    }
    if (row.max_speed) joint.max_speed = expressible(*row.max_speed, row.turns());
    if (row.max_acceleration)
      joint.max_acceleration = expressible(*row.max_acceleration, row.turns());
    const auto within = [&](const std::string& key, std::optional<double> value) {
      if (!value) return value;
      *value = expressible(*value, row.turns());
      if (*value >= joint.lower && *value <= joint.upper) return value;
      const bool degrees = reader.has(key + "_deg");
      const double unit = degrees ? degree : 1;
      const std::string full = key + (degrees ? "_deg" : "");
      reader.fail(full, "row {}: {} is {}, outside its limits; expected {} to {}",
                  in_quotes(link.name), full, shortest(*value / unit), shortest(joint.lower / unit),
                  shortest(joint.upper / unit));
    };
    joint.start = within("start", row.start);
    joint.rest = within("rest", row.rest);
    if (reader.has("mimic"))
      joint.mimic = {row.mimic, row.multiplier.value_or(1)};
    else if (row.multiplier)
      reader.fail("multiplier",
                  "row {} has a multiplier and no mimic; expected mimic = \"NAME\", the row that "
                  "it follows",
                  in_quotes(link.name));
    return joint;
  }

  void read_effectors() {
    constexpr int enough_for_a_pose = 6;
    const auto add = [&](const std::string& name, int link, const Eigen::Vector3d& position,
                         const Reader& table) {
      if (count_free_coordinates(robot_, link) == 0)
        table.fail(base::format(
            "the effector {} is on a link that no joint moves; expected one of a row that turns or "
            "slides or of one after it",
            in_quotes(name)));
      robot_.effectors.push_back(
          {name, link, position, count_free_coordinates(robot_, link) >= enough_for_a_pose});
    };
    for (Reader& reader : file_.each("effector", max_effectors)) {
      FileEffector one;
      read_table(reader, one, true, optional);
      if (contains(robot_.effectors, one.name, &Robot::Effector::name))
        reader.fail("name", duplicate_name_text("effectors", one.name));
      add(one.name, find("link", reader), one.position, reader);
    }
    if (robot_.effectors.empty())
      add("tool", static_cast<int>(robot_.links.size()) - 1, Eigen::Vector3d::Zero(), file_);
  }

  const Reader& file_;
  Robot robot_;
  std::vector<DhShape> shapes_;  // the shape of each link
  bool modified_ = false, hinted_ = false;
};

}  // namespace

void fields(Fields& f, DhEnd& end, bool tool) {
  fields(f, end.frame, optional, "of the frame");
  if (f.when(tool)) f("parent", end.parent, {false, "the last row"}, "of `[tool]`: another row");
}

void fields(Fields& f, DhRow& row) {
  const as::Number number;
  f.name(row.name, "row", "of the joint and of its link, unique; not `world`, `base` or `tool`");
  f("type", row.type, optional, "`fixed`: no joint", as::Choice<size_t>{"type", row_types});
  f("parent", row.parent, {false, "the row before"}, "`\"base\"` or an earlier row");
  const std::string_view meaning =
      "the row's parameters; the joint's coordinate is added to θ, or to d if it slides";
  quantity(f, "theta", row.theta, true, optional, meaning, number);
  f("d", row.d, optional, meaning);
  f("a", row.a, optional, meaning);
  quantity(f, "alpha", row.alpha, true, optional, meaning, number);
  if (!row.moves()) return;
  const bool turns = row.turns();
  quantity(f, "offset", row.offset, turns, optional, "added to θ too; of what slides, to d",
           number);
  quantity(f, "limits", row.limits, turns, {false, "none"}, "as of `[[joint]]`", as::Pair());
  quantity(f, "rest", row.rest, turns, {false, "0"}, "as of `[[joint]]`", number);
  quantity(f, "start", row.start, turns, optional,
           "as of `[[joint]]`; without it in any row, the arm starts where it is not singular",
           number);
  quantity(f, "max_speed", row.max_speed, turns, {false, "none"}, "as of `[[joint]]`",
           as::Number{{0, max_number}});
  quantity(f, "max_acceleration", row.max_acceleration, turns, {false, "none"}, "as of `[[joint]]`",
           as::Number{{0, max_number}});
  f("stiffness", row.stiffness, {false, "1"}, "as of `[[joint]]`", as::Number{stiffness_range});
  f("mimic", row.mimic, {false, "none"}, "as of `[[joint]]`; its offset would be the row's");
  f("multiplier", row.multiplier, {false, "1"}, "of the coordinate that a row follows");
}

void read_dh(const Reader& file, sim::Scene& scene) {
  const Robot robot = DhReader(file).read();
  const auto check_size = [&](bool far) {
    if (far)
      file.fail("dh",
                "the body reaches farther than {} units from the origin; expected a smaller one",
                shortest(max_number));
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
    for (const RobotBody::Effector& one : effectors_of(robot, body, body.notices))
      effectors.push_back({.name = one.name, .joint = one.joint, .position = one.position});
    scene.skeleton = file.checked("", [&] {
      return std::make_shared<const ik::Skeleton>(std::move(body.joints), std::move(effectors),
                                                  robot.unit);
    });
    scene.links = std::move(body.links);
    scene.solids = std::move(body.solids);
    scene.notices = robot.notices;
  }
  for (const sim::Link& link : scene.links)
    check_size(link.frame.position.cwiseAbs().maxCoeff() > max_number);
}

}  // namespace formats
