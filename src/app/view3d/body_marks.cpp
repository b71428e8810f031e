#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/view3d/body_view.h"
#include "ui/kit/widgets.h"
#include "ui/options/options.h"

namespace app {
namespace {

/// Draws a mark beside a point, with an edge that stands out from any background.
void mark_beside(ImDrawList& list, ImVec2 at, float unit, int index, const glm::vec4& ink,
                 const view::Palette& palette) {
  const ImVec2 middle{std::round(at.x + 0.9f * unit), std::round(at.y - 0.9f * unit)};
  list.AddCircleFilled(middle, 0.75f * unit, ui::color(palette.window, 0.75f), 20);
  ui::draw_mark(index, middle, 0.45f * unit, ui::color(ink), list);
}

/// Draws the numbers of an arm's axes, counted as in papers, at the upper end of each axis.
void number_axes(ImDrawList& list, const sim::Run& run, const view::Body& body,
                 const view::Camera& camera, ImVec2 corner, const view::Palette& palette) {
  constexpr int most = 9;  // a body with more joints is not an arm
  const ik::Skeleton& skeleton = run.solver().skeleton();
  const ik::Pose& pose = run.solver().pose();
  if (skeleton.joints() > most) return;
  for (int j = -1; j < skeleton.joints(); ++j)
    if (body.children(j).size() > 1) return;
  const float unit = ImGui::GetFontSize();
  std::vector<ImVec2> taken;  // positions of numbers; where axes meet, numbers are stacked
  for (int j = 0; j < skeleton.joints(); ++j) {
    const auto at = camera.project(body.axis_end(pose, j));
    if (!at) continue;
    const std::string number = std::to_string(j + 1);
    const ImVec2 size = ImGui::CalcTextSize(number.c_str());
    ImVec2 middle{std::round(corner.x + at->x), std::round(corner.y + at->y)};
    const auto covers = [&](const ImVec2& other) {
      return std::hypot(other.x - middle.x, other.y - middle.y) < 1.6f * unit;
    };
    while (std::ranges::any_of(taken, covers)) middle.y -= 0.4f * unit;
    taken.push_back(middle);
    list.AddCircleFilled(middle, 0.8f * unit, ui::color(palette.window, 0.85f), 24);
    list.AddText({std::round(middle.x - 0.5f * size.x), std::round(middle.y - 0.5f * size.y)},
                 ui::color(palette.text), number.c_str());
  }
}

}  // namespace

void BodyView::draw_marks(std::span<const ui::View> views) {
  const sim::Simulation& simulation = this->simulation();
  const base::Settings& settings = *context_.options;
  const view::Palette& palette = ui::options::palette(settings);
  const bool marks = settings.flag(ui::options::show_marks()) || palette.outlined;
  const bool numbers = settings.flag(ui::options::show_axes());
  if (!marks && !numbers) return;
  const bool several = simulation.runs().size() > 1;
  const float unit = ImGui::GetFontSize();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const ui::View& view : views) {
    const ui::Rect& rect = view.rect;
    if (rect.empty()) continue;
    fit_camera(rect);
    list.PushClipRect({rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height}, true);
    if (const sim::Run* solid = simulation.find_run(view.run); solid && numbers)
      number_axes(list, *solid, picture_->body(), camera_, {rect.x, rect.y}, palette);
    for (const sim::Run& run : simulation.runs()) {
      if (!marks || !view::is_visible(simulation, run) || (run.serial != view.run && !view.ghosts))
        continue;
      const ik::Pose& pose = run.solver().pose();
      const auto effectors = static_cast<int>(pose.effector.cols());
      for (int i = 0; i < (several ? std::min(effectors, 1) : effectors); ++i) {
        const auto at = camera_.project(picture_->up_axis().to_glm(pose.effector.col(i)));
        if (!at || (!several && effectors == 1)) continue;
        mark_beside(list, {rect.x + at->x, rect.y + at->y}, unit, several ? run.slot : i,
                    several ? view::run_color(palette, run.slot) : view::series_color(palette, i),
                    palette);
      }
    }
    list.PopClipRect();
  }
}

}  // namespace app
