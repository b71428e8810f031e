#include "formats/bvh/limb_ends.h"

#include <algorithm>
#include <map>

namespace formats {
namespace {

using Eigen::Vector3d;

constexpr size_t most_ends = 8;

class Limbs {
 public:
  explicit Limbs(const BvhFigure& figure)
      : figure_(figure),
        joints_(figure.file.joints),
        ends_(count_ends(joints_)),
        added_(joints_.size()) {}

  std::vector<LimbEnd> choose() {
    for (size_t i = 0; i < joints_.size(); ++i) {
      if (!figure_.children[i].empty()) continue;
      const size_t end = joints_[i].name.empty() && i > 0 ? above(i) : i;
      if (moves(end) && !name_has(joints_[end].name, {"footsteps"})) add(gathered(end));
    }
    constexpr size_t many = 200;  // a foreign file may have thousands that are not limbs
    while (chosen_.size() > most_ends && chosen_.size() < many && gather_smallest()) {
    }
    leave_the_first();
    std::vector<LimbEnd> limbs;
    for (const size_t joint : chosen_) limbs.push_back({joint, tip_of(joint)});
    return limbs;
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

  /// Returns the joint of the hand, head, foot or wing that the end of a limb belongs to, or the
  /// end itself.
  size_t gathered(size_t end) {
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
  bool is_part(size_t i, size_t of) const {
    while (i > of) i = above(i);
    return i == of;
  }

  size_t farthest_below(size_t top) {
    const auto [known, is_new] = wing_tips_.try_emplace(top, top);
    size_t& best = known->second;
    if (!is_new) return best;
    double most = -1;
    for (size_t i = top + 1; i < joints_.size() && is_part(i, top); ++i)
      if (figure_.children[i].empty() && distance(i, top) > most) {
        best = joints_[i].name.empty() ? above(i) : i;
        most = distance(i, top);
      }
    return best;
  }
  double distance(size_t i, size_t top) const {
    Vector3d way = Vector3d::Zero();
    for (; i != top; i = above(i)) way += joints_[i].offset;
    return way.norm();
  }

  /// Merges the ends of the shortest branch with several ends into one. Returns false if no branch
  /// is short.
  bool gather_smallest() {
    double least = 0.3 * height_of(joints_);
    size_t best = 0;
    for (const size_t end : chosen_)
      for (size_t j = end; j > 0; j = above(j)) {
        double reach = 0;
        int count = 0;
        for (const size_t other : chosen_)
          if (is_part(other, j)) {
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
    const auto first = std::ranges::find_if(chosen_, [&](size_t i) { return is_part(i, best); });
    *first = best;
    chosen_.erase(
        std::remove_if(first + 1, chosen_.end(), [&](size_t i) { return is_part(i, best); }),
        chosen_.end());
    return true;
  }

  /// Keeps at most `most_ends` ends, first those with the name of a head, hand, foot or wing.
  void leave_the_first() {
    if (chosen_.size() <= most_ends) return;
    const auto is_named = [&](size_t i) {
      return name_has(joints_[i].name,
                      {"head", "hand", "wrist", "wing", "foot", "paw", "hoof", "toe"});
    };
    std::stable_partition(chosen_.begin(), chosen_.end(), is_named);
    chosen_.resize(most_ends);
    std::ranges::sort(chosen_);
  }

  /// Returns the position of the End Site, or the mean of the points where the limbs of a branch
  /// begin if it is not a hand, foot or head.
  Vector3d tip_of(size_t joint) const {
    const std::vector<size_t>& below = figure_.children[joint];
    Vector3d tip = Vector3d::Zero();
    const bool is_end = below.size() == 1 && joints_[below[0]].name.empty();
    const bool named =
        name_has(joints_[joint].name, {"hand", "wrist", "head", "foot", "paw", "hoof"});
    if (!is_end && (named || below.size() < 2)) return tip;
    for (const size_t child : below) tip += joints_[child].offset;
    return tip / static_cast<double>(below.size());
  }

  const BvhFigure& figure_;
  const std::vector<BvhFile::Joint>& joints_;
  std::vector<int> ends_;  // number of limbs that end at a joint or below it
  std::vector<bool> added_;
  std::map<size_t, size_t> wing_tips_;
  std::vector<size_t> chosen_;  // in the file's order
};

}  // namespace

std::vector<LimbEnd> limb_ends(const BvhFigure& figure) { return Limbs(figure).choose(); }

}  // namespace formats
