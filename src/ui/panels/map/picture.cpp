#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "chart/chart_drawing.h"
#include "ik/methods/method.h"
#include "ik/search/search.h"
#include "sweep/drawing.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panels/map/parts.h"
#include "ui/plots/drawing_painter.h"
#include "ui/ui.h"

namespace ui {
namespace {

constexpr ImU32 setting_color = IM_COL32(0xD5, 0x5E, 0x00, 255);  // no map has this colour

/// Draws the current setting. If it is outside, an arrow beside the dot points to the edge.
void draw_setting(const ChartPainter& painter, sweep::Point point) {
  ImDrawList& list = painter.list;
  const float unit = em(painter.look);
  const sweep::Point inside{std::clamp(point.x, 0., 1.), std::clamp(point.y, 0., 1.)};
  constexpr float reach = 1.15f;  // em
  const auto beyond = [](double at) { return at < 0 ? -1.f : at > 1 ? 1.f : 0.f; };
  const float right = beyond(point.x), up = beyond(point.y);
  ImVec2 middle = painter.at(inside);
  middle = {middle.x - reach * unit * right, middle.y + reach * unit * up};
  list.AddCircleFilled(middle, 0.52f * unit, IM_COL32_BLACK, 24);
  list.AddCircleFilled(middle, 0.44f * unit, IM_COL32_WHITE, 24);
  list.AddCircleFilled(middle, 0.32f * unit, setting_color, 24);
  const auto arrow = [&](float x, float y) {  // towards the setting
    const ImVec2 tip{middle.x + reach * x * unit, middle.y + reach * y * unit};
    const ImVec2 foot{middle.x + 0.62f * x * unit, middle.y + 0.62f * y * unit};
    const float half = 0.34f * unit;
    list.AddTriangleFilled(tip, {foot.x - half * y, foot.y + half * x},
                           {foot.x + half * y, foot.y - half * x}, setting_color);
  };
  if (right != 0) arrow(right, 0);
  if (up != 0) arrow(0, -up);
}

void draw_map_legend(const Panel& panel, ImVec2 at, float width) {
  const Look& look = panel.look;
  const float unit = panel.em(), line = look.fonts.small->FontSize;
  ChartPainter marks{look, at, {at.x + 1, at.y + 1}};
  const float middle = at.y + 0.5f * line, end = at.x + width;
  const auto put = [&](const std::string& sentence, float wide, auto mark) {
    const float room = wide * unit + text_size(look.fonts.small, sentence).x;
    if (at.x + room > end) return;
    mark(ImVec2(at.x + 0.5f * (wide - 0.3f) * unit, middle));
    draw_text(look.fonts.small, {at.x + wide * unit, at.y}, panel.palette.text_dim, sentence);
    at.x += room + 0.9f * unit;
  };
  const auto stroke = [&](ImU32 ink, float thick) {
    return [=](ImVec2 c) {
      fill({c.x - 0.6f * unit, c.y - thick * unit}, {1.2f * unit, 2 * thick * unit}, ink, 0);
    };
  };
  put("now", 1.35f, [&](ImVec2 c) {
    draw_setting({look, {c.x, c.y}, {c.x + 1, c.y + 1}}, {0, 1});
  });
  if (cells_are_searches(panel)) return;
  put("best", 1.5f, [&](ImVec2 c) { chart::draw_ring(marks.drawing, marks.in_units(c)); });
  put("least error overall", 1.3f,
      [&](ImVec2 c) { sweep::draw_least_mark(marks.drawing, marks.in_units(c)); });
  marks.show();
  put("shakes above", 1.6f, [&](ImVec2 c) {
    stroke(IM_COL32_WHITE, 0.17f)(c);
    stroke(IM_COL32_BLACK, 0.09f)(c);
  });
  const bool error = map_view(panel.options()).metric == &sim::oscillation_metric();
  put(error ? "equal error" : "equal oscillation", 1.6f,
      stroke(color(panel.palette.text, 0.8f), 0.04f));
}

/// One map, in its part of the panel.
struct Tile {
  const Panel& panel;
  const sweep::Status::MapStatus& one;
  DrawnMap& drawn;
  bool alone, selected;
  ChartPainter painter;

