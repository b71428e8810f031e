#include "sweep/choose/picture.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/text.h"
#include "chart/axis.h"
#include "chart/chart_drawing.h"
#include "sweep/picture.h"

namespace sweep {
namespace {

/// Least and greatest, a little apart, on a logarithmic axis.
chart::Axis logarithmic(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  constexpr double room = 1.3;
  return {{least / room, std::max(most, least * 1.01) * room}, true};
}

struct Axes {
  std::string below, left;
  std::function<double(const Candidate&)> x, y;
};

Axes axes_of(const Choice& choice) {
  if (choice.request.solves)
    return {"targets missed, %", "updates, mean",
            [&](const Candidate& one) {
              return 100 * std::max(1 - one.solves->solved_fraction(), 0.5 / choice.request.poses);
            },
            [](const Candidate& one) { return std::max(one.solves->mean_updates, 1.); }};
  const ik::Skeleton& body = *choice.scene->skeleton;
  return {base::format("mean error, {}", sim::error_metric().unit_for(body).name),
          "oscillation, mrad/step²",
          [&](const Candidate& one) {
            return std::max(sim::error_metric().shown(one.summary, body), 1e-9);
          },
          [](const Candidate& one) {
            constexpr double calm = 1e-2;  // mrad/step²: less cannot be told apart
            return std::max(to_display(one.summary.oscillation_mean), calm);
          }};
}

double time_of(const Candidate* one) { return std::max(one->median_us(), 1e-3); }

bool overlap(const chart::Area& a, const chart::Area& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

struct Disc {
  const Candidate* one;
  chart::Point at;
  double radius;
  chart::Area area() const { return {at.x - radius, at.y - radius, 2 * radius, 2 * radius}; }
};

/// Writes each name beside its disc where there is no other name and, if possible, no other disc.
void draw_names(chart::Drawing& drawing, const chart::Area& area, const std::vector<Disc>& discs) {
  std::vector<chart::Area> taken;
  for (const Disc& disc : discs) {
    const chart::Font font{.color = drawing.theme.text,
                           .size = 12,
                           .bold = disc.one->unbeaten,
                           .halo = drawing.theme.ground};
    const std::string_view name = disc.one->method->name;
    const double wide = drawing.measure(name, font), gap = disc.radius + 3;
    const chart::Point at = disc.at;
    std::vector<chart::Point> starts;  // beside the disc, then further away
    for (const double away : {0., 12., 24., 36., 48.}) {
      const double out = gap + away;
      starts.insert(starts.end(), {{at.x + out, at.y + 4},
                                   {at.x - out - wide, at.y + 4},
                                   {at.x - 0.5 * wide, at.y - out},
                                   {at.x - 0.5 * wide, at.y + out + 9},
                                   {at.x + out, at.y - 10 - away},
                                   {at.x + out, at.y + 18 + away}});
    }
    const auto text_at = [&](const chart::Point& start) {
      return chart::Area{start.x, start.y - 11, wide, 14};
    };
    const auto is_free = [&](const chart::Point& start) {
      const chart::Area text = text_at(start);
      const auto covers = [&](const chart::Area& other) { return overlap(text, other); };
      return text.x >= area.x && text.x + wide <= area.x + area.width && text.y >= area.y &&
             text.y + text.height <= area.y + area.height && std::ranges::none_of(taken, covers) &&
             std::ranges::none_of(discs, [&](const Disc& other) { return covers(other.area()); });
    };
    const auto start = std::ranges::find_if(starts, is_free);
    if (start == starts.end()) continue;
    if (start - starts.begin() >= 6)
      drawing.line(at, {std::clamp(at.x, start->x, start->x + wide), start->y - 4},
                   {.color = drawing.theme.text, .width = 1});
    taken.push_back(text_at(*start));
    drawing.text(*start, name, font);
  }
}

}  // namespace

void draw_choice(chart::Drawing& drawing, const chart::Area& area, const Choice& choice,
                 const ChoiceColors& colors, int ticks) {
  std::vector<const Candidate*> all;
  for (const Candidate& one : choice.candidates)
    if (one.refusal.empty() && (!one.solves || one.solves->solved > 0)) all.push_back(&one);
  if (all.empty()) return;
  const Axes axes = axes_of(choice);
  const bool bounded = !choice.request.solves && std::isfinite(choice.request.most_oscillation) &&
                       choice.request.most_oscillation > 0;
  std::vector<double> xs, ys;
  if (bounded) ys.push_back(to_display(choice.request.most_oscillation));
  double quickest = 1e300;
  for (const Candidate* one : all) {
    xs.push_back(axes.x(*one));
    ys.push_back(axes.y(*one));
    quickest = std::min(quickest, time_of(one));
  }
  const chart::Axis x = logarithmic(xs), y = logarithmic(ys);
  const chart::Side below{axes.below, chart::ticks(x, ticks)},
      left{axes.left, chart::ticks(y, ticks)};
  if (bounded) {
    const double limit = y.to_unit(ys.front());
    constexpr double tint = 0.12;
    drawing.fill({area.x, area.y, area.width, (1 - limit) * area.height}, colors.beyond, tint);
    drawing.line(area({0, limit}), area({1, limit}), {.color = colors.beyond, .dash = 6, .gap = 4});
  }
  chart::draw_frame(drawing, area);
  chart::draw_side(drawing, area, below, chart::Edge::Below);
  chart::draw_side(drawing, area, left, chart::Edge::Left);
  chart::draw_side_title(drawing, area, below, chart::Edge::Below);
  chart::draw_side_title(drawing, area, left, chart::Edge::Left);
  std::ranges::stable_sort(all, std::greater(), time_of);  // small discs over large ones
  std::vector<Disc> discs;
  for (const Candidate* one : all) {
    discs.push_back({one, area({x.to_unit(axes.x(*one)), y.to_unit(axes.y(*one))}),
                     5 + 5 * std::log10(time_of(one) / quickest)});
    drawing.circle(discs.back().at, discs.back().radius,
                   one->unbeaten ? colors.unbeaten : colors.other,
                   chart::Stroke{.color = drawing.theme.ground, .width = 1});
  }
  std::stable_partition(discs.begin(), discs.end(),
                        [](const Disc& disc) { return disc.one->unbeaten; });
  draw_names(drawing, area, discs);
}

chart::Drawing choice_drawing(const Choice& choice) {
  constexpr double width = 640, height = 400, top = 24;
  const chart::Area area{chart::margin, top, width, height};
  chart::Drawing drawing{area.x + width + 24, area.y + height + 64};
  draw_choice(drawing, area, choice);
  return drawing;
}

std::string choice_caption(const Choice& choice) {
  return base::format(
      "Better is lower and further left; a larger disc takes longer: one of twice the smallest "
      "radius ten times as long, of three times a hundred times. {} Blue: nobody is better in "
      "everything.",
      choice.request.solves ? "A method that misses none is drawn as if it missed half a target."
                            : "Above the dashed line a method shakes.");
}

}  // namespace sweep
