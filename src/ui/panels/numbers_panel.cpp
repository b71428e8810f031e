#include <algorithm>
#include <cmath>
#include <string>

#include "ui/format.h"
#include "ui/panels/panels.h"

namespace ui {
namespace {

struct Cell {
  const char* caption;
  std::string number;
  const char* unit;
  bool warning;
  const char* explanation;
};

void draw_cell(const Panel& panel, const Cell& cell, ImVec2 at, ImVec2 size) {
  const view::Palette& p = *panel.look.palette;
  const Fonts& fonts = panel.look.fonts;
  const float unit = panel.em();
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton(cell.caption, size);
  tooltip(panel.look, cell.explanation);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const glm::vec4& ink = cell.warning ? p.warning : p.text;
  list.AddText(fonts.small, fonts.small->FontSize, at, color(p.text_dim), cell.caption);
  const ImVec2 number_at{at.x, at.y + std::round(1.05f * unit)};
  list.AddText(fonts.large, fonts.large->FontSize, number_at, color(ink), cell.number.c_str());
  const float right = number_at.x + text_size(fonts.large, cell.number).x + 0.25f * unit;
  list.AddText(fonts.body, unit, {right, number_at.y + 0.8f * fonts.large->FontSize - 0.8f * unit},
               color(cell.warning ? p.warning : p.text_dim), cell.unit);
}

}  // namespace

void numbers_panel(const Panel& panel) {
  panel.state.numbers.follow(*panel.context.session, ImGui::GetTime());
  if (panel.simulation().runs().size() > 1) return runs_table(panel);
  const Numbers& numbers = panel.state.numbers.of(panel.simulation().run().serial);
  const bool none = panel.history().size() == 0;
  const auto number = [none](const std::string& s) { return none ? std::string("–") : s; };
  const auto percent = [](double share) {
    return fixed(100 * share, share > 0 && share < 0.0995 ? 1 : 0);
  };
  const double oscillation = 1e3 * numbers.oscillation;
  const Cell cells[] = {
      {"Mean error, 5 s", number(significant(numbers.error, 3)), "", false,
       "Mean over the last 5 seconds of the total error: the distances of all effectors from their "
       "targets, added up. In units of the scene."},
      {"Oscillation, 5 s",
       number(oscillation < 0.1 ? fixed(oscillation, 3) : significant(oscillation, 3)), "mrad",
       numbers.oscillation > sim::shaking,
       "Mean of |θₖ₊₁ − 2θₖ + "
       "θₖ₋₁| over joints and the last 5 seconds: how much the "
       "joints shake. In thousandths of a radian a step squared; it "
       "changes colour above 3."},
      {"On target, 5 s", number(percent(numbers.hit_share)), "%", false,
       "Share of the last 5 seconds in which an effector was nearer than 0.05 to its target."},
      {"Smallest σ, 5 s", number(significant(numbers.sigma_min, 2)), "", false,
       "The smallest singular value of J in the last 5 seconds. Near zero the body is near a "
       "singular pose: some direction can hardly be reached."},
      {"Clamped, 5 s", number(percent(numbers.clamped_share)), "%", numbers.clamped_share > 0.2,
       "Share of the last 5 seconds' steps that the step clamp or a joint limit cut short."},
      {"One update", number(significant(numbers.update_us, 3)), "µs", false,
       "Time of one update: Jacobian, method, clamps, forward kinematics; mean of the last 5 "
       "seconds on this machine. One after another, without a picture drawn between them, updates "
       "take a tenth of it or less: ikscope-lab run says how long."},
  };

  const float unit = panel.em();
  const int columns = panel.state.layout.number_columns;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const int rows = panel.state.layout.number_rows;
  const ImVec2 size{std::floor(room.x / static_cast<float>(columns)),
                    std::floor(room.y / static_cast<float>(rows))};
  for (int i = 0; i < std::min(number_count, rows * columns); ++i) {
    const ImVec2 at{origin.x + size.x * static_cast<float>(i % columns),
                    origin.y + size.y * static_cast<float>(i / columns)};
    draw_cell(panel, cells[i], at, {std::max(size.x - unit, 1.f), std::max(size.y, 1.f)});
  }
}

}  // namespace ui
