// Link frames of random robots against urdfdom's reading of them, with forward kinematics of its
// own.

#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

#include <Eigen/Geometry>
#include <map>
#include <sstream>

#include "formats/scene_format.h"
#include "sim/scene.h"
#include "support/random.h"
#include "support/urdf_text.h"

namespace {

using Eigen::Isometry3d, Eigen::Vector3d;

std::string vector_text(test::Random& random, double size) {
  std::ostringstream text;
  text.precision(17);
  for (int i = 0; i < 3; ++i)
    text << (i ? "  " : "") << (random.chance(0.3) ? 0 : random.uniform(-size, size));
  return text.str();
}

/// A tree of all types of joints; some follow others, before or after them. Links in any order.
std::string random_robot(test::Random& random) {
  const int count = 2 + random.index(40);
  std::vector<std::string> types(static_cast<size_t>(count)), elements;
  for (std::string& type : types) {
    const char* names[] = {"revolute", "continuous", "prismatic", "fixed", "planar", "floating"};
    type = names[random.chance(0.9) ? random.index(4) : 4 + random.index(2)];
  }
  types[0] = "revolute";
  elements.push_back(test::urdf_link("l0"));
  for (int i = 1; i <= count; ++i) {
    const auto k = static_cast<size_t>(i - 1);
    std::string inside;
    if (random.chance(0.85)) {
      inside += "<origin";
      if (random.chance(0.9)) inside += " xyz=\"" + vector_text(random, 1) + "\"";
      if (random.chance(0.8)) inside += " rpy=\"" + vector_text(random, 4) + "\"";
      inside += "/>";
    }
    if (random.chance(0.8)) {
      std::ostringstream axis;
      axis.precision(17);
      const Vector3d direction = random.direction() * random.uniform(0.3, 3);
      axis << direction.transpose();
      inside +=
          "<axis xyz=\"" +
          (random.chance(0.5) ? axis.str() : std::string(random.chance(0.5) ? "0 0 1" : "0 -1 0")) +
          "\"/>";
    }
    inside += "<limit lower=\"-3\" upper=\"3\" effort=\"1\" velocity=\"1\"/>";
    // an acyclic choice: what follows has an odd number, what leads an even one, or 4n + 1 leads 4n
    // + 3
    const bool single =
        types[k] == "revolute" || types[k] == "continuous" || types[k] == "prismatic";
    if (single && i % 2 == 1 && i > 1 && random.chance(0.5)) {
      int leader = 2 * (1 + random.index(std::max(1, count / 2)));
      if (i % 4 == 3 && random.chance(0.5)) leader = i - 2;
      if (leader <= count && types[static_cast<size_t>(leader - 1)] != "planar" &&
          types[static_cast<size_t>(leader - 1)] != "floating") {
        inside += "<mimic joint=\"j" + std::to_string(leader) + "\"";
        if (random.chance(0.7))
          inside += " multiplier=\"" + std::to_string(random.uniform(-2, 2)) + "\"";
        if (random.chance(0.7))
          inside += " offset=\"" + std::to_string(random.uniform(-1, 1)) + "\"";
        inside += "/>";
      }
    }
    const int parent = random.chance(0.7) ? i - 1 : random.index(i);
    elements.push_back(test::urdf_link("l" + std::to_string(i)));
    elements.push_back(test::urdf_joint("j" + std::to_string(i), types[k],
                                        "l" + std::to_string(parent), "l" + std::to_string(i),
                                        inside));
  }
  std::string text;
  while (!elements.empty()) {  // in any order
    const int k = random.index(static_cast<int>(elements.size()));
    text += elements[static_cast<size_t>(k)];
    elements.erase(elements.begin() + k);
  }
  return test::urdf(text);
}

/// Forward kinematics over urdfdom's tree. Planar and floating joints stay at zero, as we hold
/// them.
struct Oracle {
  urdf::ModelInterfaceSharedPtr model;
  const std::map<std::string, double>& theta;

  double value(const urdf::Joint& joint) const {
    if (joint.type == urdf::Joint::FIXED) return 0;
    if (joint.mimic)
      return joint.mimic->multiplier * value(*model->getJoint(joint.mimic->joint_name)) +
             joint.mimic->offset;
    return theta.at(joint.name);
  }
  Isometry3d frame(const urdf::Link& link) const {
    if (!link.parent_joint) return Isometry3d::Identity();
    const urdf::Joint& joint = *link.parent_joint;
    const urdf::Pose& origin = joint.parent_to_joint_origin_transform;
    double x, y, z, w;
    origin.rotation.getQuaternion(x, y, z, w);
    Isometry3d F = frame(*link.getParent());
    F.translate(Vector3d(origin.position.x, origin.position.y, origin.position.z));
    F.rotate(Eigen::Quaterniond(w, x, y, z).normalized());
    const Vector3d axis = Vector3d(joint.axis.x, joint.axis.y, joint.axis.z).normalized();
    if (joint.type == urdf::Joint::PRISMATIC) F.translate(value(joint) * axis);
    if (joint.type == urdf::Joint::REVOLUTE || joint.type == urdf::Joint::CONTINUOUS)
      F.rotate(Eigen::AngleAxisd(value(joint), axis));
    return F;
  }
};

TEST(UrdfOracle, LinkFramesAreThoseOfUrdfdom) {
  test::Random random(17);
  int compared = 0, followers = 0;
  for (int robot = 0; robot < 200; ++robot) {
    const std::string text = random_robot(random);
    const urdf::ModelInterfaceSharedPtr model = urdf::parseURDF(text);
    ASSERT_TRUE(model) << text;
    const auto scene = formats::xml_format_of(text, "r.urdf").parse(text, "r.urdf");
    const ik::Skeleton& body = *scene->skeleton;
    ASSERT_EQ(scene->links.size(), model->links_.size());
    followers += static_cast<int>(body.followers().size());
    for (int trial = 0; trial < 5; ++trial) {
      ik::Pose pose(body);
      std::map<std::string, double> theta;
      for (int j = 0; j < body.joints(); ++j) {
        if (!body.joint(j).compound.empty()) continue;
        pose.theta[j] = theta[body.joint(j).name] = random.uniform(-3, 3);
      }
      ik::forward_kinematics(body, pose);
      const Oracle oracle{model, theta};
      for (const sim::Link& link : scene->links) {
        const sim::Frame ours = sim::carried(body, pose, link.joint, link.frame);
        const Isometry3d theirs = oracle.frame(*model->getLink(link.name));
        ASSERT_LT((ours.position - theirs.translation()).norm(), 1e-9) << link.name << "\n" << text;
        ASSERT_LT((ours.rotation - theirs.rotation()).norm(), 1e-9) << link.name << "\n" << text;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 10'000);
  EXPECT_GT(followers, 200);
}

}  // namespace
