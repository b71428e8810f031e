#include "formats/bvh/bvh.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "formats/robots/robot_names.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "ik/model/ball.h"
#include "sim/world/limits.h"

namespace formats {
namespace {

using Eigen::Vector3d;

/// A channel as a coordinate of the body.
struct BvhCoordinate {
  std::string name;  ///< "LeftArm.Zrotation"
  BvhFile::Channel channel;
};

/// A joint's unique name in the scene, and its coordinates.
struct BvhJoint {
  std::string name;
  std::vector<BvhCoordinate> coordinates;
};

std::vector<BvhJoint> joints_of(const BvhFigure& figure) {
  SceneNames names("world");
  std::vector<BvhJoint> joints;
  for (const BvhFile::Joint& from : figure.file.joints) {
    BvhJoint joint;
    if (!from.name.empty()) joint.name = names.add(from.name, "joint");
    for (const bool rotation : {false, true})  // the frame is moved, then turned
      for (const BvhFile::Channel& channel : from.channels) {
        if (channel.rotation != rotation) continue;
        std::string name =
            base::format("{}.{}{}", joint.name, channel.axis, rotation ? "rotation" : "position");
        const auto same = std::ranges::count(joint.coordinates, channel, &BvhCoordinate::channel);
        if (same > 0) name += " " + std::to_string(same + 1);
        joint.coordinates.push_back({std::move(name), channel});
      }
    joints.push_back(std::move(joint));
  }
  return joints;
}

constexpr size_t most_ends = 8;

/// Chooses the joints of hands, head, wings, feet and the ends of the other limbs, at most eight,
/// in the file's order. Fingers belong to their hand, jaws to their head, several toes to their
/// foot, and feathers to the tip of their wing.
class Limbs {
 public:
  explicit Limbs(const BvhFigure& figure)
      : figure_(figure),
        joints_(figure.file.joints),
        ends_(count_ends(joints_)),
        added_(joints_.size()) {}

  std::vector<size_t> choose() {
    for (size_t i = 0; i < joints_.size(); ++i) {
      if (!figure_.children[i].empty()) continue;
      const size_t end = joints_[i].name.empty() && i > 0 ? above(i) : i;
      const bool camera = joints_[end].parent == 0 && name_has(joints_[end].name, {"camera"});
      if (moves(end) && !camera && !name_has(joints_[end].name, {"footsteps"}))
        add(carrier_of(end));
    }
    constexpr size_t many = 200;  // a foreign file may have thousands that are not limbs
    while (chosen_.size() > most_ends && chosen_.size() < many && merge_shortest_branch()) {
    }
    keep_named_first();
    return chosen_;
  }

 private:
  size_t above(size_t i) const { return static_cast<size_t>(joints_[i].parent); }
  void add(size_t joint) {
    if (!added_[joint]) chosen_.push_back(joint);
    added_[joint] = true;
  }
  /// Returns whether a joint, or one above it, moves without carrying the whole figure.
  bool moves(size_t i) const {
    for (; i > 0; i = above(i))
      if (!figure_.carries_figure[i] && !joints_[i].channels.empty()) return true;
    return false;
  }

  /// Returns the joint of the hand, head, foot or wing that an end belongs to, or the end itself.
  size_t carrier_of(size_t end) {
    size_t chosen = end, wing = 0;
    for (size_t j = end; j > 0; j = above(j)) {
      const std::string& name = joints_[j].name;
      const bool several = ends_[j] > 1;
      if (name_has(name, {"hand", "wrist", "head"})) chosen = j;
      if (several && name_has(name, {"foot", "paw", "hoof"})) chosen = j;
      const bool has_siblings = above(j) > 0 && ends_[above(j)] > ends_[j];
      if (has_siblings && name_has(name, {"toe", "finger", "thumb", "claw"})) chosen = above(j);
      if (several && name_has(name, {"wing"})) wing = j;
    }
    return wing > 0 ? farthest_below(wing) : chosen;
  }
  bool is_at_or_below(size_t i, size_t of) const {
    while (i > of) i = above(i);
    return i == of;
  }

  size_t farthest_below(size_t top) {
    const auto [known, is_new] = wing_tips_.try_emplace(top, top);
    size_t& best = known->second;
    if (!is_new) return best;
    double most = -1;
    for (size_t i = top + 1; i < joints_.size() && is_at_or_below(i, top); ++i)
      if (figure_.children[i].empty() && distance(i, top) > most) {
        best = joints_[i].name.empty() ? above(i) : i;
        most = distance(i, top);
      }
    return best;
  }
  double distance(size_t i, size_t top) const {
    Vector3d offset = Vector3d::Zero();
    for (; i != top; i = above(i)) offset += joints_[i].offset;
    return offset.norm();
  }

