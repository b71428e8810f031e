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

constexpr float presenter_outline = 1.6f;  // UI pixels
constexpr float presenter_triad_scale = 1.5f;

}  // namespace

void BodyView::show(const sim::Simulation& simulation, bool at_once) {
  const bool first = !picture_;
  rebuild(simulation, at_once);
  drag_tool_.forget();
  build_tool_.forget();
  keeps_view_ = false;
  home(picture_->outline(simulation));
  if (first) end_flight();
}

void BodyView::home_to_build() {
  std::vector<glm::vec3> points = picture_->outline(simulation());
  const glm::vec3 root = picture_->body().root_position(simulation().run().solver().pose());
  const float around = 3.5f * picture_->body().reach();
  for (const glm::vec3& way : {glm::vec3(0.7f, 0, 0), glm::vec3(-0.7f, 0, 0), glm::vec3(0, 1, 0)})
    points.push_back(root + around * way);
  home(points);
}

void BodyView::rebuild(const sim::Simulation& simulation, bool at_once) {
  keeps_view_ = true;
  picture_ = view::ScenePicture(simulation);
  meshes_.start(picture_->mesh_files(), at_once);
  for (auto& [file, mesh] : meshes_.take()) picture_->add(file, std::move(mesh));
  picture_->measure(simulation);
  directions_.reset();
}

std::vector<MeshLoader::LoadMessage> BodyView::load() {
  if (meshes_.busy()) {
    const auto loaded = meshes_.take();
    for (const auto& [file, mesh] : loaded) picture_->add(file, mesh);
    if (!loaded.empty()) picture_->measure(simulation());
    // The view waits until all meshes are read, so that it moves only once.
    if (!meshes_.busy() && !keeps_view_) camera_.home(picture_->outline(simulation()));
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
      picture_->up_axis().to_eigen(orbit.target + 0.3f * static_cast<float>(reach) * towards_eye);
  const double size = (shape == ik::Obstacle::Shape::Capsule ? 0.06 : 0.12) * reach;
  obstacle.size.setConstant(std::max(size, sim::least_size));
  if (shape == ik::Obstacle::Shape::Capsule) obstacle.axis = {0.2 * reach, 0, 0};
  int number = 0;
  do {
    obstacle.name =
        base::format("{} {}", ik::Obstacle::shape_names[static_cast<size_t>(shape)], ++number);
  } while (std::ranges::count(simulation().obstacles(), obstacle.name, &ik::Obstacle::name) > 0);
  return obstacle;
}

const ui::Rect& BodyView::rect_under_mouse(std::span<const ui::View> views) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (size_t i = 0; i < views.size() && !is_mouse_busy(); ++i) {
    const ui::Rect& rect = views[i].rect;
    if (mouse.x >= rect.x && mouse.y >= rect.y && mouse.x < rect.x + rect.width &&
        mouse.y < rect.y + rect.height)
      view_index_ = i;
  }
  view_index_ = std::min(view_index_, views.size() - 1);
  return views[view_index_].rect;
}

void BodyView::fit_camera(const ui::Rect& rect) {
  using Fit = view::Camera::Fit;
  camera_.set_size({rect.width, rect.height}, refits_later_ ? Fit::Later : Fit::AtOnce);
}

/// Frames the body again after the layout has changed: softly in a single view; during a drag, only
/// once it has ended.
void BodyView::update_framing(glm::vec2 size, bool alone, bool stage) {
  using Fit = view::Camera::Fit;
  const bool changed = last_size_ != glm::vec2(0) && size != last_size_;
  refits_later_ = is_mouse_busy() && changed;
  constexpr float title = 2.1f;  // em, of a view in a grid
  camera_.set_top_margin((!alone ? title : stage ? ui::stage_head : 0) * ImGui::GetFontSize());
  camera_.set_size(size, refits_later_                          ? Fit::Later
                         : changed && alone && !reduced_motion_ ? Fit::Softly
                                                                : Fit::AtOnce);
  if (!refits_later_) last_size_ = alone ? size : glm::vec2(0);
}

DragTool::Input BodyView::input(bool shows_slice) const {
  return {context_,  camera_,
          *picture_, shows_slice && slice_ ? &*slice_ : nullptr,
          mouse_,    ImGui::GetFontSize()};
}

