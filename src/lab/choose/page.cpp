#include <algorithm>
#include <cmath>
#include <functional>

#include "base/numbers.h"
#include "base/text.h"
#include "chart/axis.h"
#include "chart/chart_drawing.h"
#include "lab/choose/candidate.h"
#include "lab/html.h"
#include "sweep/picture.h"

namespace lab {
namespace {

/// Least and greatest, a little apart, on a logarithmic axis.
chart::Axis axis_of(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  constexpr double room = 1.3;
  return {{least / room, std::max(most, least * 1.01) * room}, true};
}

/// Error to the right, oscillation upwards, the size of a disc by its time: the best are at the
/// lower left, and small.
chart::Drawing picture(double most_oscillation, const ik::Skeleton& body,
                       std::vector<const Candidate*> all) {
  constexpr double width = 640, height = 400, calm = 1e-2;  // mrad/step²: less cannot be told apart
  const auto error = [&](const Candidate& one) {
    return std::max(sim::error_metric().shown(one.summary, body), 1e-9);
  };
  const auto oscillation = [&](const Candidate& one) {
    return std::max(sweep::shown(one.summary.oscillation_mean), calm);
  };
  std::vector<double> errors, oscillations{sweep::shown(most_oscillation)};
  double quickest = 1e300;
  for (const Candidate* one : all) {
    errors.push_back(error(*one));
    oscillations.push_back(oscillation(*one));
    quickest = std::min(quickest, std::max(one->us(), 1e-3));
  }
  const chart::Axis x = axis_of(errors), y = axis_of(oscillations);
  const chart::Area area{chart::margin, 24, width, height};
  chart::Drawing drawing{area.x + width + 24, area.y + height + 64};
  constexpr int most_ticks = 7;
  const chart::Side below{"mean error, " + std::string(sim::error_metric().unit_for(body).name),
                          chart::ticks(x, most_ticks)},
      left{"oscillation, mrad/step²", chart::ticks(y, most_ticks)};
  const double limit = y.unit(sweep::shown(most_oscillation));
  if (limit < 1)
    drawing.fill({area.x, area.y, area.width, (1 - limit) * area.height}, {252, 236, 226});
  chart::frame(drawing, area);
  chart::side_below(drawing, area, below);
  chart::side_at_left(drawing, area, left);
  chart::titles_below_and_at_left(drawing, area, below, left);
  drawing.line(area({0, limit}), area({1, limit}), {.color = {213, 94, 0}, .dash = 6, .gap = 4});
  std::ranges::sort(all, std::greater(), &Candidate::us);  // small discs over large ones
  std::vector<chart::Area> taken;
  const auto place_of = [&](const Candidate& one) {
    return area({x.unit(error(one)), y.unit(oscillation(one))});
  };
  const auto radius_of = [&](const Candidate& one) {
    return 5 + 5 * std::log10(std::max(one.us(), 1e-3) / quickest);
  };
  for (const Candidate* one : all)
    drawing.circle(place_of(*one), radius_of(*one),
                   one->unbeaten ? chart::Rgb{0, 114, 178} : chart::Rgb{153, 153, 153},
                   chart::Stroke{.color = chart::white, .width = 1});
  std::stable_partition(all.begin(), all.end(),
                        [](const Candidate* one) { return one->unbeaten; });  // their names first
  for (const Candidate* one : all) {
    const chart::Font font{.size = 12, .bold = one->unbeaten, .halo = chart::white};
    const double wide = drawing.measure(one->method->name, font), gap = radius_of(*one) + 3;
    const chart::Point at = place_of(*one);
    const chart::Point starts[] = {
        {at.x + gap, at.y + 4},          {at.x - gap - wide, at.y + 4},
        {at.x - 0.5 * wide, at.y - gap}, {at.x - 0.5 * wide, at.y + gap + 9},
        {at.x + gap, at.y - 10},         {at.x + gap, at.y + 18}};
    for (const chart::Point& start : starts) {  // where no other name is
      const chart::Area text{start.x, start.y - 11, wide, 14};
      const auto overlaps = [&](const chart::Area& other) {
        return text.x < other.x + other.width && other.x < text.x + text.width &&
               text.y < other.y + other.height && other.y < text.y + text.height;
      };
      if (start.x < area.x || start.x + wide > area.x + area.width ||
          std::ranges::any_of(taken, overlaps))
        continue;
      taken.push_back(text);
      drawing.text(start, one->method->name, font);
      break;
    }
  }
  return drawing;
}

std::string number(double value, int digits = 3) { return base::significant(value, digits); }

constexpr std::string_view style = R"(
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #111; }
h1 { font-size: 1.6rem; margin-bottom: 0; } .dim { color: #555; margin-top: 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
th { vertical-align: bottom; } td:last-child { min-width: 18rem; }
tr.best { background: #e8f2f9; font-weight: 600; } tr.out { color: #777; }
code { font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
svg { max-width: 100%; height: auto; }
@media print { body { margin: 0; max-width: none; } tr { break-inside: avoid; } }
)";

std::string row(const Candidate& one, size_t rank, const ik::Skeleton& body) {
  const bool measured = one.refusal.empty();
  std::string html = "<tr class=\"" +
                     std::string(!one.meets() ? "out"
                                 : rank == 0  ? "best"
                                              : "") +
                     "\"><td class=number>" + (one.meets() ? std::to_string(rank + 1) : "–") +
                     "</td><td>" + in_html(one.method->title) + "<br><code>" +
                     in_html(one.method->name) + "</code></td>";
  const auto cell = [&](const std::string& text) {
    html += "<td class=number>" + (measured ? text : "–") + "</td>";
  };
  cell(number(sim::error_metric().shown(one.summary, body)));
  cell(number(sim::error_metric().unit_for(body).factor * one.summary.max_total_error));
  cell(number(sweep::shown(one.summary.oscillation_mean)));
  cell(number(one.us()));
  html += "<td>" + in_html(measured ? one.reason : one.refusal);
  if (one.meets() && !one.weakness.empty()) html += "<br>weakest in " + in_html(one.weakness);
  if (!one.setting.empty()) html += "<br><code>" + in_html(one.setting) + "</code>";
  return html + "</td></tr>\n";
}

}  // namespace

std::string choice_page(const ChooseOptions& options, const sim::Scene& scene,
                        const std::vector<Candidate>& all, const std::string& data) {
  const ik::Skeleton& body = *scene.skeleton;
  std::vector<const Candidate*> measured;
  std::string unbeaten;
  for (const Candidate& one : all) {
    if (one.refusal.empty()) measured.push_back(&one);
    if (one.unbeaten)
      unbeaten.append(unbeaten.empty() ? "" : ", ").append(in_html(one.method->title));
  }
  const Candidate* first = !all.empty() && all.front().meets() ? &all.front() : nullptr;
  const std::string unit(sim::error_metric().unit_for(body).name);
  std::string html =
      "<!doctype html>\n<html lang=en><meta charset=utf-8>\n"
      "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n<title>" +
      in_html(scene.name) + ": which method?</title>\n<style>" + std::string(style) +
      "</style>\n<h1>" + in_html(scene.name) + ": which method?</h1>\n<p class=dim>" +
      std::to_string(options.length.steps) + " steps after " +
      std::to_string(options.length.warmup) +
      " of warm-up; each method with the setting that gives it the least error "
      "without shaking.</p>\n";
  html += first ? "<p><strong>" + in_html(first->method->title) + "</strong> (<code>" +
                      in_html(first->setting) + "</code>): " + in_html(first->reason) +
                      ". At the end: " + in_html(first->behaviour) + ".</p>\n"
                : "<p><strong>No method meets the demands.</strong></p>\n";
  if (!unbeaten.empty())
    html += "<p>Nobody beats these in error, calm and time at once: " + unbeaten + ".</p>\n";
  if (!measured.empty())
    html += chart::svg(picture(options.most_oscillation, body, measured)) +
            "<p class=dim>Better is lower and further left; a larger disc takes longer, ten times "
            "as long per step of its radius. Above the dashed line a method shakes. Blue: "
            "unbeaten.</p>\n";
  html += "<table><tr><th class=number>#</th><th>method</th><th class=number>mean error, " +
          in_html(unit) +
          "</th><th class=number>largest error</th><th class=number>oscillation, "
          "mrad/step²</th><th class=number>µs a step</th><th>why</th></tr>\n";
  for (size_t i = 0; i < all.size(); ++i) html += row(all[i], i, body);
  html += "</table>\n";
  if (first)
    html += "<p>To see it:</p><p><code>ikscope --scene " + in_html(in_shell(options.scene)) +
            " --method " + std::string(first->method->name) + in_html(first->options) +
            "</code></p>\n";
  html += "<p>This page was made by</p><p><code>" + in_html(choose_command(options)) +
          "</code></p>\n<p class=dim>Times, and what is said because of them, are of this "
          "machine; everything else is the same on each.</p>\n<script type=\"application/json\" "
          "id=data>" +
          in_html(data) + "</script>\n</html>\n";
  return html;
}

}  // namespace lab
