#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/kit/highlight.h"
#include "ui/options/options.h"
#include "ui/panels/frame/frame.h"
#include "ui/stage.h"
#include "ui/ui.h"
#include "view/pictures/scene_picture.h"

namespace ui {
namespace {

// For a figure, em. upright_below: the width below which its panel is under the body.
// upright_share, upright_least: the panel's share of the height, and its least height. figure_body:
// the least height of the body; a panel that leaves less is hidden.
constexpr float upright_below = 32, upright_share = 0.45f, upright_least = 9, figure_body = 8;

/// Places the column below the body instead of beside it, and moves what is below it down.
void put_below_body(Layout& layout, float height) {
  layout.plots = {layout.body.x, layout.body.y + layout.body.height, layout.body.width, height};
  for (Rect* one : {&layout.time, &layout.diagnosis, &layout.numbers})
    if (!one->empty()) one->y += height;
  for (Rect& one : layout.further) one.y += height;
}

}  // namespace

void arrange_all(const Panel& panel) {
  const Context& context = panel.context;
  const base::Settings& settings = *context.options;
  State& state = panel.state;
  const bool presenter = settings.flag(options::presenter());
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const bool session = context.session != nullptr && !state.shows_start();
  const PanelInfo* column = session ? column_shown(context) : nullptr;
  // In presentation mode, only what the lesson points at is shown beside the numbers.
  const bool teaches = presenter && context.course;
  const auto visible = [&](const PanelInfo& one) {
    if (!session || (one.available && !one.available(context))) return false;
    if (column && one.area && one.area == column->instead_of) return false;
    if (context.building.edits()) return false;  // nothing moves, so the view gets the space
    const bool wanted = settings.flag(options::shown(one));
    return teaches && !one.presented ? points_at(panel, one.name) : wanted;
  };
  constexpr double stage_share = 46;  // %
  const double share = is_presenting(context)   ? stage_share
                       : column && column->wide ? settings[options::map_share()]
                                                : 0;
  const float room_for_column = presenter ? 48 : 68;  // em
  constexpr float most_column = 27;                   // em
  LayoutRequest wanted{.controls = session && !presenter && settings.flag(options::show_controls()),
                       .plots = column != nullptr,
                       .plots_width = static_cast<float>(settings[options::plots_width()]),
                       .plots_share = static_cast<float>(share / 100),
                       .plots_height = column && column->name == "plots" ? 0.56f : 0.62f,
                       .presented = presenter,
                       .min_control_height = state.look.fingers ? finger_height : 0};
  Rect foot{0, display.y, display.x, 0};  // the controls of a figure
  size_t foot_index = 0;
  // The panel that was opened last is in front.
  if (column && state.had_column.value_or(column) != column) state.second_tab = true;
  if (wanted.controls && !state.had_controls) state.second_tab = false;
  if (wanted.plots && state.column_asked)
    state.second_tab = *std::exchange(state.column_asked, std::nullopt);
  state.had_column = column;
  state.had_controls = wanted.controls;
  wanted.second = state.second_tab;
  for (const PanelInfo* one : panels(PanelInfo::Region::Below)) {
    const bool shown = visible(*one);
    if (one->wanted) {
      wanted.*(one->wanted) = shown;
      continue;
    }
    const float height = !shown ? 0 : one->lines ? one->lines(panel) : one->height;
    const bool across = context.embedded_figure && one->lines;
    if (across) {
      foot.height = std::round(height * panel.em());
      foot.y -= foot.height;
      foot_index = wanted.further.size();
    }
    wanted.further.push_back(across ? 0 : height);
  }
  constexpr int head_and_foot = 2;
  if (session && context.session->simulation().runs().size() > 1)
    wanted.number_lines = view::visible_run_count(context.session->simulation()) + head_and_foot;
  const float menu = presenter ? 0 : ImGui::GetFrameHeight(), unit = panel.em();
  wanted.start = state.shows_start();
  if (teaches) wanted.most_lesson = 0.41f;
  if (session && context.course && display.x >= room_for_column * unit)
    wanted.lesson_column = most_column;
  else if (session)
    wanted.lesson = lesson_height(panel, display.x, wanted.most_lesson * (display.y - menu) / unit);
  const bool upright = context.embedded_figure && column && display.x < upright_below * unit;
  const bool fits = foot.y >= (upright_least + figure_body) * unit;
  const float below =
      upright && fits ? std::round(std::max(upright_share * foot.y, upright_least * unit)) : 0;
  wanted.plots = wanted.plots && !upright;
  state.layout = arrange(display.x, foot.y - below, menu, unit, wanted);
  if (below > 0) put_below_body(state.layout, below);
  if (foot.height > 0) state.layout.further[foot_index] = foot;
  if (context.session)
    state.views = arrange_views(state.layout.body, context.session->simulation(),
                                settings[options::compare_view()] != 0, state.large_run,
                                2 * hairline(state.look));
}

}  // namespace ui
