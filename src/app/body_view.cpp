#include "app/body_view.h"

#include <imgui.h>

#include <algorithm>

#include "view/options.h"
#include "view/pick.h"

namespace app {
namespace options = view::options;
namespace {

constexpr float pick_tolerance = 12;  // pixels at UI scale 1

Eigen::Vector3d to_eigen(glm::vec3 v) { return {v.x, v.y, v.z}; }

}  // namespace

const view::Palette& palette(const ik::Settings& settings) {
  const bool dark = settings.text(options::theme().key) == "dark";
  return dark ? view::dark_palette() : view::light_palette();
}

void BodyView::show(const sim::Simulation& simulation) {
  const bool first = !picture_;
  picture_.emplace(simulation);
  held_ = hot_ = -1;
  if (first)
    camera_.jump_home(picture_->outline());
  else
    camera_.home(picture_->outline());
}

void BodyView::record(const sim::Simulation& simulation) {
  if (picture_) picture_->record(simulation);
}

void BodyView::take_target(const sim::Simulation& simulation, glm::vec2 mouse) {
  held_ = hot_;
  const auto column = static_cast<Eigen::Index>(held_);
  const glm::vec3 center = view::to_glm(simulation.target_state().position.col(column));
  grip_ = center - camera_.on_facing_plane(mouse, center);
}

void BodyView::let_go(const ik::Settings& settings, const std::function<void(sim::Command)>& post) {
  using To = sim::ReleaseTarget::To;
  const bool swing = settings.text(options::after_drag().key) == "swing";
  post(sim::ReleaseTarget{held_, swing ? To::Swing : To::Rest});
  held_ = -1;
}

void BodyView::interact(const sim::Simulation& simulation, const ui::Rect& rect,
                        const ik::Settings& settings,
                        const std::function<void(sim::Command)>& post) {
  const ImGuiIO& io = ImGui::GetIO();
  camera_.set_size({rect.width, rect.height});
  const glm::vec2 mouse{io.MousePos.x - rect.x, io.MousePos.y - rect.y};
  const bool inside = !io.WantCaptureMouse && mouse.x >= 0 && mouse.y >= 0 &&
                      mouse.x < rect.width && mouse.y < rect.height;
  const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const glm::vec2 moved{io.MouseDelta.x, io.MouseDelta.y};

  if (held_ >= 0 && !left) let_go(settings, post);
  if (held_ < 0 && !turning_ && !shifting_)
    hot_ = inside ? view::pick(camera_, mouse, list_.markers,
                               pick_tolerance * ImGui::GetFontSize() / 16)
                  : -1;

  if (inside && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && hot_ >= 0) {
    post(sim::ReleaseTarget{hot_, sim::ReleaseTarget::To::Home});
  } else if (inside && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    if (hot_ >= 0)
      take_target(simulation, mouse);
    else if (io.KeyShift)
      shifting_ = true;
    else
      turning_ = true;
  }
  if (inside && (ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                 ImGui::IsMouseClicked(ImGuiMouseButton_Middle)))
    shifting_ = true;
  if (!left) turning_ = false;
  if (!left && !ImGui::IsMouseDown(ImGuiMouseButton_Right) &&
      !ImGui::IsMouseDown(ImGuiMouseButton_Middle))
    shifting_ = false;

  if (held_ >= 0) {
    const auto column = static_cast<Eigen::Index>(held_);
    const glm::vec3 center = view::to_glm(simulation.target_state().position.col(column));
    const glm::vec3 place = camera_.on_facing_plane(mouse, center) + grip_;
    post(sim::HoldTarget{held_, to_eigen(place)});
  } else if (turning_) {
    camera_.orbit(moved);
  } else if (shifting_) {
    camera_.pan(moved);
  }
  if (inside && io.MouseWheel != 0) camera_.zoom(io.MouseWheel);
  if (hot_ >= 0 || held_ >= 0) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

void BodyView::draw(const sim::Simulation& simulation, const ui::Rect& rect, float window_height,
                    float pixel_ratio, float ui_scale, int msaa, const ik::Settings& settings) {
  if (rect.empty() || !picture_) return;
  style_.axes = settings.flag(options::show_axes());
  style_.trails = settings.flag(options::show_trails());
  style_.target_lines = settings.flag(options::show_target_lines());
  style_.target_paths = settings.flag(options::show_target_paths());
  style_.trail_steps = static_cast<int>(settings[options::trail_length()]);
  style_.hot_target = held_ >= 0 ? held_ : hot_;
  const view::Palette& palette = app::palette(settings);

  list_.clear();
  picture_->draw(list_, simulation, palette, style_);
  camera_.set_size({rect.width, rect.height});
  const render::Viewport viewport{
      static_cast<int>(rect.x * pixel_ratio),
      static_cast<int>((window_height - rect.y - rect.height) * pixel_ratio),
      static_cast<int>(rect.width * pixel_ratio), static_cast<int>(rect.height * pixel_ratio)};
  renderer_.draw(list_, {camera_.view(), camera_.projection()}, viewport, palette,
                 {.ground = settings.flag(options::show_ground()),
                  .shadow = settings.flag(options::show_shadow()),
                  .msaa = msaa,
                  .pixel_scale = pixel_ratio * ui_scale});
}

}  // namespace app
