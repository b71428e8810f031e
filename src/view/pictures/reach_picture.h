#pragma once
#include <Eigen/Core>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ik/analysis/workspace.h"
#include "ik/solve/solver.h"
#include "jobs/workers.h"
#include "view/draw_list.h"
#include "view/gizmo.h"
#include "view/palette.h"
#include "view/up_axis.h"

namespace view {

/// Searches for the boundary of an effector's workspace and writes it, as ik::WorkspaceSearch does.
using SearchWorkspace = std::function<jobs::Slices(
    std::shared_ptr<const ik::Skeleton> body, int effector, bool limits, ik::WorkspaceBoundary&)>;
jobs::Slices search_workspace_here(std::shared_ptr<const ik::Skeleton> body, int effector,
                                   bool limits, ik::WorkspaceBoundary& found);

/// The workspace boundary of each effector, computed in the background.
class ReachPicture {
 public:
  explicit ReachPicture(std::unique_ptr<jobs::Workers> workers = jobs::threads(1),
                        SearchWorkspace search = search_workspace_here)
      : search_(std::move(search)), workers_(std::move(workers)) {}

  /// Continues the search; call it once per frame. Restarts it for another body, when limits are
  /// switched, and when a joint is held, released, or moved while it is held.
  void follow(const std::shared_ptr<const ik::Skeleton>& skeleton, const ik::Solver& solver);
  void stop() {
    workers_->stop();
    found_.clear();
    skeleton_.reset();
  }

  /// Draws the boundaries found so far, or only effector `chosen`'s if >= 0. Returns whether all
  /// are found.
  bool draw(DrawList& list, const UpAxis& up, const Palette& palette, int chosen = -1) const;

 private:
  jobs::Slices search(int effector);

  SearchWorkspace search_;
  std::shared_ptr<const ik::Skeleton> skeleton_;
  bool limits_ = true;
  std::vector<std::pair<int, double>> held_;        // held joints and their coordinates
  std::shared_ptr<const ik::Skeleton> restrained_;  // the skeleton with these joints fixed
  mutable std::mutex mutex_;                        // guards what follows
  std::vector<ik::WorkspaceBoundary> found_;        // by effector
  std::unique_ptr<jobs::Workers> workers_;          // last: end before what they work on
};

/// A map over two coordinates of a target as a translucent rectangle in the scene.
struct Slice {
  Eigen::Vector3d corner = Eigen::Vector3d::Zero();  ///< world, of the first cell
  Eigen::Vector3d across = corner, up = corner;      ///< the sides of the rectangle
  int columns = 0, rows = 0;
  std::vector<std::optional<glm::vec3>> cells = {};  ///< row by row; nothing: the cell is not drawn
  int target = -1, axis = 2;  ///< the plane is at this coordinate, 0 to 2, of this target
  bool moves = false;         ///< whether a drag moves it along that axis, with the target
  std::string position = {};  ///< "z = 0.35 m"
};

void draw_slice(DrawList& list, const Slice& slice, const UpAxis& up);
/// Returns the sides of the rectangle, by which it is dragged along its axis.
std::vector<GizmoStroke> border_of(const Slice& slice, const UpAxis& up, const Camera& camera);

}  // namespace view
