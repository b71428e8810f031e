#include "view/pictures/trails.h"

#include <algorithm>

namespace view {

void Trails::record(int64_t step, const Eigen::Matrix3Xd& effectors) {
  for (; size_ > 0 && step < step_[newest_]; --size_)
    newest_ = (newest_ + capacity_ - 1) % capacity_;
  if (size_ > 0 && step == step_[newest_]) return;
  newest_ = (newest_ + 1) % capacity_;
  size_ = std::min(size_ + 1, capacity_);
  step_[newest_] = step;
  for (int i = 0; i < std::min<int>(effectors_, effectors.cols()); ++i)
    points_[static_cast<size_t>(newest_) * effectors_ + i] = up_axis_.to_glm(effectors.col(i));
}

void Trails::draw(DrawList& list, const Palette& palette, int steps, float width,
                  const glm::vec4* one_color) const {
  if (size_ < 2 || steps < 1) return;
  constexpr int most_pieces = 160;  // a trail: a long one takes every second, third... step
  constexpr int64_t jump = 20;      // steps without records
  const int64_t stride = (steps + most_pieces - 1) / most_pieces;
  const int64_t now = step_[newest_];
  const auto fade = [&](int64_t step) {
    const float left = 1.f - static_cast<float>(now - step) / static_cast<float>(steps);
    return std::clamp(left, 0.f, 1.f);
  };
  int last = newest_;
  for (int back = 1; back < size_; ++back) {
    const int entry = (newest_ - back + capacity_) % capacity_;
    // Pieces end at multiples of the stride, so that they stay where they are.
    if (step_[entry] / stride == step_[last] / stride && back + 1 < size_) continue;
    if (step_[last] - step_[entry] > 2 * stride + jump) {
      last = entry;
      continue;
    }
    const float a = fade(step_[last]), b = fade(step_[entry]);
    for (int i = 0; i < effectors_; ++i) {
      const glm::vec4 color = one_color ? *one_color : series_color(palette, i);
      list.segments.push_back({at(last, i), at(entry, i), with_alpha(color, 0.8f * a),
                               with_alpha(color, 0.8f * b), width});
    }
    last = entry;
    if (b == 0) break;
  }
}

}  // namespace view
