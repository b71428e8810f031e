#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
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
  while (i + 1 < skeleton.effectors() && skeleton.row(i + 1) <= row) ++i;
  return i;
}

void explain_entry(const Panel& panel, int row, int j) {
  const ik::Skeleton& skeleton = panel.skeleton();
  const Eigen::MatrixXd& J = panel.solver().J();
  const int i = effector_of(skeleton, row);
  text(panel.fonts.strong, significant(J(row, j), 3) + " " +
                               unit_text(panel, skeleton.revolute(j) ? "unit/rad" : "unit/unit"));
  text(base::format("row {}: {}, {}", row + 1, skeleton.effector(i).name,
                    row_name(skeleton, i, row)));
  text(base::format("column {}: {}", j + 1, skeleton.joint(j).name));
  note(panel.look, J.col(j).segment(skeleton.row(i), skeleton.rows(i)).isZero(0)
                       ? "Zero: this joint does not move this effector."
                   : skeleton.effector(i).goal.info->of_point
                       ? "Displacement of the effector along this world axis per unit step of the "
                         "joint: ∂sᵢ/∂θⱼ = vⱼ × (sᵢ − pⱼ)."
                       : "Change of this row of the goal per unit step of the joint.");
}

/// Draws the meaning of the two colours beside the caption if there is room.
void signs(const Panel& panel, const std::string& caption) {
  ImFont* small = panel.fonts.small;
  const float unit = panel.em(), side = std::round(0.6f * unit), each = std::round(1.6f * unit);
  const float end = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x - 3.5f * unit;
  ImVec2 at = ImGui::GetCursorScreenPos();
  at.x += text_size(small, caption).x + unit;
  at.y += centred(ImGui::GetFrameHeight(), small->FontSize);
  if (at.x + 2 * each > end) return;
  for (const auto& [sign, word] : {std::pair(1, "+"), {-1, "−"}}) {
    const float y = std::round(at.y + 0.5f * (small->FontSize - side));
    fill({at.x, y}, {side, side}, color(entry_color(panel.palette, sign)), 0);
    draw_text(small, {at.x + side + 0.3f * unit, at.y}, panel.palette.text_dim, word);
    at.x += each;
  }
}

/// Draws the entries. Several joints share a cell if columns would be too fine to be seen.
void cells(chart::Drawing& drawing, const chart::Area& area, const Eigen::MatrixXd& J,
           const view::Palette& palette) {
  constexpr double finest = 1.6;
  const auto columns = static_cast<int>(J.cols()), rows = static_cast<int>(J.rows());
  const double wide = area.width / columns, high = area.height / rows;
  const int several = std::max(1, static_cast<int>(std::ceil(finest / wide)));
  const double most = std::max(J.cwiseAbs().maxCoeff(), 1e-12), gap = several > 1 ? 0 : 1;
  for (int j = 0; j < columns; j += several) {
    const int end = std::min(j + several, columns);
    for (int row = 0; row < rows; ++row) {
      int largest = 0;
      J.row(row).segment(j, end - j).cwiseAbs().maxCoeff(&largest);
      drawing.fill({area.x + wide * j, area.y + high * row, wide * (end - j) - gap, high - 1},
                   entry_color(palette, J(row, j + largest) / most));
    }
  }
}

}  // namespace

chart::Rgb entry_color(const view::Palette& palette, double value) {
  const auto strength = static_cast<float>(std::sqrt(std::abs(value)));  // shows small values
  return rgb(glm::mix(palette.window, value < 0 ? palette.warning : palette.accent, strength));
}

std::string row_name(const ik::Skeleton& skeleton, int effector, int row) {
  const ik::Goal& goal = skeleton.effector(effector).goal;
  const int k = row - skeleton.row(effector);
  if (!goal.info->axes.empty()) return std::string(1, "xyz"[goal.axis(k)]);
  return goal.info->rows == 1 ? std::string("n") : std::to_string(k + 1);
}

