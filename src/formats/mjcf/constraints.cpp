#include <Eigen/Geometry>
#include <algorithm>

#include "base/numbers.h"
#include "formats/mjcf/mjcf.h"
#include "formats/suggest.h"

namespace formats::mjcf {
namespace {

using Joints = std::map<std::string, Robot::Joint*, std::less<>>;

/// Finds the joint that the attribute names in the replica, or else outside all replicas.
Robot::Joint& find_joint(const Joints& joints, const XmlElement& element, const char* attribute,
                         const std::string& suffix) {
  const std::string name = element.required(attribute);
  for (const std::string& full : {name + suffix, name})
    if (const auto found = joints.find(full); found != joints.end()) return *found->second;
  element.fail("the equality names the joint {}",
               missing_name_text(name, names_of(joints), "a joint"));
}

bool has_one_coordinate(const Robot::Joint& joint) {
  return joint.type == Robot::Type::Revolute || joint.type == Robot::Type::Prismatic;
}

/// Returns how many numbers of qpos a joint has: free and ball joints have a quaternion.
size_t qpos_count(const Robot::Joint& joint) {
  return joint.type == Robot::Type::Floating ? 7 : joint.type == Robot::Type::Ball ? 4 : 1;
}

/// Returns whether a joint follows another, directly or through other joints.
bool follows(const Joints& joints, const Robot::Joint& joint, const std::string& other) {
  const Robot::Joint* at = &joint;
  for (size_t steps = 0; at && steps <= joints.size(); ++steps) {
    if (at->name == other) return true;
    at = at->mimic ? joints.at(at->mimic->joint) : nullptr;
  }
  return false;
}

/// Makes joint1 follow joint2: q1 - ref1 = c0 + c1 (q2 - ref2), or holds it at ref1 + c0. Returns
/// nothing for a follower, else a sentence: that it is held, or what is not supported.
std::string make_mimic(const XmlElement& equality, const std::string& suffix,
                       const Joints& joints) {
  const XmlElement element = equality.own();
  Robot::Joint& follower = find_joint(joints, element, "joint1", suffix);
  Robot::Joint* leader =
      element.has("joint2") ? &find_joint(joints, element, "joint2", suffix) : nullptr;
  equality.expect_moderate("polycoef");
  std::vector<double> c = equality.numbers("polycoef");
  if (c.empty()) c = {0, 1};
  while (c.size() > 2 && c.back() == 0) c.pop_back();
  if (c.size() == 1) c.push_back(1);  // MuJoCo's own is 0 1 0 0 0
  const std::string of = in_quotes(follower.name);
  if (!has_one_coordinate(follower) || (leader && !has_one_coordinate(*leader)))
    return base::format(
        "the equality of joint {} involves joints with several coordinates; it moves on its own",
        of);
  if (follower.mimic || follower.held)
    return base::format("joint {} has a second equality, which is left out", of);
  if (!leader || (c.size() == 2 && c[1] == 0)) {
    follower.start = follower.reference + c[0];
    follower.held = true;
    return base::format("the equality of joint {} holds it at {}{}", of,
                        base::significant(*follower.start, 4),
                        follower.type == Robot::Type::Revolute ? " rad" : "");
  }
  if (c.size() > 2)
    return base::format(
        "joint {} should follow {} by a polynomial of degree {}, which is not supported; it moves "
        "on its own",
        of, in_quotes(leader->name), c.size() - 1);
  if (follows(joints, *leader, follower.name))
    return base::format("joint {} should follow {}, which follows it; it moves on its own", of,
                        in_quotes(leader->name));
  follower.mimic = {leader->name, c[1], c[0] + follower.reference - c[1] * leader->reference};
  return "";
}

/// Returns the suffixes of the replicas in which both names exist, at least one of them only there.
/// An empty second name is not looked for. Returns {""} if both exist as they are, or if no replica
/// has them: then find_joint() or read_end() throws.
template <class Has>
std::vector<std::string> replicas_of(const std::string& one, const std::string& other,
                                     const Names& suffixes, Has has) {
  std::vector<std::string> replicas;
  if (has(one) && (other.empty() || has(other))) return {""};
  for (const std::string& suffix : suffixes)
    if ((has(one + suffix) || has(one)) && (other.empty() || has(other + suffix) || has(other)))
      replicas.push_back(suffix);
  if (replicas.empty()) replicas.emplace_back();
  return replicas;
}

/// Reads <connect> and <weld> into loops, links fixed to others, or points that follow mocap links.
class BodyConstraintReader {
 public:
  explicit BodyConstraintReader(Model& model) : model_(model) {}

