#include "ui/goal_choice.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ik/model/pose_goal.h"
#include "ik/model/rotation.h"

namespace ui {
namespace {

constexpr std::string_view pose = "pose";

const ik::GoalInfo& goal_info(size_t goal) {
  const auto& all = ik::goals();
  return goal < all.size() ? *all[goal] : ik::default_goal();
}

std::string unused_name(std::string name, const std::vector<GoalChoice>& others) {
  const std::string first = name;
  for (int number = 2; std::ranges::find(others, name, &GoalChoice::name) != others.end();)
    name = first + " " + std::to_string(number++);
  return name;
}

/// Where it is at the start, and how it is turned.
sim::Frame start_frame(const sim::Scene& scene, const GoalChoice& choice) {
  const ik::Pose start(*scene.skeleton);
  return sim::carried(*scene.skeleton, start, choice.joint, {.position = choice.position});
}

/// Where a joint's link ends: at its child, or in itself.
Eigen::Vector3d end_of(const ik::Skeleton& body, int j) {
  for (int child = j + 1; child < body.joints(); ++child)
    if (body.parent(child) == j) return body.joint(child).position;
  return body.joint(j).position;
}

void add(std::vector<GoalChoice>& all, const sim::Scene& scene, const std::string& name, int joint,
         const Eigen::Vector3d& position) {
  const double near = 1e-9 * scene.skeleton->scale();
  for (const GoalChoice& other : all)
    if (other.joint == joint && (other.position - position).norm() <= near) return;
  GoalChoice choice{.name = unused_name(name, all), .joint = joint, .position = position};
  for (const bool turn : {false, true})
    (turn ? choice.turn : choice.place) =
        usual_motion(scene, choice, sim::find_motion(turn ? "fixed" : "sinusoid"), turn);
  all.push_back(std::move(choice));
}

/// Numbers of one field about a centre, as far as `size` to either side.
std::vector<double> usual_numbers(const sim::Field& field, const Eigen::Vector3d& center,
                                  double size) {
  const auto numbers = [](const Eigen::Vector3d& v) {
    return std::vector<double>{v.x(), v.y(), v.z()};
  };
  const bool length = field.unit == "unit";
  switch (field.kind) {
    case sim::Field::Kind::Flag:
      return {field.default_value};
    case sim::Field::Kind::Number:
      if (length) return {size};
      if (field.key == "angle") return {0.4};
      if (field.key == "frequency") return {2};
      return {field.required ? 1 : field.default_value};
    case sim::Field::Kind::Points: {
      std::vector<double> points;
      for (const Eigen::Vector3d& way :
           {Eigen::Vector3d(0, 1, 0), {1, 0, 0}, {0, -1, 0}, {-1, 0, 0}})
        for (const double x : numbers(center + size * way)) points.push_back(x);
      return points;
    }
    case sim::Field::Kind::Vector:
      if (field.key == "center" || field.key == "orientation") return numbers(center);
      if (field.key == "from") return numbers(center - size * Eigen::Vector3d::UnitX());
      if (field.key == "to") return numbers(center + size * Eigen::Vector3d::UnitX());
      if (field.key == "amplitude") return {size, size, size};
      if (field.key == "frequency") return {2, 3, 5};
      if (field.required) return {0, 0, 1};  // a normal or an axis
      return {field.default_value, field.default_value, field.default_value};
  }
  return {};
}

void check(const GoalChoice& choice, const MotionChoice& motion) {
  if (motion.motion->make_recorded) return;  // is offered where there is a recording
  try {
    motion.motion->make(motion.values);
  } catch (const base::Error& error) {
    throw base::Error("The target of " + base::in_quotes(choice.name) + ": " + error.what());
  }
}

}  // namespace

const std::vector<std::string_view>& goal_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const ik::GoalInfo* goal : ik::goals()) all.push_back(goal->name);
    all.push_back(pose);
    return all;
  }();
  return names;
}

bool asks_for_place(size_t goal) {
  return goal_names()[goal] == pose || goal_info(goal).shape != ik::GoalShape::Orientation;
}
bool asks_for_turn(size_t goal) {
  return goal_names()[goal] == pose || goal_info(goal).shape == ik::GoalShape::Orientation;
}

std::vector<const sim::MotionInfo*> motions_for(const sim::Scene& scene, bool turn) {
  std::vector<const sim::MotionInfo*> all;
  for (const sim::MotionInfo* motion : sim::motions()) {
    const bool turns = std::ranges::any_of(motion->fields, [](const sim::Field& field) {
      return field.unit == "rad" && field.kind != sim::Field::Kind::Number;
    });
    const bool fits = motion->make_recorded ? scene.recording != nullptr
                                            : turns == turn || motion->name == "fixed";
    if (fits) all.push_back(motion);
  }
  return all;
}

