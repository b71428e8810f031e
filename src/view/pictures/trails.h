#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "view/draw_list.h"
#include "view/palette.h"
#include "view/up_axis.h"

namespace view {

/// A ring buffer of the effectors' positions in the last steps.
class Trails {
 public:
  static constexpr int max_steps = 2000;
  explicit Trails(int effectors = 0, int capacity = max_steps, UpAxis up_axis = UpAxis())
      : effectors_(effectors),
        capacity_(capacity),
        up_axis_(up_axis),
        step_(capacity),
        points_(static_cast<size_t>(capacity) * effectors) {}

  /// Records the effectors' positions (3 x k) after a step. Steps may be missing. A repeated step
  /// is ignored; an earlier one, as after a restart, drops the later ones.
  void record(int64_t step, const Eigen::Matrix3Xd& effectors);

  /// Draws the last `steps` steps as fading lines in the effectors' colours or in one colour; no
  /// line bridges a gap of more than about 20 steps.
  void draw(DrawList& list, const Palette& palette, int steps, float width,
            const glm::vec4* one_color = nullptr) const;

 private:
  const glm::vec3& at(int entry, int effector) const {
    return points_[static_cast<size_t>(entry) * effectors_ + effector];
  }

  int effectors_, capacity_;
  UpAxis up_axis_;
  int newest_ = -1, size_ = 0;
  std::vector<int64_t> step_;      // of each entry
  std::vector<glm::vec3> points_;  // effectors_ of each entry
};

}  // namespace view
