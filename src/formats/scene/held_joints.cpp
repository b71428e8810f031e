#include "formats/scene/held_joints.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "base/error.h"
#include "formats/suggest.h"

namespace formats {
namespace {

constexpr std::string_view recording = "recording";

}  // namespace

std::vector<int> find_joints(const sim::Scene& scene, std::string_view name) {
  const ik::Skeleton& body = *scene.skeleton;
  std::vector<std::string> whole, all;
  for (int j = 0; j < body.joints(); ++j) {
    const ik::Joint& joint = body.joint(j);
    if (joint.name == name) return {j};
    if (joint.whole_name() == name) {
      const ik::Skeleton::WholeJoint& of = body.whole_joint(j);
      std::vector<int> parts(static_cast<size_t>(of.coordinates()));
      std::iota(parts.begin(), parts.end(), of.first);
      return parts;
    }
    all.push_back(joint.name);
    if (body.whole_joint(j).first == j) whole.push_back(joint.whole_name());
  }
  if (scene.recording && name == recording) return scene.recording->given;
  all.insert(all.end(), whole.begin(), whole.end());
  throw base::Error("joint " + in_quotes(name) + " does not exist" + did_you_mean(name, all) +
                    "; there are " + list_of(whole));
}

std::vector<std::string> names_of_joints(const sim::Scene& scene, const std::vector<int>& joints) {
  const ik::Skeleton& body = *scene.skeleton;
  std::vector<std::string> names;
  std::vector<int> rest = joints;
  if (scene.recording && !scene.recording->given.empty()) {
    const std::vector<int>& given = scene.recording->given;
    bool taken = false;  // the name, by a joint
    for (int j = 0; j < body.joints(); ++j)
      taken |= body.joint(j).name == recording || body.joint(j).whole_name() == recording;
    if (!taken && std::ranges::includes(joints, given)) {
      names.emplace_back(recording);
      rest.clear();
      std::ranges::set_difference(joints, given, std::back_inserter(rest));
    }
  }
  for (size_t i = 0; i < rest.size(); ++i) {
    const ik::Skeleton::WholeJoint& joint = body.whole_joint(rest[i]);
    const auto last = i + static_cast<size_t>(joint.coordinates()) - 1;
    const bool whole = joint.first == rest[i] && last < rest.size() && rest[last] == joint.last;
    names.push_back(whole ? body.joint(rest[i]).whole_name() : body.joint(rest[i]).name);
    if (whole) i = last;
  }
  return names;
}

}  // namespace formats
