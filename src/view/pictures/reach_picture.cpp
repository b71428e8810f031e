#include "view/pictures/reach_picture.h"

#include <limits>

#include "base/runs_of_equals.h"
#include "ik/methods/parts/common.h"
#include "view/body.h"

namespace view {

namespace {

using Held = std::vector<std::pair<int, double>>;

/// Returns the body with held joints fixed at these values; without `limits`, other revolute joints
/// have none, and prismatic joints are fixed at their start, as in WorkspaceSearch.
std::shared_ptr<const ik::Skeleton> restrained(const std::shared_ptr<const ik::Skeleton>& body,
                                               bool limits, const Held& held) {
  if (held.empty()) return body;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<ik::Joint> joints;
  for (int j = 0; j < body->joints(); ++j) {
    ik::Joint& joint = joints.emplace_back(body->joint(j));
    if (limits) continue;
    const bool turns = body->revolute(j);
    joint.lower = turns ? -infinity : joint.start;
    joint.upper = turns ? infinity : joint.start;
    if (!turns) joint.rest = joint.start;
  }
  std::vector<ik::Effector> effectors;
  for (int i = 0; i < body->effectors(); ++i) effectors.push_back(body->effector(i));
  for (const auto& [j, theta] : held) {
    ik::Joint& joint = joints[j];
    joint.lower = joint.upper = joint.start = joint.rest = theta;
  }
  return std::make_shared<ik::Skeleton>(std::move(joints), std::move(effectors), body->unit());
}

}  // namespace

jobs::Slices search_workspace_here(std::shared_ptr<const ik::Skeleton> body, int effector,
                                   bool limits, ik::WorkspaceBoundary& found) {
  ik::WorkspaceSearch search(*body, effector, limits);
  while (search.advance()) co_await jobs::pause;
  found = search.boundary();
}

void ReachPicture::follow(const std::shared_ptr<const ik::Skeleton>& skeleton,
                          const ik::Solver& solver) {
  constexpr double slice = 0.004;  // s
  workers_->work(slice);
  const bool limits = solver.settings().flag(ik::common::limits());
  Held held;
  for (const int j : solver.held()) held.emplace_back(j, solver.pose().theta[j]);
  if (skeleton == skeleton_ && limits == limits_ && held == held_) return;
  stop();
  skeleton_ = skeleton;
  limits_ = limits;
  restrained_ = restrained(skeleton, limits, held);
  held_ = std::move(held);
  const auto effectors = static_cast<size_t>(skeleton->effectors());
  found_.resize(effectors);
  workers_->start(effectors, [this, begun = 0]() mutable -> std::optional<jobs::Slices> {
    const std::lock_guard lock(mutex_);  // several threads ask for the next effector
    if (begun == skeleton_->effectors()) return {};
    return search(begun++);
  });
}

jobs::Slices ReachPicture::search(int effector) {
  ik::WorkspaceBoundary found;
  jobs::Slices search = search_(restrained_, effector, limits_ || !held_.empty(), found);
  while (search.advance()) co_await search.paused();
  const std::lock_guard lock(mutex_);
  found_[effector] = std::move(found);
}

bool ReachPicture::draw(DrawList& list, const UpAxis& up, const Palette& palette,
                        int chosen) const {
  if (!skeleton_) return false;
  const std::lock_guard lock(mutex_);
  bool all = true;
  for (int i = 0; i < static_cast<int>(found_.size()); ++i) {
    const ik::WorkspaceBoundary& shell = found_[i];
    const bool there = shell.points.cols() > 0;
    all &= there;
    if (!there || (chosen >= 0 && i != chosen)) continue;
    const glm::vec4 color = series_color(palette, i);
    const auto at = [&](int p, int m) { return up.to_glm(shell.at(p, m)); };
    for (int p = 0; p + 1 < ik::WorkspaceBoundary::parallels; ++p) {
      for (int m = 0; m < ik::WorkspaceBoundary::meridians; ++m) {
        const glm::vec3 a = at(p, m), b = at(p, m + 1), d = at(p + 1, m);
        draw_patch(list, {a, b, at(p + 1, m + 1), d}, with_alpha(color, 0.16f), 1);
        const glm::vec4 line = with_alpha(color, 0.14f);
        if (p > 0 && p % 2 == 0) list.segments.push_back({a, b, line, line, 1});
        if (m % 2 == 0) list.segments.push_back({a, d, line, line, 1});
      }
    }
  }
  return all;
}

void draw_slice(DrawList& list, const Slice& slice, const UpAxis& up) {
  constexpr float opacity = 0.45f;
  const auto at = [&](int column, int row) {
    return up.to_glm(slice.corner + double(column) / slice.columns * slice.across +
                     double(row) / slice.rows * slice.up);
  };
  const auto width = static_cast<size_t>(slice.columns);
  for (int row = 0; row < slice.rows; ++row)
    base::for_each_run(
        std::span(slice.cells).subspan(static_cast<size_t>(row) * width, width),
        [&](int first, int last, const glm::vec3& rgb) {
          draw_patch(list, {at(first, row), at(last, row), at(last, row + 1), at(first, row + 1)},
                     {rgb, opacity});
        });
}

std::vector<GizmoStroke> border_of(const Slice& slice, const UpAxis& up, const Camera& camera) {
  constexpr int pieces = 8;  // of a side, so that one that passes the eye is drawn as far as it
  const GizmoPart part{GizmoPart::Kind::Axis, slice.axis};
  const Eigen::Vector3d corners[] = {slice.corner, slice.corner + slice.across,
                                     slice.corner + slice.across + slice.up,
                                     slice.corner + slice.up};
  std::vector<GizmoStroke> strokes;
  for (int side = 0; side < 4; ++side) {
    strokes.push_back({.part = part, .points = {}});
    for (int i = 0; i <= pieces; ++i) {
      const double along = static_cast<double>(i) / pieces;
      const auto pixel =
          camera.project(up.to_glm((1 - along) * corners[side] + along * corners[(side + 1) % 4]));
      if (pixel) strokes.back().points.push_back(*pixel);
    }
  }
  std::erase_if(strokes, [](const GizmoStroke& one) { return one.points.size() < 2; });
  return strokes;
}

}  // namespace view
