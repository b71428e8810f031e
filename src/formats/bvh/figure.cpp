#include "formats/bvh/bvh.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/quantile.h"
#include "formats/scene/read_scene.h"
#include "formats/suggest.h"
#include "ik/model/rotation.h"

namespace formats {
namespace {

using Eigen::Matrix3Xd, Eigen::Vector3d;
using Up = sim::Scene::Up;

constexpr int all_zero = -1;  // the pose in which every channel is zero

/// Decides what the format leaves to its readers.
class FigureReader {
 public:
  explicit FigureReader(BvhFile file) {
    figure_.file = std::move(file);
    figure_.children.resize(joints().size());
    for (size_t i = 1; i < joints().size(); ++i) figure_.children[joints()[i].parent].push_back(i);
    for (const BvhFile::Joint& joint : joints())
      feet_.push_back(name_has(joint.name, {"foot", "toe", "ankle", "paw", "hoof"}));
    std::vector<BvhFile::Joint> in_first_frame = joints();
    for (size_t i = 1; i < joints().size() && values().cols() > 0; ++i)
      if (has_no_bone(i)) in_first_frame[i].offset = position(i, 0);
    size_ = height_of(in_first_frame);
  }

  BvhFigure decide() {
    find_carriers();
    const std::vector<BvhFile::Joint> written = joints();
    for (size_t i = 1; i < joints().size(); ++i) {
      Vector3d& offset = figure_.file.joints[i].offset;
      if (figure_.carries_figure[i])  // links between the root and the hips are no bones
        offset -= position_channels(i).cwiseProduct(offset);
      else if (contains_offset(i))
        subtract(i, offset);
    }
    subtract(0, written[0].offset);
    take_bones_from_first_frame();
    figure_.up = upright_axis();
    if (stands_by_adding(written))
      for (size_t i = 0; i < written.size(); ++i)
        if (figure_.carries_figure[i]) subtract(i, -written[i].offset);
    return std::move(figure_);
  }

 private:
  const std::vector<BvhFile::Joint>& joints() const { return figure_.file.joints; }
  Eigen::MatrixXd& values() { return figure_.file.values; }
  const Eigen::MatrixXd& values() const { return figure_.file.values; }

  /// Calls `visit(axis, row)` for the channels of a joint that turn, or those that slide.
  void each_channel(size_t i, bool rotation, const auto& visit) const {
    for (const BvhFile::Channel& channel : joints()[i].channels)
      if (channel.rotation == rotation) visit(channel.axis - 'X', channel.row);
  }
  /// Returns `value(row)` for each axis with a position channel of a joint; 0 for other axes.
  Vector3d per_position_axis(size_t i, const auto& value) const {
    Vector3d all = Vector3d::Zero();
    each_channel(i, false, [&](int axis, int row) { all[axis] = value(row); });
    return all;
  }
  Vector3d position(size_t i, Eigen::Index frame) const {
    return per_position_axis(i, [&](int row) { return values()(row, frame); });
  }
  /// Returns 1 for each axis along which a joint has a position channel, else 0.
  Vector3d position_channels(size_t i) const {
    return per_position_axis(i, [](int) { return 1; });
  }
  /// Subtracts an offset from a joint's position channels in every frame.
  void subtract(size_t i, const Vector3d& offset) {
    if (values().cols() == 0) return;
    each_channel(i, false, [&](int axis, int row) { values().row(row).array() -= offset[axis]; });
  }
  double range_of(int row) const {
    return values().row(row).maxCoeff() - values().row(row).minCoeff();
  }

  bool has_no_bone(size_t i) const {
    return joints()[i].offset.isZero(0) && !joints()[i].channels.empty();
  }

  /// Returns how far the positions of a joint travel during the motion.
  double travel(size_t i) const {
    if (values().cols() == 0) return 0;
    return per_position_axis(i, [&](int row) { return range_of(row); }).norm();
  }
  bool turns(size_t i) const {
    bool any = false;
    if (values().cols() > 0)
      each_channel(i, true, [&](int, int row) { any = any || range_of(row) > 1e-9; });
    return any;
  }

