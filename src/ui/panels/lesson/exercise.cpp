#include <algorithm>
#include <string>

#include "ui/panels/lesson/column.h"
#include "ui/stage.h"

namespace ui {
namespace {

/// As many answers beside one another as fit on a line each.
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
  const int given = panel.context.course->answered();
  const std::string& said = question.answers[static_cast<size_t>(choice)];
  const ImVec2 at = column.at, end{at.x + size.x, at.y + size.y};
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton(("answer " + std::to_string(choice)).c_str(), size))
    panel.perform(Action::AnswerQuestion, choice);
  const bool hovered = ImGui::IsItemHovered();
  tooltip(panel.look, shown_key(Action::AnswerQuestion, choice));
  const float rounding = ImGui::GetStyle().FrameRounding;
  const bool right = given >= 0 && choice == question.right;
  const bool wrong = given == choice && !right;
  column.list->AddRectFilled(at, end, color(hovered ? p.hovered : p.raised), rounding);
  if (right || wrong) {
    const glm::vec4& sign = right ? p.series[2] : p.warning;
    column.list->AddRectFilled(at, end, color(sign, 0.16f), rounding);
    column.list->AddRect(at, end, color(sign), rounding, 0, 2 * hairline(panel.look));
    const char* mark = right ? "✓" : "✗";
    ImFont* font = panel.look.fonts.title;
    column.list->AddText(
        font, font->FontSize,
        {end.x - 1.1f * padding, at.y + std::round(0.5f * (size.y - font->FontSize))}, color(sign),
        mark);
  }
  const float wide = size.x - 2 * padding;
  const float high = read(nullptr, column.font, at, wide, 0, said);
  const float dim = given >= 0 && !right && !wrong ? 0.6f : 1;
  read(column.list, column.font,
       {at.x + 0.7f * padding, at.y + std::round(0.5f * (size.y - high) + 0.08f * column.unit)},
       wide, color(p.text, dim), said);
}

/// A bar that is filled from the left.
void progress_bar(const Column& column, ImVec2 at, float width, double part) {
  const float half = std::round(0.22f * column.unit);
  const ImVec2 a{at.x, at.y - half}, b{at.x + width, at.y + half};
  column.list->AddRectFilled(a, b, color(column.p.hovered), half);
  const auto filled = static_cast<float>(std::clamp(part, 0., 1.));
  if (filled > 0)
    column.list->AddRectFilled(a, {a.x + std::max(2 * half, filled * width), b.y},
                               color(column.p.series[2]), half);
}

/// What is wanted; beside or below it how near that is, the mean and the value of now.
void condition(Column& column, const lessons::Course::State& state) {
  const float radius = std::round(0.42f * column.unit), indent = std::round(1.5f * column.unit);
  if (column.draws) {
    const ImVec2 c{column.at.x + radius, column.at.y + std::round(0.58f * column.font->FontSize)};
    if (state.met) {
      tick(column.panel.look, c, radius);
    } else {
      column.list->AddCircle(c, radius, color(column.p.text_dim), 24,
                             1.5f * hairline(column.panel.look));
    }
  }
  const ImVec2 start = column.at;
  column.at.y += read(column.list, column.font, {column.at.x + indent, column.at.y},
                      column.width - indent, color(column.p.text), state.text);
  if (!state.told) return;
  ImFont* small = column.panel.look.fonts.small;
  const float bar = std::round(2.5f * column.unit), gap = 0.6f * column.unit;
  const float height = std::round(1.25f * small->FontSize);
  const float behind = indent + text_size(column.font, state.text).x + column.unit;
  const float longest = text_size(small, "mean over 5 s 0.0000 · now 0.0000").x;
  const bool beside = behind + bar + gap + longest < column.width;
  const float left = beside ? behind : indent;
  if (column.draws) {
    const ImVec2 at{start.x + left,
                    beside ? 0.5f * (start.y + column.at.y) : column.at.y + 0.5f * height};
    progress_bar(column, at, bar, state.near);
    column.list->AddText(small, small->FontSize, {at.x + bar + gap, at.y - 0.5f * small->FontSize},
                         color(column.p.text_dim),
                         shortened(small, state.said, column.width - left - bar - gap).c_str());
  }
  if (!beside) column.at.y += height + std::round(0.2f * column.unit);
}

