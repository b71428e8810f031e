#include "app/view3d/body_view.h"

#include <imgui.h>

#include <algorithm>
#include <string>

#include "render/offscreen.h"
#include "ui/options/options.h"
#include "ui/stage.h"
#include "view/pick.h"
#include "view/pictures/obstacles.h"

namespace app {
namespace options = ui::options;
namespace {

constexpr float outline_on_stage = 1.6f;  // UI pixels
constexpr float frames_on_stage = 1.5f;

}  // namespace

void BodyView::show(const sim::Simulation& simulation, bool at_once) {
  const bool first = !picture_;
  rebuild(simulation, at_once);
  drag_tool_.forget();
  build_tool_.forget();
  moved_ = false;
  home(picture_->outline(simulation));
  if (first) arrive();
}

void BodyView::home_to_build() {
  std::vector<glm::vec3> points = picture_->outline(shown());
  const glm::vec3 root = picture_->body().root(shown().run().solver().pose());
  const float around = 3.5f * picture_->body().reach();
  for (const glm::vec3& way : {glm::vec3(0.7f, 0, 0), glm::vec3(-0.7f, 0, 0), glm::vec3(0, 1, 0)})
    points.push_back(root + around * way);
  home(points);
}

void BodyView::rebuild(const sim::Simulation& simulation, bool at_once) {
  moved_ = true;
  picture_ = view::ScenePicture(simulation);
  meshes_.start(picture_->meshes(), at_once);
  for (auto& [file, mesh] : meshes_.take()) picture_->add(file, std::move(mesh));
  picture_->measure(simulation);
  directions_.reset();
}

std::vector<MeshLoader::LoadMessage> BodyView::load() {
  if (meshes_.busy()) {
    const auto loaded = meshes_.take();
    for (const auto& [file, mesh] : loaded) picture_->add(file, mesh);
    if (!loaded.empty()) picture_->measure(shown());
    // The view waits until all meshes are read, so that it moves only once.
    if (!meshes_.busy() && !moved_) camera_.home(picture_->outline(shown()));
  }
  return meshes_.take_messages();
}

ik::Obstacle BodyView::new_obstacle(ik::Obstacle::Shape shape) const {
  const double reach = picture_->body().reach();
  const view::Camera::Orbit& orbit = camera_.pose();
  const glm::vec3 towards_eye = glm::normalize(camera_.eye() - orbit.target);
  ik::Obstacle obstacle;
  obstacle.shape = shape;
  obstacle.position =
      picture_->upright().to_eigen(orbit.target + 0.3f * static_cast<float>(reach) * towards_eye);
  const double size = (shape == ik::Obstacle::Shape::Capsule ? 0.06 : 0.12) * reach;
  obstacle.size.setConstant(std::max(size, sim::least_size));
  if (shape == ik::Obstacle::Shape::Capsule) obstacle.axis = {0.2 * reach, 0, 0};
  int number = 0;
  do {
    obstacle.name =
        base::format("{} {}", ik::Obstacle::shape_names[static_cast<size_t>(shape)], ++number);
  } while (std::ranges::count(shown().obstacles(), obstacle.name, &ik::Obstacle::name) > 0);
  return obstacle;
}

const ui::Rect& BodyView::rect_under_mouse(std::span<const ui::View> views) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (size_t i = 0; i < views.size() && !dragged(); ++i) {
    const ui::Rect& rect = views[i].rect;
    if (mouse.x >= rect.x && mouse.y >= rect.y && mouse.x < rect.x + rect.width &&
        mouse.y < rect.y + rect.height)
      view_ = i;
  }
  view_ = std::min(view_, views.size() - 1);
  return views[view_].rect;
}

void BodyView::fit_camera(const ui::Rect& rect) {
  using Fit = view::Camera::Fit;
  camera_.set_size({rect.width, rect.height}, waits_ ? Fit::Later : Fit::AtOnce);
}