  /// Finds the joints that carry the figure, from the root along the trunk: a joint whose positions
  /// travel, every joint above it, and hips with several limbs below joints that never turn. The
  /// positions of the hips may change only a little if a joint above them travels; such small
  /// changes at other joints are bones that stretch.
  void find_carriers() {
    constexpr double far_for_hips = 0.01, far = 0.1;  // fractions of the figure's size
    std::vector<size_t> below(joints().size(), 1);
    for (size_t i = joints().size(); i-- > 1;) below[joints()[i].parent] += below[i];
    figure_.carries_figure.assign(joints().size(), false);
    std::vector<size_t> trunk{0};
    size_t carriers = 1;
    bool turned = false, below_hips = false;
    for (size_t i = 0; !figure_.children[i].empty();) {
      below_hips = below_hips || figure_.children[i].size() > 1;
      turned = turned || turns(i);
      i = *std::ranges::max_element(figure_.children[i], {}, [&](size_t k) { return below[k]; });
      trunk.push_back(i);
      const bool slides = position_channels(i).sum() > 1;
      const bool branches = figure_.children[i].size() > 1;
      const bool named = name_has(joints()[i].name, {"hip", "pelvis", "root", "reference"});
      const bool hips = !below_hips && (branches || named);
      if ((slides && travel(i) > (hips ? far_for_hips : far) * size_) ||
          (!turned && hips && branches && (slides || named)))
        carriers = trunk.size();
    }
    for (size_t k = 0; k < carriers; ++k) figure_.carries_figure[trunk[k]] = true;
  }

  /// Returns whether a joint's positions replace OFFSET: the first is nearer to it than to zero.
  bool contains_offset(size_t i) const {
    if (values().cols() == 0) return false;
    const Vector3d p = position(i, 0);
    return (p - position_channels(i).cwiseProduct(joints()[i].offset)).squaredNorm() <
           p.squaredNorm();
  }

  void take_bones_from_first_frame() {
    if (values().cols() == 0) return;
    for (size_t i = 1; i < joints().size(); ++i) {
      if (figure_.carries_figure[i] || !has_no_bone(i)) continue;
      figure_.file.joints[i].offset = position(i, 0);
      subtract(i, joints()[i].offset);
    }
  }

  /// Returns the positions of the joints in a frame.
  Matrix3Xd joint_positions(Eigen::Index frame) const {
    Matrix3Xd at(3, static_cast<Eigen::Index>(joints().size()));
    std::vector<Eigen::Matrix3d> turned(joints().size(), Eigen::Matrix3d::Identity());
    for (size_t i = 0; i < joints().size(); ++i) {
      const BvhFile::Joint& joint = joints()[i];
      Vector3d shift = joint.offset;
      if (frame != all_zero) shift += position(i, frame);
      const auto column = static_cast<Eigen::Index>(i);
      if (i == 0) {
        at.col(0) = shift;
      } else {
        turned[i] = turned[joint.parent];
        at.col(column) = at.col(joint.parent) + turned[i] * shift;
      }
      if (frame == all_zero) continue;
      each_channel(i, true, [&](int axis, int row) {
        turned[i] *= ik::rotation(Vector3d(values()(row, frame) * degree * Vector3d::Unit(axis)));
      });
    }
    return at;
  }
  /// Returns evenly spaced frames of the motion, at most 24.
  std::vector<Eigen::Index> sampled_frames() const {
    constexpr Eigen::Index most = 24;
    std::vector<Eigen::Index> frames;
    const Eigen::Index count = std::min(most, values().cols());
    for (Eigen::Index i = 0; i < count; ++i) frames.push_back(i * values().cols() / count);
    return frames;
  }