void draw_matrix(chart::Drawing& drawing, const chart::Area& area, const ik::Solver& solver,
                 const view::Palette& palette, double left, double above,
                 const view::Spotlight& spot) {
  constexpr double line = 14, from_cells = 8;
  const ik::Skeleton& skeleton = solver.skeleton();
  const double wide = area.width / skeleton.joints(), high = area.height / skeleton.rows();
  const auto y = [&](int row) { return area.y + high * row; };
  const auto ink = [&](bool stressed) {
    return stressed ? drawing.theme.strong : drawing.theme.text;
  };
  const auto write = [&](chart::Point at, const std::string& text, double room,
                         const chart::Font& font) {
    const auto measure = [&](const std::string& s) { return drawing.measure(s, font); };
    drawing.text(at, shortened(text, room, measure), font);
  };
  cells(drawing, area, solver.J(), palette);
  const int every = std::max(1, static_cast<int>(std::ceil(line / wide)));
  for (int j = 0; j < skeleton.joints(); ++j) {
    const bool hidden = spot.joint >= 0 && std::abs(j - spot.joint) < every;
    if (j == spot.joint || (j % every == 0 && !hidden))
      write({area.x + wide * (j + 0.5) + 4.5, area.y - 6}, skeleton.joint(j).name, above - 7,
            {.color = ink(j == spot.joint), .upwards = true});
  }
  for (int i = 0; i < skeleton.effectors(); ++i) {
    const int first = skeleton.row(i), rows = skeleton.rows(i);
    if (i > 0)
      drawing.line({area.x, y(first) - 1}, {area.x + area.width, y(first) - 1},
                   {.color = drawing.theme.line});
    write({area.x - left, y(first) + 0.5 * high * rows + 4.5}, skeleton.effector(i).name, left - 19,
          {.color = rgb(view::series_color(palette, i))});
    for (int row = first; high >= 0.72 * line && row < first + rows; ++row)
      drawing.text({area.x - from_cells, y(row) + 0.5 * high + 4.5}, row_name(skeleton, i, row),
                   {.color = ink(spot.effector == i && spot.axis == row - first),
                    .anchor = chart::Anchor::End});
  }
}

void matrix_panel(const Panel& panel, float height) {
  const float before = ImGui::GetCursorScreenPos().y;
  const char* caption = "Joints on effectors";
  if (!is_presenting(panel.context)) signs(panel, run_prefix(panel.simulation()) + caption);
  export_row(panel, matrix_figure(), caption);
  height -= ImGui::GetCursorScreenPos().y - before;
  const ik::Skeleton& skeleton = panel.skeleton();
  const float unit = panel.em(), width = ImGui::GetContentRegionAvail().x;
  ImFont* small = panel.fonts.small;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float left = 0, top = 0;  // space for the names
  for (int i = 0; i < skeleton.effectors(); ++i)
    left = std::max(left, text_size(small, skeleton.effector(i).name).x);
  const float longest = std::min(9 * unit, 0.45f * height);  // name above the cells
  for (int j = 0; j < skeleton.joints() && top < longest; ++j)
    top = std::max(top, text_size(small, skeleton.joint(j).name).x);
  left = std::round(std::clamp(left + 1.4f * unit, 3 * unit, 7 * unit));
  top = std::round(std::clamp(top + 0.6f * unit, 2 * unit, std::max(longest, 2 * unit)));
  const ImVec2 corner{at.x + left, at.y + top};  // of the cells
  const float wide = (width - left) / static_cast<float>(skeleton.joints());
  const float high =
      std::min((height - top - 0.5f * unit) / static_cast<float>(skeleton.rows()), 2 * unit);
  const auto x = [&](int j) { return corner.x + wide * static_cast<float>(j); };
  const auto y = [&](int row) { return corner.y + high * static_cast<float>(row); };
  const ImVec2 end{x(skeleton.joints()), y(skeleton.rows())};
  ChartPainter painter{panel.look, corner, end};
  draw_matrix(painter.drawing, painter.area, panel.solver(), panel.palette, left / painter.scale,
              top / painter.scale, panel.state.explain.spot);
  painter.show();

  click_area("J", at, {width, end.y - at.y});
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int j = static_cast<int>(std::floor((mouse.x - corner.x) / wide));
  const int row = static_cast<int>(std::floor((mouse.y - corner.y) / high));
  view::Spotlight& next = panel.state.explain.next_spot;
  const bool on_joint = j >= 0 && j < skeleton.joints(), on_row = row >= 0 && row < skeleton.rows();
  if (!on_joint && !on_row) return;
  const ImU32 frame = color(panel.palette.text);
  if (on_joint) {
    next.joint = j;
    painter.list.AddRect({x(j) - 1, corner.y - 1}, {x(j + 1), end.y}, frame);
  }
  if (on_row) {
    next.effector = effector_of(skeleton, row);
    if (skeleton.effector(next.effector).goal.of_point())
      next.axis = row - skeleton.row(next.effector);
    painter.list.AddRect({corner.x - 1, y(row) - 1}, {end.x, y(row + 1)}, frame);
  }
  const float heading =
      is_presenting(panel.context) ? 0 : std::round(2.2f * unit);  // the section's
  const Tooltip tip =
      open_tooltip_beside(panel.look, {at.x, before - heading, width, end.y - before + heading});
  if (on_joint && on_row)
    explain_entry(panel, row, j);
  else if (on_joint)
    text(skeleton.joint(j).name + ": its column says how far it moves each effector.");
  else
    text(skeleton.effector(next.effector).name + ": its rows say how far each joint moves it.");
}

}  // namespace ui
