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

float dot_stride(const Column& column) { return std::round(1.1f * column.unit); }
float dots_width(const Column& column) {
  return dot_stride(column) *
         static_cast<float>(column.panel.context.course->lesson().steps.size());
}

/// One dot for each step; a click goes there.
void dots(const Column& column, ImVec2 at) {
  const Panel& panel = column.panel;
  const lessons::Course& course = *panel.context.course;
  const float unit = column.unit, stride = dot_stride(column);
  const float y = at.y + 0.5f * stride;
  const int count = static_cast<int>(course.lesson().steps.size());
  for (int i = 0; i < count; ++i, at.x += stride) {
    ImGui::SetCursorScreenPos(at);
    if (ImGui::InvisibleButton(("step " + std::to_string(i)).c_str(), {stride, stride}))
      panel.context.request(GoToStep{i});
    const bool hovered = ImGui::IsItemHovered(), here = i == course.index();
    tooltip(panel.look, course.lesson().steps[static_cast<size_t>(i)].title);
    const ImVec2 middle{at.x + 0.5f * stride, y};
    if (i <= course.index() || hovered)
      column.list->AddCircleFilled(middle, (here ? 0.34f : 0.26f) * unit,
                                   color(here ? column.p.accent : column.p.text_dim), 20);
    else
      column.list->AddCircle(middle, 0.26f * unit, color(column.p.text_dim), 20,
                             1.5f * hairline(panel.look));
  }
}

void restart_button(const Panel& panel, ImVec2 at, float side) {
  ImGui::SetCursorScreenPos(at);
  if (icon_button(panel.look, "anew", Icon::Undo, side, false)) panel.perform(Action::RepeatStep);
  tooltip(panel.look, "Restart this step  (" + shown_key(Action::RepeatStep) + ")");
}

void leave_button(const Panel& panel, ImVec2 at, float side) {
  ImGui::SetCursorScreenPos(at);
  if (icon_button(panel.look, "leave", Icon::Close, side, false))
    panel.perform(Action::LeaveLesson);
  tooltip(panel.look, "Leave the lesson  (" + shown_key(Action::LeaveLesson) + ")");
}

/// In the strip a line: the lesson's title and the dots.
void head(Column& column) {
  const lessons::Course& course = *column.panel.context.course;
  const float height = std::round(1.4f * column.unit);
  if (column.draws) {
    ImFont* font = column.panel.look.fonts.body;
    const float room = column.width - dots_width(column) - column.unit;
    const std::string title = shortened(font, course.lesson().title, room);
    column.list->AddText(font, font->FontSize, column.at, color(column.p.text_dim), title.c_str());
    dots(column, {column.at.x + text_size(font, title).x + column.unit, column.at.y});
  }
  column.at.y += height;
}

/// In the column two: the title with its buttons, the dots.
void head_of_column(Column& column) {
  const Panel& panel = column.panel;
  const float line = std::round(1.7f * column.unit), side = std::round(1.5f * column.unit);
  ImFont* font = panel.look.fonts.body;
  const std::string title =
      shortened(font, panel.context.course->lesson().title, column.width - 2.4f * side);
  column.list->AddText(font, font->FontSize, column.at, color(column.p.text_dim), title.c_str());
  const float right = column.at.x + column.width, up = std::round(0.25f * column.unit);
  restart_button(panel, {right - 2 * side, column.at.y - up}, side);
  leave_button(panel, {right - side, column.at.y - up}, side);
  column.at.y += line;
  dots(column, {column.at.x - std::round(0.2f * column.unit), column.at.y});
  column.at.y += line;
}

const lessons::Step& step_of(const Panel& panel, int step) {
  return panel.context.course->lesson().steps[static_cast<size_t>(step)];
}

void story(Column& column, int step) {
  const lessons::Step& told = step_of(column.panel, step);
  column.text(column.panel.look.fonts.title, column.p.text, told.title);
  column.space(0.15f);
  if (!told.text.empty()) column.text(column.font, column.p.text, told.text);
}

bool has_exercise(const lessons::Step& step) { return step.question || step.task; }

void exercise(Column& column, int index) {
  const lessons::Step& step = step_of(column.panel, index);
  if (step.question) question(column, index);
  if (step.question && step.task) column.space(0.6f);
  if (step.task) task(column, index);
}

