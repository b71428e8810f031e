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

constexpr float marker_scale_with_triad = 0.7f;
constexpr float robot_opacity = 0.3f;  // of a robot that shows its skeleton

/// Returns 1, 2 or 5 times a power of ten, near x.
float round_step(float x) {
  const float power = std::pow(10.f, std::floor(std::log10(x)));
  const float digit = x / power;
  return power * (digit < 1.5f ? 1.f : digit < 3.5f ? 2.f : digit < 7.5f ? 5.f : 10.f);
}

/// Draws a target's path in the near future, dashed and fading, with gaps at jumps.
void draw_future_path(DrawList& list, const sim::Target& target, const UpAxis& up, double now,
                      double amplitude, glm::vec4 color, float jump) {
  constexpr int dashes = 60;
  constexpr double ahead = 0.9;  // units of path time
  for (int i = 0; i < dashes; ++i) {
    const double t0 = now + ahead * i / dashes, t1 = t0 + 0.55 * ahead / dashes;
    const glm::vec3 a = up.to_glm(target.position_at(t0, amplitude)),
                    b = up.to_glm(target.position_at(t1, amplitude));
    if (glm::distance(a, b) > jump) continue;
    const float fade = 1.f - static_cast<float>(i) / dashes;
    list.segments.push_back(
        {a, b, with_alpha(color, 0.7f * fade), with_alpha(color, 0.7f * fade), 1.5f});
  }
}

/// Draws a saved path in about 300 segments at most.
void draw_saved_path(DrawList& list, const sim::RecordedPath& path, const UpAxis& up,
                     const glm::vec4& color) {
  const int stride = path.count() / 300 + 1;
  for (int from = 0; from + 1 < path.count(); from += stride) {
    const int to = std::min(from + stride, path.count() - 1);
    list.segments.push_back(
        {up.to_glm(path.point(from)), up.to_glm(path.point(to)), color, color, 2.5f});
  }
}

