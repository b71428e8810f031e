#include "ui/layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "view/pictures/scene_picture.h"

namespace ui {

namespace {

// em
constexpr float controls_width = 22, controls_least = 19, plots_least = 19;
constexpr float body_usual = 20, body_taught = 15, body_last = 6, body_height_least = 10;
constexpr float number_width = 8.8f, number_height = 4.3f, strip_padding = 0.9f;
constexpr float line_height = 1.5f, time_height = 1.9f;
constexpr float start_share = 0.52f;  // share of the width
constexpr float start_least = 30, start_most = 52;
constexpr float start_title = 5.2f;  // em above the body, where the title would cover it
constexpr float words_height = 5, words_low = 4.5f, words_least = 20;  // for up to four lines
constexpr float tall = 1.15f, all_columns = 56;                        // height by width; em
constexpr float lower_share = 0.44f, lower_least = 10;                 // share of the height; em
constexpr float lower_of_one = 0.36f;  // in a lesson with only one of the two
constexpr float tabs_height = 2.4f, tabs_padding = 0.8f,
                start_below = 0.68f;  // em; share of the height
constexpr float words_narrow = 30, words_narrow_more = 1.4f;
constexpr float words_presented = 22;  // the verdict comes before the width of the plots

/// Gives controls and plots one area, with tabs.
void by_tabs(Layout& layout, const Rect& rect, float em, const LayoutRequest& wanted) {
  const float tabs =
      std::round(std::max(tabs_height, wanted.min_control_height + tabs_padding) * em);
  layout.tabs = {rect.x, rect.y, rect.width, tabs};
  (wanted.second ? layout.plots : layout.controls) = {rect.x, rect.y + tabs, rect.width,
                                                      rect.height - tabs};
}

/// Places controls and plots below everything else. Returns their height as far as there is room.
float stack(Layout& layout, float height, float em, const LayoutRequest& wanted) {
  const float width = layout.menu.width, top = layout.lesson.y + layout.lesson.height;
  const float most = height - top - body_height_least * em;
  const bool both = wanted.controls && wanted.plots;
  const float share = both || layout.lesson.empty() ? lower_share : lower_of_one;
  const float lower = std::round(std::min(share * (height - layout.menu.height), most));
  if (lower < lower_least * em) return 0;
  const float y = height - lower;
  if (both && width >= 2 * controls_least * em) {
    const float left = std::round(width / 2);
    layout.controls = {0, y, left, lower};
    layout.plots = {left, y, width - left, lower};
    return lower;
  }
  if (both)
    by_tabs(layout, {0, y, width, lower}, em, wanted);
  else
    (wanted.plots ? layout.plots : layout.controls) = {0, y, width, lower};
  return lower;
}

/// Returns where part i of n begins on a length with gaps between the parts, in whole pixels.
float start(float length, float gap, int i, int n) {
  return std::round((length + gap) * static_cast<float>(i) / static_cast<float>(n));
}

Rect cell(const Rect& in, float gap, int column, int columns, int row, int rows) {
  const float x = start(in.width, gap, column, columns), y = start(in.height, gap, row, rows);
  return {in.x + x, in.y + y, std::max(0.f, start(in.width, gap, column + 1, columns) - gap - x),
          std::max(0.f, start(in.height, gap, row + 1, rows) - gap - y)};
}

}  // namespace

int best_columns(float width, float height, int count, float less_wide, float less_high) {
  int best = 1;
  float most = 0;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const float side = std::min(width / static_cast<float>(columns) - less_wide,
                                height / static_cast<float>(rows) - less_high);
    if (side > 1.02f * most) {
      most = side;
      best = columns;
    }
  }
  return best;
}

Rect above(Rect box, std::span<const Rect> in_the_way, float gap) {
  const auto meets = [&](const Rect& one) { return overlap(one, box); };
  for (auto one = in_the_way.begin();
       (one = std::find_if(one, in_the_way.end(), meets)) != in_the_way.end();
       one = in_the_way.begin())
    box.y = std::floor(one->y - gap - box.height);
  return box;
}