  MapState& state = panel.state.map;
  const sweep::Grid& grid = one.result.grid;
  float unit = panel.em();

  void draw_title() const;
  void mark_without_effect(const sweep::Axis& axis, bool across) const;
  void draw();
  void operate(size_t map_index);
  void show_tooltip(int column, int row) const;
};

void Tile::draw() {
  painter.list.AddRectFilled(painter.a, painter.b, color(panel.palette.raised));
  if (drawn.image) painter.list.AddImage(drawn.image, painter.a, painter.b);
  sweep::draw_lines_and_marks(painter.drawing, painter.area, drawn.picture,
                              painter.width() > 14 * unit);
  painter.show();
  const bool strong = selected && !alone;
  const float hair = hairline(panel.look), line = strong ? 2 * hair : hair;
  painter.list.AddRect({painter.a.x - line, painter.a.y - line},
                       {painter.b.x + line, painter.b.y + line},
                       color(strong ? panel.palette.accent : panel.palette.border), 0, 0, line);
  if (selected) {
    const auto fraction_of = [&](const sweep::Axis& axis) {
      constexpr double beyond = 2;
      if (!has_effect_now(panel, axis)) return beyond;
      return fraction_now(panel, axis);
    };
    draw_setting(painter, {fraction_of(grid.x), fraction_of(*grid.y)});
    for (const sweep::Axis* axis : {&grid.x, &*grid.y})
      if (!has_effect_now(panel, *axis)) mark_without_effect(*axis, axis == &grid.x);
  }
}

/// Tells that the axis has no effect now, beside the dot and its arrow.
void Tile::mark_without_effect(const sweep::Axis& axis, bool across) const {
  const std::string sentence = axis_name(grid, axis) + " has no effect";
  ImFont* small = panel.fonts.small;
  const ImVec2 size = text_size(small, sentence);
  const double fraction = std::clamp(fraction_now(panel, across ? *grid.y : grid.x), 0., 1.);
  const ImVec2 dot = painter.at(across ? sweep::Point{1, fraction} : sweep::Point{fraction, 1});
  const float gap = 2 * unit;
  const bool left = dot.x + gap + size.x > painter.b.x;
  const ImVec2 at{clamp_or_low(left ? dot.x - gap - size.x : dot.x + gap, painter.a.x + 2,
                               painter.b.x - size.x),
                  clamp_or_low(dot.y - 0.5f * size.y, painter.a.y + 2, painter.b.y - size.y)};
  fill({at.x - 2, at.y}, {size.x + 4, size.y}, IM_COL32(0, 0, 0, 170), 2);
  draw_text(small, {std::round(at.x), std::round(at.y)}, IM_COL32_WHITE, sentence);
}

void Tile::draw_title() const {
  ImFont* font = selected ? panel.fonts.strong : panel.fonts.body;
  draw_text(font, {painter.a.x, painter.a.y - font->FontSize - 0.2f * unit},
            selected ? panel.palette.text : panel.palette.text_dim, one.method);
}

void Tile::show_tooltip(int column, int row) const {
  const sweep::Cell* cell = one.result.cell_to_show(column, row);
  const Rect area{painter.a.x, painter.a.y - 1.4f * unit, painter.width(),
                  painter.height() + 1.4f * unit};
  const Tooltip tip = alone ? open_tooltip(panel.look) : open_tooltip_beside(panel.look, area);
  text(panel.fonts.strong, setting_text(grid, column, row));
  const ik::Skeleton& body = *grid.scene->skeleton;
  const auto step_text = [&](double step) {
    return "largest step  " + (body.has_slides()
                                   ? significant(step, 3) + " rad or scales of the body"
                                   : significant(base::degrees * step, 3) + "°");
  };
  if (cell && grid.solves) {
    const ik::Ending ending = static_cast<ik::Ending>(std::lround(cell->ending));
    if (cell->limit_joint >= 0)
      text("the limit of " + body.joint(static_cast<int>(cell->limit_joint * body.joints())).name +
           " is in the way");
    text(ending == ik::Ending::Solved
             ? "solved in " + base::counted(static_cast<int>(cell->updates), "update")
             : std::string(ik::ending_names[static_cast<size_t>(ending)]) + ", error left " +
                   sim::error_metric().text(cell->error_left, body));
    text(step_text(cell->search_step));
    text("√det JJᵀ  " + significant(cell->manipulability, 3));
  } else if (cell) {
    text("mean error  " + sim::error_metric().text(cell->mean_total_error, body));
    text("oscillation  " + sim::oscillation_metric().text(cell->oscillation_mean) +
         (cell->oscillation_mean > sim::shaking ? ", shakes" : ""));
    text("on target  " + fixed(100 * cell->hit_share, 0) + " %");
    text(step_text(cell->max_step));
  }
  std::string more =
      selected ? "Click or drag to apply. Turn the wheel to zoom."
               : base::format("Click to choose {} with this setting.", grid.scene->method);
  if (!one.result.at(column, row).is_computed)
    more.insert(0, cell ? "From the nearest cell computed so far. " : "Not computed yet. ");
  if (selected)
    for (const sweep::Axis* axis : {&grid.x, &*grid.y})
      if (!has_effect_now(panel, *axis))
        more += base::format(" {} is off; this switches it on.", axis_name(grid, *axis));
  note(panel.look, more);
}

void Tile::operate(size_t map_index) {
  const IdScope scope(static_cast<int>(map_index));
  const bool clicked = click_area("map", painter.a, {painter.width(), painter.height()});
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const sweep::Point point = sweep::on_grid(grid, painter.point_at(mouse));
  int column = grid.x.nearest(std::clamp(point.x, 0., grid.x.count - 1.));
  int row = grid.y->nearest(std::clamp(point.y, 0., grid.y->count - 1.));
  if (ImGui::IsItemActivated() && drawn.picture.best) {  // easier to click than its cell
    const ImVec2 best = painter.at(*drawn.picture.best);
    if (std::hypot(best.x - mouse.x, best.y - mouse.y) < 0.6f * unit) {
      const sweep::Point cell = sweep::on_grid(grid, *drawn.picture.best);
      column = static_cast<int>(std::lround(cell.x));
      row = static_cast<int>(std::lround(cell.y));
    }
  }
  const std::array there{grid.x.value(column), grid.y->value(row)};
  if (selected) {
    const TabStops::Keys keys = add_tab_stop(panel.look, TabStops::Kind::Grid);
    const auto moved = [&](const sweep::Axis& axis, int by) {
      return std::clamp(nearest_now(panel, axis) + by, 0, axis.count - 1);
    };
    if (keys.x != 0 || keys.y != 0)
      apply_values(panel, values_of(grid, moved(grid.x, keys.x), moved(*grid.y, keys.y)));
  }
  if (const float wheel = ImGui::GetIO().MouseWheel; wheel != 0 && ImGui::IsItemHovered())
    scale_ranges(panel, grid, column, row, std::pow(0.8, wheel));
  if (!selected) {
    if (clicked) {
      apply_cell(panel, grid, column, row);
    } else if (ImGui::IsItemHovered()) {
      show_tooltip(column, row);
    }
    return;
  }
  if (ImGui::IsItemActivated() || (ImGui::IsItemActive() && state.dragged_values != there &&
                                   ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2))) {
    state.dragged_values = there;
    apply_values(panel, values_of(grid, column, row));
  }
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) show_tooltip(column, row);
}

