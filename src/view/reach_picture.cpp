#include "view/reach_picture.h"

#include "view/body.h"

namespace view {

void ReachPicture::follow(const std::shared_ptr<const ik::Skeleton>& skeleton, bool limits) {
  if (skeleton == skeleton_ && limits == limits_) return;
  stop();
  skeleton_ = skeleton;
  limits_ = limits;
  thread_ = std::jthread([skeleton, limits, work = work_](const std::stop_token& stop) {
    for (int i = 0; i < skeleton->effectors() && !stop.stop_requested(); ++i) {
      ik::WorkspaceBoundary shell = ik::workspace_boundary(*skeleton, i, limits, stop);
      if (stop.stop_requested()) return;
      const std::lock_guard lock(work->mutex);
      work->done.push_back(std::move(shell));
    }
  });
}

/// It is told to stop and left to itself: it notices within a millisecond or so.
void ReachPicture::stop() {
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.detach();
  }
  work_ = std::make_shared<Work>();
  skeleton_.reset();
}

bool ReachPicture::draw(DrawList& list, const Palette& palette, int chosen) const {
  if (!skeleton_) return false;
  const std::lock_guard lock(work_->mutex);
  for (int i = 0; i < static_cast<int>(work_->done.size()); ++i) {
    if (chosen >= 0 && i != chosen) continue;
    const ik::WorkspaceBoundary& shell = work_->done[static_cast<size_t>(i)];
    const glm::vec4 color = series_color(palette, i);
    const auto at = [&](int p, int m) { return to_glm(shell.at(p, m)); };
    for (int p = 0; p + 1 < ik::WorkspaceBoundary::parallels; ++p) {
      for (int m = 0; m < ik::WorkspaceBoundary::meridians; ++m) {
        const glm::vec3 a = at(p, m), b = at(p, m + 1), c = at(p + 1, m + 1), d = at(p + 1, m);
        list.facets.push_back({a, b, c, with_alpha(color, 0.16f), 1});
        list.facets.push_back({a, c, d, with_alpha(color, 0.16f), 1});
        const glm::vec4 line = with_alpha(color, 0.14f);
        if (p > 0 && p % 2 == 0) list.segments.push_back({a, b, line, line, 1});
        if (m % 2 == 0) list.segments.push_back({a, d, line, line, 1});
      }
    }
  }
  return static_cast<int>(work_->done.size()) == skeleton_->effectors();
}

}  // namespace view
