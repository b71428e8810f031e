#include "lab/handout/sketch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ik/model/goal.h"

namespace lab {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr chart::Rgb target_ink{200, 40, 30}, link_ink{60, 70, 85}, pale{150, 155, 160};
constexpr chart::Rgb of_runs[] = {link_ink,      {0, 114, 178},   {213, 94, 0},
                                  {0, 158, 115}, {204, 121, 167}, {120, 94, 0}};

/// Projects the scene along parallel rays, a little from the right and from above.
struct Projection {
  bool z_up;
  Vector2d operator()(const Vector3d& p) const {
    constexpr double yaw = 0.42, pitch = 0.24;  // as the window's camera at home
    const Vector3d q = z_up ? Vector3d(p.x(), p.z(), -p.y()) : p;
    const double right = std::cos(yaw) * q.x() - std::sin(yaw) * q.z(),
                 nearer = std::sin(yaw) * q.x() + std::cos(yaw) * q.z();
    return {right, std::cos(pitch) * q.y() - std::sin(pitch) * nearer};
  }
};

struct Line {
  Vector2d from, to;
};

/// Returns the lines from joint to joint and from joints to their effectors, at least a little
/// long.
std::vector<Line> lines_of(const ik::Skeleton& body, const ik::Pose& pose, const Projection& on) {
  std::vector<Line> lines;
  const auto add = [&](const Vector3d& from, const Vector3d& to) {
    if ((to - from).norm() > 1e-3 * body.scale()) lines.push_back({on(from), on(to)});
  };
  for (int j = 0; j < body.joints(); ++j)
    if (body.parent(j) >= 0) add(pose.position.col(body.parent(j)), pose.position.col(j));
  for (int i = 0; i < body.effectors(); ++i)
    if (const int j = body.effector(i).joint; j >= 0)
      add(pose.position.col(j), pose.effector.col(i));
  return lines;
}

}  // namespace

chart::Drawing sketch(const sim::Simulation& simulation, double width, double height) {
  const ik::Skeleton& body = simulation.skeleton();
  const Projection on{simulation.scene().up == sim::Scene::Up::Z};
  constexpr double room = 22, thick = 4;
  std::vector<std::vector<Line>> runs, ago;
  std::vector<Vector2d> seen, targets;
  for (const sim::Run& run : simulation.runs()) {
    runs.push_back(lines_of(body, run.solver().pose(), on));
    ago.emplace_back();
    if (!run.oscillation().shakes()) continue;
    ik::Pose pose = run.solver().pose();
    run.oscillation().pose_before(body, pose);
    ago.back() = lines_of(body, pose, on);
  }
  for (const auto* each : {&runs, &ago})
    for (const std::vector<Line>& lines : *each)
      for (const Line& line : lines) seen.insert(seen.end(), {line.from, line.to});
  for (int i = 0; i < body.effectors(); ++i) {
    if (body.effector(i).goal.info->shape == ik::GoalShape::Orientation) continue;
    targets.push_back(on(simulation.targets()[i].position()));
    seen.push_back(targets.back());
  }
  if (seen.empty()) seen.push_back(Vector2d::Zero());
  Vector2d low = seen.front(), high = low;
  for (const Vector2d& p : seen) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const Vector2d extent = (high - low).cwiseMax(1e-9 + 0.1 * body.scale());
  const double scale = std::min((width - 2 * room) / extent.x(), (height - 2 * room) / extent.y());
  const Vector2d middle = 0.5 * (low + high);
  const auto at = [&](const Vector2d& p) {
    return chart::Point{0.5 * width + scale * (p.x() - middle.x()),
                        0.5 * height - scale * (p.y() - middle.y())};
  };

  chart::Drawing drawing{width, height};
  const auto draw = [&](const std::vector<Line>& lines, const chart::Stroke& stroke) {
    for (const Line& line : lines) drawing.line(at(line.from), at(line.to), stroke);
  };
  for (const std::vector<Line>& lines : ago)
    draw(lines, {.color = pale, .width = 2, .dash = 5, .gap = 4});
  for (size_t r = runs.size(); r-- > 0;) {  // the first over the others
    const chart::Rgb ink = of_runs[simulation.runs()[r].slot % std::size(of_runs)];
    draw(runs[r], {.color = ink, .width = thick});
    for (const Line& line : runs[r])
      drawing.circle(at(line.from), thick, chart::white, chart::Stroke{.color = ink, .width = 1.5});
    const ik::Pose& pose = simulation.runs()[r].solver().pose();
    for (int i = 0; i < body.effectors(); ++i)
      drawing.circle(at(on(pose.effector.col(i))), 0.8 * thick, ink);
  }
  for (const Vector2d& target : targets) {
    drawing.circle(at(target), 7, std::nullopt, chart::Stroke{.color = target_ink, .width = 2});
    drawing.circle(at(target), 2, target_ink);
  }
  return drawing;
}

}  // namespace lab
