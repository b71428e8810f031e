#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "ui/highlight.h"
#include "ui/panels/lesson/column.h"
#include "ui/stage.h"

namespace ui {
namespace {

// em
constexpr float pad_x = 1.2f, pad_y = 0.8f, gap = 2.2f, nav_width = 9.5f, longest_line = 52;

/// One dot for each step; a click goes there.
void dots(const Column& column, float x) {
  const Panel& panel = column.panel;
  const lessons::Course& course = *panel.context.course;
  const float unit = column.unit, stride = std::round(1.1f * unit);
  const float y = column.at.y + 0.5f * stride;
  const int count = static_cast<int>(course.lesson().steps.size());
  for (int i = 0; i < count; ++i, x += stride) {
    ImGui::SetCursorScreenPos({x, column.at.y});
    if (ImGui::InvisibleButton(("step " + std::to_string(i)).c_str(), {stride, stride}))
      panel.context.request(GoToStep{i});
    const bool hovered = ImGui::IsItemHovered(), here = i == course.index();
    tooltip(panel.look, course.lesson().steps[static_cast<size_t>(i)].title);
    const ImVec2 middle{x + 0.5f * stride, y};
    if (i <= course.index() || hovered)
      column.list->AddCircleFilled(middle, (here ? 0.34f : 0.26f) * unit,
                                   color(here ? column.p.accent : column.p.text_dim), 20);
    else
      column.list->AddCircle(middle, 0.26f * unit, color(column.p.text_dim), 20,
                             1.5f * hairline(panel.look));
  }
}

void head(Column& column) {
  const lessons::Course& course = *column.panel.context.course;
  const float height = std::round(1.4f * column.unit);
  if (column.draws) {
    const std::string& title = course.lesson().title;
    ImFont* font = column.panel.look.fonts.body;
    column.list->AddText(font, font->FontSize, column.at, color(column.p.text_dim), title.c_str());
    dots(column, column.at.x + text_size(font, title).x + column.unit);
  }
  column.at.y += height;
}

void story(Column& column, const lessons::Step& step) {
  head(column);
  column.text(column.panel.look.fonts.title, column.p.text, step.title);
  column.space(0.15f);
  if (!step.text.empty()) column.text(column.font, column.p.text, step.text);
}

bool has_exercise(const lessons::Step& step) { return step.question || step.task; }

void exercise(Column& column, const lessons::Step& step) {
  if (step.question)
    question(column, *step.question, !column.draws || column.panel.context.course->answered() >= 0);
  if (step.question && step.task) column.space(0.6f);
  if (step.task) task(column, *step.task);
}

/// Widths of text and exercise, in pixels: `share` of the room is the text's.
struct Widths {
  float text, exercise;
};
Widths widths(const Panel& panel, float window, const lessons::Step& step, float share) {
  const float unit = panel.em();
  const float room = std::max(window - (2 * pad_x + nav_width + gap) * unit, 8 * unit);
  if (!has_exercise(step)) return {std::min(room, longest_line * unit), 0};
  const float text = std::floor(std::min(share * (room - gap * unit), longest_line * unit));
  return {text, std::min(room - gap * unit - text, longest_line * unit)};
}

/// The height that the step needs with whatever can still be said in it, em.
float measure(const Panel& panel, float window, ImFont* font, float share) {
  const lessons::Step& step = panel.context.course->step();
  const Widths wide = widths(panel, window, step, share);
  Column text{panel, font, {}, wide.text, false}, right{panel, font, {}, wide.exercise, false};
  story(text, step);
  if (has_exercise(step)) exercise(right, step);
  constexpr float all_buttons = 11;  // of navigation()
  const float least = on_stage(panel.context) && step.task ? all_buttons : 0;
  return std::max(std::max(text.at.y, right.at.y) / panel.em(), least) + 2 * pad_y;
}

/// A word on a button, with its key.
bool word_button(const Panel& panel, const char* word, Action action, ImVec2 size, bool accent) {
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(word, size);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const glm::vec4 lighter = glm::mix(p.accent, p.text, 0.15f);
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y},
                     color(accent    ? (hovered ? lighter : p.accent)
                           : hovered ? p.hovered
                                     : p.raised),
                     ImGui::GetStyle().FrameRounding);
  ImFont* font = accent ? panel.look.fonts.strong : panel.look.fonts.body;
  list.AddText(font, font->FontSize,
               {at.x + 0.8f * unit, at.y + std::round(0.5f * (size.y - font->FontSize))},
               color(accent ? p.accent_text : p.text), word);
  const std::string key = shown_key(action);
  const float cap = key_cap(panel.look, {}, key, accent, true);
  if (0.8f * unit + text_size(font, word).x + cap + unit < size.x)
    key_cap(panel.look,
            {at.x + size.x - cap - 0.5f * unit, at.y + std::round(0.5f * (size.y - 1.25f * unit))},
            key, accent, false);
  return clicked;
}

