#include <algorithm>
#include <array>
#include <cmath>

#include "ui/panels/lesson/column.h"
#include "ui/stage.h"

namespace ui {
namespace {

// em
constexpr float apart = 1.1f;  // between text and exercise
constexpr float head_line = 1.7f, padding = 1, above_foot = 0.5f;
constexpr float column_least = 12;  // least height of the column in a window

void head_of_side(Column& column) {
  const Panel& panel = column.panel;
  const float line = std::round(head_line * column.unit),
              side = std::round((panel.look.fingers ? 2.2f : 1.5f) * column.unit);
  ImFont* font = panel.fonts.body;
  const std::string title =
      shortened(font, std::string(short_title(panel.context.course->lesson().title)),
                column.width - 2.2f * side);
  draw_text(font, column.at, column.p.text_dim, title);
  const float right = column.at.x + column.width, up = centred(side, column.unit);
  restart_and_leave_buttons(panel, {right - 2 * side, column.at.y - up},
                            {right - side, column.at.y - up}, side);
  column.at.y += line;
  draw_step_dots(column, {column.at.x - std::round(0.2f * column.unit), column.at.y});
  column.at.y += line;
}

/// The buttons at the bottom: Back and Next. After the last step they take two rows, since the next
/// lesson's title is long.
struct Foot {
  float width, between, high, next, rows;
  bool leads_on;
};
Foot foot_of(const Panel& panel, float width, int step) {
  const float unit = panel.em(), high = pressed_height(panel.look, 2.2f),
              between = std::round(0.4f * unit);
  const size_t next = next_lesson(panel.context);
  const bool last = step + 1 == static_cast<int>(panel.context.course->lesson().steps.size()),
             leads_on = last && next < panel.context.lessons.size();
  if (!leads_on) return {width, between, high, high, high, false};
  const float words = button_height(panel, next_lesson_words(panel), width);
  return {width, between, high, words, high + between + words, true};
}

void draw_foot(const Panel& panel, const Foot& foot, ImVec2 at) {
  const bool back = !panel.context.course->is_first() || panel.state.lesson.page > 0;
  const float part = foot.leads_on ? 0.5f : 0.42f;
  const float left = std::floor(part * (foot.width - foot.between));
  if (back) go_button(panel, "Back", Action::PreviousStep, at, {left, foot.high}, false);
  if (!foot.leads_on) {
    const float begin = back ? left + foot.between : 0;
    return next_button(panel, {at.x + begin, at.y}, {foot.width - begin, foot.high});
  }
  go_button(panel, "All lessons", Action::ShowStart, {at.x + left + foot.between, at.y},
            {foot.width - left - foot.between, foot.high}, false);
  next_button(panel, {at.x, at.y + foot.high + foot.between}, {foot.width, foot.next});
}

/// The text, the question and the task from top to bottom, and the page each is on. If not all fit,
/// they are on successive pages.
struct Pages {
  std::vector<std::pair<void (*)(Column&, int), float>> parts;  ///< functions and their heights
  std::vector<int> page_of;                                     ///< page of each part
  int count = 1;
};
Pages paginate(const Panel& panel, ImFont* font, float width, float room, int step) {
  const lessons::Step& shown = step_of(panel, step);
  Pages pages;
  const auto add = [&](void (*draw)(Column&, int)) {
    Column measured{panel, font, {}, width, false};
    draw(measured, step);
    pages.parts.emplace_back(draw, measured.at.y + std::round(part_foot * panel.em()));
  };
  add(draw_story);
  if (shown.question) add(draw_question);
  if (shown.task) add(draw_task);
  float filled = 0;
  for (const auto& [draw, high] : pages.parts) {
    if (filled > 0 && filled + high > room) {
      ++pages.count;
      filled = 0;
    }
    pages.page_of.push_back(pages.count - 1);
    filled += high + std::round(apart * panel.em());
  }
  return pages;
}

bool fits(const Pages& pages, float room, bool in_turn) {
  return in_turn ? std::ranges::all_of(pages.parts,
                                       [room](const auto& one) { return one.second <= room; })
                 : pages.count == 1;
}

/// Returns the largest font with which each step, on the stage each part, fits on a page.
ImFont* choose_font(const Panel& panel, float width, float height) {
  LessonStrip& strip = panel.state.lesson;
  if (is_one_column(panel)) return strip.font = panel.fonts.body;  // height follows the text
  const bool stage = is_presenting(panel.context);
  const Fonts& fonts = panel.fonts;
  const bool hint = std::exchange(strip.hint, stage);  // the stage reserves its space
  largest_font(panel, {width, height, panel.em(), stage ? -1.f : -2.f},
               {stage ? fonts.body : fonts.reading, stage ? fonts.small : fonts.body},
               [&](ImFont* font, int step) {
                 const float room = height - foot_of(panel, width, step).rows;
                 return fits(paginate(panel, font, width, room, step), room, stage);
               });
  strip.hint = hint;
  return strip.font;
}

}  // namespace

bool is_one_column(const Panel& panel) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  return is_stacked(panel, window.x) && window.x >= column_least * panel.em() &&
         window.y > window.x;
}

float one_column_height(const Panel& panel, float most) {
  const int step = panel.context.course->index();
  const float unit = panel.em(), width = ImGui::GetIO().DisplaySize.x - 2 * padding * unit;
  const float rest = foot_of(panel, width, step).rows +
                     std::round((2 * padding + 2 * head_line + above_foot) * unit);
  float high = 0;
  for (const auto& part : paginate(panel, panel.fonts.body, width, most * unit - rest, step).parts)
    high += part.second + std::round(apart * unit);
  return std::min(most, (high + rest) / unit);
}

void draw_column(const Panel& panel, ImVec2 at, ImVec2 size) {
  const int step = panel.context.course->index();
  LessonStrip& strip = panel.state.lesson;
  const float unit = panel.em(), line = hairline(panel.look), pad = std::round(padding * unit);
  const ImVec2 end{at.x + size.x, at.y + size.y};
  const ImVec2 edge =
      is_one_column(panel) ? ImVec2{at.x, end.y - line} : ImVec2{end.x - line, at.y};
  ImGui::GetWindowDrawList()->AddRectFilled(edge, end, color(panel.palette.border));
  const float width = size.x - 2 * pad;
  Column top{panel, nullptr, {at.x + pad, at.y + pad}, width, true};
  head_of_side(top);
  const float all = end.y - pad - std::round(above_foot * unit) - top.at.y;
  ImFont* font = choose_font(panel, width, all);
  const Foot foot = foot_of(panel, width, step);
  const float room = std::max(all - foot.rows, 1.f), foot_at = top.at.y + room;

  const Pages pages = paginate(panel, font, width, room, step);
  strip.pages = pages.count;
  strip.page = std::min(strip.page, pages.count - 1);
  strip.question_page = pages.page_of[pages.page_of.size() > 1 ? 1 : 0];
  for (size_t i = 0; i < pages.parts.size(); ++i) {
    if (pages.page_of[i] != strip.page) continue;
    const auto& [draw, high] = pages.parts[i];
    const bool last = i + 1 == pages.parts.size() || pages.page_of[i + 1] != strip.page;
    const float rest = std::max(foot_at - top.at.y, 1.f);
    draw_part(panel,
              draw == draw_story  ? "story"
              : draw == draw_task ? "task"
                                  : "question",
              top.at, {width, last ? rest : std::min(high, rest)}, true, draw);
    top.at.y += high + std::round(apart * unit);
  }
  draw_foot(panel, foot, {at.x + pad, end.y - pad - foot.rows});
}

}  // namespace ui