  void add(const XmlElement& equality, const Names& suffixes) {
    const XmlElement element = equality.own();
    const bool sites = element.has("site1");
    const char *one = sites ? "site1" : "body1", *other = sites ? "site2" : "body2";
    if (sites) (void)element.required(other);
    const auto has = [&](const std::string& name) { return find(sites, name).has_value(); };
    for (const std::string& suffix :
         replicas_of(element.required(one), element.text(other, ""), suffixes, has))
      add_replica(equality, read_end(element, one, suffix), read_end(element, other, suffix),
                  sites);
  }

 private:
  struct End {
    std::string name;
    int link = 0;
    sim::Frame frame = {};  // in the link's frame
  };
  Robot::Link& link(int i) { return model_.robot.links[i]; }
  std::optional<End> find(bool site, const std::string& name) const {
    const std::vector<Robot::Link>& links = model_.robot.links;
    const auto link = std::ranges::find(links, name, &Robot::Link::name);
    if (!site && link != links.end()) return End{name, static_cast<int>(link - links.begin())};
    const auto found = std::ranges::find(model_.sites, name, &Site::name);
    if (site && found != model_.sites.end()) return End{name, found->link, found->frame};
    return std::nullopt;
  }

  /// Returns one end of a constraint: of the replica, or else of all. Without the attribute it is
  /// the world.
  End read_end(const XmlElement& element, const char* attribute, const std::string& suffix) const {
    if (!element.has(attribute)) return {.name = "world"};
    const std::string name = element.required(attribute);
    const bool site = attribute[0] == 's';
    for (const std::string& full : {name + suffix, name})
      if (const std::optional<End> found = find(site, full)) return *found;
    const auto names = site ? names_of(model_.sites) : names_of(model_.robot.links);
    const std::string what = site ? "site" : "body";
    element.fail("<{}> is of the {} {}", element.name(), what,
                 missing_name_text(name, names, "a " + what));
  }

  /// Returns the frame of a link in the pose that the file describes.
  sim::Frame frame_in_pose(int i) {
    sim::Frame frame;
    for (; i > 0; i = link(i).parent) frame = link(i).frame * frame;
    return frame;
  }
  static sim::Frame inverse(const sim::Frame& frame) {
    return {frame.rotation.transpose(), -(frame.rotation.transpose() * frame.position)};
  }

  void add_replica(const XmlElement& equality, End one, End other, bool sites) {
    const bool rigid = equality.name() == "weld";
    if (!sites && rigid) {
      one.frame = inverse(frame_in_pose(one.link)) * frame_in_pose(other.link);
      const std::vector<double> pose = equality.numbers("relpose", 7);
      if (!pose.empty() && Eigen::Vector4d(pose[3], pose[4], pose[5], pose[6]).norm() > 1e-14)
        one.frame = {
            Eigen::Quaterniond(pose[3], pose[4], pose[5], pose[6]).normalized().toRotationMatrix(),
            {pose[0], pose[1], pose[2]}};
    } else if (!sites) {
      if (!equality.has("anchor"))
        equality.fail("<connect> has no anchor; expected anchor=\"X Y Z\", a point of body1");
      equality.expect_moderate("anchor");
      one.frame.position = equality.vector("anchor", Eigen::Vector3d::Zero());
      other.frame.position =
          (inverse(frame_in_pose(other.link)) * frame_in_pose(one.link) * one.frame).position;
    }
    if (model_.mocap.contains(one.link)) std::swap(one, other);
    if (model_.mocap.contains(other.link)) {
      if (rigid && !sites) one.frame = {};
      if (one.link > 0 && !contains(model_.mocap_points, one.link, &Site::link))
        model_.mocap_points.push_back({one.name, one.link, 1, one.frame});
      return;
    }
    if (rigid && (attach(one, other) || attach(other, one))) {
      model_.robot.notices.push_back(base::format("Line {}: the weld fixes {} to {}",
                                                  equality.line(), in_quotes(one.name),
                                                  in_quotes(other.name)));
      return;
    }
    for (const End* end : {&one, &other})
      if (const int root = free_root(end->link); root > 0) link(root).joints[0].released = true;
    const std::string name = equality.text("name", "");
    model_.robot.loops.push_back({name.empty() ? one.name + "-" + other.name : name, one.link,
                                  other.link, one.frame, other.frame, rigid});
  }