/// Widths of text and exercise in the strip, in pixels: `share` of the room is the text's.
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
float measure(const Panel& panel, float window, ImFont* font, int index, float share) {
  const lessons::Step& step = step_of(panel, index);
  const Widths wide = widths(panel, window, step, share);
  Column text{panel, font, {}, wide.text, false}, right{panel, font, {}, wide.exercise, false};
  head(text);
  story(text, index);
  if (has_exercise(step)) exercise(right, index);
  constexpr float all_buttons = 11;  // of navigation()
  const float least = on_stage(panel.context) && step.task ? all_buttons : 0;
  return std::max(std::max(text.at.y, right.at.y) / panel.em(), least) + 2 * pad_y;
}

struct Division {
  float height = std::numeric_limits<float>::max(), share = 0.5f;
};
/// Of the width between text and exercise, so that the step needs the least height.
Division divide(const Panel& panel, float window, ImFont* font, int step) {
  Division least;
  for (const float share : {0.45f, 0.5f, 0.55f, 0.6f}) {
    const float high = measure(panel, window, font, step, share);
    if (high < least.height) least = {high, share};
  }
  return least;
}

/// A word on a button, with its key.
bool word_button(const Panel& panel, const std::string& words, Action action, ImVec2 size,
                 bool accent) {
  const view::Palette& p = *panel.look.palette;
  const float unit = panel.em();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(words.c_str(), size);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const glm::vec4 lighter = glm::mix(p.accent, p.text, 0.15f);
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y},
                     color(accent    ? (hovered ? lighter : p.accent)
                           : hovered ? p.hovered
                                     : p.raised),
                     ImGui::GetStyle().FrameRounding);
  ImFont* font = accent ? panel.look.fonts.strong : panel.look.fonts.body;
  const std::string key = shown_key(action);
  const float pad = 0.8f * unit, cap = key_cap(panel.look, {}, key, accent, true);
  const bool with_key = pad + text_size(font, words).x + cap + unit < size.x;
  list.AddText(
      font, font->FontSize, {at.x + pad, at.y + std::round(0.5f * (size.y - font->FontSize))},
      color(accent ? p.accent_text : p.text), shortened(font, words, size.x - 2 * pad).c_str());
  if (with_key)
    key_cap(panel.look,
            {at.x + size.x - cap - 0.5f * unit, at.y + std::round(0.5f * (size.y - 1.25f * unit))},
            key, accent, false);
  return clicked;
}

/// The last step leads on to the next lesson, if there is one.
std::string next_words(const Panel& panel) {
  if (!panel.context.course->last()) return "Next";
  const size_t next = next_lesson(panel.context);
  if (next >= panel.context.lessons.size()) return "Finish";
  return "Next: " + std::to_string(next + 1) + ", " + panel.context.lessons[next].title;
}

void go_button(const Panel& panel, const std::string& words, Action action, ImVec2 at, ImVec2 size,
               bool accent) {
  ImGui::SetCursorScreenPos(at);
  if (word_button(panel, words, action, size, accent)) panel.perform(action);
}

void next_button(const Panel& panel, ImVec2 at, ImVec2 size) {
  const lessons::Course& course = *panel.context.course;
  const bool go = course.ready();
  go_button(panel, next_words(panel), Action::NextStep, at, size, go);
  if (go && has_exercise(course.step()))
    pulse(panel, at, {at.x + size.x, at.y + size.y}, std::round(0.2f * panel.em()));
}

/// In the strip: one below the other.
void navigation(const Panel& panel, ImVec2 at) {
  const lessons::Course& course = *panel.context.course;
  const float unit = panel.em(), width = nav_width * unit, between = std::round(0.35f * unit);
  const ImVec2 size{width, std::round(1.9f * unit)};
  next_button(panel, at, {width, std::round(2.5f * unit)});
  at.y += std::round(2.5f * unit) + between;
  const auto button = [&](const char* words, Action action) {
    go_button(panel, words, action, at, size, false);
    at.y += size.y + between;
  };
  if (!course.first()) button("Back", Action::PreviousStep);
  if (on_stage(panel.context) && course.step().task) {
    if (!course.step().task->hint.empty()) button("Hint", Action::ShowHint);
    if (!course.step().task->solution.empty()) button("Do it for me", Action::DoTask);
  }
  const float side = std::round(1.7f * unit);
  restart_button(panel, at, side);
  leave_button(panel, {at.x + width - side, at.y}, side);
}

/// A part of the lesson that scrolls if it is higher than its place.
template <class Draw>
void part(const Panel& panel, const char* name, ImVec2 at, ImVec2 size, Draw draw) {
  ImGui::SetCursorScreenPos(at);
  if (ImGui::BeginChild(name, {size.x + ImGui::GetStyle().ScrollbarSize, size.y})) {
    Column column{panel, panel.state.lesson.font, ImGui::GetCursorScreenPos(), size.x, true};
    draw(column, panel.context.course->index());
    ImGui::SetCursorScreenPos(column.at);
    ImGui::Dummy({size.x, std::round(0.5f * pad_y * panel.em())});
    fade_at_foot(panel.look);
  }
  ImGui::EndChild();
}