  /// Merges the ends of the shortest branch that has several; returns false if no branch is short.
  bool merge_shortest_branch() {
    double least = 0.3 * height_of(joints_);
    size_t best = 0;
    for (const size_t end : chosen_)
      for (size_t j = end; j > 0; j = above(j)) {
        double reach = 0;
        int count = 0;
        for (const size_t other : chosen_)
          if (is_at_or_below(other, j)) {
            reach = std::max(reach, distance(other, j));
            ++count;
          }
        if (count < 2) continue;
        if (reach < least) {
          least = reach;
          best = j;
        }
        break;
      }
    if (best == 0) return false;
    const auto inside = [&](size_t i) { return is_at_or_below(i, best); };
    const auto first = std::ranges::find_if(chosen_, inside);
    *first = best;
    chosen_.erase(std::remove_if(first + 1, chosen_.end(), inside), chosen_.end());
    return true;
  }

  /// Keeps at most `most_ends` ends, first those with the name of a head, hand, foot or wing.
  void keep_named_first() {
    if (chosen_.size() <= most_ends) return;
    const auto is_named = [&](size_t i) {
      return name_has(joints_[i].name,
                      {"head", "hand", "wrist", "wing", "foot", "paw", "hoof", "toe"});
    };
    std::stable_partition(chosen_.begin(), chosen_.end(), is_named);
    chosen_.resize(most_ends);
    std::ranges::sort(chosen_);
  }

