#include "ui/lesson_view.h"

#include <algorithm>

#include "lessons/quantity.h"
#include "ui/options.h"

namespace ui {
namespace {

const PanelInfo* panel_with(std::string_view spot) {
  const auto found = std::ranges::find_if(panels(), [&](const PanelInfo* one) {
    return one->name == spot || std::ranges::find(one->spots, spot) != one->spots.end();
  });
  return found == panels().end() ? nullptr : *found;
}

bool points_into(const lessons::Step& step, PanelInfo::Place place) {
  return std::ranges::any_of(step.look_at, [&](const lessons::Spot& spot) {
    const PanelInfo* panel = panel_with(spot.panel);
    return spot.kind == lessons::Spot::Kind::Panel && panel && panel->place() == place;
  });
}

/// Done by hand in the picture of the body.
bool in_the_view(const sim::LoggedCommand& one) {
  return std::holds_alternative<sim::HoldTarget>(one.command) ||
         std::holds_alternative<sim::ReleaseTarget>(one.command);
}

bool needs_controls(const lessons::Step& step) {
  return points_into(step, PanelInfo::Place::Controls) ||
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

}  // namespace

bool concerns(const lessons::Task& task, std::string_view key) {
  return std::ranges::find(task.until, key, &lessons::Condition::quantity) != task.until.end() ||
         std::ranges::any_of(task.solution, [&](const sim::LoggedCommand& one) {
           const auto* set = std::get_if<sim::SetParameter>(&one.command);
           return set && set->key == key;
         });
}

std::vector<OptionValue> needed_by(const lessons::Step& step, bool several) {
  const bool column = points_into(step, PanelInfo::Place::Column) || chooses_column(step);
  std::vector<OptionValue> all{{&options::show_controls(), needs_controls(step) ? 1. : 0.},
                               {&options::show_plots(), column || measures(step) ? 1. : 0.}};
  if (!column) all.push_back({&options::right_column(), 0});
  for (const PanelInfo* one : panels(PanelInfo::Place::Below))
    if (one->name == "diagnosis" || one->name == "numbers")
      all.push_back({&options::shown(*one), one->name == "numbers" && several ? 1. : 0.});
  for (const lessons::Spot& spot : step.look_at)
    if (spot.kind == lessons::Spot::Kind::Panel)
      for (const OptionValue& one : shows(spot.panel)) all.push_back(one);
  return all;
}

}  // namespace ui
