#include "ui/lesson_view.h"

#include <algorithm>

#include "lessons/quantity.h"
#include "ui/options/options.h"
#include "ui/stage.h"

namespace ui {
namespace {

void append(std::vector<SetOption>& all, const std::vector<SetOption>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

bool points_into(const lessons::Step& step, PanelInfo::Region region) {
  return std::ranges::any_of(step.look_at, [&](const lessons::Spot& spot) {
    const PanelInfo* panel = panel_with(spot.panel);
    return spot.kind == lessons::Spot::Kind::Panel && panel && panel->region() == region;
  });
}

/// Returns whether the command is given by dragging in the 3D view.
bool in_the_view(const sim::LoggedCommand& one) {
  return std::holds_alternative<sim::HoldTarget>(one.command) ||
         std::holds_alternative<sim::ReleaseTarget>(one.command);
}

bool needs_controls(const lessons::Step& step) {
  return points_into(step, PanelInfo::Region::Controls) ||
         (step.task && !std::ranges::all_of(step.task->solution, in_the_view));
}

bool measures(const lessons::Step& step) {
  return step.task && std::ranges::any_of(step.task->until, [](const lessons::Condition& one) {
           return lessons::find_quantity(one.quantity) != nullptr;
         });
}

bool chooses_column(const lessons::Step& step) {
  return std::ranges::any_of(
      step.view, [](const auto& one) { return one.first == options::right_column().key; });
}

/// Returns the parts of the window that the step needs. `several`: its scene has several runs.
std::vector<SetOption> needed_by(const lessons::Step& step, bool several) {
  const bool column = points_into(step, PanelInfo::Region::Column) || chooses_column(step);
  std::vector<SetOption> all{{&options::show_controls(), needs_controls(step) ? 1. : 0.},
                             {&options::show_plots(), column || measures(step) ? 1. : 0.}};
  if (!column) all.push_back({&options::right_column(), 0});
  for (const PanelInfo* one : panels(PanelInfo::Region::Below))
    if (one->name == "diagnosis" || one->name == "numbers")
      all.push_back({&options::shown(*one), one->name == "numbers" && several ? 1. : 0.});
  for (const lessons::Spot& spot : step.look_at)
    if (spot.kind == lessons::Spot::Kind::Panel) append(all, options_showing(spot.panel));
  return all;
}

std::vector<SetOption> chosen_by(const lessons::Step& step) {
  std::vector<SetOption> all;
  base::Settings settings(options::table());
  for (const auto& [key, text] : step.view) {
    settings.set_text(key, text);
    all.push_back({settings.find(key), settings.get(key)});
  }
  return all;
}

/// The stage shows what the step points at, else the plot of the measured quantity.
std::vector<SetOption> presented_by(const lessons::Step& step) {
  std::vector<SetOption> all{{&options::stage_shows(), 0}};
  if (step.task)
    for (const lessons::Condition& one : step.task->until)
      if (const lessons::Quantity* quantity = lessons::find_quantity(one.quantity))
        append(all, options_presenting(quantity->plot));
  for (const lessons::Spot& spot : step.look_at)
    if (spot.kind == lessons::Spot::Kind::Panel) append(all, options_presenting(spot.panel));
  return all;
}

}  // namespace

bool concerns(const lessons::Task& task, std::string_view key) {
  return std::ranges::find(task.until, key, &lessons::Condition::quantity) != task.until.end() ||
         std::ranges::any_of(task.solution, [&](const sim::LoggedCommand& one) {
           const auto* set = std::get_if<sim::SetParameter>(&one.command);
           return set && set->key == key;
         });
}

std::vector<SetOption> view_of(const lessons::Course& course) {
  const auto& steps = course.lesson().steps;
  const auto here = static_cast<size_t>(course.index());
  size_t first = here;
  while (first > 0 && !steps[first].scene) --first;
  std::vector<SetOption> all;
  for (size_t i = first; i <= here; ++i) {
    if (i == here) append(all, needed_by(steps[i], !course.scene(course.index())->others.empty()));
    append(all, chosen_by(steps[i]));
  }
  append(all, presented_by(steps[here]));
  return all;
}

}  // namespace ui
