#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>

#include "ik/linalg/generic_rank.h"
#include "ik/linalg/svd.h"
#include "ik/model/jacobian.h"
#include "ik/search/search.h"
#include "sweep/cell_runner.h"
#include "sweep/geometry.h"
#include "sweep/solves.h"

namespace sweep {
namespace {

using Eigen::VectorXd;

/// Returns a number in [0, 1) that identifies a solution: the same for poses that differ by whole
/// turns, up to rounding.
double solution_hash(const ik::Skeleton& body, const VectorXd& theta) {
  double sum = 0, factor = 3;
  for (int j = 0; j < body.joints(); ++j) {
    const double turn = body.revolute(j) ? 2 * std::numbers::pi : body.length();
    if (!body.follows(j)) sum += factor * theta[j] / turn;
    factor += 4;  // integers, so that whole turns do not change the result
  }
  return sum - std::floor(sum);
}

/// Returns the smallest distance of a joint to its limits: 0 at a limit, 1 in the middle of its
/// range.
double distance_to_limits(const ik::Skeleton& body, const VectorXd& theta) {
  double least = 1;
  for (int j = 0; j < body.joints(); ++j) {
    const double low = body.lower(j), high = body.upper(j);
    if (body.follows(j) || !(high - low < std::numeric_limits<double>::infinity())) continue;
    if (high > low)
      least = std::min(least, 2 * std::min(theta[j] - low, high - theta[j]) / (high - low));
  }
  return std::max(least, 0.);
}

/// Makes cells from search results. Uses working memory of one body.
class SearchMetrics {
 public:
  explicit SearchMetrics(const ik::Skeleton& body)
      : body_(body),
        rank_(ik::GenericRank(body).of(false)),
        pose_(body),
        J_(Eigen::MatrixXd::Zero(body.rows(), body.joints())),
        svd_(body.rows(), body.joints()),
        fresh_(svd_.memory()) {}

  Cell make_cell(const ik::SearchResult& found, const Eigen::Matrix3Xd& targets) {
    constexpr double none = -1;
    pose_.theta = found.theta;
    forward_kinematics(body_, pose_);
    goal_jacobian(body_, pose_, targets, false, J_);
    svd_.restore(fresh_);  // whatever was decomposed before
    svd_.compute(J_);
    const auto sigma = svd_.sigma().head(rank_);
    double error = 0;
    for (int i = 0; i < body_.effectors(); ++i)
      error += goal_distance(body_, pose_, i, targets.col(i)) *
               (body_.has_angle_error(i) ? body_.scale() : 1);
    return {{.updates = found.solved() ? found.updates : none,
             .solution = found.solved() ? solution_hash(body_, found.theta) : none,
             .ending = static_cast<double>(found.ending),
             .error_left = error,
             .search_step = found.max_step,
             .manipulability = sigma.prod(),
             .search_sigma = sigma[rank_ - 1],
             .limit_distance = distance_to_limits(body_, found.theta),
             .limit_joint = found.joint < 0 ? none : (found.joint + 0.5) / body_.joints()},
            true};
  }

 private:
  const ik::Skeleton& body_;
  int rank_;  // the generic rank of J
  ik::Pose pose_;
  Eigen::MatrixXd J_;
  ik::Svd svd_;
  ik::Svd::Memory fresh_;
};

/// Makes the searches of cells, with their start poses and targets.
class CellSearches {
 public:
  CellSearches(const Grid& grid, const sim::Simulation& start) : grid_(grid), start_(start) {
    for (const Grid::AxisIndex& index : grid.indices(0))
      geometry_.push_back(find_geometry(start.skeleton(), index.axis->key));
    positions_ = start.target_state().position;
  }

  /// Returns whether all cells use one search, because no axis is a parameter.
  bool is_search_shared() const {
    return std::ranges::all_of(geometry_, [](const auto& one) { return one.has_value(); });
  }

  /// Makes a search with the parameters of the cell.
  std::unique_ptr<ik::Search> make_search(int cell_index) {
    sim::Simulation simulation = start_;
    for (const Grid::AxisIndex& index : grid_.indices(cell_index)) {
      const Axis& axis = *index.axis;
      if (!is_geometry(axis.key)) simulation.apply(sim::SetParameter{axis.key, index.value()});
      if (axis.key != sim::world::target_amplitude().key) continue;
      sim::Simulation moved = simulation;
      moved.apply(sim::Restart{});
      positions_ = moved.target_state().position;
    }
    return std::make_unique<ik::Search>(
        simulation.run().solver(),
        ik::SearchOptions{.length_tolerance = 1e-6 * start_.skeleton().scale(),
                          .updates = static_cast<int>(grid_.steps),
                          .restarts = static_cast<int>(grid_.restarts)});
  }

  struct Problem {
    Eigen::Matrix3Xd targets;
    VectorXd theta;
  };
  /// Returns the start pose and targets of a cell, whose search must be the one made last.
  Problem problem_of(int cell_index) const {
    Problem problem{positions_, start_.run().solver().pose().theta};
    const std::vector<Grid::AxisIndex> indices = grid_.indices(cell_index);
    for (size_t k = 0; k < indices.size(); ++k) {
      if (!geometry_[k]) continue;
      const auto [joint, target, axis, unit, parameter] = *geometry_[k];
      (joint >= 0 ? problem.theta[joint] : problem.targets(axis, target)) =
          unit * indices[k].value();
    }
    return problem;
  }

 private:
  const Grid& grid_;
  const sim::Simulation& start_;
  std::vector<std::optional<Geometry>> geometry_;  // of each axis; none: it is a parameter
  Eigen::Matrix3Xd positions_;
};

}  // namespace

jobs::Slices search_cells(const Grid& grid, const sim::Simulation& start,
                          std::span<const int> cell_indices, std::span<Cell> cells) {
  CellSearches cell_searches(grid, start);
  const auto metrics = std::make_unique<SearchMetrics>(start.skeleton());
  if (cell_indices.empty()) co_return;
  // On the heap: a coroutine's own variables are not aligned as packets of Eigen's must be.
  std::unique_ptr<ik::Search> search = cell_searches.make_search(cell_indices[0]);
  if (cell_searches.is_search_shared() && ik::LaneSearch::supports(*search)) {
    int next = 0;
    jobs::Slices searches = search_in_lanes(
        *search,
        [&](ik::LaneSearch& lanes, int lane) {
          if (next == std::ssize(cell_indices)) return -1;
          const CellSearches::Problem problem = cell_searches.problem_of(cell_indices[next]);
          lanes.begin(lane, problem.targets, problem.theta, 0);
          return next++;
        },
        [&](int i, const ik::SearchResult& found) {
          cells[i] = metrics->make_cell(found, cell_searches.problem_of(cell_indices[i]).targets);
        });
    while (searches.advance()) co_await jobs::pause;
    co_return;
  }
  for (size_t i = 0; i < cell_indices.size(); ++i) {
    if (i > 0 && !cell_searches.is_search_shared())
      search = cell_searches.make_search(cell_indices[i]);
    const CellSearches::Problem problem = cell_searches.problem_of(cell_indices[i]);
    search->begin(problem.targets, problem.theta, 0);
    constexpr int slice = 16;  // updates
    for (int update = 1; search->advance(); ++update)
      if (update % slice == 0) co_await jobs::pause;
    cells[i] = metrics->make_cell(search->result(), problem.targets);
  }
}

}  // namespace sweep