  /// Returns how upright a pose is along an axis: the mean height of its joints above its feet,
  /// less the spread of the feet. If no feet are named, it is a part of the extent of a body with
  /// limbs: a snake lies.
  double uprightness(const Matrix3Xd& at, int axis) const {
    double feet = 0, squares = 0, others = 0;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    int foot_count = 0, other_count = 0;
    for (size_t i = 0; i < joints().size(); ++i) {
      if (figure_.carries_figure[i]) continue;  // it may be far away
      const double x = at(axis, static_cast<Eigen::Index>(i));
      low = std::min(low, x);
      high = std::max(high, x);
      (feet_[i] ? feet : others) += x;
      ++(feet_[i] ? foot_count : other_count);
      if (feet_[i]) squares += x * x;
    }
    if (foot_count < 2 || other_count < 1)
      return other_count > 8 && count_ends(joints())[0] > 2 ? 0.4 * (high - low) : 0;
    const double mean = feet / foot_count;
    return others / other_count - mean -
           std::sqrt(std::max(0., squares / foot_count - mean * mean));
  }
  /// Returns the median height of the figure's lowest point along an axis.
  double clearance(int axis) const {
    std::vector<double> lowest;
    for (const Eigen::Index frame : sampled_frames()) {
      const Matrix3Xd at = joint_positions(frame);
      double low = std::numeric_limits<double>::infinity();
      for (size_t i = 0; i < joints().size(); ++i)
        if (!figure_.carries_figure[i]) low = std::min(low, at(axis, static_cast<Eigen::Index>(i)));
      lowest.push_back(low);
    }
    return base::quantile(std::move(lowest));
  }

  /// Returns z if the figure stands along z during its motion, and also does so in the file's own
  /// pose or is on the ground. Otherwise returns y.
  Up upright_axis() const {
    const double clear = 0.15 * size_;
    const auto z_over_y = [&](const Matrix3Xd& at) {
      return uprightness(at, 2) - uprightness(at, 1);
    };
    const double at_zero = z_over_y(joint_positions(all_zero));
    if (values().cols() == 0) return at_zero > clear ? Up::Z : Up::Y;
    double moving = 0;
    const std::vector<Eigen::Index> frames = sampled_frames();
    for (const Eigen::Index frame : frames)
      moving += z_over_y(joint_positions(frame)) / static_cast<double>(frames.size());
    if (moving < clear) return Up::Y;
    if (at_zero > -clear) return Up::Z;
    return std::abs(clearance(2)) < std::abs(clearance(1)) ? Up::Z : Up::Y;  // y: it lies there
  }

  /// Returns whether the positions of the joints that carry the figure are added to OFFSET. Nearly
  /// all writers let them replace it, but then the figure would be far from the ground on which it
  /// stands with the sum.
  bool stands_by_adding(const std::vector<BvhFile::Joint>& written) const {
    if (values().cols() == 0) return false;
    const int up = figure_.up == Up::Y ? 1 : 2;
    double offset = 0;
    for (size_t i = 0; i < written.size(); ++i)
      if (figure_.carries_figure[i]) offset += position_channels(i)[up] * written[i].offset[up];
    if (offset == 0) return false;
    const double alone = clearance(up);
    return std::abs(alone + offset) < std::abs(alone) / 3;
  }

  BvhFigure figure_;
  std::vector<bool> feet_;  // whether a joint's name is that of a foot or a toe
  double size_ = 0;
};

}  // namespace

BvhFigure figure_of(BvhFile file) { return FigureReader(std::move(file)).decide(); }

std::vector<int> count_ends(const std::vector<BvhFile::Joint>& joints) {
  std::vector<int> ends(joints.size(), 0);
  for (size_t i = ends.size(); i-- > 1;) {
    ends[i] = std::max(ends[i], 1);
    ends[joints[i].parent] += ends[i];
  }
  return ends;
}

double height_of(const std::vector<BvhFile::Joint>& joints) {
  std::vector<Vector3d> positions(joints.size(), Vector3d::Zero());
  Eigen::AlignedBox3d box(Vector3d::Zero());
  for (size_t i = 1; i < positions.size(); ++i)
    box.extend(positions[i] = positions[joints[i].parent] + joints[i].offset);
  return box.sizes().maxCoeff();
}

bool name_has(const std::string& any, std::initializer_list<std::string_view> words) {
  const std::string name = lower_case(any);
  return std::ranges::any_of(
      words, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

}  // namespace formats