Layout arrange(float width, float height, float menu_height, float em,
               const LayoutRequest& wanted) {
  Layout layout;
  layout.further.resize(wanted.further.size());
  if (!(width >= 1) || !(height >= 1) || !(em > 0)) return layout;
  const float menu = std::min(menu_height, height);
  layout.menu = {0, 0, width, menu};
  const float side = std::round(std::min(wanted.lesson_column * em, width / 4));
  const float lesson =
      side > 0 ? 0 : std::round(std::min(wanted.lesson * em, wanted.most_lesson * (height - menu)));
  layout.lesson = {0, menu, side > 0 ? side : width, side > 0 ? height - menu : lesson};
  const float top = menu + lesson, room = (width - side) / em;
  const bool stacked = side == 0 && height - menu > tall * width && room < all_columns;
  float below = height - top;

  if (wanted.start && stacked) {
    const float start = std::round(start_below * below);
    layout.start = {0, height - start, width, start};
    const float above = height - start - menu,
                title = std::min(std::round(start_title * em), above);
    layout.body = {0, menu + title, width, above - title};
    return layout;
  }
  if (wanted.start) {
    const float least = std::min(width, start_least * em);
    const float start = std::round(std::clamp(start_share * width, least, start_most * em));
    layout.start = {width - start, menu, start, below};
    layout.body = {0, menu, width - start, below};
    return layout;
  }
  if (stacked && (wanted.controls || wanted.plots)) below -= stack(layout, height, em, wanted);
  // A lesson and presentation mode accept a narrower body in favour of the panels they are about.
  const float body_least = wanted.presented || lesson > 0 ? body_taught : body_usual;
  float controls = !stacked && wanted.controls ? controls_width : 0;
  float plots = !stacked && wanted.plots ? std::max(wanted.plots_width, plots_least) : 0;
  if (plots > 0)
    plots =
        std::max(plots, wanted.plots_share * (wanted.lesson_column > 0 ? room : room - controls));
  const auto body = [&] {
    return room - (wanted.lesson_column > 0 ? std::max(controls, plots) : controls + plots);
  };
  const float least = wanted.presented && wanted.diagnosis ? words_presented : body_least;
  if (plots > 0) plots = std::max(plots_least, plots - std::max(0.f, least - body()));
  if (plots > 0 && body() < body_least && controls > 0) controls = controls_least;
  if (body() < body_least) plots = 0;
  if (controls > 0)
    controls = std::min(controls_width,
                        std::max(room - (side > 0 ? 0 : plots) - body_least, controls_least));
  if (body() < body_last) controls = 0;

  const float left = side > 0 ? side : std::round(controls * em);
  const float right = std::round((side > 0 ? std::max(plots, controls) : plots) * em);
  const float middle = std::max(0.f, width - left - right);
  if (controls > 0 && wanted.plots && plots == 0 && side == 0 && below >= lower_least * em)
    by_tabs(layout, {0, top, left, below}, em, wanted);
  else if (controls > 0)
    layout.controls = {0, top, left, below};
  if (plots > 0) layout.plots = {width - right, top, right, below};
  if (side > 0 && controls > 0) {
    const float upper = plots > 0 ? std::round(wanted.plots_height * below) : 0;
    layout.plots.height = upper;
    layout.controls = {width - right, top + upper, right, below - upper};
  }

  const float foot = top + below;
  float strip = 0;
  if (wanted.numbers) {
    const bool table = wanted.number_lines > 0;
    const bool brief = lesson > 0 || side > 0 || stacked || wanted.presented;
    int columns = std::clamp(static_cast<int>(middle / (number_width * em)), 1, number_count);
    while (number_count % columns != 0) --columns;
    const float row = table ? line_height : number_height, share = table ? 0.4f : 0.32f;
    const float most = std::min(share * below, below - body_height_least * em);
    const int fit = static_cast<int>((most / em - strip_padding) / row);
    layout.number_columns = table ? 1 : columns;
    const int wished = table ? wanted.number_lines : brief ? 1 : number_count / columns;
    layout.number_rows = std::clamp(fit, 0, wished);
    if (layout.number_rows > 0)
      strip = std::round((static_cast<float>(layout.number_rows) * row + strip_padding) * em);
  }
  if (strip > 0) layout.numbers = {left, foot - strip, middle, strip};
  const float lines = words_height + (middle < words_narrow * em ? words_narrow_more : 0);
  float words = wanted.diagnosis ? std::round(lines * em) : 0;
  float time = wanted.time ? std::round(std::max(time_height, wanted.min_control_height) * em) : 0;
  // In presentation mode, several bodies beside the large panel need about half of the height, and
  // the control comes before time and words.
  const bool crowded = wanted.presented && wanted.number_lines > 0 && middle < 1.4f * below;
  const float body_height =
      crowded ? std::max(0.5f * below, body_height_least * em) : body_height_least * em;
  const float control =
      crowded ? em * std::accumulate(wanted.further.begin(), wanted.further.end(), 0.f) : 0;
  if (below - strip - time - control < body_height) time = 0;
  words = std::min(words, std::floor(below - strip - time - control - body_height));
  if (middle < words_least * em || words < words_low * em) words = 0;
  if (words > 0) layout.diagnosis = {left, foot - strip - words, middle, words};
  float further = 0;
  for (size_t i = 0; i < wanted.further.size(); ++i) {
    const float panel = std::round(wanted.further[i] * em);
    if (below - strip - time - words - further - panel < body_height_least * em) continue;
    layout.further[i] = {left, 0, middle, panel};
    further += panel;
  }
  float y = foot - strip - words - further;
  if (time > 0) layout.time = {left, y - time, middle, time};
  layout.body = {left, top, middle, below - strip - words - further - time};
  for (Rect& panel : layout.further) {
    panel.y = y;
    y += panel.height;
  }
  return layout;
}

