#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "sweep/choose/picture.h"
#include "sweep/picture.h"
#include "ui/kit/format.h"
#include "ui/options/options.h"
#include "ui/panel.h"
#include "ui/plots/drawing_painter.h"

namespace ui {
namespace {

bool is_busy(const Panel& panel) {
  return panel.context.choice && !panel.context.choice->at_work.empty();
}

std::string numbers_text(const sweep::Choice& choice, const sweep::Candidate& one) {
  if (one.solves)
    return base::format("{} reached, {}{} µs", percent(one.solves->solved_fraction(), 1),
                        one.solves->solved ? fixed(one.solves->mean_updates, 0) + " updates, " : "",
                        significant(one.median_us(), 2));
  return base::format(
      "error {}, {} mrad/step², {} µs",
      sim::error_metric().text(one.summary.mean_total_error, *choice.scene->skeleton),
      significant(sweep::to_display(one.summary.oscillation_mean), 2),
      significant(one.median_us(), 2));
}

std::string choice_csv(const Panel& panel, int) {
  std::string csv = "rank,method,setting,mean error,oscillation,solved,updates,us,why\n";
  for (int rank = 0; const sweep::Candidate& one : panel.context.choice->candidates) {
    std::string numbers = ",,,,";  // of a method that was refused
    if (one.refusal.empty() && one.solves)
      numbers = base::format(",,{},{},{}", csv_cell(one.solves->solved_fraction()),
                             one.solves->solved ? csv_cell(one.solves->mean_updates) : "",
                             csv_cell(one.median_us()));
    else if (one.refusal.empty())
      numbers = base::format("{},{},,,{}", csv_cell(one.summary.mean_total_error),
                             csv_cell(one.summary.oscillation_mean), csv_cell(one.median_us()));
    csv += base::format("{},{},{},{},{}\n", one.meets_demands() ? std::to_string(++rank) : "",
                        one.method->name, csv_cell(sweep::text_of(one.tuned)), numbers,
                        csv_cell(one.refusal.empty() ? one.reason : one.refusal));
  }
  return csv;
}

Figure methods_figure() {
  return {
      .title = while_there(
          [](const Panel& panel) {
            return panel.context.choice && !panel.context.choice->candidates.empty();
          },
          "Methods"),
      .table = choice_csv,
      .draw = [](const Panel& panel, int) { return sweep::choice_drawing(*panel.context.choice); },
      .sentence =
          [](const Panel& panel, int) {
            return panel.context.choice ? sweep::choice_caption(*panel.context.choice)
                                        : std::string();
          },
      .of_run = false,
  };
}

/// Draws what is asked of the methods, and the buttons.
void demands(const Panel& panel) {
  const Look& look = panel.look;
  const float gap = std::round(0.4f * panel.em());
  panel.choices(options::choose_task());
  tooltip(look, options::choose_task().explanation);
  const base::Parameter& limits = options::choose_limits();
  if (chip(look, limits.symbol, panel.options().flag(limits))) panel.context.toggle(limits);
  tooltip(look, limits.explanation);
  ImGui::SameLine(0, gap);
  const bool busy = is_busy(panel), begun = panel.context.choice;
  constexpr const char* longest = "Begin again";
  const float wide = text_size(look.fonts.body, longest).x + 2 * ImGui::GetStyle().FramePadding.x;
  if (button(look, busy ? "Stop" : begun ? longest : "Begin", {std::ceil(wide), 0}))
    panel.context.request(busy ? Choose::Stop : Choose::Begin);
  if (!begun || panel.context.choice->candidates.empty()) return;
  ImGui::SameLine(0, gap);
  if (button(look, "Save page")) panel.context.request(Choose::SavePage);
  tooltip(look,
          "Saves ranking, picture, reasons, data and commands as one HTML file, to hand on "
          "and to print.");
}

void progress(const Panel& panel, const sweep::Choice& choice) {
  note(panel.look,
       base::format("Measuring {}: {} %", choice.at_work, fixed(100 * choice.progress, 0)));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, high = std::round(0.25f * panel.em());
  fill(at, {width, high}, panel.palette.hovered);
  fill(at, {width * static_cast<float>(choice.progress), high}, panel.palette.accent);
  occupy(at, {width, high});
}

void picture(const Panel& panel, const sweep::Choice& choice, ImVec2 size) {
  const float unit = panel.em();
  const view::Palette& p = panel.palette;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ChartPainter plot{panel.look,
                    {at.x + 4.2f * unit, at.y + 0.4f * unit},
                    {at.x + size.x - 0.7f * unit, at.y + size.y - 3.2f * unit}};
  ImGui::Dummy(size);
  if (plot.height() < 2 * unit || plot.width() < 4 * unit) return;
  plot.drawing.theme.text = rgb(p.text);
  sweep::draw_choice(
      plot.drawing, plot.area, choice,
      {.unbeaten = rgb(p.accent), .other = rgb(p.text_dim), .beyond = rgb(p.warning)},
      std::max(2, static_cast<int>(plot.width() / (5 * unit))));
  plot.show();
}

sim::UseMethod use_of(const Panel& panel, const sweep::Candidate& one) {
  const base::Settings settings(one.method->parameters(panel.skeleton()));
  sim::UseMethod command{.name = std::string(one.method->name), .keys = {}, .values = {}};
  for (const auto& [key, text] : one.settings) {
    const base::Parameter* parameter = settings.find(key);
    if (!parameter) continue;  // of the world
    const auto at = std::ranges::find(command.keys, key) - command.keys.begin();
    if (at == std::ssize(command.keys)) command.keys.push_back(key);  // else the last value counts
    command.values.resize(command.keys.size());
    command.values[static_cast<size_t>(at)] = base::parse(*parameter, text);
  }
  return command;
}

bool is_in_use(const Panel& panel, const sweep::Candidate& one) {
  if (panel.method().name != one.method->name) return false;
  const sim::UseMethod use = use_of(panel, one);
  for (size_t i = 0; i < use.keys.size(); ++i)
    if (panel.run().settings().get(use.keys[i]) != use.values[i]) return false;
  return true;
}

std::string why(const Panel& panel, const sweep::Candidate& one) {
  if (!one.refusal.empty()) return base::sentence(one.refusal);
  std::string text = base::sentence(one.reason);
  if (one.meets_demands() && !one.weakness.empty())
    text += base::format(" Weakest in {}.", one.weakness);
  if (const auto words = sweep::tuned_text(one, panel.skeleton()); !words.empty())
    text += base::format(" Setting: {}.", words);
  return text;
}

/// Draws a method's rank, title and numbers, and below them why. A click takes the method.
void method_row(const Panel& panel, const sweep::Choice& choice, size_t i) {
  const sweep::Candidate& one = choice.candidates[i];
  const Look& look = panel.look;
  const view::Palette& p = *look.palette;
  const float unit = panel.em(), pad = std::round(0.3f * unit), left = std::round(1.8f * unit);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, room = width - left - pad;
  ImFont *body = look.fonts.body, *small = look.fonts.small;
  const std::string reason = wrapped(small, small->FontSize, why(panel, one), room);
  const float line = 1.35f * unit, high = text_size(small, reason).y;
  const bool measured = one.refusal.empty();
  const ImVec2 size{width, std::round((measured ? 2 : 1) * line + high + 2 * pad)};
  const bool taken = is_in_use(panel, one);
  if (measured) {
    if (list_line(look, one.method->name, size, taken))
      panel.context.request(sim::Command(use_of(panel, one)));
    tooltip(look, "Click to use this method with this setting; Ctrl+Z takes it back.");
  } else {
    ImGui::Dummy(size);
  }
  const glm::vec4& ink = one.meets_demands() ? p.text : p.text_dim;
  if (one.meets_demands())
    draw_line(one.unbeaten ? look.fonts.strong : body, {at.x + pad, at.y + pad}, line,
              one.unbeaten ? p.accent : p.text, std::to_string(i + 1));
  draw_line(one.unbeaten ? look.fonts.strong : body, {at.x + left, at.y + pad}, line, ink,
            shortened(body, std::string(one.method->title), room));
  float y = at.y + pad + line;
  if (measured) {
    draw_line(small, {at.x + left, y}, line, ink,
              shortened(small, numbers_text(choice, one), room));
    y += line;
  }
  draw_text(small, {at.x + left, y}, p.text_dim, reason);
}

void choose_panel(const Panel& panel) {
  const sweep::Choice* choice = panel.context.choice;
  ImGui::Dummy({0, 0});
  text(panel.fonts.title, "Which method?");
  if (!choice)
    note(panel.look,
         "Every method of the program is tuned and measured on this scene, and ranked, with "
         "reasons. This takes from seconds to some minutes, in the background.");
  demands(panel);
  if (!choice) return;
  if (is_busy(panel))
    progress(panel, *choice);
  else if (const std::string part = sweep::incomplete_note(*choice); !part.empty())
    text(panel.fonts.small, panel.palette.warning, part);
  if (choice->candidates.empty()) return;
  if (!is_busy(panel) && !choice->first())
    text(panel.fonts.strong, panel.palette.warning, "No method meets the demands.");
  const ImVec2 room = ImGui::GetContentRegionAvail();
  export_row(
      panel, methods_figure(),
      choice->request.solves ? "Updates against targets missed" : "Oscillation against error");
  picture(panel, *choice, {room.x, std::clamp(0.4f * room.y, 12 * panel.em(), 20 * panel.em())});
  for (size_t i = 0; i < choice->candidates.size(); ++i) method_row(panel, *choice, i);
}

}  // namespace

void declare_choose_panel(base::Registry<PanelInfo>& panels) {
  panels.add({.name = "choose",
              .title = "Choose",
              .rank = 360,
              .draw = choose_panel,
              .figures = {methods_figure()},
              .explanation = "which method suits the scene: all of them, tuned and ranked",
              .key = {'C', false, true},
              .key_help = "choose: rank all methods"});
}

}  // namespace ui
