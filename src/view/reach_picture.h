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

/// Where each effector can get, as shells that are found in the background, one after the other:
/// nobody waits for them.
class ReachPicture {
 public:
  /// Begins anew for another body or with limits switched; else it goes on.
  void follow(const std::shared_ptr<const ik::Skeleton>& skeleton, bool limits);
  void stop();

  /// Those that are there. Returns whether all are. The one of effector `chosen` alone, if it is
  /// one.
  bool draw(DrawList& list, const Palette& palette, int chosen = -1) const;

 private:
  /// What the thread fills; it may outlast its picture by a moment.
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