std::vector<View> arrange_views(const Rect& body, const sim::Simulation& simulation, bool grid,
                                int large, float gap) {
  std::vector<View> views;
  for (const sim::Run& run : simulation.runs())
    if (view::is_visible(simulation, run)) views.push_back({body, run.serial, false});
  if (!grid || views.size() < 2) return {{body, simulation.run().serial, true}};
  const auto count = static_cast<int>(views.size());
  const auto chosen =
      std::ranges::find_if(views, [large](const View& view) { return view.run == large; });
  if (chosen == views.end()) {
    const int columns = best_columns(body.width, body.height, count),
              rows = (count + columns - 1) / columns;
    for (int i = 0; i < count; ++i) {
      const int row = i / columns, here = row + 1 < rows ? columns : count - row * columns;
      views[static_cast<size_t>(i)].rect = cell(body, gap, i % columns, here, row, rows);
    }
    return views;
  }
  // The small views are in a column beside the large one, or in a row below it, whichever leaves it
  // closer to a square.
  constexpr float share = 0.27f;
  const bool beside = body.width > body.height;
  const float rest = std::round(share * (beside ? body.width : body.height));
  Rect strip = body;
  (beside ? strip.x : strip.y) += (beside ? body.width : body.height) - rest;
  (beside ? strip.width : strip.height) = rest;
  for (int index = 0; View & view : views) {
    view.rect = body;
    if (view.run == large) {
      float& length = beside ? view.rect.width : view.rect.height;
      length = std::max(0.f, length - rest - gap);
      continue;
    }
    view.rect = beside ? cell(strip, gap, 0, 1, index, count - 1)
                       : cell(strip, gap, index, count - 1, 0, 1);
    ++index;
  }
  return views;
}

}  // namespace ui
