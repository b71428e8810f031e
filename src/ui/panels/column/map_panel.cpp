#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ik/methods/method.h"
#include "sweep/axis.h"
#include "sweep/drawing.h"
#include "sweep/geometry.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panels/map/parts.h"
#include "ui/plots/drawing_painter.h"
#include "ui/ui.h"

namespace ui {
namespace {

/// Draws a row of the metrics that the colour can show: of runs, or of searches.
void choose_color(const Panel& panel, bool of_searches) {
  const base::Parameter& color = options::map_color();
  const auto now = static_cast<size_t>(panel.options()[color]);
  const std::span<const std::string_view> titles = base::shown_choices(color);
  std::vector<std::string_view> shown;
  std::vector<size_t> numbers;
  int chosen_now = -1;
  for (size_t i = 0; i < titles.size(); ++i) {
    const sim::Metric& metric = *sim::color_metrics()[i];
    const bool says = i == now || of_searches || panel.simulation().has(metric);
    if (metric.of_solving != of_searches || !says) continue;
    if (i == now) chosen_now = static_cast<int>(shown.size());
    shown.push_back(titles[i]);
    numbers.push_back(i);
  }
  const int chosen =
      choose(panel.look, of_searches ? "color of searches" : "color", shown, chosen_now,
             ImGui::GetContentRegionAvail().x, of_searches ? "searches…" : "runs…");
  if (chosen >= 0)
    panel.context.set(color, static_cast<double>(numbers[static_cast<size_t>(chosen)]));
  tooltip(panel.look, of_searches ? "Cells are searches for a pose: what the colour shows"
                                  : "Cells are runs over some steps: what the colour shows");
}

void request_maps(const Panel& panel) {
  MapState& state = panel.state.map;
  const auto [x, y] = chosen_axes(panel);
  const auto steps = static_cast<int64_t>(panel.options()[options::map_steps()]);
  constexpr int64_t most_updates = 200;  // of a search
  constexpr int64_t warmup = 5;          // this fraction of the steps is not measured: 1/5
  sweep::Request request{.x = x,
                         .y = y,
                         .steps = cells_are_searches(panel) ? most_updates : steps,
                         .warmup = cells_are_searches(panel) ? 0 : steps / warmup,
                         .solves = cells_are_searches(panel),
                         .go = !state.stopped,
                         .live = panel.context.moves_slice};
  for (const ik::MethodInfo* method : ik::methods())
    if (method != &panel.method() && state.choice.methods.contains(method->name) &&
        sweep::can_show(*method, panel.skeleton(), {x.key, y.key}))
      request.others.emplace_back(method->name);
  state.request = std::move(request);
}

void make_image(const Panel& panel, DrawnMap& drawn, size_t number) {
  if (!panel.context.image) return;
  const sweep::Picture& picture = drawn.picture;
  std::vector<std::array<uint8_t, 4>> pixels;
  pixels.reserve(picture.cells.size());
  for (int row = picture.rows - 1; row >= 0; --row)
    for (int column = 0; column < picture.columns; ++column) {
      const auto& cell = picture.cells[static_cast<size_t>(row * picture.columns + column)];
      pixels.push_back(cell ? std::array<uint8_t, 4>{(*cell)[0], (*cell)[1], (*cell)[2], 255}
                            : std::array<uint8_t, 4>{});
    }
  drawn.image = panel.context.image(number, picture.columns, picture.rows, pixels);
}

bool is_constant(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  return least == most;
}

/// While cells are computed, the maps are redrawn a few times a second.
void redraw(const Panel& panel) {
  MapState& state = panel.state.map;
  if (!panel.context.maps) return;
  const sweep::Status& work = *panel.context.maps;
  const std::array view{panel.options()[options::map_color()], options::map_bound(panel.options())};
  constexpr double seldom = 0.12;    // s
  constexpr int most_drawn = 65536;  // cells, while others are computed: fewer than a frame takes
  const double now = ImGui::GetTime();
  if (state.drawn_version == work.version && state.drawn_view == view &&
      state.incomplete == work.is_busy)
    return;
  const bool moves = panel.context.moves_slice;
  if (state.drawn_view == view && work.is_busy && state.drawn.size() == work.maps.size()) {
    // While the plane is dragged, it keeps its colours until there are others.
    const bool unseen = moves && !work.maps.empty() && work.maps.front().result.level() == 0;
    if (unseen || (!moves && now - state.draw_time < seldom)) return;
  }
  state.drawn_version = work.version;
  state.incomplete = work.is_busy;
  state.drawn_view = view;
  state.draw_time = now;
  state.drawn.resize(work.maps.size());
  sweep::View look = map_view(panel.options());
  look.colors = sweep::common_axis(sweep::results(work), *look.metric);
  for (size_t i = 0; i < work.maps.size(); ++i) {
    const sweep::Status::MapStatus& one = work.maps[i];
    DrawnMap& drawn = state.drawn[i];
    if (!one.result.grid.scene) {
      drawn = {};
      continue;
    }
    const int cells = one.result.grid.cells();
    for (look.step = 1; work.is_busy && cells > most_drawn * look.step * look.step;) ++look.step;
    drawn.picture = sweep::make_picture(one.result, look);
    drawn.constant = one.done == cells && is_constant(one.result.values(*look.metric));
    make_image(panel, drawn, i);
  }
  state.slice.reset();
  if (!work.maps.empty())
    state.slice =
        slice_of(panel.simulation(), work.maps.front().result.grid, state.drawn.front().picture);
}

/// Returns a caption for readers who have never seen a map.
std::string explanation(const Panel& panel) {
  const auto& axes = *panel.state.map.request;
  const auto name = [&](const sweep::Axis& axis) {
    return name_of(sweep::parameter_of(panel.simulation(), axis.key));
  };
  std::string sentence =
      axes.solves
          ? base::format(
                "Each cell is a search of at most {} updates from the start pose, with its "
                "own {} and {}.",
                axes.steps, name(axes.x), name(axes.y))
          : base::format(
                "Each cell is a run of {} steps after {} of warm-up, with its own {} and {}.",
                axes.steps, axes.warmup, name(axes.x), name(axes.y));
  using By = sim::Metric::Color::By;
  const sim::Metric& metric = *map_view(panel.options()).metric;
  if (metric.color.by != By::Name)
    sentence += base::format(" {}: {}.", metric.color.by == By::Amount ? "Dark" : "Black",
                             metric.color.dark);
  const std::vector<DrawnMap>& drawn = panel.state.map.drawn;
  if (!drawn.empty() && std::ranges::all_of(drawn, &DrawnMap::constant))
    sentence += base::format(" All cells are equal: neither axis changes the {}.", metric.heading);
  return sentence;
}

/// The map as a figure. Its table has all metrics of all cells, one file per method.
Figure map_figure() {
  return {.title = while_there(current_method_map, "Map"),
          .draw =
              [](const Panel& panel, int) {
                return sweep::map_drawing(sweep::results(*panel.context.maps),
                                          map_view(panel.options()));
              },
          .sentence = [](const Panel& panel, int) { return explanation(panel); }};
}

/// Draws the progress with buttons to pause, resume, change settings and save.
void status(const Panel& panel) {
  MapState& state = panel.state.map;
  const Look& look = panel.look;
  const view::Palette& p = *look.palette;
  const float unit = panel.em(), side = ImGui::GetFrameHeight(), gap = std::round(0.25f * unit);
  const sweep::Status none;
  const sweep::Status& work = panel.context.maps ? *panel.context.maps : none;
  if (icon_button(look, "stop", state.stopped ? Icon::Play : Icon::Pause, side))
    panel.perform(Action::StopMap);
  tooltip(look,
          panel.with_key(state.stopped ? "Resume the map" : "Pause the map", Action::StopMap));
  ImGui::SameLine(0, 2 * gap);
  const std::string percent = fixed(100 * work.progress, 0) + " %";
  std::string sentence = percent;
  if (state.stopped)
    sentence = "paused at " + percent + (work.is_outdated ? ", of an earlier scene" : "");
  else if (work.is_outdated)
    sentence = "settings changed; restarting…";
  else if (!work.is_busy && work.progress == 1)
    sentence = "done";
  else if (work.seconds_left >= 0)
    sentence += base::format(", {} left", work.seconds_left < 90
                                              ? fixed(std::ceil(work.seconds_left), 0) + " s"
                                              : fixed(work.seconds_left / 60, 0) + " min");
  const ImVec2 at = ImGui::GetCursorScreenPos();

  const int count = options::number(panel.options(), options::map_fineness);
  const std::string asked = base::format("{} × {}, methods", count, count);
  const float width = chip_width(look, asked) + side + gap;
  const float left = at.x + ImGui::GetContentRegionAvail().x - width;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont* small = look.fonts.small;
  list.PushClipRect(at, {left - gap, at.y + side}, true);
  draw_text(small, {at.x, at.y + std::round(0.5f * (side - small->FontSize) - 0.1f * unit)},
            work.is_outdated ? p.warning : p.text_dim, sentence);
  list.PopClipRect();
  if (!state.stopped && work.progress < 1) {
    const float y = at.y + side - hairline(look), high = 2 * hairline(look);
    const float wide = left - 2 * gap - at.x;
    fill({at.x, y - high}, {wide, high}, p.hovered, 0);
    fill({at.x, y - high}, {wide * static_cast<float>(work.progress), high}, p.accent, 0);
  }
  ImGui::SetCursorScreenPos({left, at.y});
  if (chip(look, asked, false)) open_popup("map settings");
  tooltip(look, "Resolution, steps per cell, and methods to compare");
  draw_map_settings(panel);
  ImGui::SameLine(0, gap);
  if (const auto kind = export_button(look)) export_figure(panel, map_figure(), *kind);
}

}  // namespace

sweep::View map_view(const base::Settings& settings) {
  return {.metric = sim::color_metrics()[static_cast<size_t>(settings[options::map_color()])],
          .bound = options::map_bound(settings)};
}

namespace {

void map_panel(const Panel& panel) {
  request_maps(panel);
  redraw(panel);
  const float unit = panel.em();
  ImGui::Dummy({0, 0});
  // In a low figure, the surrounding text explains the map.
  const bool brief = panel.context.embedded_figure && ImGui::GetContentRegionAvail().y < 22 * unit;
  // Over the methods of a lesson, the picture needs the room.
  const bool low = panel.context.course && ImGui::GetContentRegionAvail().y < 29 * unit;
  if (!brief) large_title(panel);
  if (!brief && !low) note(panel.look, explanation(panel));
  if (!panel.options().flag(options::presenter())) {  // there the picture is as large as possible
    if (!low) draw_map_axes(panel);
    choose_color(panel, false);
    choose_color(panel, true);
  }
  status(panel);

  const sweep::Result* result = current_method_map(panel);
  const float spacing = ImGui::GetStyle().ItemSpacing.y, least = (brief ? 6 : 16) * unit;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool of_runs = !cells_are_searches(panel);
  const float rest = room.y - (of_runs ? map_best_height(panel, result) + spacing : 0);
  const float cut = std::round(std::clamp(0.19f * room.y, 8 * unit, 11 * unit));
  const bool cuts =
      of_runs && panel.options()[options::map_cut()] != 0 && rest - cut - spacing > least;
  draw_map_picture(panel, {room.x, std::max(least, rest - (cuts ? cut + spacing : 0))});
  if (of_runs) draw_map_best(panel, result);
  if (cuts) draw_map_cut(panel, result, {room.x, cut});
}

}  // namespace

void declare_map_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "map",
              .title = "Map",
              .rank = 320,
              .draw = map_panel,
              .figures = {map_figure(), cut_figure()},
              .explanation = "a map over two parameters",
              .key = {'M', false, true},
              .key_help = "map over two parameters",
              .wide = true});
}

}  // namespace ui