/// Frames the body in a new layout, softly in a single view, and after a drag has ended.
void BodyView::frame_anew(glm::vec2 size, bool alone, bool stage) {
  using Fit = view::Camera::Fit;
  const bool changed = layout_ != glm::vec2(0) && size != layout_;
  waits_ = dragged() && changed;
  constexpr float title = 2.1f;  // em, of a view in a grid
  camera_.set_top((!alone ? title : stage ? ui::stage_head : 0) * ImGui::GetFontSize());
  camera_.set_size(size, waits_                       ? Fit::Later
                         : changed && alone && !calm_ ? Fit::Softly
                                                      : Fit::AtOnce);
  if (!waits_) layout_ = alone ? size : glm::vec2(0);
}

DragTool::Input BodyView::input() const {
  return {context_,  camera_,
          *picture_, sliced_ && slice_ ? &*slice_ : nullptr,
          mouse_,    ImGui::GetFontSize()};
}

void BodyView::interact(std::span<const ui::View> views) {
  calm_ = context_.calm;
  if (views.empty()) return;
  const ui::Rect& rect = rect_under_mouse(views);
  const ImGuiIO& io = ImGui::GetIO();
  const base::Settings& settings = *context_.options;
  frame_anew({rect.width, rect.height}, views.size() == 1, ui::on_stage(context_));
  camera_.set_orthographic(settings[options::projection()] != 0);
  camera_.set_floor(settings.flag(options::show_ground())
                        ? std::optional(picture_->ground().center.y)
                        : std::nullopt);
  if (!context_.is_fast_forwarding && !turning_ && drag_tool_.moving_target() < 0 &&
      !drag_tool_.holds() && !build_tool_.holds()) {
    picture_->moving_points(shown(), points_);
    points_.insert(points_.end(), explained_.begin(), explained_.end());
    constexpr int at_once = 40;  // frames of a soft move
    for (int i = 0; i < (calm_ ? at_once : 1); ++i) camera_.keep_in_sight(points_);
  }
  mouse_ = {io.MousePos.x - rect.x, io.MousePos.y - rect.y};
  const int selected = shown().run().serial;
  sliced_ = views[view_].run == selected;
  const bool inside = !io.WantCaptureMouse && mouse_.x >= 0 && mouse_.y >= 0 &&
                      mouse_.x < rect.width && mouse_.y < rect.height;
  const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const bool used = hold(inside, left);
  turn(inside && !used, left);
  for (const ui::View& view : views) {
    sliced_ = view.run == selected;
    drag_tool_.draw(input(), view.rect);
    build_tool_.draw(input(), view.rect);
  }
  if (drag_tool_.hot() != view::Selection{} || drag_tool_.holds() || build_tool_.hot())
    ImGui::SetMouseCursor(drag_tool_.resizes() ? ImGuiMouseCursor_ResizeAll
                                               : ImGuiMouseCursor_Hand);
}

/// Drags targets, obstacles and parts. Returns whether a drag tool has used the click.
bool BodyView::hold(bool inside, bool left) {
  if (build_tool_.holds() && !left) build_tool_.release(context_);
  if (build_tool_.holds() && ImGui::IsMouseClicked(ImGuiMouseButton_Right))
    build_tool_.cancel(context_);
  if (drag_tool_.holds() && !drag_tool_.by_keys() && !left) drag_tool_.release(context_);
  const bool clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  const bool dropped = drag_tool_.by_keys() && clicked;
  if (dropped) drag_tool_.release(context_);
  const bool given_up = drag_tool_.holds() && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
  if (given_up) drag_tool_.cancel(context_);
  const bool free = inside && !turning_ && !shifting_;
  drag_tool_.hover(input(), free && !build_tool_.holds());
  build_tool_.hover(input(), free && !drag_tool_.holds(), drag_tool_.hot() != view::Selection{});
  if (inside && clicked && !dropped && !drag_tool_.holds()) build_tool_.take(input());
  if (build_tool_.holds()) build_tool_.move(input());
  if (build_tool_.holds()) return true;
  const int target = context_.building.edits() ? -1 : drag_tool_.hot().target();
  if (inside && !drag_tool_.holds() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) &&
      target >= 0)
    ui::release_target(context_, target, sim::ReleaseTarget::To::Home);
  else if (inside && clicked && !dropped)
    drag_tool_.take(input());
  if (drag_tool_.holds()) drag_tool_.move(input());
  return dropped || given_up || drag_tool_.holds();
}