  /// Returns the link whose free joint carries link i, with no joint between; 0 if there is none.
  int free_root(int i) {
    while (i > 0 && link(i).joints.empty()) i = link(i).parent;
    return i > 0 && link(i).joints[0].type == Robot::Type::Floating ? i : 0;
  }
  /// Fixes the free body that carries `one` to the other's link. Returns false, and changes
  /// nothing, if no free body carries it or if `other` descends from that body.
  bool attach(const End& one, const End& other) {
    const int root = free_root(one.link);
    if (root == 0) return false;
    for (int i = other.link; i > 0; i = link(i).parent)
      if (i == root) return false;
    sim::Frame inside = one.frame;
    for (int i = one.link; i != root; i = link(i).parent) inside = link(i).frame * inside;
    link(root).parent = other.link;
    link(root).frame = other.frame * inverse(inside);
    link(root).joints.clear();
    return true;
  }

  Model& model_;
};

}  // namespace

void read_constraints(const Document& document, const Defaults& defaults, const Names& suffixes,
                      Model& model) {
  Joints joints;
  for (Robot::Link& link : model.robot.links)
    for (Robot::Joint& joint : link.joints) joints.emplace(joint.name, &joint);
  const auto has_joint = [&](const std::string& name) { return joints.contains(name); };
  std::vector<XmlElement> body_constraints;
  for (const XmlElement& element : document.children_of("equality")) {
    const XmlElement equality = defaults.of(element, "", "equality");
    const std::string kind = element.name();
    if (!equality.flag("active").value_or(true)) continue;
    if (kind == "connect" || kind == "weld") {
      body_constraints.push_back(equality);
      continue;
    }
    if (kind != "joint") {
      ++model.unsupported[kind];
      continue;
    }
    for (const std::string& suffix :
         replicas_of(element.text("joint1", ""), element.text("joint2", ""), suffixes, has_joint))
      if (const std::string why = make_mimic(equality, suffix, joints); !why.empty())
        model.robot.notices.push_back(base::format("Line {}: {}", element.line(), why));
  }
  BodyConstraintReader reader(model);
  for (const XmlElement& equality : body_constraints) reader.add(equality, suffixes);
  for (const XmlElement& element : document.children_of("tendon"))
    if (contains({"spatial", "fixed"}, element.name())) ++model.unsupported["tendon"];
  for (const XmlElement& element : document.children_of("deformable"))
    if (element.name() == "flex") ++model.unsupported["flex"];
}

void read_keyframes(const Document& document, Robot& robot) {
  std::vector<Robot::Joint*> joints;
  size_t count = 0;
  for (Robot::Link& link : robot.links)
    for (Robot::Joint& joint : link.joints) {
      joints.push_back(&joint);
      count += qpos_count(joint);
    }
  std::vector<double> chosen;
  bool warned = false;
  for (const XmlElement& keyframe : document.children_of("keyframe")) {
    const bool home = keyframe.text("name", "") == "home";
    if (!home && !chosen.empty()) continue;
    std::vector<double> qpos = keyframe.numbers("qpos");
    if (qpos.empty()) continue;
    if (qpos.size() != count) {
      if (!std::exchange(warned, true))
        robot.notices.push_back(
            base::format("The keyframe in line {} has {} numbers, the model {}; it is left out.",
                         keyframe.line(), qpos.size(), count));
      continue;
    }
    keyframe.expect_moderate("qpos");
    chosen = std::move(qpos);
    if (home) break;
  }
  if (chosen.empty()) return;
  const double* at = chosen.data();
  for (Robot::Joint* joint : joints) {
    if (has_one_coordinate(*joint)) {
      joint->start = *at;
    } else {
      sim::Frame& frame = joint->start_frame.emplace();
      const size_t first = qpos_count(*joint) - 4;
      if (first > 0) frame.position = {at[0], at[1], at[2]};
      const Eigen::Quaterniond quat(at[first], at[first + 1], at[first + 2], at[first + 3]);
      if (quat.norm() > 1e-14) frame.rotation = quat.normalized().toRotationMatrix();
    }
    at += qpos_count(*joint);
  }
}

}  // namespace formats::mjcf
