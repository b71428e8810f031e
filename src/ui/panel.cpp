#include "ui/panel.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <variant>

#include "ui/kit/highlight.h"
#include "ui/options/options.h"
#include "ui/stage.h"

namespace ui {
namespace {

/// Returns the value that the lesson's task asks for.
std::optional<double> solution_value(const Panel& panel, std::string_view key) {
  const lessons::Course* course = panel.context.course;
  if (!course || !course->step().task || course->is_done()) return {};
  for (const sim::LoggedCommand& one : course->step().task->solution)
    if (const auto* set = std::get_if<sim::SetParameter>(&one.command); set && set->key == key)
      return set->value;
  return {};
}

/// Returns whether the step's task wants another method first, whose list then stays in sight.
bool awaits_method(const Panel& panel) {
  const lessons::Course* course = panel.context.course;
  if (!course || !course->step().task) return false;
  return std::ranges::any_of(course->step().task->solution, [&](const sim::LoggedCommand& one) {
    const auto* choose = std::get_if<sim::ChooseMethod>(&one.command);
    return choose && choose->name != panel.method().name;
  });
}

/// Tints the row that starts at `from`. The column scrolls to it when the step begins, or when a
/// method that has the parameter is chosen.
void mark_row(const Panel& panel, ImVec2 from) {
  const float unit = panel.em(), end = ImGui::GetCursorScreenPos().y;
  const ImVec2 size{ImGui::GetContentRegionAvail().x, end - from.y};
  fill(from, {size.x, size.y - 0.5f * ImGui::GetStyle().ItemSpacing.y},
       color(panel.look.palette->accent, 0.14f));
  LessonStrip& strip = panel.state.lesson;
  strip.marked.push_back(in_window({from.x, from.y, size.x, size.y}));
  const ImVec2 window = ImGui::GetWindowPos();
  const bool hidden = from.y < window.y || end + 1.5f * unit > window.y + ImGui::GetWindowSize().y;
  const bool scrolls = ImGui::GetCurrentContext()->CurrentWindow->ScrollTarget.y < FLT_MAX;
  if (strip.unfold_frames + strip.row_scroll_frames == 0 || awaits_method(panel)) return;
  if (!hidden && !scrolls) return;  // this row comes before the part pointed at
  strip.scrolled = ImGui::GetID("");
  ImGui::SetScrollFromPosY(from.y - window.y, 0.3f);
}

}  // namespace

sim::SetSeveral with_needs(const sim::Simulation& simulation,
                           const std::vector<std::pair<std::string_view, double>>& values) {
  const base::Settings& settings = simulation.run().settings();
  sim::SetSeveral command;
  const auto add = [&](std::string_view key, double value) {
    if (std::ranges::find(command.keys, key) == command.keys.end()) command.add(key, value);
  };
  for (const auto& [key, value] : values) add(key, value);
  for (const auto& [key, value] : values) {
    const base::Parameter* parameter = settings.find(key);
    if (!parameter || settings.has_effect(*parameter)) continue;
    const auto& [needed, choices] = parameter->needs;
    add(needed, base::parse(*settings.find(needed), choices.front()));
  }
  return command;
}

const base::Parameter* switch_of(const base::Settings& settings, const base::Parameter& parameter) {
  const base::Parameter* mode = settings.find(parameter.needs.key);
  return mode && mode->choices.front() == "off" ? mode : nullptr;
}

void Panel::parameter(const base::Parameter& declared, double default_value,
                      std::string_view formula) const {
  const double value = simulation().value(declared.key);
  const base::Settings& of_run = run().settings();
  const base::Settings& settings = of_run.find(declared.key) ? of_run : simulation().world();
  const base::Parameter* off = switch_of(settings, declared);
  const RowText text{
      .formula = formula,
      .off = settings.has_effect(declared) ? std::string() : settings.off_text(declared),
      .can_be_off = &settings == &of_run && off};
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const std::optional<double> wanted = solution_value(*this, declared.key);
  if (wanted && *wanted != value && look.stops) look.stops->begin_here();
  const RowEdit edit = state.rows.draw(look, declared, value, default_value, text);
  if (wanted) mark_row(*this, from);
  const std::string key(declared.key);
  if (edit.kind == RowEdit::Kind::Set) {
    state.touched = key;
    if (text.can_be_off && !text.enabled())
      context.request(with_needs(simulation(), {{key, edit.value}}));
    else
      context.request(sim::SetParameter{key, edit.value});
  }
  if (edit.kind == RowEdit::Kind::Off) context.request(sim::SetParameter{std::string(off->key), 0});
  if (edit.kind == RowEdit::Kind::Reset) context.request(sim::ResetParameter{key});
  if (edit.kind == RowEdit::Kind::Refused) state.toasts.add(edit.message, Toasts::Kind::Error);
}

std::optional<double> Panel::row(const base::Parameter& declared, double value,
                                 double default_value, const RowText& text) const {
  const RowEdit edit = state.rows.draw(look, declared, value, default_value, text);
  if (edit.kind == RowEdit::Kind::Refused) state.toasts.add(edit.message, Toasts::Kind::Error);
  if (edit.kind == RowEdit::Kind::Set) return edit.value;
  return edit.kind == RowEdit::Kind::Reset ? std::optional(default_value) : std::nullopt;
}

void Panel::option(const base::Parameter& declared) const {
  if (const auto wanted = row(declared, options()[declared], declared.default_value))
    context.set(declared, *wanted);
}

void Panel::choices(const base::Parameter& declared,
                    std::span<const std::string_view> words) const {
  if (words.empty()) words = base::shown_choices(declared);
  const std::string id(declared.key);
  const int chosen = choose(look, id.c_str(), words, static_cast<int>(options()[declared]),
                            ImGui::GetContentRegionAvail().x);
  if (chosen >= 0) context.set(declared, chosen);
}

const std::vector<const PanelInfo*>& panels() { return base::Registry<PanelInfo>::all(); }

std::span<const PanelInfo* const> panels(PanelInfo::Region region) {
  const auto first = std::ranges::lower_bound(panels(), region, {}, &PanelInfo::region);
  return {first, std::ranges::upper_bound(panels(), region, {}, &PanelInfo::region)};
}

const PanelInfo* panel_with(std::string_view spot) {
  const auto found = std::ranges::find_if(panels(), [&](const PanelInfo* one) {
    return one->name == spot || std::ranges::find(one->spots, spot) != one->spots.end();
  });
  return found == panels().end() ? nullptr : *found;
}

std::vector<SetOption> options_showing(std::string_view spot) {
  const PanelInfo* panel = panel_with(spot);
  if (!panel || panel->region() == PanelInfo::Region::Controls)
    return {{&options::show_controls(), 1}};
  if (panel->region() == PanelInfo::Region::Below) return {{&options::shown(*panel), 1}};
  const auto column = panels(PanelInfo::Region::Column);
  return {{&options::show_plots(), 1},
          {&options::right_column(),
           static_cast<double>(std::ranges::find(column, panel) - column.begin())}};
}

bool is_shown(const base::Settings& options, const PanelInfo& panel) {
  return std::ranges::all_of(options_showing(panel.name), [&](const SetOption& one) {
    return options[*one.option] == one.value;
  });
}

std::vector<std::string_view> spots() {
  std::vector<std::string_view> all;
  for (const PanelInfo* panel : panels()) {
    if (panel->available == has_control || !panel->part_of.empty()) continue;  // only on the stage
    all.push_back(panel->name);
    all.insert(all.end(), panel->spots.begin(), panel->spots.end());
  }
  return all;
}

}  // namespace ui
