#include "ui/goal_choice.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "ik/model/pose_goal.h"
#include "ik/model/rotation.h"
#include "sim/build/parts.h"

namespace ui {
namespace {

constexpr std::string_view pose = "pose";

const ik::GoalInfo& goal_info(size_t goal) {
  const auto& all = ik::goals();
  return goal < all.size() ? *all[goal] : ik::default_goal();
}

/// Returns the end of a joint's link: its child's origin, or its own.
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
  const auto taken = [&](const std::string& one) {
    return std::ranges::find(all, one, &GoalChoice::name) != all.end();
  };
  GoalChoice choice{.name = sim::build::unused(name, taken), .joint = joint, .position = position};
  ask_more(scene, choice);
  all.push_back(std::move(choice));
}

/// Returns the weight that a file gives the goal's rows if it does not state one.
double usual_weight(const ik::Skeleton& body, const ik::Effector& effector) {
  if (effector.goal.info->unit != "rad") return 1;
  return effector.of.empty() ? body.scale() : ik::pose_weight(body);
}

AskedGoal with_usual_motions(const sim::Scene& scene, const GoalChoice& choice) {
  AskedGoal one;
  one.motion[false] = usual_motion(scene, choice, sim::find_motion("sinusoid"), false);
  one.motion[true] = usual_motion(scene, choice, sim::find_motion("fixed"), true);
  return one;
}

/// Returns goal i as the dialog shows it. For a pose, i is its position.
AskedGoal asked_of(const sim::Scene& scene, const GoalChoice& choice, int i) {
  const ik::Skeleton& body = *scene.skeleton;
  const ik::Goal& own = body.effector(i).goal;
  const int partner = ik::pose_partner(body, i);
  AskedGoal one = with_usual_motions(scene, choice);
  const auto name = std::ranges::find(goal_names(), partner >= 0 ? pose : own.info->name);
  one.goal = static_cast<size_t>(name - goal_names().begin());
  if (!own.info->direction.empty()) one.direction = own.direction;
  one.kept = {.goal = one.goal, .shoulder = own.shoulder, .elbow = own.elbow};
  for (const int effector : {i, partner}) {
    if (effector < 0) continue;
    const ik::Effector& its = body.effector(effector);
    const sim::TargetSpec& target = scene.targets[static_cast<size_t>(effector)];
    const bool turning = its.goal.info->shape == ik::GoalShape::Orientation;
    one.motion[turning] = {&sim::find_motion(target.motion), target.values};
    one.mask[turning] = its.goal.mask;
    if (its.goal.weight != usual_weight(body, its)) one.kept.weight[turning] = its.goal.weight;
    const auto found = std::ranges::find(scene.order, effector);
    if (found != scene.order.end())
      one.kept.priority[turning] = static_cast<int>(found - scene.order.begin());
  }
  return one;
}

/// Returns nothing if this is the order of the effectors' numbers.
std::vector<int> order_by(const std::vector<int>& priorities) {
  std::vector<int> order(priorities.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {},
                           [&](int effector) { return priorities[static_cast<size_t>(effector)]; });
  if (std::ranges::is_sorted(order)) order.clear();
  return order;
}

void check(const GoalChoice& choice, const MotionChoice& motion) {
  if (motion.motion->make_recorded) return;  // is available only with a recording
  try {
    motion.motion->make(motion.values);
  } catch (const base::Error& error) {
    throw base::Error("The target of {}: {}", base::in_quotes(choice.name), error.what());
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

bool asks_for(size_t goal, bool turn) {
  return goal_names()[goal] == pose ||
         (goal_info(goal).shape == ik::GoalShape::Orientation) == turn;
}

bool asks_beside(size_t goal) { return goal_info(goal).shape == ik::GoalShape::Limb; }

bool may_be_asked(const GoalChoice& choice, size_t goal, size_t without) {
  const auto takes = [](size_t one, bool turn) {  // the effector's position or orientation
    if (goal_names()[one] == pose) return true;
    const ik::GoalInfo& info = goal_info(one);
    return turn ? info.shape == ik::GoalShape::Orientation : info.of_point;
  };
  for (size_t i = 0; i < choice.asked.size(); ++i)
    for (const bool turn : {false, true})
      if (i != without && takes(choice.asked[i].goal, turn) && takes(goal, turn)) return false;
  return true;
}

void ask_more(const sim::Scene& scene, GoalChoice& choice) {
  AskedGoal one = with_usual_motions(scene, choice);
  while (one.goal + 1 < goal_names().size() && !may_be_asked(choice, one.goal, choice.asked.size()))
    ++one.goal;
  choice.asked.push_back(std::move(one));
}

std::vector<const sim::MotionInfo*> motions_for(const sim::Scene& scene, bool turn) {
  std::vector<const sim::MotionInfo*> all;
  for (const sim::MotionInfo* motion : sim::motions())
    if (motion->make_recorded ? scene.recording != nullptr : sim::build::can_follow(*motion, turn))
      all.push_back(motion);
  return all;
}

MotionChoice usual_motion(const sim::Scene& scene, const GoalChoice& choice,
                          const sim::MotionInfo& motion, bool turn, size_t goal) {
  sim::Frame start = sim::carried(*scene.skeleton, ik::Pose(*scene.skeleton), choice.joint,
                                  {.position = choice.position});
  if (!turn && asks_beside(goal))
    start.position += 0.5 * scene.skeleton->scale() * Eigen::Vector3d::Ones().normalized();
  const double size = turn ? sim::usual_turn : base::round_to(0.1 * scene.skeleton->scale(), 3);
  return {&motion, sim::build::default_values(
                       motion, turn ? ik::rotation_vector(start.rotation) : start.position,
                       Eigen::Vector3d::Constant(size))};
}

std::vector<GoalChoice> goal_choices(const sim::Scene& scene) {
  const ik::Skeleton& body = *scene.skeleton;
  std::vector<GoalChoice> all;
  for (int i = 0; i < body.effectors(); ++i) {
    const ik::Effector& effector = body.effector(i);
    if (ik::pose_head(body, i) != i) continue;
    const std::string& name = effector.of.empty() ? effector.name : effector.of;
    auto choice = std::ranges::find(all, name, &GoalChoice::name);
    if (choice == all.end())
      choice = all.insert(
          all.end(),
          {.name = name, .joint = effector.joint, .position = effector.position, .chosen = true});
    choice->asked.push_back(asked_of(scene, *choice, i));
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
  std::vector<double> weights;  // 0: the default weight
  std::vector<int> priorities;
  for (const GoalChoice& choice : choices) {
    if (!choice.chosen) continue;
    const size_t first = effectors.size();
    const auto put = [&](const AskedGoal& asked, bool turns) {
      const ik::GoalInfo& goal = turns ? ik::find_goal("orientation") : goal_info(asked.goal);
      const MotionChoice& motion = asked.motion[turns];
      check(choice, motion);
      const bool same_goal = asked.kept.goal == asked.goal;
      weights.push_back(same_goal ? asked.kept.weight[turns] : 0);
      const int priority = same_goal ? asked.kept.priority[turns] : -1;
      priorities.push_back(priority < 0 ? std::numeric_limits<int>::max() : priority);
      targets.push_back({.effector = static_cast<int>(effectors.size()),
                         .motion = std::string(motion.motion->name),
                         .values = motion.values});
      ik::Effector effector{
          .name = choice.name, .joint = choice.joint, .position = choice.position};
      effector.goal.info = &goal;
      if (!goal.direction.empty()) effector.goal.direction = asked.direction;
      if (!goal.axes.empty()) effector.goal.mask = asked.mask[turns];
      if (same_goal)
        effector.goal.shoulder = asked.kept.shoulder, effector.goal.elbow = asked.kept.elbow;
      if (effectors.size() > first) {  // uses the names that files use
        const auto same = std::ranges::count_if(
            std::span(effectors).subspan(first),
            [&](const ik::Effector& other) { return other.goal.info == &goal; });
        effector.of = choice.name;
        effector.name = base::format("{}, {}", choice.name, goal.name);
        if (same > 0) effector.name += base::format(" {}", same + 1);
      }
      effectors.push_back(std::move(effector));
    };
    for (const AskedGoal& asked : choice.asked)
      for (const bool turns : {false, true})
        if (asks_for(asked.goal, turns)) put(asked, turns);
  }
  if (effectors.empty()) throw base::Error("No link is chosen. Choose at least one.");
  std::vector<ik::Joint> joints;
  for (int j = 0; j < scene.skeleton->joints(); ++j) joints.push_back(scene.skeleton->joint(j));
  const ik::Skeleton unweighed(joints, effectors, scene.skeleton->unit());
  for (size_t i = 0; i < effectors.size(); ++i)
    effectors[i].goal.weight = weights[i] > 0 ? weights[i] : usual_weight(unweighed, effectors[i]);
  auto result = std::make_shared<sim::Scene>(scene);
  result->skeleton = std::make_shared<const ik::Skeleton>(
      std::move(joints), std::move(effectors), scene.skeleton->unit(), scene.skeleton->loops());
  result->targets = std::move(targets);
  result->order = order_by(priorities);
  result->others.clear();
  result->paths.clear();
  return result;
}

}  // namespace ui