  const BvhFigure& figure_;
  const std::vector<BvhFile::Joint>& joints_;
  std::vector<int> ends_;  // number of limbs that end at a joint or below it
  std::vector<bool> added_;
  std::map<size_t, size_t> wing_tips_;
  std::vector<size_t> chosen_;  // in the file's order
};

/// Returns whether only the recording moves a coordinate: of the whole figure, or a bone's length.
bool is_only_recorded(const BvhFigure& figure, size_t joint, const BvhCoordinate& coordinate) {
  return figure.carries_figure[joint] || !coordinate.channel.rotation;
}

/// Returns the title for a file name: "Walking figure" for walking-figure.bvh.
std::string title_of(std::string stem) {
  std::ranges::replace_if(
      stem, [](char c) { return c == '-' || c == '_'; }, ' ');
  return base::capitalized(stem);
}

Robot::Link link_of(const BvhFigure& figure, size_t i, const std::vector<BvhJoint>& joints) {
  const BvhFile& file = figure.file;
  const BvhFile::Joint& from = file.joints[i];
  Robot::Link link{.name = joints[i].name,
                   .parent = from.parent,
                   .frame = {.position = from.offset},
                   .line = from.line};
  if (link.name.empty()) link.name = joints[from.parent].name + " tip";
  for (const BvhCoordinate& coordinate : joints[i].coordinates) {
    const bool rotation = coordinate.channel.rotation;
    // Without a motion, the figure starts in its file's pose.
    const double value = file.values.cols() > 0 ? file.values(coordinate.channel.row, 0) : 0;
    link.joints.push_back({.name = coordinate.name,
                           .type = rotation ? Robot::Type::Revolute : Robot::Type::Prismatic,
                           .axis = Vector3d::Unit(coordinate.channel.axis - 'X'),
                           .start = rotation ? value * degree : value,
                           .compound = joints[i].name,
                           .held = is_only_recorded(figure, i, coordinate),
                           .line = from.line});
  }
  return link;
}

/// Adds a capsule from each joint to each of its children. The trunk, from which several limbs
/// branch, and its straight continuations are thicker ellipsoids; the head is a ball.
void add_shapes(const BvhFigure& figure, std::vector<Robot::Link>& links) {
  const std::vector<BvhFile::Joint>& joints = figure.file.joints;
  const double tall = height_of(joints), least = std::max(1e-3 * tall, 2 * sim::least_size);
  const std::vector<int> ends = count_ends(joints);
  for (size_t i = 0; i < joints.size(); ++i)
    for (const size_t child : figure.children[i]) {
      const Vector3d offset = joints[child].offset, before = joints[i].offset;
      const double length = offset.norm();
      if (!(length > least)) continue;
      const bool end = joints[child].name.empty();
      const bool goes_on = i > 0 && offset.dot(before) > 0.7 * length * before.norm();
      sim::Solid solid{.frame = {ik::least_rotation(Vector3d::UnitZ(), offset), offset / 2}};
      if (end && name_has(links[i].name, {"head"})) {
        solid.kind = sim::Solid::Kind::Ellipsoid;
        solid.size = length * Vector3d(0.42, 0.42, 0.56);
      } else if (ends[i] > 2 && (ends[child] > 1 || goes_on)) {
        const double radius = 0.056 * tall;
        solid.kind = sim::Solid::Kind::Ellipsoid;
        solid.size = {radius, radius, std::max(0.64 * length, radius)};
      } else {
        const double radius = std::clamp(0.19 * length, 0.017 * tall, 0.036 * tall);
        solid.kind = sim::Solid::Kind::Capsule;
        solid.size = {radius, radius, length};
      }
      links[i].solids.push_back(std::move(solid));
    }
}

/// Returns the angle, in degrees, that is whole turns from `angle` and nearest to the other.
double nearest_turn(double angle, double other) {
  return angle + 360 * std::round((other - angle) / 360);
}

/// Removes the jumps between frames from a joint's angles, in degrees. Turns about three axes are
/// the same with (a + 180, 180 - b, c + 180), and turns about two axes, as in ZXZ, with (a + 180,
/// -b, c + 180); files jump from one form to the other.
void join_angles(const std::vector<BvhCoordinate>& coordinates, Eigen::MatrixXd& values) {
  std::vector<BvhFile::Channel> turns;
  for (const BvhCoordinate& coordinate : coordinates)
    if (coordinate.channel.rotation) turns.push_back(coordinate.channel);
  const auto axis = [&](size_t i) { return turns[i].axis; };
  const bool twofold = turns.size() == 3 && axis(0) != axis(1) && axis(1) != axis(2);
  for (Eigen::Index frame = 1; frame < values.cols(); ++frame) {
    double change = 0;
    for (const BvhFile::Channel& turn : turns) {
      double& angle = values(turn.row, frame);
      const double before = values(turn.row, frame - 1);
      angle = nearest_turn(angle, before);
      change += std::abs(angle - before);
    }
    if (!twofold || change < 90) continue;
    double other[3], other_change = 0;
    for (size_t i = 0; i < 3; ++i) {
      const double angle = values(turns[i].row, frame), before = values(turns[i].row, frame - 1);
      const double same = i != 1 ? angle + 180 : axis(0) == axis(2) ? -angle : 180 - angle;
      other[i] = nearest_turn(same, before);
      other_change += std::abs(other[i] - before);
    }
    if (other_change >= change) continue;
    for (size_t i = 0; i < 3; ++i) values(turns[i].row, frame) = other[i];
  }
}

}  // namespace

Robot robot_of(const BvhFigure& figure, const std::string& source) {
  const std::vector<BvhJoint> joints = joints_of(figure);
  Robot robot{.name = title_of(std::filesystem::path(source).stem().string()),
              .source = source,
              .up = figure.up,
              .notices = figure.file.notices};
  for (size_t i = 0; i < joints.size(); ++i) robot.links.push_back(link_of(figure, i, joints));
  add_shapes(figure, robot.links);
  for (const size_t end : Limbs(figure).choose()) {
    const std::vector<size_t>& below = figure.children[end];
    const BvhFile::Joint* site = below.size() == 1 ? &figure.file.joints[below[0]] : nullptr;
    const bool has_site = site && site->name.empty();
    robot.effectors.push_back(
        {joints[end].name, static_cast<int>(end), has_site ? site->offset : Vector3d::Zero()});
  }
  return robot;
}

std::shared_ptr<const sim::Recording> recording_of(const BvhFigure& figure,
                                                   const std::string& source,
                                                   const ik::Skeleton& body) {
  const BvhFile& file = figure.file;
  if (file.values.cols() == 0) return nullptr;
  auto recording = std::make_shared<sim::Recording>();
  recording->file = std::filesystem::absolute(source).lexically_normal().string();
  recording->interval = file.frame_time;
  recording->theta = body.start().replicate(1, file.values.cols());
  Eigen::MatrixXd values = file.values;
  std::map<std::string_view, int> coordinates;
  for (int j = 0; j < body.joints(); ++j) coordinates.emplace(body.joint(j).name, j);
  size_t number = 0;
  for (const BvhJoint& joint : joints_of(figure)) {
    join_angles(joint.coordinates, values);
    for (const BvhCoordinate& coordinate : joint.coordinates) {
      const auto found = coordinates.find(coordinate.name);
      const int j = found == coordinates.end() ? -1 : found->second;
      if (j < 0 || body.revolute(j) != coordinate.channel.rotation)
        throw base::Error(
            "{}: the recorded coordinate {} is not one of the body; expected the body of that "
            "file, as in like = {}",
            source, in_quotes(coordinate.name),
            in_quotes(std::filesystem::path(source).filename().string()));
      if (is_only_recorded(figure, number, coordinate)) recording->given.push_back(j);
      const double unit = coordinate.channel.rotation ? degree : 1;
      recording->theta.row(j) = values.row(coordinate.channel.row) * unit;
    }
    ++number;
  }
  std::ranges::sort(recording->given);
  return recording;
}

}  // namespace formats
