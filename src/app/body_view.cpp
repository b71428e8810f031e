#include "app/body_view.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "ik/methods/common.h"
#include "ui/options.h"
#include "view/explain_picture.h"
#include "view/goal_picture.h"
#include "view/obstacles.h"
#include "view/pick.h"

namespace app {
namespace options = ui::options;
namespace {

constexpr float pick_tolerance = 12;  // pixels at UI scale 1

using view::to_eigen;

}  // namespace

const view::Palette& palette(const base::Settings& settings) {
  const bool dark = settings.text(options::theme().key) == "dark";
  return dark ? view::dark_palette() : view::light_palette();
}

void BodyView::show(const sim::Simulation& simulation) {
  const bool first = !picture_;
  view::Upright::set(simulation.scene().up);
  picture_ = view::ScenePicture(simulation);
  directions_.reset();
  held_ = hot_ = {};
  if (first)
    camera_.jump_home(picture_->outline(simulation));
  else
    camera_.home(picture_->outline(simulation));
}

void BodyView::record(const sim::Simulation& simulation) {
  if (picture_) picture_->record(simulation);
}

view::Selection BodyView::under(const sim::Simulation& simulation, glm::vec2 mouse) {
  using Kind = view::Selection::Kind;
  const float tolerance = pick_tolerance * ImGui::GetFontSize() / 16;
  picture_->handles(simulation, handles_);
  const int target = view::pick(camera_, mouse, handles_, tolerance);
  if (target >= 0) return {Kind::Target, target};
  const int obstacle = view::pick(camera_.ray(mouse), simulation.obstacles());
  return obstacle >= 0 ? view::Selection{Kind::Obstacle, obstacle} : view::Selection{};
}

void BodyView::take(const ui::Context& context, glm::vec2 mouse) {
  const sim::Simulation& simulation = context.session->simulation();
  held_ = hot_;
  context.request(ui::Select{held_});
  glm::vec3 center;
  if (held_.obstacle() >= 0) {
    taken_ = simulation.obstacles()[static_cast<size_t>(held_.index)];
    resizing_ = ImGui::GetIO().KeyShift;
    center = view::to_glm(taken_.position);
  } else {
    center = view::to_glm(simulation.target_state().position.col(held_.index));
  }
  taken_at_ = mouse;
  grip_ = center - camera_.on_facing_plane(mouse, center);
}

void BodyView::move_held(const ui::Context& context, glm::vec2 mouse) {
  const sim::Simulation& simulation = context.session->simulation();
  if (held_.target() >= 0) {
    const glm::vec3 center = view::to_glm(simulation.target_state().position.col(held_.index));
    const glm::vec3 place = camera_.on_facing_plane(mouse, center) + grip_;
    context.request(sim::HoldTarget{held_.index, to_eigen(place)});
    return;
  }
  if (held_.index >= static_cast<int>(simulation.obstacles().size())) {
    held_ = {};  // it was removed elsewhere
  } else if (resizing_) {
    const glm::vec2 way = (mouse - taken_at_) / ImGui::GetFontSize();
    resize(context, taken_, held_.index, std::exp(0.08 * (way.x - way.y)));
  } else if (mouse != taken_at_) {
    ik::Obstacle moved = taken_;
    moved.position =
        to_eigen(camera_.on_facing_plane(mouse, view::to_glm(taken_.position)) + grip_);
    context.request(sim::PutObstacle{held_.index, moved});
  }
}

void BodyView::resize(const ui::Context& context, const ik::Obstacle& obstacle, int index,
                      double factor) {
  const double body = picture_->body().reach();
  const double least = std::max(0.01 * body, sim::least_size);
  const double most = std::min(3 * body, 0.4 * ik::Skeleton::max_coordinate);
  context.request(sim::PutObstacle{index, view::resized(obstacle, factor, least, most)});
}

void BodyView::let_go(const ui::Context& context) {
  using To = sim::ReleaseTarget::To;
  const bool swing = context.options->text(options::after_drag().key) == "swing";
  if (held_.target() >= 0)
    context.request(sim::ReleaseTarget{held_.index, swing ? To::Swing : To::Rest});
  held_ = {};
  resizing_ = false;
}

ik::Obstacle BodyView::new_obstacle(ik::Obstacle::Shape shape,
                                    const sim::Simulation& simulation) const {
  const double reach = picture_->body().reach();
  const view::Camera::Orbit& orbit = camera_.pose();
  const glm::vec3 towards_eye = glm::normalize(camera_.eye() - orbit.target);
  ik::Obstacle obstacle;
  obstacle.shape = shape;
  obstacle.position = to_eigen(orbit.target + 0.3f * static_cast<float>(reach) * towards_eye);
  const double size = (shape == ik::Obstacle::Shape::Capsule ? 0.06 : 0.12) * reach;
  obstacle.size.setConstant(std::max(size, sim::least_size));
  if (shape == ik::Obstacle::Shape::Capsule) obstacle.axis = {0.2 * reach, 0, 0};
  const auto& others = simulation.obstacles();
  int number = 0;
  do {
    obstacle.name = std::string(ik::Obstacle::shape_names[static_cast<size_t>(shape)]) + " " +
                    std::to_string(++number);
  } while (std::any_of(others.begin(), others.end(),
                       [&](const ik::Obstacle& other) { return other.name == obstacle.name; }));
  return obstacle;
}

const ui::Rect& BodyView::rect_under_mouse(std::span<const ui::View> views) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool busy = turning_ || shifting_ || held_ != view::Selection{};
  for (size_t i = 0; i < views.size() && !busy; ++i) {
    const ui::Rect& rect = views[i].rect;
    if (mouse.x >= rect.x && mouse.y >= rect.y && mouse.x < rect.x + rect.width &&
        mouse.y < rect.y + rect.height)
      view_ = i;
  }
  view_ = std::min(view_, views.size() - 1);
  return views[view_].rect;
}