/// How long the conditions have held, of the time required.
void held_bar(Column& column, const lessons::Task& task) {
  const float unit = column.unit, height = std::round(1.3f * unit);
  if (column.draws) {
    const lessons::Course& course = *column.panel.context.course;
    const std::string what =
        column.panel.clock().paused
            ? "paused; " + shown_key(Action::TogglePause) + " resumes"
            : "hold it for " + std::to_string(static_cast<int>(std::ceil(task.seconds))) + " s";
    ImFont* font = column.panel.look.fonts.body;
    const float width = std::min(column.width - text_size(font, what).x - unit, 24 * unit);
    const float y = column.at.y + 0.5f * height;
    progress_bar(column, {column.at.x, y}, width, course.held());
    column.list->AddText({column.at.x + width + 0.7f * unit, y - 0.5f * unit},
                         color(column.p.text_dim), what.c_str());
  }
  column.at.y += height;
}

void done_line(Column& column) {
  column.text(column.panel.look.fonts.title, column.p.series[2], "✓ Done");
}

void help_row(Column& column, const lessons::Task& task) {
  const float height = ImGui::GetFrameHeight();
  if (column.draws) {
    const Panel& panel = column.panel;
    ImGui::SetCursorScreenPos(column.at);
    if (!task.hint.empty()) {
      if (ImGui::Button("Hint")) panel.perform(Action::ShowHint);
      tooltip(panel.look, "A hint  (" + shown_key(Action::ShowHint) + ")");
      ImGui::SameLine(0, 0.4f * column.unit);
    }
    if (!task.solution.empty()) {
      if (ImGui::Button("Do it for me")) panel.perform(Action::DoTask);
      tooltip(panel.look, "Restarts this step and does the task while you watch  (" +
                              shown_key(Action::DoTask) + ")");
    }
  }
  column.at.y += height;
}

}  // namespace

void question(Column& column, int step) {
  const lessons::Course& course = *column.panel.context.course;
  const lessons::Question& asked = *course.lesson().steps[static_cast<size_t>(step)].question;
  const float padding = std::round(1.3f * column.unit), between = std::round(0.4f * column.unit);
  column.text(column.panel.look.fonts.title, column.p.accent, "Question");
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
      high = std::max(high, read(nullptr, column.font, {}, width - 2 * padding, 0,
                                 asked.answers[static_cast<size_t>(i)]));
    high += std::round(0.5f * column.unit);
    for (int i = first; column.draws && i < end; ++i) {
      column.at.x = left + static_cast<float>(i - first) * (width + between);
      answer(column, asked, i, {width, high}, padding);
    }
    column.at = {left, column.at.y + high + between};
  }
  if (!column.answered && course.answered() < 0) return;
  const bool right = course.answered() == asked.right;
  const std::string verdict = right ? "Right." : "Not quite.";
  const glm::vec4& sign = right ? column.p.series[2] : column.p.warning;
  ImFont* title = column.panel.look.fonts.title;
  column.space(0.1f);
  if (column.draws)
    column.list->AddText(title, column.font->FontSize, column.at, color(sign), verdict.c_str());
  const float indent = title->CalcTextSizeA(column.font->FontSize, FLT_MAX, 0, verdict.c_str()).x +
                       0.35f * column.unit;
  column.text(column.font, column.p.text, asked.because, indent);
}

void task(Column& column, int step) {
  const Panel& panel = column.panel;
  const lessons::Course& course = *panel.context.course;
  const lessons::Task& given = *course.lesson().steps[static_cast<size_t>(step)].task;
  const LessonStrip& strip = panel.state.lesson;
  column.text(panel.look.fonts.title, column.p.accent, "Try it");
  column.text(column.font, column.p.text, given.text);
  column.space(0.3f);
  if (column.draws)
    for (const lessons::Course::State& state : course.states()) condition(column, state);
  else
    for (const lessons::Course::State& state : course.unmeasured(step)) condition(column, state);
  column.space(0.2f);
  if (column.draws && course.done()) return done_line(column);
  held_bar(column, given);
  column.space(0.2f);
  if (strip.hint && !given.hint.empty()) column.text(column.font, column.p.accent, given.hint);
  if (!on_stage(panel.context)) help_row(column, given);  // there beside "Next"
}

}  // namespace ui
