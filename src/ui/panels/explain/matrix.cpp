#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "ik/model/goal.h"
#include "ui/describe.h"
#include "ui/kit/format.h"
#include "ui/panels/explain/parts.h"
#include "ui/plots/drawing_painter.h"
#include "ui/stage.h"

namespace ui {
namespace {

int effector_of(const ik::Skeleton& skeleton, int row) {
  int i = 0;
  while (skeleton.row(i + 1 < skeleton.effectors() ? i + 1 : i) <= row &&
         i + 1 < skeleton.effectors())
    ++i;
  return i;
}

struct Matrix {
  const Panel& panel;
  const ik::Solver& solver = panel.simulation().run().solver();
  const ik::Skeleton& skeleton = solver.skeleton();
  const Eigen::MatrixXd& J = solver.J();
  const view::Palette& p = *panel.look.palette;
  ImFont* small = panel.look.fonts.small;
  float unit = panel.em();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImVec2 a{};                // corner of the cells
  float wide = 0, high = 0;  // size of a cell
  Rect place = {};           // area including captions

  float x(int j) const { return a.x + wide * static_cast<float>(j); }
  float y(int row) const { return a.y + high * static_cast<float>(row); }
  void cells() const;
  void names(const view::Spotlight& spot, float left, float top) const;
  void say(int row, int j) const;
  void say(const std::string& sentence) const;
};

void Matrix::cells() const {
  constexpr float finest = 2;
  const int several = std::max(1, static_cast<int>(std::ceil(finest / wide)));
  for (const Entry& entry : matrix_entries(J, several))
    list.AddRectFilled({x(entry.first), y(entry.row)},
                       {x(entry.end) - (several > 1 ? 0.f : 1.f), y(entry.row + 1) - 1},
                       color(entry_ink(p, p.window, entry.value)));
  for (int i = 1; i < skeleton.effectors(); ++i)
    list.AddRectFilled({a.x, y(skeleton.row(i)) - 1},
                       {x(static_cast<int>(J.cols())), y(skeleton.row(i))}, color(p.text_dim));
}

void Matrix::names(const view::Spotlight& spot, float left, float top) const {
  const float line = small->FontSize;
  const int every = std::max(1, static_cast<int>(std::ceil(0.9f * line / wide)));
  for (int j = 0; j < J.cols(); ++j) {
    if (j % every != 0 && j != spot.joint) continue;
    if (every > 1 && spot.joint >= 0 && j != spot.joint && std::abs(j - spot.joint) < every)
      continue;
    upright_text(list, small, {std::round(x(j) + 0.5f * (wide - line)), a.y - 0.3f * unit},
                 color(j == spot.joint ? p.text : p.text_dim),
                 shortened(small, skeleton.joint(j).name, top - 0.5f * unit));
  }
  const bool letters = high >= 0.72f * line;
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const float middle = y(skeleton.row(i)) + 0.5f * high * static_cast<float>(skeleton.rows(i));
    list.AddText(small, line, {a.x - left, std::round(middle - 0.5f * line)},
                 color(view::series_color(p, i)),
                 shortened(small, skeleton.effector(i).name, left - 1.3f * unit).c_str());
    for (int row = skeleton.row(i); letters && row < skeleton.row(i) + skeleton.rows(i); ++row) {
      const std::string name = row_name(skeleton, i, row);
      list.AddText(
          small, std::min(line, 1.1f * high),
          {a.x - 0.9f * unit, std::round(y(row) + 0.5f * (high - std::min(line, 1.1f * high)))},
          color(spot.effector == i && spot.axis == row - skeleton.row(i) ? p.text : p.text_dim),
          name.c_str());
    }
  }
}

void Matrix::say(int row, int j) const {
  const int i = effector_of(skeleton, row);
  const ik::Goal& goal = skeleton.effector(i).goal;
  open_tooltip_beside(panel.look, place);
  text(panel.look.fonts.strong,
       significant(J(row, j), 3) + " " +
           std::string(
               base::with_name(skeleton.revolute(j) ? "unit/rad" : "unit/unit", skeleton.unit())));
  text("row " + std::to_string(row + 1) + ": " + skeleton.effector(i).name + ", " +
       row_name(skeleton, i, row));
  text("column " + std::to_string(j + 1) + ": " + skeleton.joint(j).name);
  note(panel.look, J.col(j).segment(skeleton.row(i), skeleton.rows(i)).isZero(0)
                       ? "Zero: this joint does not move this effector."
                   : goal.info->rows == 3
                       ? "Displacement of the effector along this world axis per unit step of the "
                         "joint: ∂sᵢ/∂θⱼ = vⱼ × (sᵢ − pⱼ)."
                       : "Change of this row of the goal per unit step of the joint.");
  end_tooltip();
}

void Matrix::say(const std::string& sentence) const {
  open_tooltip_beside(panel.look, place);
  text(sentence);
  end_tooltip();
}

/// Draws the meaning of the two colours beside the caption if there is room.
void signs(const Panel& panel, const std::string& caption) {
  ImFont* small = panel.look.fonts.small;
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em(), side = std::round(0.6f * unit), each = std::round(1.6f * unit);
  const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x - 3.5f * unit;
  ImVec2 at = ImGui::GetCursorScreenPos();
  at.x += text_size(small, caption).x + unit;
  at.y += std::round(0.5f * (ImGui::GetFrameHeight() - small->FontSize));
  if (at.x + 2 * each > end) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const auto& [sign, word] : {std::pair(1, "+"), {-1, "−"}}) {
    const float y = std::round(at.y + 0.5f * (small->FontSize - side));
    list.AddRectFilled({at.x, y}, {at.x + side, y + side}, color(entry_ink(p, p.panel, sign)));
    draw_text(list, small, {at.x + side + 0.3f * unit, at.y}, p.text_dim, word);
    at.x += each;
  }
}

}  // namespace