void BodyView::interact(const ui::Context& context, std::span<const ui::View> views) {
  if (views.empty()) return;
  const ui::Rect& rect = rect_under_mouse(views);
  const sim::Simulation& simulation = context.session->simulation();
  const ImGuiIO& io = ImGui::GetIO();
  camera_.set_size({rect.width, rect.height});
  if (held_ == view::Selection{} && guided_ < 0) {
    picture_->moving_points(simulation, points_);
    camera_.keep_in_sight(points_);
  }
  const glm::vec2 mouse{io.MousePos.x - rect.x, io.MousePos.y - rect.y};
  const bool inside = !io.WantCaptureMouse && mouse.x >= 0 && mouse.y >= 0 &&
                      mouse.x < rect.width && mouse.y < rect.height;
  const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const glm::vec2 moved{io.MouseDelta.x, io.MouseDelta.y};
  const view::Selection none;

  if (held_ != none && !left) let_go(context);
  if (held_ == none && !turning_ && !shifting_) hot_ = inside ? under(simulation, mouse) : none;

  if (inside && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && hot_.target() >= 0) {
    context.request(sim::ReleaseTarget{hot_.index, sim::ReleaseTarget::To::Home});
  } else if (inside && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    if (hot_ != none)
      take(context, mouse);
    else if (io.KeyShift)
      shifting_ = true;
    else
      turning_ = true;
  }
  if (inside && (ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                 ImGui::IsMouseClicked(ImGuiMouseButton_Middle)))
    shifting_ = true;
  if (!left) {
    const float threshold = io.MouseDragThreshold;
    if (turning_ && io.MouseDragMaxDistanceSqr[0] < threshold * threshold)
      context.request(ui::Select{none});  // a click beside everything
    turning_ = false;
  }
  if (!left && !ImGui::IsMouseDown(ImGuiMouseButton_Right) &&
      !ImGui::IsMouseDown(ImGuiMouseButton_Middle))
    shifting_ = false;

  if (held_ != none) {
    move_held(context, mouse);
  } else if (turning_) {
    camera_.orbit(moved);
  } else if (shifting_) {
    camera_.pan(moved);
  }
  if (inside && io.MouseWheel != 0) {
    const auto& obstacles = simulation.obstacles();
    const int chosen = context.selected.obstacle();
    if (chosen >= 0 && chosen < static_cast<int>(obstacles.size()) && hot_.obstacle() == chosen)
      resize(context, obstacles[static_cast<size_t>(chosen)], chosen,
             std::pow(1.08, io.MouseWheel));
    else
      camera_.zoom(io.MouseWheel);
  }
  if (hot_ != none || held_ != none)
    ImGui::SetMouseCursor(resizing_ ? ImGuiMouseCursor_ResizeAll : ImGuiMouseCursor_Hand);
}

