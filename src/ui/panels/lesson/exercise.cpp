#include <algorithm>

#include "base/text.h"
#include "ui/describe.h"
#include "ui/panels/lesson/column.h"
#include "ui/stage.h"

namespace ui {
namespace {

/// Returns how many answers fit side by side, each on one line.
int answer_columns(const Column& column, const lessons::Question& question, float padding,
                   float between) {
  const int count = static_cast<int>(question.answers.size());
  for (int columns = count; columns > 1; --columns) {
    const float room =
        (column.width + between) / static_cast<float>(columns) - between - 2 * padding;
    if (std::ranges::all_of(question.answers, [&](const std::string& answer) {
          return text_size(column.font, answer).x < room;
        }))
      return columns;
  }
  return 1;
}

void answer(const Column& column, const lessons::Question& question, int choice, ImVec2 size,
            float padding) {
  const Panel& panel = column.panel;
  const view::Palette& p = column.p;
  const int given = panel.context.course->answer_index();
  const std::string& answer_text = question.answers[static_cast<size_t>(choice)];
  const ImVec2 at = column.at, end{at.x + size.x, at.y + size.y};
  if (choice == 0 && given < 0 && panel.look.stops) panel.look.stops->begin_here();
  if (click_area("answer " + std::to_string(choice), at, size))
    panel.perform(Action::AnswerQuestion, choice);
  add_tab_stop(panel.look);
  const bool hovered = ImGui::IsItemHovered();
  const std::string key = panel.key(Action::AnswerQuestion, choice);
  if (given < 0 && !key.empty())  // afterwards it would cover the comment
    tooltip(panel.look, key);
  const bool right = given >= 0 && choice == question.right;
  const bool wrong = given == choice && !right;
  fill(at, size, hovered ? p.hovered : p.raised);
  if (right || wrong) {
    const glm::vec4& sign = right ? p.good : p.warning;
    fill(at, size, color(sign, 0.16f));
    column.list->AddRect(at, end, color(sign), ImGui::GetStyle().FrameRounding, 0,
                         2 * hairline(panel.look));
    const char* mark = right ? "✓" : "✗";
    draw_line(panel.fonts.title, {end.x - 1.1f * padding, at.y}, size.y, sign, mark);
  }
  const float wide = size.x - 2 * padding;
  const float high = draw_paragraphs(nullptr, column.font, at, wide, 0, answer_text);
  const float dim = given >= 0 && !right && !wrong ? 0.6f : 1;
  draw_paragraphs(
      column.list, column.font,
      {at.x + 0.7f * padding, at.y + std::round(0.5f * (size.y - high) + 0.08f * column.unit)},
      wide, color(p.text, dim), answer_text);
}

void progress_bar(const Column& column, ImVec2 at, float width, double part) {
  const float half = std::round(0.22f * column.unit);
  const ImVec2 a{at.x, at.y - half}, b{at.x + width, at.y + half};
  column.list->AddRectFilled(a, b, color(column.p.hovered), half);
  const auto filled = static_cast<float>(std::clamp(part, 0., 1.));
  if (filled > 0)
    column.list->AddRectFilled(a, {a.x + std::max(2 * half, filled * width), b.y},
                               color(column.p.good), half);
}

/// Draws a bar `wide` pixels long and its text beside it. If `longest` does not fit there, the text
/// is below, so that it does not move when it changes. Its parts get a line each if necessary.
void labelled_bar(Column& column, ImFont* font, float wide, double part, const std::string& label,
                  std::string_view longest) {
  constexpr std::string_view between = " · ";
  const float line = std::round(1.25f * font->FontSize), apart = 0.6f * column.unit;
  const bool beside = wide + apart + text_size(font, longest).x <= column.width;
  const bool split = !beside && text_size(font, longest).x > column.width;
  if (column.draws) {
    progress_bar(column, {column.at.x, column.at.y + (beside ? 0.5f : 0.35f) * line},
                 beside ? wide : column.width, part);
    ImVec2 words = column.at;
    if (beside)
      words.x += wide + apart;
    else
      words.y += std::round(0.75f * line);
    const auto draw_line = [&](std::string_view s) {
      draw_text(font, words, column.p.text_dim, s);
      words.y += line;
    };
    const size_t dot = split ? label.find(between) : label.npos;
    draw_line(std::string_view(label).substr(0, dot));
    if (dot != label.npos) draw_line(std::string_view(label).substr(dot + between.size()));
  }
  column.at.y += beside ? line : std::round((split ? 2.75f : 1.75f) * line);
}

/// Draws a condition; below it stand a bar, its mean and its current value.
void condition(Column& column, const lessons::Course::State& state) {
  const float radius = std::round(0.42f * column.unit), indent = std::round(1.5f * column.unit);
  const bool named = state.of_run && column.panel.context.session;
  const std::string of = named ? run_prefix(column.panel.simulation()) : "";
  if (column.draws) {
    const ImVec2 c{column.at.x + radius, column.at.y + std::round(0.58f * column.font->FontSize)};
    if (state.met) {
      draw_check_mark(column.panel.look, c, radius);
    } else {
      column.list->AddCircle(c, radius, color(column.p.text_dim), 24,
                             1.5f * hairline(column.panel.look));
    }
  }
  column.at.y += draw_paragraphs(column.list, column.font, {column.at.x + indent, column.at.y},
                                 column.width - indent, column.p.text, of + state.text);
  if (!state.shows_value) return;
  ImFont* small = column.panel.fonts.small;
  constexpr std::string_view longest = "5 s mean 0.0012 · now 0.0012";
  const float bar = std::round(2.5f * column.unit), wide = text_size(small, longest).x;
  const float in = bar + wide + 0.6f * column.unit <= column.width - indent ? indent : 0;
  column.at.x += in;
  column.width -= in;
  labelled_bar(column, small, bar, state.nearness, state.value_text, longest);
  column.at.x -= in;
  column.width += in;
  column.space(0.2f);
}

/// Draws how long the conditions have held, relative to the required time.
void held_bar(Column& column, const lessons::Task& task) {
  const std::string paused = "paused" + column.panel.aside("; ", Action::TogglePause, " resumes");
  const std::string held =
      base::format("hold it for {} s", static_cast<int>(std::ceil(task.seconds)));
  const bool stands = column.panel.context.session && column.panel.clock().paused;
  ImFont* font = column.panel.fonts.body;
  const std::string& longest = text_size(font, held).x > text_size(font, paused).x ? held : paused;
  const float left = column.width - text_size(font, longest).x - column.unit;
  labelled_bar(column, font, std::clamp(left, 3 * column.unit, 24 * column.unit),
               column.panel.context.course->held_fraction(), stands ? paused : held, longest);
}

void help_row(Column& column, const lessons::Task& task) {
  const float height = ImGui::GetFrameHeight();
  if (column.draws) {
    const Panel& panel = column.panel;
    ImGui::SetCursorScreenPos(column.at);
    if (!task.hint.empty()) {
      if (button(panel.look, "Hint")) panel.perform(Action::ShowHint);
      tooltip(panel.look, panel.with_key("A hint", Action::ShowHint));
      ImGui::SameLine(0, 0.4f * column.unit);
    }
    if (!task.solution.empty()) {
      if (button(panel.look, "Do it for me")) panel.perform(Action::DoTask);
      tooltip(panel.look, panel.with_key("Restarts this step and does the task while you watch",
                                         Action::DoTask));
    }
  }
  column.at.y += height;
}

}  // namespace

void draw_question(Column& column, int step) {
  const lessons::Course& course = *column.panel.context.course;
  const lessons::Question& asked = *course.lesson().steps[static_cast<size_t>(step)].question;
  const float padding = std::round(1.3f * column.unit), between = std::round(0.4f * column.unit);
  column.text(column.panel.fonts.title, column.p.accent, "Question");
  column.text(column.font, column.p.text, asked.text);
  column.space(0.35f);
  const int columns = answer_columns(column, asked, padding, between),
            count = static_cast<int>(asked.answers.size());
  const float width = std::floor((column.width - between * static_cast<float>(columns - 1)) /
                                 static_cast<float>(columns));
  const float left = column.at.x;
  for (int first = 0; first < count; first += columns) {
    float high = 0;
    const int end = std::min(first + columns, count);
    for (int i = first; i < end; ++i)
      high = std::max(high, draw_paragraphs(nullptr, column.font, {}, width - 2 * padding, 0,
                                            asked.answers[static_cast<size_t>(i)]));
    high += std::round(0.5f * column.unit);
    for (int i = first; column.draws && i < end; ++i) {
      column.at.x = left + static_cast<float>(i - first) * (width + between);
      answer(column, asked, i, {width, high}, padding);
    }
    column.at = {left, column.at.y + high + between};
  }
  if (!column.answered && course.answer_index() < 0) return;
  const bool right = course.answer_index() == asked.right;
  const std::string verdict = right ? "Right." : "Not quite.";
  const glm::vec4& sign = right ? column.p.good : column.p.warning;
  ImFont* title = column.panel.fonts.title;
  column.space(0.1f);
  if (column.draws)
    column.list->AddText(title, column.font->FontSize, column.at, color(sign), verdict.c_str());
  const float indent = title->CalcTextSizeA(column.font->FontSize, FLT_MAX, 0, verdict.c_str()).x +
                       0.35f * column.unit;
  column.text(column.font, column.p.text, asked.because, indent);
}

void draw_task(Column& column, int step) {
  const Panel& panel = column.panel;
  const lessons::Course& course = *panel.context.course;
  const lessons::Task& given = *course.lesson().steps[static_cast<size_t>(step)].task;
  const LessonStrip& strip = panel.state.lesson;
  column.text(panel.fonts.title, column.p.accent, "Try it");
  const bool hint = strip.hint && !given.hint.empty(),
             instead = hint && is_presenting(panel.context);
  if (!instead) column.text(column.font, column.p.text, given.text);
  if (instead) column.text(column.font, column.p.accent, given.hint);
  column.space(0.3f);
  const auto states = column.draws ? course.states() : course.initial_states(step);
  for (const lessons::Course::State& state : states) condition(column, state);
  column.space(0.2f);
  if (column.draws && course.held_fraction() == 1)
    return column.text(column.panel.fonts.title, column.p.good, "✓ Done");
  held_bar(column, given);
  column.space(0.2f);
  if (hint && !instead) column.text(column.font, column.p.accent, given.hint);
  if (column.helps) help_row(column, given);
}

}  // namespace ui
