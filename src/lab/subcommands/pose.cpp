// ikscope-lab pose: computes forward kinematics.

#include <cmath>
#include <iostream>

#include "base/error.h"
#include "base/numbers.h"
#include "formats/assets.h"
#include "formats/scene/run_options.h"
#include "formats/scene/scene_file.h"
#include "formats/suggest.h"
#include "lab/experiment.h"
#include "lab/json.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

struct PoseOptions {
  std::string scene = formats::RunOptions().scene;
  std::vector<std::string> joints;
  bool json = false;
};

ordered_json rows(const Eigen::Matrix3d& R) {
  return {vector_json(R.row(0)), vector_json(R.row(1)), vector_json(R.row(2))};
}
ordered_json limit(double value) { return std::isfinite(value) ? ordered_json(value) : nullptr; }

double value_of(const std::string& text) {
  const std::optional<double> value = base::number(text);
  if (!value || !std::isfinite(*value))
    throw base::Error(
        "--joint: {} is not a number; expected radians, or units of length for a slide",
        base::in_quotes(text));
  return *value;
}

Eigen::VectorXd theta_of(const sim::Scene& scene, const std::vector<std::string>& joints) {
  const ik::Skeleton& body = *scene.skeleton;
  Eigen::VectorXd theta = body.start();
  for (size_t j = 0; j < scene.described.size(); ++j)
    theta[static_cast<Eigen::Index>(j)] = scene.described[j];
  const std::vector<std::string> names = formats::names_of(body.all_joints());
  for (const std::string& text : joints) {
    const size_t equals = text.rfind('=');
    if (equals == std::string::npos)
      throw base::Error("--joint {}: expected NAME=VALUE", base::in_quotes(text));
    const std::string name = text.substr(0, equals);
    const int j = static_cast<int>(formats::find_name("joint", name, names));
    if (body.follows(j))
      throw base::Error("--joint: joint {} follows joint {}; set that one", base::in_quotes(name),
                        base::in_quotes(body.joint(body.leader_of(j).joint).name));
    theta[j] = value_of(text.substr(equals + 1));
  }
  return theta;
}

ordered_json pose_json(const sim::Scene& scene, const ik::Pose& pose) {
  const ik::Skeleton& body = *scene.skeleton;
  ordered_json joints = ordered_json::array(), links = joints, effectors = joints;
  for (int j = 0; j < body.joints(); ++j) {
    const ik::Joint& joint = body.joint(j);
    ordered_json one = {{"name", joint.name},
                        {"type", body.revolute(j) ? "revolute" : "prismatic"},
                        {"lower", limit(joint.lower)},
                        {"upper", limit(joint.upper)},
                        {"value", pose.theta[j]}};
    if (std::isfinite(joint.max_speed)) one["max_speed"] = joint.max_speed;
    if (body.follows(j)) one["follows"] = body.joint(body.leader_of(j).joint).name;
    joints.push_back(std::move(one));
  }
  for (const sim::Link& link : scene.links) {
    const sim::Frame frame = sim::carried(body, pose, link.joint, link.frame);
    links.push_back({{"name", link.name},
                     {"position", vector_json(frame.position)},
                     {"rotation", rows(frame.rotation)}});
  }
  for (int i = 0; i < body.effectors(); ++i)
    if (body.effector(i).of.empty())
      effectors.push_back({{"name", body.effector(i).name},
                           {"position", vector_json(pose.effector.col(i))},
                           {"rotation", rows(pose.rotation[body.effector_joint(i)])}});
  return {{"name", scene.name}, {"joints", joints}, {"links", links}, {"effectors", effectors}};
}

std::string in_brackets(const Eigen::Vector3d& v) {
  return "[" + base::joined(base::texts_of(v, [](double x) { return base::fixed(x, 6); })) + "]";
}

void print_text(const sim::Scene& scene, const ik::Pose& pose) {
  const ik::Skeleton& body = *scene.skeleton;
  for (int j = 0; j < body.joints(); ++j)
    std::cout << "joint " << base::printable(body.joint(j).name) << " = "
              << base::fixed(pose.theta[j], 6) << (body.revolute(j) ? " rad" : "")
              << (body.follows(j) ? ", follows" : "") << "\n";
  for (const sim::Link& link : scene.links)
    std::cout << "link " << base::printable(link.name) << " at "
              << in_brackets(sim::carried(body, pose, link.joint, link.frame).position) << "\n";
  for (int i = 0; i < body.effectors(); ++i)
    if (body.effector(i).of.empty())
      std::cout << "effector " << base::printable(body.effector(i).name) << " at "
                << in_brackets(pose.effector.col(i)) << "\n";
}

void print_pose(const PoseOptions& options) {
  const auto scene = formats::load(formats::find_scene(options.scene));
  print_notices(*scene);
  ik::Pose pose(*scene->skeleton);
  pose.theta = theta_of(*scene, options.joints);
  forward_kinematics(*scene->skeleton, pose);
  if (options.json)
    std::cout << text_of(pose_json(*scene, pose));
  else
    print_text(*scene, pose);
}

void add_pose_options(cli::CommandLine& line, PoseOptions& options) {
  line.add_option("--scene", options.scene, "NAME|FILE", "A scene, or a file of a robot or figure");
  line.add_list(
      "--joint", options.joints, "NAME=VALUE",
      "A coordinate, rad or units of length; may be repeated. Others are as the file of a robot "
      "describes it, mostly 0, or at a scene's start");
  line.add_flag("--json", options.json, "Joints, links and effectors as JSON");
}

}  // namespace

void declare_pose(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"pose", "Prints where links and effectors are: forward kinematics.", 7,
                   declared(add_pose_options, print_pose)});
}

}  // namespace lab
