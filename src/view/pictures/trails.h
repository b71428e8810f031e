#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "view/draw_list.h"
#include "view/palette.h"
#include "view/up_axis.h"

namespace view {

/// A ring of fixed size with the positions of the effectors in the last steps.
class Trails {
 public:
  static constexpr int kept = 2000;  ///< steps
  explicit Trails(int effectors = 0, int capacity = kept, UpAxis upright = UpAxis())
      : effectors_(effectors),
        capacity_(capacity),
        upright_(upright),
        step_(capacity),
        points_(static_cast<size_t>(capacity) * effectors) {}

  /// The effectors (3 x k) after a step. The same step again is ignored, an earlier one (time
  /// turned back, a restart) drops those after it; steps may be left out.
  void record(int64_t step, const Eigen::Matrix3Xd& effectors);

  /// The last `steps` steps as lines that fade, of each effector's colour or of one for all. What
  /// was left out by a jump in time is left out.
  void draw(DrawList& list, const Palette& palette, int steps, float width,
            const glm::vec4* one_color = nullptr) const;

 private:
  const glm::vec3& at(int entry, int effector) const {
    return points_[static_cast<size_t>(entry) * effectors_ + effector];
  }

  int effectors_, capacity_;
  UpAxis upright_;
  int newest_ = -1, size_ = 0;
  std::vector<int64_t> step_;      // of each entry
  std::vector<glm::vec3> points_;  // effectors_ of each entry
};

}  // namespace view