/// Draws a dashed plumb line to the floor and rings around its foot, which show depth.
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
  body_.set_covered(robot_.covered(), robot_.surface_radius());
  const UpAxis& up = up_axis();
  const ik::Pose start(simulation.skeleton());
  const glm::vec3 root = body_.root_position(start);
  Box box = body_.bounds(start);
  const Box robot = robot_.bounds(start);
  box.add(robot);
  outline_.clear();
  for (int i = 0; i < 8; ++i) outline_.push_back(box.corner(i));
  const auto outline = [&](glm::vec3 center, glm::vec3 half) {
    add_side_centers(outline_, center, half);
  };
  for (int effector = 0; effector < simulation.skeleton().effectors(); ++effector) {
    const sim::Target& target = simulation.targets()[effector];
    const ik::Goal& goal = simulation.skeleton().effector(effector).goal;
    if (goal.info->shape == ik::GoalShape::Orientation) {  // nowhere but at the effector
      const float axes = target_triad_scale * triad_size * body_.reach();
      outline(up.to_glm(start.effector.col(effector)), glm::vec3(axes));
      continue;
    }
    constexpr int samples = 80;
    std::array<glm::vec3, samples> path_samples;  // relative to the root
    glm::vec3 mean(0.f);
    for (int i = 0; i < samples; ++i) {
      path_samples[i] = up.to_glm(target.position_at(0.05 * i, 1)) - root;
      mean += path_samples[i] / static_cast<float>(samples);
    }
    // Frames where a target usually is and the body can follow, not where it leaves the reach. A
    // resting target is always framed: the small factor allows for the rounding of its mean.
    const float limit = std::max(0.82f * body_.reach(), 1.0001f * glm::length(mean));
    for (const glm::vec3& w : path_samples) {
      const float far = glm::length(w);
      const bool plane = goal.info->shape == ik::GoalShape::Plane;
      const float size = plane ? plane_half_size * body_.reach() : 1.4f * body_.target_radius();
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
  const float floor = robot.empty() ? body_.floor_height(start) : std::min(robot.low.y, root.y);
  outline({root.x, floor, root.z}, {body_.stand_radius(), 0, body_.stand_radius()});
  ground_.center = {root.x, floor, root.z};
  ground_.radius = std::min(1.5f * std::max(box.radius(), body_.reach()), 3.f * body_.reach());
  ground_.step = round_step(ground_.radius / 8);
  const Box seen = box_of(outline_);
  crowd_spacing_ = std::max(seen.high.x - seen.low.x, seen.high.z - seen.low.z);
}

std::vector<glm::vec3> ScenePicture::outline(const sim::Simulation& simulation) const {
  std::vector<glm::vec3> all = outline_;
  constexpr int most_rings = 3;  // there may be more, as far as the eye can see
  const int rings = std::min(most_rings, crowd_ring_count(1 + simulation.crowd().size()));
  const float out = crowd_spacing_ * static_cast<float>(rings);
  if (rings == 0) return all;
  for (const glm::vec3& point : outline_)
    for (const glm::vec2 corner : {glm::vec2(-1, -1), {-1, 1}, {1, -1}, {1, 1}})
      all.push_back(point + out * glm::vec3(corner.x, 0, corner.y));
  return all;
}

void ScenePicture::record(const sim::Simulation& simulation) {
  for (const sim::Run& run : simulation.runs())
    trails_.try_emplace(run.serial, simulation.skeleton().effectors(), Trails::max_steps, up_axis())
        .first->second.record(simulation.steps(), run.solver().pose().effector);
  if (trails_.size() > simulation.runs().size())
    std::erase_if(trails_, [&](const auto& entry) { return !simulation.find_run(entry.first); });
}

void ScenePicture::collect_handles(const sim::Simulation& simulation,
                                   std::vector<Marker>& handles) const {
  handles.clear();
  const ik::Pose& pose = simulation.run().solver().pose();
  for (int i = 0; i < static_cast<int>(simulation.targets().size()); ++i)
    handles.push_back(
        {target_handle(simulation.skeleton(), pose, simulation.targets(), i, up_axis()),
         body_.target_radius(),
         {}});
}

void ScenePicture::collect_framing_points(const sim::Simulation& simulation,
                                          std::vector<glm::vec3>& points) const {
  points.clear();
  const UpAxis& up = up_axis();
  const auto around = [&](glm::vec3 center, float radius) {
    add_side_centers(points, center, glm::vec3(radius));
  };
  const ik::Skeleton& skeleton = simulation.skeleton();
  for (int i = 0; i < static_cast<int>(simulation.targets().size()); ++i)
    if (skeleton.effector(i).goal.info->shape == ik::GoalShape::Point)
      around(up.to_glm(simulation.targets()[i].position()),
             ik::pose_partner(skeleton, i) >= 0 ? target_triad_scale * triad_size * body_.reach()
                                                : 1.4f * body_.target_radius());
  constexpr int most_joints = 64;  // of a longer body, every second, third ... joint
  const int stride = skeleton.joints() / most_joints + 1;
  for (const sim::Run& run : simulation.runs()) {
    if (!is_visible(simulation, run)) continue;
    const auto add = [&](const ik::Pose& pose) {
      for (int i = 0; i < skeleton.effectors(); ++i) {
        const bool frame = skeleton.effector(i).goal.info->shape == ik::GoalShape::Orientation;
        around(up.to_glm(pose.effector.col(i)),
               frame ? target_triad_scale * triad_size * body_.reach() : body_.target_radius());
      }
      for (int j = 0; j < skeleton.joints(); j += stride)
        around(up.to_glm(pose.position.col(j)), body_.target_radius());
      robot_.add_framing_points(pose, points);
    };
    add(run.solver().pose());
    if (!run.oscillation().shakes()) continue;
    run.oscillation().pose_before(skeleton, before_);
    add(before_);
  }
}

int visible_run_count(const sim::Simulation& simulation) {
  const auto& runs = simulation.runs();
  return static_cast<int>(std::ranges::count_if(
      runs, [&](const sim::Run& run) { return is_visible(simulation, run); }));
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
    solids.tint_fraction = 0.25f;
  }
  const ik::Pose& pose = run.solver().pose();
  if (shows_robot(style)) {
    if (style.look == BodyLook::Both) solids.opacity = robot_opacity;
    robot_.draw(list, pose, solids, style.camera);
    colors.hides_covered = style.look == BodyLook::Robot;
  }
  set_stand(colors, pose, style);
  body_.draw(list, pose, colors, style.axes ? Body::Detail::WithAxes : Body::Detail::Whole);
  if (style.camera) draw_held(list, run.solver(), given_, body_, *style.camera, palette);
}