void BodyView::interact(std::span<const ui::View> views) {
  reduced_motion_ = context_.reduced_motion;
  if (views.empty()) return;
  const ui::Rect& rect = rect_under_mouse(views);
  const ImGuiIO& io = ImGui::GetIO();
  const base::Settings& settings = *context_.options;
  update_framing({rect.width, rect.height}, views.size() == 1, ui::is_presenting(context_));
  camera_.set_orthographic(settings[options::projection()] != 0);
  camera_.set_floor(settings.flag(options::show_ground())
                        ? std::optional(picture_->ground().center.y)
                        : std::nullopt);
  if (!context_.is_fast_forwarding && !is_orbiting_ && drag_tool_.moving_target() < 0 &&
      !drag_tool_.holds() && !build_tool_.holds()) {
    picture_->collect_framing_points(simulation(), framing_points_);
    framing_points_.insert(framing_points_.end(), overlay_points_.begin(), overlay_points_.end());
    constexpr int frames_per_move = 40;  // without animations, all at once
    for (int i = 0; i < (reduced_motion_ ? frames_per_move : 1); ++i)
      camera_.keep_in_sight(framing_points_);
  }
  mouse_ = {io.MousePos.x - rect.x, io.MousePos.y - rect.y};
  const int selected = simulation().run().serial;
  const DragTool::Input mouse_input = input(views[view_index_].run == selected);
  const bool inside = !io.WantCaptureMouse && mouse_.x >= 0 && mouse_.y >= 0 &&
                      mouse_.x < rect.width && mouse_.y < rect.height;
  const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const bool used = update_drag(mouse_input, inside, left);
  update_camera(inside && !used, left);
  for (const ui::View& view : views) {
    const DragTool::Input drawn = input(view.run == selected);
    drag_tool_.draw(drawn, view.rect);
    build_tool_.draw(drawn, view.rect);
  }
  if (drag_tool_.hot() != view::Selection{} || drag_tool_.holds() || build_tool_.is_active())
    ImGui::SetMouseCursor(drag_tool_.resizes() ? ImGuiMouseCursor_ResizeAll
                                               : ImGuiMouseCursor_Hand);
}

/// Drags targets, obstacles and parts. Returns whether a drag tool has used the click.
bool BodyView::update_drag(const DragTool::Input& input, bool inside, bool left) {
  if (build_tool_.holds() && !left) build_tool_.release(context_);
  if (build_tool_.holds() && ImGui::IsMouseClicked(ImGuiMouseButton_Right))
    build_tool_.cancel(context_);
  if (drag_tool_.holds() && !drag_tool_.by_keys() && !left) drag_tool_.release(context_);
  const bool clicked = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  const bool dropped = drag_tool_.by_keys() && clicked;
  if (dropped) drag_tool_.release(context_);
  const bool given_up = drag_tool_.holds() && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
  if (given_up) drag_tool_.cancel(context_);
  const bool free = inside && !is_orbiting_ && !is_panning_;
  drag_tool_.hover(input, free && !build_tool_.holds());
  build_tool_.hover(input, free && !drag_tool_.holds(), drag_tool_.hot() != view::Selection{});
  if (inside && clicked && !dropped && !drag_tool_.holds()) build_tool_.take(input);
  if (build_tool_.holds()) build_tool_.move(input);
  if (build_tool_.holds()) return true;
  const int target = context_.building.edits() ? -1 : drag_tool_.hot().target();
  if (inside && !drag_tool_.holds() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) &&
      target >= 0)
    ui::release_target(context_, target, sim::ReleaseTarget::To::Home);
  else if (inside && clicked && !dropped)
    drag_tool_.take(input);
  if (drag_tool_.holds()) drag_tool_.move(input);
  return dropped || given_up || drag_tool_.holds();
}

/// Orbits, pans and zooms; a click on the background clears the selection or builds.
void BodyView::update_camera(bool inside, bool left) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool free = inside && drag_tool_.hot() == view::Selection{} && !build_tool_.is_active();
  if (free && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    (io.KeyShift ? is_panning_ : is_orbiting_) = true;
    pivot_ = pivot();
    build_tool_.press();
  }
  const bool other =
      ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle);
  if (inside && (ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                 ImGui::IsMouseClicked(ImGuiMouseButton_Middle)))
    is_panning_ = true;
  if (!left) {
    const float threshold = io.MouseDragThreshold;
    if (is_orbiting_ && io.MouseDragMaxDistanceSqr[0] < threshold * threshold)
      if (!build_tool_.click(context_)) context_.request(ui::Select{});  // the click hit nothing
    is_orbiting_ = false;
  }
  if (!left && !other) is_panning_ = false;
  const glm::vec2 moved{io.MouseDelta.x, io.MouseDelta.y};
  if ((is_orbiting_ || is_panning_) && !drag_tool_.holds() && moved != glm::vec2(0)) {
    keeps_view_ = true;
    is_orbiting_ ? camera_.orbit(moved, pivot_) : camera_.pan(moved);
  }
  if (inside && io.MouseWheel != 0 && !drag_tool_.wheel(input(), io.MouseWheel)) {
    keeps_view_ = true;
    camera_.zoom(io.MouseWheel);
  }
}

/// Returns the point that the view turns about; nothing for the one that the camera looks at.
std::optional<glm::vec3> BodyView::pivot() const {
  if ((*context_.options)[options::orbit_about()] == 0) return {};
  const view::Ray ray = camera_.ray(mouse_);
  const int obstacle = view::pick(ray, simulation().obstacles(), picture_->up_axis());
  if (const auto hit = view::hit_surface(ray, list_)) return hit;
  if (obstacle < 0) return {};
  const auto& obstacles = simulation().obstacles();
  return picture_->up_axis().to_glm(obstacles[static_cast<size_t>(obstacle)].position);
}

