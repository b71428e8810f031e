#pragma once
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "ik/analysis/workspace.h"
#include "view/draw_list.h"
#include "view/palette.h"

namespace view {

/// The workspace boundary of each effector, computed in the background, one after the other.
class ReachPicture {
 public:
  /// Restarts for another body or when limits are switched; else continues.
  void follow(const std::shared_ptr<const ik::Skeleton>& skeleton, bool limits);
  void stop();

  /// Those that are there. Returns whether all are. The one of effector `chosen` alone, if it is
  /// one.
  bool draw(DrawList& list, const Palette& palette, int chosen = -1) const;

 private:
  /// Filled by the thread; it may briefly outlive its owner.
  struct Work {
    std::mutex mutex;
    std::vector<ik::WorkspaceBoundary> done;
  };
  std::shared_ptr<const ik::Skeleton> skeleton_;
  bool limits_ = true;
  std::shared_ptr<Work> work_ = std::make_shared<Work>();
  std::jthread thread_;
};

}  // namespace view