void draw_message(const Panel& panel, ImVec2 at, ImVec2 size, const std::string& sentence) {
  fill(at, size, panel.palette.raised);
  ImFont* font = panel.fonts.body;
  const float width = std::min(size.x - 2 * panel.em(), 30 * panel.em());
  draw_centred(font, at, size, panel.palette.text_dim,
               wrapped(font, font->FontSize, sentence, width));
}

/// Returns the maps in the order of the list of methods, so that none moves.
std::vector<size_t> in_order(const sweep::Status& work) {
  std::vector<size_t> order;
  for (const ik::MethodInfo* method : ik::methods())
    for (size_t i = 0; i < work.maps.size(); ++i)
      if (work.maps[i].method == method->name) order.push_back(i);
  return order;
}

}  // namespace

void draw_map_picture(const Panel& panel, ImVec2 size) {
  MapState& state = panel.state.map;
  const float unit = panel.em();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float edge = std::round(0.5f * unit);
  state.picture = {start.x - edge, start.y - edge, size.x + 2 * edge, size.y + edge};
  ImFont* small = panel.fonts.small;
  const sweep::Status* work = panel.context.maps;
  const std::vector<size_t> order = work ? in_order(*work) : std::vector<size_t>();
  const auto found = std::ranges::find_if(
      order, [&](size_t i) { return work->maps[i].result.grid.scene != nullptr; });
  if (found == order.end() || state.drawn.size() != work->maps.size()) {
    std::string sentence = state.stopped ? "Paused before any cell finished." +
                                               panel.aside(" ", Action::StopMap, " resumes.")
                                         : "Computing the first cells…";
    if (!order.empty() && !work->maps[order[0]].refusal.empty())
      sentence = base::format("This map cannot be computed: {}.", work->maps[order[0]].refusal);
    draw_message(panel, start, size, sentence);
    ImGui::Dummy(size);
    return;
  }
  const sweep::Picture& any = state.drawn[*found].picture;
  // There are titles above the maps, ticks at the left and below, and the colour bar at the right.
  const float head = std::round(1.3f * unit), bar = std::round(0.9f * unit);
  const float foot = std::round(1.5f * unit), below = std::round(1.3f * unit);
  const float left = tick_width(panel.look, any.y) + std::round(0.8f * unit);
  const float right = tick_width(panel.look, any.colors) + bar + std::round(1.6f * unit);
  const ImVec2 a{start.x + left, start.y + head},
      b{start.x + size.x - right, start.y + size.y - foot - below};
  const auto label = [&](float x, float y, const std::string& s) {
    draw_text(small, {std::round(x), std::round(y)}, panel.palette.text, s);
  };
  const sweep::Grid& grid = work->maps[*found].result.grid;
  label(start.x, start.y, "↑ " + axis_title(grid, *grid.y));
  label(start.x + size.x - text_size(small, any.colors.title).x, start.y, any.colors.title);
  const std::string across = axis_title(grid, grid.x) + " →";
  const float across_left = b.x - text_size(small, across).x;
  label(across_left, b.y + foot, across);
  draw_map_legend(panel, {start.x, b.y + foot}, across_left - unit - start.x);

  const bool alone = order.size() == 1;
  const float gap = alone ? 0 : std::round(0.7f * unit),
              title = alone ? 0 : std::round(1.4f * unit);
  const auto count = static_cast<int>(order.size());
  const int columns = best_columns(b.x - a.x, b.y - a.y, count, gap, title);
  const int rows = (count + columns - 1) / columns;
  const float w = (b.x - a.x + gap) / static_cast<float>(columns),
              h = (b.y - a.y) / static_cast<float>(rows);
  const std::string_view method = panel.method().name;
  for (int i = 0; i < count; ++i) {
    const size_t map_index = order[static_cast<size_t>(i)];
    const ImVec2 corner{std::round(a.x + w * static_cast<float>(i % columns)),
                        std::round(a.y + h * static_cast<float>(i / columns) + title)};
    const ChartPainter painter{
        panel.look, corner, {std::round(corner.x + w - gap), std::round(corner.y + h - title)}};
    const sweep::Status::MapStatus& one = work->maps[map_index];
    DrawnMap& drawn = state.drawn[map_index];
    Tile tile{panel, one, drawn, alone, one.method == method, painter};
    if (!alone) tile.draw_title();
    if (one.refusal.empty()) {
      tile.draw();
      tile.operate(map_index);
    } else {
      draw_message(panel, painter.a, {painter.width(), painter.height()}, one.refusal + ".");
    }
    ChartPainter& sides = tile.painter;
    if (i % columns == 0) chart::draw_side(sides.drawing, sides.area, any.y, chart::Edge::Left);
    if (i + columns >= count)
      chart::draw_side(sides.drawing, sides.area, any.x, chart::Edge::Below);
    sides.show();
  }
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) state.dragged_values.reset();
  ChartPainter colors{panel.look, {b.x + 0.7f * unit, a.y + title}, {b.x + 0.7f * unit + bar, b.y}};
  sweep::draw_color_bar(colors.drawing, colors.area, any);
  colors.show();
  occupy(start, size);
}

}  // namespace ui
