#include "ui/stage.h"

#include <algorithm>
#include <variant>

#include "ui/options/options.h"
#include "ui/panels/column/curves.h"

namespace ui {
namespace {

/// Returns the first parameter that the solution of the lesson's task changes, or an empty key.
std::string_view set_by_task(const Context& context) {
  if (!context.course || !context.course->step().task) return {};
  for (const sim::LoggedCommand& one : context.course->step().task->solution)
    if (const auto* set = std::get_if<sim::SetParameter>(&one.command)) return set->key;
  return {};
}

/// Returns the choice of options::stage_shows() for a panel of the right column.
double choice_of(const PanelInfo& panel) {
  const auto column = panels(PanelInfo::Region::Column);
  return static_cast<double>(std::ranges::find(column, &panel) - column.begin() + 1);
}

}  // namespace

bool is_presenting(const Context& context) {
  return context.session && context.options->flag(options::presenter());
}

bool has_control(const Context& context) {
  if (!is_presenting(context)) return false;
  if (context.embedded_figure) return !context.embedded_figure->controls.empty();
  if (!context.course) return true;
  const auto& spots = context.course->step().look_at;
  return !set_by_task(context).empty() || std::ranges::any_of(spots, [](const lessons::Spot& spot) {
    return spot.panel == "parameters" || spot.panel == "control";
  });
}

bool has_plot(const Context& context, int plot) {
  const sim::Simulation& simulation = context.session->simulation();
  const sim::Metric* metric = plots()[static_cast<size_t>(plot)].metric;
  return metric ? simulation.has(*metric) : !simulation.run().solver().method().readings.empty();
}

bool turns_pages(const Context& context) {
  return context.course && (is_presenting(context) || context.selected.target() < 0);
}

const PanelInfo* column_shown(const Context& context) {
  const base::Settings& settings = *context.options;
  if (is_presenting(context)) {
    const auto index = static_cast<size_t>(settings[options::stage_shows()]);
    return index > 0 ? panels(PanelInfo::Region::Column)[index - 1] : nullptr;
  }
  return settings.flag(options::show_plots()) ? &options::right_panel(settings) : nullptr;
}

std::vector<SetOption> options_presenting(std::string_view spot) {
  const PanelInfo* panel = panel_with(spot);
  if (!panel || panel->region() != PanelInfo::Region::Column) return {};
  std::vector<SetOption> all{{&options::stage_shows(), choice_of(*panel)}};
  const auto part = std::ranges::find(panel->spots, spot);
  if (panel->name == "plots" && part != panel->spots.end())
    all.push_back({&options::stage_plot(), static_cast<double>(part - panel->spots.begin())});
  return all;
}

void show_on_stage(const Context& context, const PanelInfo& panel) {
  const base::Settings& settings = *context.options;
  const bool there = settings[options::stage_shows()] == choice_of(panel);
  const auto plots = static_cast<int>(options::stage_plot().choices.size());
  auto next = static_cast<int>(settings[options::stage_plot()]) + 1;
  while (next < plots && !has_plot(context, next)) ++next;
  const bool more = panel.name == "plots" && next < plots;
  if (there && more) return context.set(options::stage_plot(), next);
  if (panel.name == "plots") context.set(options::stage_plot(), 0);
  context.set(options::stage_shows(), there ? 0 : choice_of(panel));
}

const base::Parameter& stage_parameter(const Panel& panel) {
  const std::vector<base::Parameter>& all = panel.run().settings().table();
  for (const std::string_view key :
       {std::string_view(panel.state.touched), set_by_task(panel.context)}) {
    const auto meant = std::ranges::find(all, key, &base::Parameter::key);
    if (meant != all.end() && meant->choices.empty()) return *meant;
  }
  const auto number = std::ranges::find_if(
      all, [](const base::Parameter& one) { return one.choices.empty() && !one.integer; });
  return number != all.end() ? *number : all.front();
}

}  // namespace ui