void matrix_panel(const Panel& panel, float height) {
  const float before = ImGui::GetCursorScreenPos().y;
  const char* caption = "Effect of each joint on each effector";
  if (!on_stage(panel.context)) signs(panel, whose(panel.simulation()) + caption);
  export_row(panel, matrix_figure(), caption);
  height -= ImGui::GetCursorScreenPos().y - before;
  Matrix matrix{panel};
  const ik::Skeleton& skeleton = matrix.skeleton;
  const float unit = panel.em(), width = ImGui::GetContentRegionAvail().x;
  ImFont* small = panel.look.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float left = 0, top = 0;  // space for the names
  for (int i = 0; i < skeleton.effectors(); ++i)
    left = std::max(left, text_size(small, skeleton.effector(i).name).x);
  for (int j = 0; j < skeleton.joints() && top < 5 * unit; ++j)
    top = std::max(top, text_size(small, skeleton.joint(j).name).x);
  left = std::round(std::clamp(left + 1.4f * unit, 3 * unit, 7 * unit));
  top = std::round(std::clamp(top + 0.6f * unit, 2 * unit, 5.5f * unit));
  matrix.a = {at.x + left, at.y + top};
  matrix.wide = (width - left) / static_cast<float>(skeleton.joints());
  matrix.high =
      std::min((height - top - 0.5f * unit) / static_cast<float>(skeleton.rows()), 2 * unit);
  const view::Spotlight spot = panel.state.explain.spot;
  matrix.cells();
  matrix.names(spot, left, top);

  const float bottom = matrix.y(skeleton.rows());
  const float heading = on_stage(panel.context) ? 0 : std::round(2.2f * unit);  // the section's
  matrix.place = {at.x, before - heading, width, bottom - before + heading};
  ImGui::InvisibleButton("J", {std::max(width, 1.f), std::max(bottom - at.y, 1.f)});
  if (ImGui::IsItemHovered()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int j = static_cast<int>(std::floor((mouse.x - matrix.a.x) / matrix.wide));
    const int row = static_cast<int>(std::floor((mouse.y - matrix.a.y) / matrix.high));
    view::Spotlight& next = panel.state.explain.next_spot;
    if (j >= 0 && j < skeleton.joints()) next.joint = j;
    if (row >= 0 && row < skeleton.rows()) {
      next.effector = effector_of(skeleton, row);
      if (skeleton.effector(next.effector).goal.info->of_point)
        next.axis = row - skeleton.row(next.effector);
    }
    const ImU32 frame = color(matrix.p.text);
    if (next.joint >= 0)
      matrix.list.AddRect({matrix.x(j) - 1, matrix.a.y - 1}, {matrix.x(j + 1), bottom}, frame);
    if (next.effector >= 0)
      matrix.list.AddRect({matrix.a.x - 1, matrix.y(row) - 1},
                          {matrix.x(skeleton.joints()), matrix.y(row + 1)}, frame);
    if (next.joint >= 0 && next.effector >= 0)
      matrix.say(row, j);
    else if (next.joint >= 0)
      matrix.say(skeleton.joint(j).name + ": its column says how far it moves each effector.");
    else if (next.effector >= 0)
      matrix.say(skeleton.effector(next.effector).name +
                 ": its rows say how far each joint moves it.");
  }
}

}  // namespace ui
