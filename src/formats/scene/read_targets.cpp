#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "ik/model/pose.h"
#include "ik/model/rotation.h"

namespace formats {
namespace {

/// The numbers of a key of a motion.
struct MotionValue {
  using Kind = sim::Field::Kind;
  const sim::Field& field;
  std::vector<double> read(const Reader& target, std::string_view key) const {
    const Range range{field.min, field.max};
    if (field.kind == Kind::Number) return {target.number(key, range)};
    if (field.kind == Kind::Flag) return {double(target.flag(key))};
    if (field.kind == Kind::Points) return target.points(key, range);
    const Eigen::Vector3d v = target.vector(key, range);
    return {v.x(), v.y(), v.z()};
  }
  std::string text(const std::vector<double>& v) const {
    if (field.kind == Kind::Number) return number(v[0]);
    if (field.kind == Kind::Flag) return as::Flag().text(v[0] != 0);
    if (field.kind == Kind::Points) return as::Points().text(v);
    return vector({v[0], v[1], v[2]});
  }
  std::string form() const { return {}; }
};

Strings goal_names() {
  Strings names = names_of(ik::goals());
  names.emplace_back(pose_goal);
  return names;
}

/// Reads a table whose motion its errors mention: "target of "hand", a circle, has ...".
template <class Table>
void read_moving(Reader& reader, const std::string& of, Table& table, const auto&... context) {
  reader.rename(of);
  (void)reader.node("motion");
  Fields f(reader);
  fields(f, table, context...);
  const sim::TargetSpec& spec = table;
  reader.rename(base::format("{}, a {},", of, spec.motion));
  f.begin_reading();
  reader.rename(of);
  fields(f, table, context...);
  if (sim::find_motion(spec.motion).make_recorded) return;
  try {
    sim::find_motion(spec.motion).make(spec.values);
  } catch (const base::Error& error) {
    reader.fail("motion", "{}: {}", of, error.what());
  }
}

/// Returns the three numbers of a mask from `first` on.
Eigen::Vector3d mask_part(const FileTarget& target, const Reader& reader, size_t first) {
  const Eigen::Vector3d part = Eigen::Map<const Eigen::Vector3d>(target.mask.data() + first);
  if (part.isZero(0) && !target.pose())
    reader.fail("mask", "mask is zero; expected at least one axis that counts");
  if (part.isZero(0))
    reader.fail("mask", "mask leaves nothing of the pose's {}; expected goal = \"{}\"",
                first == 0 ? "position" : "orientation", first == 0 ? "orientation" : "position");
  return part;
}

ik::Goal goal_of(const FileTarget& target, const Reader& reader, const ik::Skeleton& body) {
  ik::Goal goal{.info = target.pose() ? &ik::default_goal() : ik::goals()[target.goal]};
  goal.weight = target.weight && !target.pose() ? *target.weight : default_weight(*goal.info, body);
  if (!target.mask.empty()) goal.mask = mask_part(target, reader, 0);
  goal.shoulder = target.shoulder;
  goal.elbow = target.elbow;
  if (goal.info->direction.empty()) return goal;
  goal.direction = target.direction;
  if (goal.direction.norm() < 1e-6)
    reader.fail("direction", "direction has no length; expected a vector such as [0, 0, 1]");
  return goal;
}

struct FileGoal {
  sim::TargetSpec spec;  // its effector: that of the file, until all goals are known
  ik::Goal goal;
  double priority;
  Reader table;
};

/// Reads the orientation of a pose from [target.turn], or takes that of the start pose.
FileGoal read_turn(const Reader& reader, const FileTarget& target, const ik::Skeleton& skeleton) {
  FileGoal turn{.spec = {.effector = target.effector},
                .goal = {.info = &ik::find_goal("orientation"),
                         .weight = target.weight.value_or(skeleton.characteristic_length())},
                .priority = target.priority.value_or(1),
                .table = reader};
  if (!target.mask.empty()) turn.goal.mask = mask_part(target, reader, 3);
  if (!reader.has("turn") && sim::find_motion(target.motion).make_recorded) {
    turn.spec.motion = target.motion;
  } else if (!reader.has("turn")) {
    const ik::Pose start(skeleton);
    const Eigen::Vector3d v =
        ik::rotation_vector(start.rotation[skeleton.effector(target.effector).joint]);
    turn.spec.motion = "fixed";
    turn.spec.values["center"] = {v.x(), v.y(), v.z()};
  } else {
    const std::string of = "turn of " + in_quotes(skeleton.effector(target.effector).name);
    Reader table = reader.table("turn", "[target.turn] with a motion");
    read_moving(table, of, turn.spec, false);
  }
  return turn;
}

/// Reads one goal, or the two goals of a pose.
std::vector<FileGoal> read_target(Reader reader, const ik::Skeleton& skeleton) {
  FileTarget target;
  read_moving(reader, "target of " + in_quotes(reader.text("effector")), target,
              names_of(skeleton.all_effectors()));
  std::vector<FileGoal> goals{
      {target, goal_of(target, reader, skeleton), target.priority.value_or(1), reader}};
  if (target.pose()) goals.push_back(read_turn(reader, target, skeleton));
  return goals;
}

/// The goals of one [[effector]] of the file.
using Goals = std::vector<FileGoal>;

std::vector<Goals> read_goals(const Reader& file, const ik::Skeleton& skeleton) {
  std::vector<Goals> goals(static_cast<size_t>(skeleton.effectors()));
  for (const Reader& reader : file.each("target", max_effectors))
    for (FileGoal& target : read_target(reader, skeleton)) {
      Goals& others = goals[target.spec.effector];
      const std::string& name = skeleton.effector(target.spec.effector).name;
      for (const FileGoal& other : others)
        if (other.goal.info == target.goal.info && target.goal.info->direction.empty())
          reader.fail("effector",
                      "effector {} has two targets for its {}, the first in line {}; expected one",
                      in_quotes(name), target.goal.info->name, other.table.line("effector"));
      others.push_back(std::move(target));
    }
  for (int i = 0; i < skeleton.effectors(); ++i)
    if (goals[i].empty()) {
      const std::string name = in_quotes(skeleton.effector(i).name);
      file.each("effector")[i].fail(base::format(
          "effector {} has no target; expected a [[target]] with effector = {}", name, name));
    }
  return goals;
}

}  // namespace

void fields(Fields& f, sim::TargetSpec& target, bool follows) {
  constexpr double far = 100 * max_number;  // the largest shift by dragging
  sim::ManualOverride& manual = target.manual;
  f("held", manual.held, {false, "none"}, "of a target that was moved by hand: where it rests");
  f("offset", manual.offset, {false, "none"},
    "of a target that was moved by hand: the shift of its motion", as::Vector{{-far, far}});
  if (f.when(follows)) {
    f("follows", manual.follows, {false, "none"}, "the name of the path that it follows",
      as::Name());
    if (f.unless(manual.follows.empty()))
      f("since", manual.since, {f.writes(), "0"}, "when it began to follow the path",
        as::Number{any_time});
  }
  f("motion", target.motion, required, "how the target moves; further keys depend on it",
    as::Choice<std::string>{"motion", names_of(sim::motions())});
  if (target.motion.empty()) return;
  for (const sim::Field& field : sim::find_motion(target.motion).fields) {
    std::vector<double>& value = target.values[std::string(field.key)];
    if (value.empty() && !field.required && field.kind != sim::Field::Kind::Points && !f.writes())
      value.assign(field.kind == sim::Field::Kind::Vector ? 3 : 1, field.default_value);
    const bool standard = !field.required && std::ranges::all_of(value, [&](double one) {
      return one == field.default_value;
    });
    if (f.unless(standard))
      f(field.key, value, {field.required}, field.explanation, MotionValue{field});
  }
}

void fields(Fields& f, FileTarget& target, const Strings& effectors) {
  f("effector", target.effector, required, "the effector's name",
    as::Choice<int>{"effector", effectors});
  f("goal", target.goal, optional, "what the effector is to do, see below",
    as::Choice<size_t>{"goal", goal_names()});
  f("weight", target.weight, {false, "1, of an angle the body's scale"},
    "of the goal's error, see below", as::Number{{1e-6, ik::Skeleton::max_weight}});
  if (f.when(!target.pose() && !ik::goals()[target.goal]->direction.empty()))
    f("direction", target.direction, {true, "required for `aim` and `plane`"},
      "with every joint at zero, of any length but zero");
  if (f.when(!target.pose() && ik::goals()[target.goal]->shape == ik::GoalShape::Limb)) {
    f("shoulder", target.shoulder, {false, "where the limb begins"},
      "of a `pole`: the joint from which the limb is seen", as::Name());
    f("elbow", target.elbow, {false, "the joint nearest to its middle"},
      "of a `pole`: the joint that points towards it", as::Name());
  }
  if (f.when(target.takes_mask()))
    f("mask", target.mask, {false, "ones"},
      "of a position, an orientation or a pose: what each axis counts, see below",
      as::Numbers{target.pose() ? 6u : 3u, {0, ik::Skeleton::max_weight}});
  f("priority", target.priority, {false, "1"},
    "goals with lower numbers come first, equal ones in the order of the effectors; used only by "
    "methods with task priority");
  if (f.when(target.pose()))
    f.other("[target.turn]", "table", {false, "the start pose's"}, "of a pose: its orientation");
  fields(f, static_cast<sim::TargetSpec&>(target), true);
}

void read_targets(const Reader& file, sim::Scene& scene) {
  const ik::Skeleton& body = *scene.skeleton;
  const bool recorded = scene.recording != nullptr;
  std::vector<ik::Effector> effectors;
  std::vector<double> priority;
  for (Goals& goals : read_goals(file, body)) {
    for (FileGoal& target : goals) {
      ik::Effector effector = body.effector(target.spec.effector);
      effector.goal = target.goal;
      if (!recorded && sim::find_motion(target.spec.motion).make_recorded)
        target.table.fail(
            "effector",
            "target of {} moves as recorded, but the scene has no recording; expected a key "
            "recording = \"FILE.bvh\", or like = \"FILE.bvh\"",
            in_quotes(effector.name));
      if (&target != &goals.front()) {
        effector.of = effector.name;
        effector.name = base::format("{}, {}", effector.of, target.goal.info->name);
        const auto same = std::count_if(goals.data(), &target, [&](const FileGoal& other) {
          return other.goal.info == target.goal.info;
        });
        if (same > 0) effector.name += base::format(" {}", same + 1);
      }
      target.spec.effector = static_cast<int>(effectors.size());
      effectors.push_back(std::move(effector));
      priority.push_back(target.priority);
      scene.targets.push_back(std::move(target.spec));
    }
  }
  std::vector<int> order(effectors.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int i) { return priority[i]; });
  if (!std::ranges::is_sorted(order)) scene.order = std::move(order);

  scene.skeleton = std::make_shared<const ik::Skeleton>(body.all_joints(), std::move(effectors),
                                                        body.unit(), body.loops());
}

}  // namespace formats