MotionChoice usual_motion(const sim::Scene& scene, const GoalChoice& choice,
                          const sim::MotionInfo& motion, bool turn) {
  const sim::Frame start = start_frame(scene, choice);
  Eigen::Vector3d center = turn ? ik::rotation_vector(start.rotation) : start.position;
  for (double& x : center) x = std::round(x * 1e4) / 1e4 + 0.0;
  const double size = turn ? 0.4 : base::round_to(0.1 * scene.skeleton->scale(), 3);
  MotionChoice result{.motion = &motion};
  for (const sim::Field& field : motion.fields) {
    std::vector<double> numbers = usual_numbers(field, center, size);
    for (double& x : numbers) x = std::clamp(x, field.min, field.max);
    result.values[std::string(field.key)] = std::move(numbers);
  }
  return result;
}

std::vector<GoalChoice> goal_choices(const sim::Scene& scene) {
  const ik::Skeleton& body = *scene.skeleton;
  std::vector<GoalChoice> all;
  for (int i = 0; i < body.effectors(); ++i) {
    const ik::Effector& effector = body.effector(i);
    const std::string& name = effector.of.empty() ? effector.name : effector.of;
    if (ik::pose_head(body, i) != i || std::ranges::find(all, name, &GoalChoice::name) != all.end())
      continue;
    GoalChoice choice{.name = name, .joint = effector.joint, .position = effector.position};
    const int turn = ik::pose_partner(body, i);
    const auto goal = std::ranges::find(goal_names(), turn >= 0 ? pose : effector.goal.info->name);
    choice.chosen = true;
    choice.goal = static_cast<size_t>(goal - goal_names().begin());
    if (!effector.goal.info->direction.empty()) choice.direction = effector.goal.direction;
    const auto as_it_is = [&](int target) {
      const sim::TargetSpec& spec = scene.targets[static_cast<size_t>(target)];
      return MotionChoice{&sim::find_motion(spec.motion), spec.values};
    };
    const bool turns = turn < 0 && asks_for_turn(choice.goal);
    choice.place =
        turns ? usual_motion(scene, choice, sim::find_motion("sinusoid"), false) : as_it_is(i);
    choice.turn = turns       ? as_it_is(i)
                  : turn >= 0 ? as_it_is(turn)
                              : usual_motion(scene, choice, sim::find_motion("fixed"), true);
    all.push_back(std::move(choice));
  }
  for (const sim::Link& link : scene.links)
    if (link.joint >= 0) add(all, scene, link.name, link.joint, link.frame.position);
  if (!scene.links.empty()) return all;
  for (int j = 0; j < body.joints(); ++j)
    if (body.whole_joint(j).last == j)
      add(all, scene, body.joint(j).whole_name(), j, end_of(body, j));
  return all;
}

std::shared_ptr<const sim::Scene> scene_with(const sim::Scene& scene,
                                             const std::vector<GoalChoice>& choices) {
  std::vector<ik::Effector> effectors;
  std::vector<sim::TargetSpec> targets;
  const auto put = [&](const ik::Effector& effector, const GoalChoice& choice,
                       const MotionChoice& motion) {
    check(choice, motion);
    targets.push_back({.effector = static_cast<int>(effectors.size()),
                       .motion = std::string(motion.motion->name),
                       .values = motion.values});
    effectors.push_back(effector);
  };
  for (const GoalChoice& choice : choices) {
    if (!choice.chosen) continue;
    ik::Effector effector{.name = choice.name, .joint = choice.joint, .position = choice.position};
    effector.goal.info = &goal_info(choice.goal);
    if (!effector.goal.info->direction.empty()) effector.goal.direction = choice.direction;
    const bool place = asks_for_place(choice.goal), turn = asks_for_turn(choice.goal);
    if (place) put(effector, choice, choice.place);
    if (!turn) continue;
    effector.goal.info = &ik::find_goal("orientation");
    if (place) {
      effector.of = effector.name;
      effector.name += ", orientation";
    }
    put(effector, choice, choice.turn);
  }
  if (effectors.empty()) throw base::Error("No link is chosen. Choose at least one.");
  std::vector<ik::Joint> joints;
  for (int j = 0; j < scene.skeleton->joints(); ++j) joints.push_back(scene.skeleton->joint(j));
  const ik::Skeleton unweighed(joints, effectors, scene.skeleton->unit());
  for (ik::Effector& effector : effectors)
    if (effector.goal.info->unit == "rad")
      effector.goal.weight = effector.of.empty() ? unweighed.scale() : ik::pose_weight(unweighed);
  auto result = std::make_shared<sim::Scene>(scene);
  result->skeleton = std::make_shared<const ik::Skeleton>(std::move(joints), std::move(effectors),
                                                          scene.skeleton->unit());
  result->targets = std::move(targets);
  result->order.clear();
  result->others.clear();
  result->paths.clear();
  return result;
}

}  // namespace ui
