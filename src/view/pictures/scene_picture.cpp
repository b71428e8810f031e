#include "view/pictures/scene_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "ik/model/pose_goal.h"
#include "view/pictures/goal_picture.h"
#include "view/pictures/obstacles.h"

namespace view {
namespace {

constexpr float in_frame = 0.7f;  // of its usual size: a target with a frame about it
constexpr float glass = 0.3f;     // how opaque a robot is that shows its skeleton

/// 1, 2 or 5 times a power of ten, near x.
float round_step(float x) {
  const float power = std::pow(10.f, std::floor(std::log10(x)));
  const float digit = x / power;
  return power * (digit < 1.5f ? 1.f : digit < 3.5f ? 2.f : digit < 7.5f ? 5.f : 10.f);
}

/// A target's way in the near future, dashed, fading; not across a jump.
void draw_path(DrawList& list, const sim::Target& target, const UpAxis& up, double now,
               double amplitude, glm::vec4 color, float jump) {
  constexpr int dashes = 60;
  constexpr double ahead = 0.9;  // units of time
  for (int i = 0; i < dashes; ++i) {
    const double t0 = now + ahead * i / dashes, t1 = t0 + 0.55 * ahead / dashes;
    const glm::vec3 a = up.to_glm(target.path(t0, amplitude)),
                    b = up.to_glm(target.path(t1, amplitude));
    if (glm::distance(a, b) > jump) continue;
    const float fade = 1.f - static_cast<float>(i) / dashes;
    list.segments.push_back(
        {a, b, with_alpha(color, 0.7f * fade), with_alpha(color, 0.7f * fade), 1.5f});
  }
}

/// A way that was kept, in at most a few hundred pieces.
void draw_kept(DrawList& list, const sim::RecordedPath& path, const UpAxis& up,
               const glm::vec4& color) {
  const int stride = path.count() / 300 + 1;
  for (int from = 0; from + 1 < path.count(); from += stride) {
    const int to = std::min(from + stride, path.count() - 1);
    list.segments.push_back(
        {up.to_glm(path.point(from)), up.to_glm(path.point(to)), color, color, 2.5f});
  }
}

/// How deep in the scene a point is: a dashed line to the floor, rings round its foot.
void draw_plumb(DrawList& list, glm::vec3 point, float radius, const Palette& palette) {
  const glm::vec3 foot(point.x, list.ground.center.y, point.z);
  const float height = glm::distance(point, foot);
  const int dashes = std::clamp(static_cast<int>(height / (0.6f * radius)), 1, 100);
  const glm::vec4 ink = with_alpha(palette.target, 0.8f);
  for (int i = 0; i < dashes; ++i) {
    const auto at = [&](float part) {
      return glm::mix(foot, point, (static_cast<float>(i) + part) / static_cast<float>(dashes));
    };
    list.segments.push_back({at(0.1f), at(0.7f), ink, ink, 1.6f});
  }
  for (const float ring : {0.9f, 1.8f})
    draw_arc(list, {foot, {1, 0, 0}, {0, 0, 1}, ring * radius}, 0, glm::two_pi<float>(), ink, 1.6f);
  list.discs.push_back({foot, 0.9f * radius, with_alpha(palette.target, 0.25f)});
}

}  // namespace

ScenePicture::ScenePicture(const sim::Simulation& simulation)
    : body_(simulation.skeleton(), UpAxis(simulation.scene().up)),
      robot_(simulation.scene()),
      before_(simulation.skeleton()),
      posed_(before_) {
  if (simulation.scene().recording) given_ = simulation.scene().recording->given;
  measure(simulation);
}

void ScenePicture::measure(const sim::Simulation& simulation) {
  body_.cover(robot_.covered(), robot_.surface_radius());
  const UpAxis& up = upright();
  const ik::Pose start(simulation.skeleton());
  const glm::vec3 root = body_.root(start);
  Box box = body_.bounds(start);
  const Box robot = robot_.bounds(start);
  box.add(robot);
  outline_.clear();
  for (int i = 0; i < 8; ++i) outline_.push_back(box.corner(i));
  const auto outline = [&](glm::vec3 center, glm::vec3 half) { add_sides(outline_, center, half); };
  for (int effector = 0; effector < simulation.skeleton().effectors(); ++effector) {
    const sim::Target& target = simulation.targets()[effector];
    const ik::Goal& goal = simulation.skeleton().effector(effector).goal;
    if (goal.info->shape == ik::GoalShape::Orientation) {  // nowhere but at the effector
      const float axes = ghost_frame * frame_size * body_.reach();
      outline(up.to_glm(start.effector.col(effector)), glm::vec3(axes));
      continue;
    }
    constexpr int samples = 80;
    std::array<glm::vec3, samples> way;  // from the root
    glm::vec3 mean(0.f);
    for (int i = 0; i < samples; ++i) {
      way[i] = up.to_glm(target.path(0.05 * i, 1)) - root;
      mean += way[i] / static_cast<float>(samples);
    }
    // Frames where a target usually is and the body can follow, not where it leaves the reach. A
    // resting target is always framed: the small factor allows for the rounding of its mean.
    const float limit = std::max(0.82f * body_.reach(), 1.0001f * glm::length(mean));
    for (const glm::vec3& w : way) {
      const float far = glm::length(w);
      const bool plane = goal.info->shape == ik::GoalShape::Plane;
      const float size = plane ? plane_size * body_.reach() : 1.4f * body_.target_radius();
      const float half = far <= limit ? size : 0.f;
      outline(root + w * std::min(1.f, limit / std::max(far, 1e-6f)), glm::vec3(half));
      box.add(root + w);
    }
  }
  for (const ik::Obstacle& obstacle : simulation.obstacles()) {
    const glm::vec3 center = up.to_glm(obstacle.position);
    if (glm::distance(center, root) < 1.5f * body_.reach())
      outline(center, half_extent(obstacle, up));
  }
  const float floor = robot.empty() ? body_.floor(start) : std::min(robot.low.y, root.y);
  outline({root.x, floor, root.z}, {body_.stand_radius(), 0, body_.stand_radius()});
  ground_.center = {root.x, floor, root.z};
  ground_.radius = std::min(1.5f * std::max(box.radius(), body_.reach()), 3.f * body_.reach());
  ground_.step = round_step(ground_.radius / 8);
  const Box seen = box_of(outline_);
  spacing_ = std::max(seen.high.x - seen.low.x, seen.high.z - seen.low.z);
}

std::vector<glm::vec3> ScenePicture::outline(const sim::Simulation& simulation) const {
  std::vector<glm::vec3> all = outline_;
  constexpr int most_rings = 3;  // there may be more, as far as the eye can see
  const int rings = std::min(most_rings, rings_of_crowd(1 + simulation.crowd().size()));
  const float out = spacing_ * static_cast<float>(rings);
  if (rings == 0) return all;
  for (const glm::vec3& point : outline_)
    for (const glm::vec2 corner : {glm::vec2(-1, -1), {-1, 1}, {1, -1}, {1, 1}})
      all.push_back(point + out * glm::vec3(corner.x, 0, corner.y));
  return all;
}

void ScenePicture::record(const sim::Simulation& simulation) {
  for (const sim::Run& run : simulation.runs())
    trails_.try_emplace(run.serial, simulation.skeleton().effectors(), Trails::kept, upright())
        .first->second.record(simulation.steps(), run.solver().pose().effector);
  if (trails_.size() > simulation.runs().size())
    std::erase_if(trails_, [&](const auto& entry) { return !simulation.find_run(entry.first); });
}

void ScenePicture::handles(const sim::Simulation& simulation, std::vector<Marker>& handles) const {
  handles.clear();
  const ik::Pose& pose = simulation.run().solver().pose();
  for (int i = 0; i < static_cast<int>(simulation.targets().size()); ++i)
    handles.push_back({handle(simulation.skeleton(), pose, simulation.targets(), i, upright()),
                       body_.target_radius(),
                       {}});
}

void ScenePicture::moving_points(const sim::Simulation& simulation,
                                 std::vector<glm::vec3>& points) const {
  points.clear();
  const UpAxis& up = upright();
  const auto around = [&](glm::vec3 center, float radius) {
    add_sides(points, center, glm::vec3(radius));
  };
  const ik::Skeleton& skeleton = simulation.skeleton();
  for (int i = 0; i < static_cast<int>(simulation.targets().size()); ++i)
    if (skeleton.effector(i).goal.info->shape == ik::GoalShape::Point)
      around(up.to_glm(simulation.targets()[i].position()),
             ik::pose_partner(skeleton, i) >= 0 ? ghost_frame * frame_size * body_.reach()
                                                : 1.4f * body_.target_radius());
  constexpr int most_joints = 64;  // of a longer body some stand for the others
  const int stride = skeleton.joints() / most_joints + 1;
  for (const sim::Run& run : simulation.runs()) {
    if (!seen(simulation, run)) continue;
    const auto add = [&](const ik::Pose& pose) {
      for (int i = 0; i < skeleton.effectors(); ++i) {
        const bool frame = skeleton.effector(i).goal.info->shape == ik::GoalShape::Orientation;
        around(up.to_glm(pose.effector.col(i)),
               frame ? ghost_frame * frame_size * body_.reach() : body_.target_radius());
      }
      for (int j = 0; j < skeleton.joints(); j += stride)
        around(up.to_glm(pose.position.col(j)), body_.target_radius());
      robot_.add_edges(pose, points);
    };
    add(run.solver().pose());
    if (!run.oscillation().shakes()) continue;
    run.oscillation().pose_before(skeleton, before_);
    add(before_);
  }
}

int seen_runs(const sim::Simulation& simulation) {
  const auto& runs = simulation.runs();
  return static_cast<int>(
      std::ranges::count_if(runs, [&](const sim::Run& run) { return seen(simulation, run); }));
}

/// Draws the run as if it were alone, but marked with its colour if there are others.
void ScenePicture::draw_solid(const Canvas& on, const sim::Run& run) const {
  const auto& [list, palette, style, several] = on;
  BodyPaint colors = paint(palette);
  SolidPaint solids{.plain = palette.link};
  if (several) {
    const glm::vec4 own = run_color(palette, run.slot);
    std::ranges::fill(colors.effectors, own);
    colors.joint = own;
    solids.tint = own;
    solids.tinted = 0.25f;
  }
  const ik::Pose& pose = run.solver().pose();
  if (shows_robot(style)) {
    if (style.look == BodyLook::Both) solids.opacity = glass;
    robot_.draw(list, pose, solids, style.camera);
    colors.bare = style.look == BodyLook::Robot;
  }
  stand_on_ground(colors, pose, style);
  body_.draw(list, pose, colors, style.axes ? Body::Detail::WithAxes : Body::Detail::Whole);
  if (style.camera) draw_held(list, run.solver(), given_, body_, *style.camera, palette);
}

/// The ground is below a body's solids, whether they are seen or not. What of them does not move is
/// a column, as high as it has to be, or, where several limbs begin, a palm; hips have neither.
void ScenePicture::stand_on_ground(BodyPaint& colors, const ik::Pose& pose,
                                   const PictureStyle& style) const {
  if (robot_.empty()) return;
  const bool column = robot_.covered().front() != 0;
  colors.connects_roots = column && body_.children(-1).size() > 1 && style.look != BodyLook::Robot;
  colors.foot = body_.root(pose).y - ground_.center.y;
  if (shows_robot(style) || colors.foot < body_.thickness() ||
      (!column && colors.foot > 0.5f * body_.reach()))
    colors.stand.a = 0;
}

void ScenePicture::draw_trails(const Canvas& on, const sim::Run& run, bool ghost) const {
  const auto trails = trails_.find(run.serial);
  if (!on.style.trails || trails == trails_.end()) return;
  const glm::vec4 own = run_color(on.palette, run.slot);
  // Trails of ghosts are shorter and thinner.
  trails->second.draw(on.list, on.palette, on.style.trail_steps / (ghost ? 2 : 1),
                      ghost ? 1.4f : 1.8f, on.several ? &own : nullptr);
}

void ScenePicture::draw(DrawList& list, const sim::Simulation& simulation, const Palette& palette,
                        const PictureStyle& style) const {
  const sim::Run* solid = simulation.find_run(style.run);
  const sim::Run& run = solid ? *solid : simulation.run();
  const bool several = simulation.runs().size() > 1;
  const Canvas on{list, palette, style, several};
  const ik::Pose& pose = run.solver().pose();
  const UpAxis& up = upright();
  list.ground = ground_;
  if (const int rings = rings_of_crowd(1 + simulation.crowd().size()); rings > 0) {
    list.ground.radius += 1.5f * spacing_ * static_cast<float>(rings);
    list.ground.step = round_step(list.ground.radius / 8);
    if (style.camera)
      draw_crowd(list, simulation.crowd(), body_, spacing_, *style.camera, palette, before_);
  }
  for (const GhostPose& one : style.poses)
    if (one.theta.size() == simulation.skeleton().joints())  // not of a body shown before
      draw_pose(on, one, simulation.skeleton());
  if (style.recording && simulation.scene().recording) draw_recorded(on, simulation);
  for (const sim::Run& one : simulation.runs()) {
    if (!seen(simulation, one)) continue;
    if (&one == &run)
      draw_solid(on, one);
    else if (style.ghosts)
      draw_ghost(on, one);
    else
      continue;
    draw_afterimage(on, one, &one != &run);
    draw_trails(on, one, &one != &run);
  }
  const double amplitude = simulation.value("target_amplitude");
  for (int i = 0; i < static_cast<int>(simulation.targets().size()); ++i) {
    const sim::Target& target = simulation.targets()[i];
    const ik::Skeleton& skeleton = simulation.skeleton();
    const ik::GoalShape shape = skeleton.effector(i).goal.info->shape;
    const glm::vec3 center = handle(skeleton, pose, simulation.targets(), i, up);
    const bool framed = shape == ik::GoalShape::Point && ik::pose_partner(skeleton, i) >= 0;
    const float radius =
        body_.target_radius() * (framed ? in_frame : 1.f) * (i == style.hot_target ? 1.25f : 1.f);
    if (shape == ik::GoalShape::Point || shape == ik::GoalShape::Ray)
      list.markers.push_back({center, radius, palette.target});
    draw_goal(list, skeleton, pose, simulation.targets(), i, body_, palette, style.frames);
    if (i == style.plumb && shape != ik::GoalShape::Orientation)
      draw_plumb(list, center, body_.target_radius(), palette);
    if (i == style.selected.target() && !style.gizmo) {
      const double round = 1.9 * body_.target_radius();
      draw_frame(
          list,
          {.name = {}, .position = up.to_eigen(center), .size = Eigen::Vector3d::Constant(round)},
          up, palette.accent, 1.6f);
    }
    if (style.target_paths && !target.held() && shape != ik::GoalShape::Orientation)
      draw_path(list, target, up, simulation.time(), amplitude, palette.target,
                0.3f * std::max(body_.characteristic_length(), 0.1f * body_.reach()));
    if (style.target_lines && seen(simulation, run)) {
      const glm::vec4 of = several ? run_color(palette, run.slot) : series_color(palette, i);
      const glm::vec4 color = with_alpha(of, 0.9f);
      const glm::vec3 wanted = wanted_point(skeleton, pose, i, target.position(), up);
      list.segments.push_back({goal_origin(skeleton, pose, i, up), wanted, color, color, 1.5f});
    }
  }
  const std::vector<ik::Obstacle>& obstacles = simulation.obstacles();
  for (int i = 0; i < static_cast<int>(obstacles.size()); ++i) {
    glm::vec4 color = palette.obstacle;
    if (i == style.hot_obstacle) color.a = 0.5f + 0.5f * color.a;
    const ik::Obstacle& obstacle = obstacles[i];
    draw_obstacle(list, obstacle, up, color);
    if (i == style.selected.obstacle()) draw_frame(list, obstacle, up, palette.accent, 1.6f);
  }
  for (size_t i = 0; i < simulation.paths().size(); ++i)
    draw_kept(list, simulation.paths()[i], up,
              with_alpha(series_color(palette, static_cast<int>(i)), 0.8f));
}

}  // namespace view