void BodyView::fly_to_side(int side) {
  side_index_ = side >= 0 ? side : (side_index_ + 1) % static_cast<int>(view::sides.size());
  keeps_view_ = true;
  const view::Side& from = view::sides[static_cast<size_t>(side_index_)];
  camera_.fly_to(picture_->outline(simulation()), from.yaw, from.pitch);
}

void BodyView::jog(const ui::Guidance& guidance, float seconds) {
  constexpr float orbit_speed = 700;  // pixels of a mouse drag per second
  keeps_view_ |= guidance.turn != glm::vec2(0);
  if (guidance.turn != glm::vec2(0)) camera_.orbit(orbit_speed * seconds * guidance.turn);
  drag_tool_.jog(input(), guidance, seconds);
}

void BodyView::draw_overlays(const view::Overlays& overlays, const view::Spotlight& spot) {
  const base::Settings& settings = *context_.options;
  if (settings.flag(options::show_ellipsoids())) overlays.draw_ellipsoids();
  if (settings.flag(options::show_angles())) overlays.draw_joint_angles();
  if (settings.flag(options::show_steps())) overlays.draw_steps();
  if (settings.flag(options::show_clamped_errors())) overlays.draw_clamped_errors();
  if (settings.flag(options::show_reach())) {
    reach_.follow(simulation().scene().skeleton, overlays.solver);
    reach_.draw(list_, overlays.up, overlays.palette, style_.selected.target());
  } else {
    reach_.stop();
  }
  if (spot == view::Spotlight{}) return directions_.reset();
  if (!directions_) directions_.emplace(overlays.skeleton);
  directions_->update(overlays.solver);
  overlays.draw_spotlight(*directions_, spot, ImGui::GetTime());
}

void BodyView::build_draw_list(const ui::View& view, const view::Spotlight& spot,
                               std::span<const view::Selection> rings) {
  const sim::Simulation& simulation = this->simulation();
  const auto time = profile_.measure(ui::Work::Lists);
  style_.run_serial = view.run;
  style_.ghosts = view.ghosts;
  style_.camera = &camera_;
  style_.poses = view.run == simulation.run().serial ? std::span<const view::GhostPose>(poses_)
                                                     : std::span<const view::GhostPose>();
  const view::Palette& palette = options::palette(*context_.options);
  list_.clear();
  picture_->draw(list_, simulation, palette, style_);
  if (view.run != simulation.run().serial) return;
  if (slice_) draw_slice(list_, *slice_, picture_->up_axis());
  const view::Overlays overlays{list_, simulation.run().solver(), picture_->body(), palette};
  const size_t first_limb = list_.limbs.size();
  draw_overlays(overlays, spot);
  const size_t first_segment = list_.segments.size();
  overlays.draw_rings(simulation.targets(), rings, camera_.eye(),
                      reduced_motion_ ? 0 : ImGui::GetTime());
  overlay_points_.clear();
  for (size_t i = first_limb; i < list_.limbs.size(); ++i)
    overlay_points_.push_back(list_.limbs[i].b);
  for (size_t i = first_segment; i < list_.segments.size(); ++i)
    overlay_points_.push_back(list_.segments[i].b);
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
  style_.plumb_target = drag_tool_.moving_target();
  style_.triad_scale = settings.flag(options::presenter()) ? presenter_triad_scale : 1;
  style_.has_gizmo = settings.flag(options::show_gizmo());
  style_.look = static_cast<view::BodyLook>(settings[options::body_look()]);
  // Marks around the joints would be hidden inside the robot.
  if (style_.look == view::BodyLook::Robot &&
      (settings.flag(options::show_angles()) || settings.flag(options::show_steps()) ||
       spot.direction >= 0))
    style_.look = view::BodyLook::Both;
  fit_camera(rect);
  build_draw_list(view, spot, rings);

  const render::Viewport viewport{
      static_cast<int>(rect.x * pixel_ratio),
      static_cast<int>((window_height - rect.y - rect.height) * pixel_ratio),
      static_cast<int>(rect.width * pixel_ratio), static_cast<int>(rect.height * pixel_ratio)};
  const bool crowd = simulation().crowd().size() > 0;
  const auto time = profile_.measure(ui::Work::Gl);
  renderer_.draw(list_, camera_, viewport, options::palette(settings),
                 {.ground = settings.flag(options::show_ground()),
                  .shadow = settings.flag(options::show_shadow()) && !crowd,
                  .shadow_texels = view.ghosts ? 256 : 128,  // with several views, each is small
                  .msaa = msaa,
                  .transparent = transparent,
                  .outline = settings.flag(options::presenter()) ? presenter_outline : 0,
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