void navigation(const Panel& panel, ImVec2 at) {
  const lessons::Course& course = *panel.context.course;
  const float unit = panel.em(), width = nav_width * unit, between = std::round(0.35f * unit);
  const auto button = [&](const char* word, Action action, float high, bool accent) {
    ImGui::SetCursorScreenPos(at);
    if (word_button(panel, word, action, {width, std::round(high * unit)}, accent))
      panel.perform(action);
    at.y += std::round(high * unit) + between;
  };
  const ImVec2 next = at;
  const bool go = course.ready();
  button(course.last() ? "Finish" : "Next", Action::NextStep, 2.5f, go);
  if (go && has_exercise(course.step()))
    pulse(panel, next, {next.x + width, at.y - between}, std::round(0.2f * unit));
  if (!course.first()) button("Back", Action::PreviousStep, 1.9f, false);
  if (on_stage(panel.context) && course.step().task) {
    if (!course.step().task->hint.empty()) button("Hint", Action::ShowHint, 1.9f, false);
    if (!course.step().task->solution.empty()) button("Do it for me", Action::DoTask, 1.9f, false);
  }
  const float side = std::round(1.7f * unit);
  ImGui::SetCursorScreenPos(at);
  if (icon_button(panel.look, "anew", Icon::Undo, side, false)) panel.perform(Action::RepeatStep);
  tooltip(panel.look, "Restart this step  (" + shown_key(Action::RepeatStep) + ")");
  ImGui::SetCursorScreenPos({at.x + width - side, at.y});
  if (icon_button(panel.look, "leave", Icon::Close, side, false))
    panel.perform(Action::LeaveLesson);
  tooltip(panel.look, "Leave the lesson  (" + shown_key(Action::LeaveLesson) + ")");
}

}  // namespace

void follow_lesson(const Panel& panel) {
  LessonStrip& strip = panel.state.lesson;
  const lessons::Course* course = panel.context.course;
  const lessons::Lesson* lesson = course ? &course->lesson() : nullptr;
  const int step = course ? course->index() : -1;
  strip.framed.clear();
  strip.scrolled = 0;
  if (strip.unfold > 0) --strip.unfold;
  if (lesson == strip.lesson && step == strip.step) return;
  constexpr int frames = 4;  // what unfolds is only then as high as it will be
  strip = {};
  strip.lesson = lesson;
  strip.step = step;
  strip.unfold = frames;
  strip.since = ImGui::GetTime();
}

float lesson_height(const Panel& panel, float window, float most) {
  if (!panel.context.course) return 0;
  LessonStrip& strip = panel.state.lesson;
  const std::array measured{window, most, panel.em(), strip.hint ? 1.f : 0.f};
  if (strip.measured == measured) return strip.height;
  strip.measured = measured;
  const Fonts& fonts = panel.look.fonts;
  float& least = strip.height;
  for (ImFont* font : {fonts.reading, fonts.body, fonts.small}) {
    strip.font = font;
    least = std::numeric_limits<float>::max();
    for (const float share : {0.45f, 0.5f, 0.55f, 0.6f}) {
      const float high = measure(panel, window, font, share);
      if (high < least) {
        least = high;
        strip.share = share;
      }
    }
    if (least <= most) break;
  }
  return least;
}

void lesson_panel(const Panel& panel) {
  const lessons::Step& step = panel.context.course->step();
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em();
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float line = hairline(panel.look);
  list.AddRectFilled({at.x, at.y + size.y - line}, {at.x + size.x, at.y + size.y}, color(p.border));

  const Widths wide = widths(panel, size.x, step, panel.state.lesson.share);
  const float height = std::max(size.y - std::round(pad_y * unit) - line, 1.f);
  ImVec2 corner{at.x + std::round(pad_x * unit), at.y + std::round(pad_y * unit)};
  const auto part = [&](const char* name, float width, auto draw) {
    ImGui::SetCursorScreenPos(corner);
    const float bar = ImGui::GetStyle().ScrollbarSize;
    if (ImGui::BeginChild(name, {width + bar, height})) {
      Column column{panel, panel.state.lesson.font, ImGui::GetCursorScreenPos(), width, true};
      draw(column, step);
      ImGui::SetCursorScreenPos(column.at);
      ImGui::Dummy({width, std::round(0.5f * pad_y * unit)});
      fade_at_foot(panel.look);
    }
    ImGui::EndChild();
  };
  part("story", wide.text, story);
  corner.x += wide.text + std::round(gap * unit);
  if (has_exercise(step)) part("exercise", wide.exercise, exercise);
  navigation(panel, {at.x + size.x - std::round((pad_x + nav_width) * unit), corner.y});
}

}  // namespace ui