/// Sets how a body that has solids stands on the ground, which is below all of them. A base fixed
/// to the world is drawn as a column or, if several limbs begin there and links are shown, as limbs
/// from the world's origin; there is no stand if solids are drawn or the root is low, or far up and
/// free.
void ScenePicture::set_stand(BodyPaint& colors, const ik::Pose& pose,
                             const PictureStyle& style) const {
  if (robot_.empty()) return;
  const bool column = robot_.covered().front() != 0;
  colors.connects_roots = column && body_.children(-1).size() > 1 && style.look != BodyLook::Robot;
  colors.stand_height = body_.root_position(pose).y - ground_.center.y;
  if (shows_robot(style) || colors.stand_height < body_.link_radius() ||
      (!column && colors.stand_height > 0.5f * body_.reach()))
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
  const sim::Run* solid = simulation.find_run(style.run_serial);
  const sim::Run& run = solid ? *solid : simulation.run();
  const bool several = simulation.runs().size() > 1;
  const Canvas on{list, palette, style, several};
  const ik::Pose& pose = run.solver().pose();
  const UpAxis& up = up_axis();
  list.ground = ground_;
  if (const int rings = crowd_ring_count(1 + simulation.crowd().size()); rings > 0) {
    list.ground.radius += 1.5f * crowd_spacing_ * static_cast<float>(rings);
    list.ground.step = round_step(list.ground.radius / 8);
    if (style.camera)
      draw_crowd(list, simulation.crowd(), body_, crowd_spacing_, *style.camera, palette, before_);
  }
  for (const GhostPose& one : style.poses)
    if (one.theta.size() == simulation.skeleton().joints())  // not of a body shown before
      draw_ghost_pose(on, one, simulation.skeleton());
  if (style.recording && simulation.scene().recording) draw_recorded(on, simulation);
  for (const sim::Run& one : simulation.runs()) {
    if (!is_visible(simulation, one)) continue;
    if (&one == &run)
      draw_solid(on, one);
    else if (style.ghosts)
      draw_ghost_run(on, one);
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
    const glm::vec3 center = target_handle(skeleton, pose, simulation.targets(), i, up);
    const bool has_triad = shape == ik::GoalShape::Point && ik::pose_partner(skeleton, i) >= 0;
    const float radius = body_.target_radius() * (has_triad ? marker_scale_with_triad : 1.f) *
                         (i == style.hot_target ? 1.25f : 1.f);
    if (shape == ik::GoalShape::Point || shape == ik::GoalShape::Ray)
      list.markers.push_back({center, radius, palette.target});
    draw_goal(list, skeleton, pose, simulation.targets(), i, body_, palette, style.triad_scale);
    if (i == style.plumb_target && shape != ik::GoalShape::Orientation)
      draw_plumb(list, center, body_.target_radius(), palette);
    if (i == style.selected.target() && !style.has_gizmo) {
      const double round = 1.9 * body_.target_radius();
      draw_wireframe(
          list,
          {.name = {}, .position = up.to_eigen(center), .size = Eigen::Vector3d::Constant(round)},
          up, palette.accent, 1.6f);
    }
    if (style.target_paths && !target.held() && shape != ik::GoalShape::Orientation)
      draw_future_path(list, target, up, simulation.time(), amplitude, palette.target,
                       0.3f * std::max(body_.characteristic_length(), 0.1f * body_.reach()));
    if (style.target_lines && is_visible(simulation, run)) {
      const glm::vec4 of = several ? run_color(palette, run.slot) : series_color(palette, i);
      const glm::vec4 color = with_alpha(of, 0.9f);
      const glm::vec3 wanted = goal_point(skeleton, pose, i, target.position(), up);
      list.segments.push_back({goal_origin(skeleton, pose, i, up), wanted, color, color, 1.5f});
    }
  }
  const std::vector<ik::Obstacle>& obstacles = simulation.obstacles();
  for (int i = 0; i < static_cast<int>(obstacles.size()); ++i) {
    glm::vec4 color = palette.obstacle;
    if (i == style.hot_obstacle) color.a = 0.5f + 0.5f * color.a;
    const ik::Obstacle& obstacle = obstacles[i];
    draw_obstacle(list, obstacle, up, color);
    if (i == style.selected.obstacle()) draw_wireframe(list, obstacle, up, palette.accent, 1.6f);
  }
  for (size_t i = 0; i < simulation.paths().size(); ++i)
    draw_saved_path(list, simulation.paths()[i], up,
                    with_alpha(series_color(palette, static_cast<int>(i)), 0.8f));
}

}  // namespace view
