#include "sim/build/parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "sim/world/target.h"

namespace sim::build {
namespace {

void each_vector(std::vector<double>& numbers,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& change) {
  for (size_t i = 0; i + 2 < numbers.size(); i += 3) {
    Eigen::Map<Eigen::Vector3d> one(numbers.data() + i);
    one = change(one);
  }
}

std::vector<double> usual_numbers(const Field& field, const Eigen::Vector3d& center,
                                  const Eigen::Vector3d& size) {
  const double length = size.maxCoeff();
  const bool is_point = field.role == Field::Role::Point, scaled = is_point || field.unit == "unit";
  const Eigen::Vector3d usual(field.usual.data());
  if (field.kind == Field::Kind::Number || field.kind == Field::Kind::Flag)
    return {scaled ? rounded(length * usual, length).x() : usual.x()};
  std::vector<double> numbers;
  const auto put = [&](const Eigen::Vector3d& v) {
    const Eigen::Vector3d written =
        rounded((is_point ? center : Eigen::Vector3d(Eigen::Vector3d::Zero())) + v, length);
    numbers.insert(numbers.end(), written.begin(), written.end());
  };
  if (field.kind == Field::Kind::Points)
    for (const auto& [x, y] : {std::pair{0, 1}, {1, 0}, {0, -1}, {-1, 0}})
      put(size.cwiseProduct(Eigen::Vector3d(x, y, 0)));
  else
    put(scaled ? size.cwiseProduct(usual) : usual);
  return numbers;
}

}  // namespace

Parts::Parts(const Scene& from)
    : scene(from),
      joints(from.skeleton->all_joints()),
      effectors(from.skeleton->all_effectors()),
      loops(from.skeleton->loops()) {
  // A recorded motion is of the body as it was: its targets stay in the middle of their ways.
  for (TargetSpec& target : scene.targets) {
    if (!find_motion(target.motion).make_recorded) continue;
    const Eigen::Vector3d center = motion_of(target, from)->center;
    target.motion = "fixed";
    target.values = {{"center", {center.x(), center.y(), center.z()}}};
  }
  scene.recording.reset();
  scene.described.clear();
  scene.notices.clear();
}

int Parts::count(int joint) const {
  const std::string& compound = joints[joint].compound;
  int number = 1;
  while (!compound.empty() && joint + number < static_cast<int>(joints.size()) &&
         joints[joint + number].compound == compound)
    ++number;
  return number;
}

std::vector<char> Parts::whole(int joint) const {
  std::vector<char> in(joints.size());
  std::fill_n(in.begin() + joint, count(joint), true);
  return in;
}

std::vector<char> Parts::branch(int joint) const {
  std::vector<char> in(joints.size());
  for (size_t j = joint; j < joints.size(); ++j) {
    const int parent = joints[j].parent;
    in[j] = static_cast<int>(j) == joint || (parent >= 0 && in[parent]);
  }
  return in;
}

void Parts::arrange(const std::vector<int>& order) {
  std::vector<int> now(joints.size(), -1);
  std::vector<ik::Joint> arranged;
  for (const int old : order) {
    now[old] = static_cast<int>(arranged.size());
    arranged.push_back(joints[old]);
  }
  const auto is_gone = [&](int joint) { return joint >= 0 && now[joint] < 0; };
  const auto follow = [&](int& joint) {
    if (joint >= 0) joint = now[joint];
  };
  for (ik::Joint& joint : arranged) {
    follow(joint.parent);
    follow(joint.mimic.leader);
    if (joint.mimic.leader < 0) joint.mimic = {};
  }
  for (ik::Effector& effector : effectors) follow(effector.joint);
  std::erase_if(loops, [&](const ik::Loop& loop) {
    return is_gone(loop.from.joint) || is_gone(loop.to.joint);
  });
  for (ik::Loop& loop : loops) {
    follow(loop.from.joint);
    follow(loop.to.joint);
  }
  const auto lost = [&](const auto& one) { return is_gone(one.joint); };
  std::erase_if(scene.links, lost);
  std::erase_if(scene.solids, lost);
  for (Link& link : scene.links) follow(link.joint);
  for (Solid& solid : scene.solids) follow(solid.joint);
  each_run([&](RunSpec& run) {
    std::erase_if(run.held, is_gone);
    std::ranges::for_each(run.held, follow);
    std::ranges::sort(run.held);
  });
  forget_poses();
  joints = std::move(arranged);
}

void Parts::each_run(const std::function<void(RunSpec&)>& change) {
  change(scene);
  std::ranges::for_each(scene.others, change);
}

void Parts::forget_poses() { each_run(&RunSpec::forget_coordinates); }

void Parts::insert(int before, ik::Joint joint) {
  std::vector<int> order(joints.size());
  std::iota(order.begin(), order.end(), 0);
  order.insert(order.begin() + before, static_cast<int>(joints.size()));
  joints.push_back(std::move(joint));
  arrange(order);
}

void Parts::erase_joints(const std::vector<char>& gone) {
  std::vector<int> order;
  for (size_t j = 0; j < joints.size(); ++j)
    if (!gone[j]) order.push_back(static_cast<int>(j));
  arrange(order);
}

void Parts::erase_effector(int effector) {
  const std::string name = effectors[effector].name;
  std::vector<int> now;
  std::vector<ik::Effector> left;
  for (const ik::Effector& one : effectors) {
    const bool gone = one.name == name || one.of == name;
    now.push_back(gone ? -1 : static_cast<int>(left.size()));
    if (!gone) left.push_back(one);
  }
  const auto is_gone = [&](int i) { return now[i] < 0; };
  std::erase_if(scene.targets, [&](const TargetSpec& one) { return is_gone(one.effector); });
  for (TargetSpec& target : scene.targets) target.effector = now[target.effector];
  each_run([&](RunSpec& run) {
    std::erase_if(run.order, is_gone);
    for (int& i : run.order) i = now[i];
  });
  std::erase_if(scene.paths, [&](const RecordedPath& path) { return is_gone(path.target); });
  for (RecordedPath& path : scene.paths) path.target = now[path.target];
  effectors = std::move(left);
}

void Parts::add_target(TargetSpec target) {
  each_run([&](RunSpec& run) {
    if (!run.order.empty()) run.order.push_back(target.effector);
  });
  scene.targets.push_back(std::move(target));
}

void Parts::shift_effector(int effector, const Eigen::Vector3d& by) {
  const std::string name = effectors[effector].name;
  for (size_t i = 0; i < effectors.size(); ++i) {
    ik::Effector& one = effectors[i];
    if (one.name != name && one.of != name) continue;
    one.position = rounded(one.position + by, scene.skeleton->length());
    if (one.goal.info->shape == ik::GoalShape::Orientation) continue;
    for (TargetSpec& target : scene.targets)
      if (target.effector == static_cast<int>(i)) shift_target(target, by);
  }
}

void Parts::put_effector(int effector, int joint) {
  const std::string name = effectors[effector].name;
  for (ik::Effector& one : effectors)
    if (one.name == name || one.of == name) one.joint = joint;
}

std::string Parts::free_joint_name(const std::string& wanted) const {
  return unused(wanted, [&](const std::string& name) {
    return std::ranges::any_of(joints, [&](const ik::Joint& joint) {
      return joint.name == name || joint.compound == name;
    });
  });
}

std::string Parts::free_effector_name(const std::string& wanted) const {
  return unused(wanted, [&](const std::string& name) {
    return std::ranges::find(effectors, name, &ik::Effector::name) != effectors.end();
  });
}

Draft Parts::made(Item chosen) {
  for (ik::Effector& effector : effectors)  // whose joints are gone, others are chosen for
    for (std::string* name : limb_joints(effector)) {
      int j = effector.joint;
      while (j >= 0 && joints[j].whole_name() != *name) j = joints[j].parent;
      if (j < 0) name->clear();
    }
  scene.skeleton = std::make_shared<ik::Skeleton>(joints, effectors, scene.skeleton->unit(), loops);
  for (const TargetSpec& target : scene.targets) motion_of(target, scene);
  return {std::move(scene), chosen};
}

std::string unused(const std::string& wanted,
                   const std::function<bool(const std::string&)>& taken) {
  if (!taken(wanted)) return wanted;
  std::string stem = wanted;  // "joint 2" goes on with "joint 3"
  const size_t end = stem.find_last_not_of("0123456789");
  if (end != stem.npos && end + 1 < stem.size() && stem[end] == ' ') stem.erase(end);
  for (int number = 2;; ++number)
    if (std::string name = base::format("{} {}", stem, number); !taken(name)) return name;
}

bool can_follow(const MotionInfo& motion, bool turn) {
  const bool turns = !motion.fields.empty() && motion.fields.front().unit == "rad";
  return motion.make_recorded || motion.name == "fixed" || turns == turn;
}

FieldValues default_values(const MotionInfo& motion, const Eigen::Vector3d& center,
                           const Eigen::Vector3d& size) {
  FieldValues values;
  for (const Field& field : motion.fields) {
    std::vector<double> numbers = usual_numbers(field, center, size);
    for (double& x : numbers) x = std::clamp(x, field.min, field.max);
    values[std::string(field.key)] = std::move(numbers);
  }
  return values;
}

void move_target(TargetSpec& target,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& point,
                 const std::function<Eigen::Vector3d(const Eigen::Vector3d&)>& direction) {
  for (const Field& field : find_motion(target.motion).fields) {
    const auto found = target.values.find(field.key);
    if (found == target.values.end()) continue;
    if (field.role == Field::Role::Point) each_vector(found->second, point);
    if (direction && field.role == Field::Role::Direction) each_vector(found->second, direction);
  }
  target.manual = {};
}

void shift_target(TargetSpec& target, const Eigen::Vector3d& by) {
  move_target(
      target, [&](const Eigen::Vector3d& point) { return rounded(point + by, 1); }, nullptr);
}

Eigen::Vector3d rounded(const Eigen::Vector3d& point, double length) {
  const double small = length > 0 ? -std::floor(std::log10(length)) : 0;
  const int digits = 3 + static_cast<int>(std::clamp(small, 0., 6.));
  const double parts = std::pow(10, digits);
  return point.unaryExpr([&](double x) { return std::round(x * parts) / parts + 0.; });
}

Eigen::Vector3d rounded_axis(const Eigen::Vector3d& axis) { return rounded(axis.normalized(), 1); }

}  // namespace sim::build