void BodyView::guide(const ui::Context& context, const view::Guidance& guidance, float seconds) {
  constexpr float turning = 700;                  // pixels of a drag, a second
  constexpr double crossing = 0.4, spinning = 1;  // of the body's reach, radians; a second
  if (guidance.turn != glm::vec2(0)) camera_.orbit(turning * seconds * guidance.turn);
  if (guidance.move == glm::vec3(0)) {
    guided_ = -1;
    return;
  }
  const sim::Simulation& simulation = context.session->simulation();
  if (context.selected.target() < 0)
    context.request(ui::Select{{view::Selection::Kind::Target, 0}});
  const int target = std::max(context.selected.target(), 0);
  if (target != guided_) guided_to_ = simulation.target_state().position.col(target);
  guided_ = target;
  const ik::Goal& goal = simulation.skeleton().effector(target).goal;
  const double speed = goal.info->shape == ik::GoalShape::Orientation
                           ? spinning
                           : crossing * picture_->body().reach();
  guided_to_ += speed * seconds * to_eigen(guidance.move);
  context.request(sim::HoldTarget{target, guided_to_});
}

/// The overlays that are switched on.
void BodyView::explain(const sim::Simulation& simulation, const base::Settings& settings,
                       const view::Spotlight& spot) {
  const ik::Solver& solver = simulation.run().solver();
  const view::Body& body = picture_->body();
  const view::Palette& palette = app::palette(settings);
  if (settings.flag(options::show_ellipsoids())) draw_ellipsoids(list_, solver, body, palette);
  if (settings.flag(options::show_angles())) draw_joint_angles(list_, solver, body, palette);
  if (settings.flag(options::show_steps())) draw_steps(list_, solver, body, palette);
  if (settings.flag(options::show_clamped_errors()))
    draw_clamped_errors(list_, solver, body, palette);
  if (settings.flag(options::show_reach())) {
    reach_.follow(simulation.scene().skeleton, solver.settings().flag(ik::common::limits()));
    reach_.draw(list_, palette, style_.selected.target());
  } else {
    reach_.stop();
  }
  if (spot == view::Spotlight{}) return directions_.reset();
  if (!directions_) directions_.emplace(solver.skeleton());
  directions_->look(solver);
  draw_spotlight(list_, solver, *directions_, spot, ImGui::GetTime(), body, palette);
}

/// Fills the draw list.
void BodyView::fill(const sim::Simulation& simulation, const ui::View& view,
                    const base::Settings& settings, const view::Spotlight& spot,
                    std::span<const view::Ring> rings) {
  const auto time = profile_.measure(ui::Work::Lists);
  style_.run = view.run;
  style_.ghosts = view.ghosts;
  style_.camera = &camera_;
  const view::Palette& palette = app::palette(settings);
  list_.clear();
  picture_->draw(list_, simulation, palette, style_);
  if (view.run != simulation.run().serial) return;
  explain(simulation, settings, spot);
  draw_rings(list_, simulation, rings, camera_.eye(), ImGui::GetTime(), picture_->body(), palette);
}

void BodyView::draw(const sim::Simulation& simulation, const ui::View& view, float window_height,
                    float pixel_ratio, float ui_scale, int msaa, const base::Settings& settings,
                    view::Selection selected, const view::Spotlight& spot,
                    std::span<const view::Ring> rings, bool transparent) {
  const ui::Rect& rect = view.rect;
  if (rect.empty() || !picture_) return;
  style_.axes = settings.flag(options::show_axes());
  style_.trails = settings.flag(options::show_trails());
  style_.target_lines = settings.flag(options::show_target_lines());
  style_.target_paths = settings.flag(options::show_target_paths());
  style_.trail_steps = static_cast<int>(settings[options::trail_length()]);
  const view::Selection& hot = held_ != view::Selection{} ? held_ : hot_;
  style_.hot_target = hot.target();
  style_.hot_obstacle = hot.obstacle();
  style_.selected = selected;
  camera_.set_size({rect.width, rect.height});
  fill(simulation, view, settings, spot, rings);

  const render::Viewport viewport{
      static_cast<int>(rect.x * pixel_ratio),
      static_cast<int>((window_height - rect.y - rect.height) * pixel_ratio),
      static_cast<int>(rect.width * pixel_ratio), static_cast<int>(rect.height * pixel_ratio)};
  const auto time = profile_.measure(ui::Work::Gl);
  renderer_.draw(list_, {camera_.view(), camera_.projection()}, viewport, palette(settings),
                 {.ground = settings.flag(options::show_ground()),
                  .shadow = settings.flag(options::show_shadow()) && simulation.crowd().size() == 0,
                  .shadow_texels = view.ghosts ? 256 : 128,  // several views: each is small
                  .msaa = msaa,
                  .transparent = transparent,
                  .pixel_scale = pixel_ratio * ui_scale});
}

}  // namespace app
