#include "support/bodies.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace test {
namespace {

std::string numbered(const char* word, size_t number) {
  std::string name = word;
  name += std::to_string(number);
  return name;
}

}  // namespace

std::string data_file(const std::string& name) {
  return std::filesystem::path(IKSCOPE_SOURCE_DIR) / "tests/data" / name;
}

ik::Skeleton reference_body(const std::string& name) {
  std::ifstream file(data_file("reference/" + name + ".tree.txt"));
  if (!file) throw std::runtime_error("no reference body " + name);
  std::vector<ik::Joint> joints;
  std::vector<ik::Effector> effectors;
  std::map<int, int> joint_of_node;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    int id = 0, parent = 0;
    char kind = 0;
    Eigen::Vector3d at, axis;
    words >> id >> parent >> kind >> at.x() >> at.y() >> at.z() >> axis.x() >> axis.y() >> axis.z();
    if (!words) throw std::runtime_error(name + ": cannot read \"" + line + '"');
    const int carrier = parent < 0 ? -1 : joint_of_node.at(parent);
    if (kind == 'J') {
      joint_of_node[id] = static_cast<int>(joints.size());
      joints.push_back(
          {.name = numbered("j", joints.size()), .parent = carrier, .position = at, .axis = axis});
    } else {
      effectors.push_back({numbered("e", effectors.size()), carrier, at});
    }
  }
  return {joints, effectors};
}

sim::TargetSpec sinusoid(int effector, std::array<double, 3> center,
                         std::array<double, 3> amplitude, std::array<double, 3> frequency) {
  const auto list = [](const std::array<double, 3>& v) {
    return std::vector<double>(v.begin(), v.end());
  };
  return {effector,
          "sinusoid",
          {{"center", list(center)},
           {"amplitude", list(amplitude)},
           {"frequency", list(frequency)},
           {"phase", {0, 0, 0}}}};
}

std::shared_ptr<sim::Scene> scene_of(const std::string& name, ik::Skeleton body,
                                     std::vector<sim::TargetSpec> targets) {
  auto scene = std::make_shared<sim::Scene>();
  scene->name = name;
  scene->skeleton = std::make_shared<ik::Skeleton>(std::move(body));
  scene->targets = std::move(targets);
  return scene;
}

std::shared_ptr<sim::Scene> y_scene() {
  return scene_of("y", reference_body("y"),
                  {sinusoid(0, {2, 1.2, 0.3}, {1.5, 0.2, 0.2}, {6, 7, 8}),
                   sinusoid(1, {-0.7, 0.8, -0.2}, {0.4, 0.3, 0.2}, {4, 4, 3})});
}

std::shared_ptr<sim::Scene> double_y_25_scene() {
  return scene_of("double-y-25", reference_body("double-y-25"),
                  {sinusoid(0, {2, 0.5, 0.3}, {3, 0.4, 1.4}, {3, 7, 5}),
                   sinusoid(1, {0.5, 0.4, -0.2}, {0.8, 0.6, 2}, {4, 4, 3}),
                   sinusoid(2, {-0.5, 0.6, 0.3}, {1.6, 0.4, 1}, {6, 7, 8}),
                   sinusoid(3, {-1.6, 0.3, -0.2}, {1.6, 0.6, 0.6}, {4, 4, 3})});
}

ik::Skeleton resized(const ik::Skeleton& body, double times, const base::LengthUnit* unit) {
  std::vector<ik::Joint> joints = body.all_joints();
  for (ik::Joint& joint : joints) {
    joint.position *= times;
    if (joint.type == ik::JointType::Revolute) continue;
    for (double ik::Joint::*length :
         {&ik::Joint::lower, &ik::Joint::upper, &ik::Joint::rest, &ik::Joint::start})
      joint.*length *= times;
  }
  std::vector<ik::Effector> effectors = body.all_effectors();
  for (int i = 0; i < body.effectors(); ++i) {
    effectors[i].position *= times;
    if (body.has_angle_error(i)) effectors[i].goal.weight *= times;
  }
  return ik::Skeleton(std::move(joints), std::move(effectors), unit);
}

std::vector<ik::Joint> row(int n, const Eigen::Vector3d& axis) {
  std::vector<ik::Joint> joints;
  for (int j = 0; j < n; ++j)
    joints.push_back({.name = "j" + std::to_string(j),
                      .parent = j - 1,
                      .position = j * Eigen::Vector3d::UnitX(),
                      .axis = axis});
  return joints;
}

ik::Skeleton random_tree(Random& random, int joints, int effectors, const Ingredients& with) {
  std::vector<ik::Joint> all;
  std::vector<int> carriers;  // joints that may have children, without the inner axes of a ball
  while (static_cast<int>(all.size()) < joints) {
    ik::Joint joint;
    joint.name = numbered("j", all.size());
    const int choice = random.index(static_cast<int>(carriers.size()) + 1);
    // Half of the joints follow the last one, so that there are long chains as well as bushes.
    if (!carriers.empty())
      joint.parent = random.chance(0.5) ? carriers.back() : choice == 0 ? -1 : carriers[choice - 1];
    joint.position = random.vector(3, 2);
    joint.axis = random.chance(with.coordinate_axis)
                     ? Eigen::Vector3d::Unit(random.index(3)) * (random.chance(0.5) ? 1 : -1)
                     : Eigen::Vector3d(random.direction() * random.uniform(0.2, 3));
    if (random.chance(with.prismatic)) joint.type = ik::JointType::Prismatic;
    if (random.chance(with.limits)) {
      joint.lower = random.uniform(-2, 0);
      joint.upper = random.uniform(0, 2);
    }
    if (random.chance(with.ball)) {
      joint.compound = joint.name;
      joint.type = ik::JointType::Revolute;
      for (int axis = 0; axis < 3; ++axis) {
        joint.axis = Eigen::Vector3d::Unit(axis);
        joint.name = joint.compound + "xyz"[axis];
        all.push_back(joint);
        joint.parent = static_cast<int>(all.size()) - 1;
      }
    } else {
      all.push_back(joint);
    }
    carriers.push_back(static_cast<int>(all.size()) - 1);
  }
  std::vector<ik::Effector> ends;
  for (int i = 0; i < effectors; ++i)
    ends.push_back({numbered("e", ends.size()),
                    carriers[random.index(static_cast<int>(carriers.size()))],
                    random.vector(3, 2)});
  return {all, ends};
}

ik::Skeleton dense_chain(Random& random, int joints, int effectors) {
  std::vector<ik::Joint> chain;
  for (int j = 0; j < joints; ++j)
    chain.push_back({.name = numbered("j", chain.size()),
                     .parent = j - 1,
                     .position = random.vector(3, 1),
                     .axis = random.direction()});
  std::vector<ik::Effector> ends;
  for (int i = 0; i < effectors; ++i)
    ends.push_back({numbered("e", ends.size()), joints - 1, random.vector(3, 2)});
  return {chain, ends};
}

}  // namespace test
