#include "ui/profile.h"

#include <algorithm>

namespace ui {

const WorkInfo& info(Work work) {
  static constexpr std::array<WorkInfo, work_count> all{{
      {"Update", "Updates of all bodies: forward kinematics, Jacobian, method, clamps."},
      {"Metrics", "Measurements after a step: history, singular values, diagnosis, trails."},
      {"Panels", "The controls, plots and numbers around the view."},
      {"Draw lists", "Shapes of the bodies: links, joints, targets, trails."},
      {"GL", "Sorting the shapes and passing them and the panels to the graphics driver."},
      {"Swap", "Waiting for the driver to finish the frame, and for the monitor."},
      {"Map threads", "The map's cells, computed on separate threads.", false},
  }};
  return all[static_cast<size_t>(work)];
}

void Profile::end_frame(double now, int64_t updates) {
  constexpr double span = 0.5;
  if (last_ < 0) {  // the first frame has no recorded start
    since_ = last_ = now;
    frame_ = {};
    return;
  }
  newest_ = (newest_ + 1) % frame_count;
  frames_[static_cast<size_t>(newest_)] = static_cast<float>(now - last_);
  last_ = now;
  ++count_;
  updates_ += updates;
  for (size_t i = 0; i < work_count; ++i) {
    gathered_[i].mean += frame_[i];
    gathered_[i].max = std::max(gathered_[i].max, frame_[i]);
  }
  frame_ = {};
  if (now - since_ < span) return;
  for (Span& one : gathered_) one.mean /= count_;
  shown_ = gathered_;
  frames_per_second_ = count_ / (now - since_);
  updates_per_second_ = static_cast<double>(updates_) / (now - since_);
  gathered_ = {};
  count_ = 0;
  updates_ = 0;
  since_ = now;
}

}  // namespace ui
