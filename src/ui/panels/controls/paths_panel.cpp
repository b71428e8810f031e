// Draws the list of saved drags, to be replayed and compared.

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ui/describe.h"
#include "ui/kit/fields.h"
#include "ui/kit/format.h"

namespace ui {
namespace {

/// Returns the selected target, else the one dragged last, else -1.
int target_of(const Panel& panel) {
  if (panel.context.selected.target() >= 0) return panel.context.selected.target();
  const auto log = panel.timeline().executed_commands();
  for (auto one = log.rbegin(); one != log.rend(); ++one)
    if (const auto* hold = std::get_if<sim::HoldTarget>(&one->command)) return hold->target;
  return -1;
}

void keep(const Panel& panel) {
  const sim::Simulation& simulation = panel.simulation();
  sim::RecordedPath path =
      sim::last_drag(panel.timeline().executed_commands(), target_of(panel), simulation);
  path.target = std::max(path.target, 0);
  const auto taken = [&](const sim::RecordedPath& other) { return other.name == path.name; };
  for (int i = 1; path.name.empty() || std::ranges::any_of(simulation.paths(), taken); ++i)
    path.name = "path " + std::to_string(i);
  panel.context.request(sim::SavePath{std::move(path)});
}

/// Measures the selected run on each path, from the start pose.
void compare(const Panel& panel) {
  PathTrials& trials = panel.state.paths;
  trials = {.paths = panel.simulation().paths(), .method = std::string(panel.method().title)};
  for (const sim::RecordedPath& path : trials.paths)
    trials.measured.push_back(sim::try_path(panel.simulation(), path));
}

void path_row(const Panel& panel, const sim::RecordedPath& path, int index, bool best) {
  const view::Palette& p = panel.palette;
  const float unit = panel.em(), close = std::round(1.4f * unit), gap = std::round(0.3f * unit);
  const float height = ImGui::GetFrameHeight(), room = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float go = std::round(3.2f * unit), name_width = room - go - close - 2 * gap;
  const IdScope scope(path.name);
  fill({at.x, at.y + std::round(0.5f * height) - 0.15f * unit}, {unit, 0.3f * unit},
       view::series_color(p, index), 0);
  click_area("name", at, {name_width, height});
  const std::string& effector = panel.skeleton().effector(path.target).name;
  tooltip(panel.look, base::format("Target of {}, length {}, duration {} units of time", effector,
                                   base::length_text(path.length(), panel.skeleton().unit()),
                                   significant(path.duration(), 3)));
  ImFont* font = panel.fonts.body;
  float room_of_name = name_width - 1.4f * unit;
  const PathTrials& trials = panel.state.paths;
  if (static_cast<size_t>(index) < trials.measured.size()) {
    const auto& measured = trials.measured[static_cast<size_t>(index)];
    const std::string numbers =
        sim::error_text(panel.skeleton(), sim::all_effectors, measured.mean_total_error) + "  ·  " +
        sim::oscillation_metric().text(measured.oscillation_mean) + (best ? "  best" : "");
    const float width = text_size(font, numbers).x;
    room_of_name -= width;
    draw_line(font, {at.x + name_width - width, at.y}, height, best ? p.accent : p.text_dim,
              numbers);
  }
  draw_line(font, {at.x + 1.4f * unit, at.y}, height, p.text,
            shortened(font, path.name, room_of_name));
  ImGui::SetCursorScreenPos({at.x + name_width + gap, at.y});
  if (button(panel.look, "Play", {go, 0})) panel.context.request(sim::FollowPath{path.name});
  std::string help = "Play this path once";
  if (static_cast<size_t>(index) < trials.measured.size()) {
    const sim::Summary& measured = trials.measured[static_cast<size_t>(index)];
    help += base::format(". With {} it had {}.", trials.method,
                         describe(measured.events, measured.steps));
  }
  tooltip(panel.look, help);
  if (icon_button(panel.look, "forget", Icon::Close,
                  {at.x + room - close, at.y + centred(height, close)}, close, false))
    panel.context.request(sim::DeletePath{path.name});
  tooltip(panel.look, "Delete this path");
  occupy(at, {room, height});
}

void paths_panel(const Panel& panel) {
  const std::vector<sim::RecordedPath>& paths = panel.simulation().paths();
  if (!section(panel.look, "Saved paths", !paths.empty())) return;
  PathTrials& trials = panel.state.paths;
  if (trials.paths != paths) trials = {};
  const auto least = std::ranges::min_element(trials.measured, {}, &sim::Summary::mean_total_error);
  for (size_t i = 0; i < paths.size(); ++i)
    path_row(panel, paths[i], static_cast<int>(i),
             trials.measured.size() > 1 && least - trials.measured.begin() == static_cast<int>(i));

  const std::string labels[] = {"Save last drag", "Compare"};
  const std::string help[] = {
      "Save the path of the last drag, of the selected target if one is selected",
      "Run each path from the start pose and compare mean error and oscillation"};
  const int pressed = button_row(panel, labels, help);
  if (pressed == 0) keep(panel);
  if (pressed == 1) compare(panel);
  if (!trials.measured.empty())
    note(panel.look, "Mean error and oscillation, from the start pose with " + trials.method + ".");
  else if (paths.empty())
    note(panel.look, "Drag a target, save the drag, and replay it.");
}

}  // namespace

void declare_paths_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "paths", .title = "Paths", .rank = 150, .draw = paths_panel});
}

}  // namespace ui