void BodyView::turn(bool inside, bool left) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool free = inside && drag_tool_.hot() == view::Selection{} && !build_tool_.hot();
  if (free && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    (io.KeyShift ? shifting_ : turning_) = true;
    pivot_ = pivot();
    build_tool_.press();
  }
  const bool other =
      ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle);
  if (inside && (ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                 ImGui::IsMouseClicked(ImGuiMouseButton_Middle)))
    shifting_ = true;
  if (!left) {
    const float threshold = io.MouseDragThreshold;
    if (turning_ && io.MouseDragMaxDistanceSqr[0] < threshold * threshold)
      if (!build_tool_.click(context_)) context_.request(ui::Select{});  // the click hit nothing
    turning_ = false;
  }
  if (!left && !other) shifting_ = false;
  const glm::vec2 moved{io.MouseDelta.x, io.MouseDelta.y};
  if ((turning_ || shifting_) && !drag_tool_.holds() && moved != glm::vec2(0)) {
    moved_ = true;
    turning_ ? camera_.orbit(moved, pivot_) : camera_.pan(moved);
  }
  if (inside && io.MouseWheel != 0 && !drag_tool_.wheel(input(), io.MouseWheel)) {
    moved_ = true;
    camera_.zoom(io.MouseWheel);
  }
}

/// Returns the point that the view turns about; nothing for the one that the camera looks at.
std::optional<glm::vec3> BodyView::pivot() const {
  if ((*context_.options)[options::orbit_about()] == 0) return {};
  const view::Ray ray = camera_.ray(mouse_);
  const int obstacle = view::pick(ray, shown().obstacles(), picture_->upright());
  if (const auto hit = view::surface(ray, list_)) return hit;
  if (obstacle < 0) return {};
  const auto& obstacles = shown().obstacles();
  return picture_->upright().to_glm(obstacles[static_cast<size_t>(obstacle)].position);
}

void BodyView::look_from(int side) {
  side_ = side >= 0 ? side : (side_ + 1) % static_cast<int>(view::sides.size());
  moved_ = true;
  const view::Side& from = view::sides[static_cast<size_t>(side_)];
  camera_.look(picture_->outline(shown()), from.yaw, from.pitch);
}

void BodyView::guide(const ui::Guidance& guidance, float seconds) {
  constexpr float turning = 700;  // pixels per second, as of a mouse drag
  moved_ |= guidance.turn != glm::vec2(0);
  if (guidance.turn != glm::vec2(0)) camera_.orbit(turning * seconds * guidance.turn);
  drag_tool_.guide(input(), guidance, seconds);
}

void BodyView::explain(const view::Overlays& overlays, const view::Spotlight& spot) {
  const base::Settings& settings = *context_.options;
  if (settings.flag(options::show_ellipsoids())) overlays.draw_ellipsoids();
  if (settings.flag(options::show_angles())) overlays.draw_joint_angles();
  if (settings.flag(options::show_steps())) overlays.draw_steps();
  if (settings.flag(options::show_clamped_errors())) overlays.draw_clamped_errors();
  if (settings.flag(options::show_reach())) {
    reach_.follow(shown().scene().skeleton, overlays.solver);
    reach_.draw(list_, overlays.up, overlays.palette, style_.selected.target());
  } else {
    reach_.stop();
  }
  if (spot == view::Spotlight{}) return directions_.reset();
  if (!directions_) directions_.emplace(overlays.skeleton);
  directions_->look(overlays.solver);
  overlays.draw_spotlight(*directions_, spot, ImGui::GetTime());
}

