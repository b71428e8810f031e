#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ui/panels/lesson/column.h"
#include "ui/stage.h"

namespace ui {
namespace {

// em
constexpr float pad_x = 1.2f, pad_y = 0.8f, gap = 2.2f, nav_width = 9.5f, longest_line = 52;

void head(Column& column) {
  const lessons::Course& course = *column.panel.context.course;
  const float height = std::round(1.4f * column.unit);
  if (column.draws) {
    ImFont* font = column.panel.fonts.body;
    const float room =
        column.width - column.unit * (1 + 0.4f * static_cast<float>(course.lesson().steps.size()));
    const std::string title = shortened(font, course.lesson().title, std::max(room, 0.f));
    draw_text(font, column.at, column.p.text_dim, title);
    draw_step_dots(column, {column.at.x + text_size(font, title).x + column.unit, column.at.y});
  }
  column.at.y += height;
}

void exercise(Column& column, int index) {
  const lessons::Step& step = step_of(column.panel, index);
  if (step.question) draw_question(column, index);
  if (step.question && step.task) column.space(0.6f);
  if (step.task) draw_task(column, index);
}

float room_of(const Panel& panel, float window) {
  return std::max(window - (2 * pad_x + nav_width + gap) * panel.em(), 8 * panel.em());
}

/// The widths of text and exercise in the strip, in pixels. The text gets the fraction `share`.
struct Widths {
  float text, exercise;
};
Widths widths(const Panel& panel, float window, const lessons::Step& step, float share) {
  const float unit = panel.em();
  const float room = room_of(panel, window);
  if (!has_exercise(step) || is_stacked(panel, window))
    return {std::min(room, longest_line * unit), 0};
  const float text = std::floor(std::min(share * (room - gap * unit), longest_line * unit));
  return {text, std::min(room - gap * unit - text, longest_line * unit)};
}

/// Returns the height that the step needs for anything it can still show, em.
float measure(const Panel& panel, float window, ImFont* font, int index, float share) {
  const lessons::Step& step = step_of(panel, index);
  const Widths wide = widths(panel, window, step, share);
  Column text{panel, font, {}, wide.text, false}, right{panel, font, {}, wide.exercise, false};
  right.helps = !is_presenting(panel.context);  // on the stage help is beside "Next"
  head(text);
  draw_story(text, index);
  if (has_exercise(step)) exercise(is_stacked(panel, window) ? text : right, index);
  constexpr float all_buttons = 11;  // of navigation()
  const float least = is_presenting(panel.context) && step.task ? all_buttons : 0;
  return std::max(std::max(text.at.y, right.at.y) / panel.em(), least) + 2 * pad_y;
}

struct Division {
  float height = std::numeric_limits<float>::max(), share = 0.5f;
};
/// Divides the width between text and exercise so that the step needs the least height.
Division divide(const Panel& panel, float window, ImFont* font, int step) {
  Division least;
  for (const float share : {0.45f, 0.5f, 0.55f, 0.6f}) {
    const float high = measure(panel, window, font, step, share);
    if (high < least.height) least = {high, share};
  }
  return least;
}

void navigation(const Panel& panel, ImVec2 at) {
  const lessons::Course& course = *panel.context.course;
  const float unit = panel.em(), width = nav_width * unit, between = std::round(0.35f * unit);
  const ImVec2 size{width, pressed_height(panel.look, 1.9f)};
  const float high = pressed_height(panel.look, 2.5f);
  next_button(panel, at, {width, high});
  at.y += high + between;
  const auto button = [&](const char* words, Action action) {
    go_button(panel, words, action, at, size, false);
    at.y += size.y + between;
  };
  if (!course.is_first()) button("Back", Action::PreviousStep);
  if (is_presenting(panel.context) && course.step().task) {
    if (!course.step().task->hint.empty()) button("Hint", Action::ShowHint);
    if (!course.step().task->solution.empty()) button("Do it for me", Action::DoTask);
  }
  const float side = std::round(1.7f * unit);
  restart_and_leave_buttons(panel, at, {at.x + width - side, at.y}, side);
}

}  // namespace

bool is_stacked(const Panel& panel, float window) {
  constexpr float least_column = 9;  // em
  return room_of(panel, window) < (2 * least_column + gap) * panel.em();
}

void draw_strip(const Panel& panel, ImVec2 at, ImVec2 size) {
  const lessons::Step& step = panel.context.course->step();
  const float unit = panel.em(), line = hairline(panel.look);
  fill({at.x, at.y + size.y - line}, {size.x, line}, panel.palette.border, 0);
  const Widths wide = widths(panel, size.x, step, panel.state.lesson.share);
  const float height = std::max(size.y - std::round(pad_y * unit) - line, 1.f);
  ImVec2 corner{at.x + std::round(pad_x * unit), at.y + std::round(pad_y * unit)};
  panel.state.lesson.page = 0;
  panel.state.lesson.pages = 1;
  const bool helps = !is_presenting(panel.context);
  const bool below = has_exercise(step) && is_stacked(panel, size.x);
  draw_part(panel, "story", corner, {wide.text, height}, helps, [below](Column& column, int index) {
    head(column);
    draw_story(column, index);
    if (below) exercise(column, index);
  });
  corner.x += wide.text + std::round(gap * unit);
  if (has_exercise(step) && !below)
    draw_part(panel, "exercise", corner, {wide.exercise, height}, helps, exercise);
  navigation(panel, {at.x + size.x - std::round((pad_x + nav_width) * unit), corner.y});
}

/// Returns the height of the lesson. Chooses the largest font with which every step fits.
float lesson_height(const Panel& panel, float window, float most) {
  if (!panel.context.course) return 0;
  if (is_one_column(panel)) return one_column_height(panel, most);
  LessonStrip& strip = panel.state.lesson;
  const std::array measured{window, most, panel.em(), strip.hint ? 1.f : 0.f};
  if (strip.measured == measured) return strip.height;
  const Fonts& fonts = panel.fonts;
  largest_font(
      panel, measured, {fonts.reading, fonts.body, fonts.small},
      [&](ImFont* font, int step) { return divide(panel, window, font, step).height <= most; });
  const Division here = divide(panel, window, strip.font, panel.context.course->index());
  strip.share = here.share;
  return strip.height = here.height;
}

}  // namespace ui