void strip(const Panel& panel, ImVec2 at, ImVec2 size) {
  const lessons::Step& step = panel.context.course->step();
  const float unit = panel.em(), line = hairline(panel.look);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + size.y - line},
                                            {at.x + size.x, at.y + size.y},
                                            color(panel.look.palette->border));
  const Widths wide = widths(panel, size.x, step, panel.state.lesson.share);
  const float height = std::max(size.y - std::round(pad_y * unit) - line, 1.f);
  ImVec2 corner{at.x + std::round(pad_x * unit), at.y + std::round(pad_y * unit)};
  part(panel, "story", corner, {wide.text, height}, [](Column& column, int index) {
    head(column);
    story(column, index);
  });
  corner.x += wide.text + std::round(gap * unit);
  if (has_exercise(step)) part(panel, "exercise", corner, {wide.exercise, height}, exercise);
  navigation(panel, {at.x + size.x - std::round((pad_x + nav_width) * unit), corner.y});
}

/// Text, exercise, buttons from top to bottom. Where both are too high, both scroll.
void column(const Panel& panel, ImVec2 at, ImVec2 size) {
  const lessons::Course& course = *panel.context.course;
  const lessons::Step& step = course.step();
  const float unit = panel.em(), line = hairline(panel.look), pad = std::round(unit);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x + size.x - line, at.y},
                                            {at.x + size.x, at.y + size.y},
                                            color(panel.look.palette->border));
  const float width = size.x - 2 * pad, between = std::round(0.4f * unit);
  ImFont* font = panel.state.lesson.font = panel.look.fonts.reading;
  Column top{panel, font, {at.x + pad, at.y + pad}, width, true};
  head_of_column(top);

  const float high = std::round(2.2f * unit), foot = at.y + size.y - pad - high;
  const bool leads_on = course.last() && next_lesson(panel.context) < panel.context.lessons.size();
  const float back = std::floor(leads_on ? 0.5f * (width - between) : 0.42f * (width - between));
  const float rows = leads_on ? foot - high - between : foot;
  const float room = rows - pad - top.at.y, apart = std::round(1.1f * unit),
              below = std::round(0.5f * pad_y * unit);

  const int index = course.index();
  Column text{panel, font, {}, width, false}, tried{panel, font, {}, width, false, false};
  story(text, index);
  if (has_exercise(step)) exercise(tried, index);
  const float to_try = has_exercise(step) ? tried.at.y + below : 0;
  constexpr float most = 0.62f;  // of the room, for the exercise
  const float told =
      std::min(text.at.y + below, room - apart - std::min(to_try, std::max(most * room, 1.f)));
  part(panel, "story", top.at, {width, has_exercise(step) ? told : room}, story);
  top.at.y += told + apart;
  if (has_exercise(step))
    part(panel, "exercise", top.at, {width, std::max(rows - pad - top.at.y, 1.f)}, exercise);

  const ImVec2 corner{at.x + pad, rows};
  if (!course.first()) go_button(panel, "Back", Action::PreviousStep, corner, {back, high}, false);
  if (leads_on)
    go_button(panel, "All lessons", Action::ShowStart, {corner.x + back + between, rows},
              {width - back - between, high}, false);
  const float left = course.first() || leads_on ? 0 : back + between;
  next_button(panel, {corner.x + left, foot}, {width - left, high});
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

/// The font is the same in all steps: the largest with which each has room.
float lesson_height(const Panel& panel, float window, float most) {
  if (!panel.context.course) return 0;
  LessonStrip& strip = panel.state.lesson;
  const std::array measured{window, most, panel.em(), strip.hint ? 1.f : 0.f};
  if (strip.measured == measured) return strip.height;
  strip.measured = measured;
  const Fonts& fonts = panel.look.fonts;
  const auto steps = static_cast<int>(panel.context.course->lesson().steps.size());
  for (ImFont* font : {fonts.reading, fonts.body, fonts.small}) {
    strip.font = font;
    int step = 0;
    while (step < steps && divide(panel, window, font, step).height <= most) ++step;
    if (step == steps) break;
  }
  const Division here = divide(panel, window, strip.font, panel.context.course->index());
  strip.share = here.share;
  return strip.height = here.height;
}

void lesson_panel(const Panel& panel) {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  if (size.x < ImGui::GetIO().DisplaySize.x)
    column(panel, at, size);
  else
    strip(panel, at, size);
}

}  // namespace ui