void BodyView::fill(const ui::View& view, const view::Spotlight& spot,
                    std::span<const view::Selection> rings) {
  const sim::Simulation& simulation = shown();
  const auto time = profile_.measure(ui::Work::Lists);
  style_.run = view.run;
  style_.ghosts = view.ghosts;
  style_.camera = &camera_;
  style_.poses = view.run == simulation.run().serial ? std::span<const view::GhostPose>(poses_)
                                                     : std::span<const view::GhostPose>();
  const view::Palette& palette = options::palette(*context_.options);
  list_.clear();
  picture_->draw(list_, simulation, palette, style_);
  if (view.run != simulation.run().serial) return;
  if (slice_) draw_slice(list_, *slice_, picture_->upright());
  const view::Overlays overlays{list_, simulation.run().solver(), picture_->body(), palette};
  const size_t first_limb = list_.limbs.size();
  explain(overlays, spot);
  const size_t first_segment = list_.segments.size();
  overlays.draw_rings(simulation.targets(), rings, camera_.eye(), calm_ ? 0 : ImGui::GetTime());
  explained_.clear();
  for (size_t i = first_limb; i < list_.limbs.size(); ++i) explained_.push_back(list_.limbs[i].b);
  for (size_t i = first_segment; i < list_.segments.size(); ++i)
    explained_.push_back(list_.segments[i].b);
}

void BodyView::draw(const ui::View& view, float window_height, float pixel_ratio, float ui_scale,
                    int msaa, const view::Spotlight& spot, std::span<const view::Selection> rings,
                    bool transparent) {
  const ui::Rect& rect = view.rect;
  if (rect.empty()) return;
  const base::Settings& settings = *context_.options;
  style_.axes = settings.flag(options::show_axes());
  style_.trails = settings.flag(options::show_trails());
  style_.target_lines = settings.flag(options::show_target_lines());
  style_.target_paths = settings.flag(options::show_target_paths());
  style_.recording = settings.flag(options::show_recording());
  style_.trail_steps = static_cast<int>(settings[options::trail_length()]);
  const view::Selection& hot = drag_tool_.holds() ? drag_tool_.held() : drag_tool_.hot();
  style_.hot_target = hot.target();
  style_.hot_obstacle = hot.obstacle();
  style_.selected = context_.selected;
  style_.plumb = drag_tool_.moving_target();
  style_.frames = settings.flag(options::presenter()) ? frames_on_stage : 1;
  style_.gizmo = settings.flag(options::show_gizmo());
  style_.look = static_cast<view::BodyLook>(settings[options::body_look()]);
  // Marks about the joints would be inside the robot.
  if (style_.look == view::BodyLook::Robot &&
      (settings.flag(options::show_angles()) || settings.flag(options::show_steps()) ||
       spot.direction >= 0))
    style_.look = view::BodyLook::Both;
  fit_camera(rect);
  fill(view, spot, rings);

  const render::Viewport viewport{
      static_cast<int>(rect.x * pixel_ratio),
      static_cast<int>((window_height - rect.y - rect.height) * pixel_ratio),
      static_cast<int>(rect.width * pixel_ratio), static_cast<int>(rect.height * pixel_ratio)};
  const bool crowd = shown().crowd().size() > 0;
  const auto time = profile_.measure(ui::Work::Gl);
  renderer_.draw(list_, camera_, viewport, options::palette(settings),
                 {.ground = settings.flag(options::show_ground()),
                  .shadow = settings.flag(options::show_shadow()) && !crowd,
                  .shadow_texels = view.ghosts ? 256 : 128,  // with several views, each is small
                  .msaa = msaa,
                  .transparent = transparent,
                  .outline = settings.flag(options::presenter()) ? outline_on_stage : 0,
                  .pixel_scale = pixel_ratio * ui_scale});
}

render::Picture BodyView::preview(const sim::Simulation& simulation, Size pixels) {
  const view::Palette& palette = options::palette(*context_.options);
  const view::ScenePicture picture(simulation);
  view::Camera camera;
  camera.set_size({pixels.width, pixels.height});
  camera.jump_home(picture.outline(simulation));
  list_.clear();
  picture.draw(list_, simulation, palette, {.axes = false, .trails = false, .camera = &camera});
  const render::Offscreen target(pixels.width, pixels.height);
  renderer_.draw(list_, camera, {0, 0, pixels.width, pixels.height}, palette,
                 {.ground = false, .shadow = false, .transparent = true, .pixel_scale = 0.5f});
  return render::read_pixels(pixels.width, pixels.height, true);
}

}  // namespace app
