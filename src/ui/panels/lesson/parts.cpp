#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "ui/kit/highlight.h"
#include "ui/panels/lesson/column.h"

namespace ui {

void draw_step_dots(const Column& column, ImVec2 at) {
  const Panel& panel = column.panel;
  const lessons::Course& course = *panel.context.course;
  const float unit = column.unit;
  const int count = static_cast<int>(course.lesson().steps.size());
  const float room = ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x - at.x;
  const float widest = std::round(1.1f * unit);
  const float stride = std::clamp(room / static_cast<float>(count), 1.f, widest);
  const float size = unit * stride / widest, y = at.y + 0.5f * widest;  // dots never overlap
  for (int i = 0; i < count; ++i, at.x += stride) {
    ImGui::SetCursorScreenPos(at);
    if (invisible_button(panel.look, ("step " + std::to_string(i)).c_str(), {stride, widest}))
      panel.context.request(GoToStep{i});
    add_tab_stop(panel.look);
    const bool hovered = ImGui::IsItemHovered(), here = i == course.index();
    tooltip(panel.look, course.lesson().steps[static_cast<size_t>(i)].title);
    const ImVec2 middle{at.x + 0.5f * stride, y};
    if (i <= course.index() || hovered)
      column.list->AddCircleFilled(middle, (here ? 0.34f : 0.26f) * size,
                                   color(here ? column.p.accent : column.p.text_dim), 20);
    else
      column.list->AddCircle(middle, 0.26f * size, color(column.p.text_dim), 20,
                             1.5f * hairline(panel.look));
  }
}

void restart_and_leave_buttons(const Panel& panel, ImVec2 restart, ImVec2 leave, float side) {
  const auto button = [&](ImVec2 at, const char* id, Icon icon, Action action, const char* what) {
    if (icon_button(panel.look, id, icon, at, side, false)) panel.perform(action);
    tooltip(panel.look, panel.with_key(what, action));
  };
  button(restart, "anew", Icon::Undo, Action::RepeatStep, "Restart this step");
  button(leave, "leave", Icon::Close, Action::LeaveLesson, "Leave the lesson");
}

void draw_story(Column& column, int step) {
  const lessons::Step& shown_step = step_of(column.panel, step);
  column.text(column.panel.fonts.title, column.p.text, shown_step.title);
  column.space(0.15f);
  if (!shown_step.text.empty()) column.text(column.font, column.p.text, shown_step.text);
}

std::string_view short_title(std::string_view title) { return title.substr(0, title.find(": ")); }

constexpr float button_pad = 0.8f;  // em

std::string next_lesson_words(const Panel& panel) {
  const size_t next = next_lesson(panel.context);
  if (next >= panel.context.lessons.size()) return "Finish";
  return base::format("Next: {}, {}", next + 1, short_title(panel.context.lessons[next].title));
}

float button_height(const Panel& panel, const std::string& words, float width) {
  const float unit = panel.em();
  return std::max(
      draw_paragraphs(nullptr, panel.fonts.strong, {}, width - 2 * button_pad * unit, 0, words) +
          0.7f * unit,
      std::round(2.2f * unit));
}

void go_button(const Panel& panel, const std::string& words, Action action, ImVec2 at, ImVec2 size,
               bool accent) {
  const view::Palette& p = panel.palette;
  const float unit = panel.em();
  if (click_area(words, at, size)) panel.perform(action);
  add_tab_stop(panel.look);
  const bool hovered = ImGui::IsItemHovered();
  const glm::vec4 lighter = glm::mix(p.accent, p.text, 0.15f);
  fill(at, size, accent ? (hovered ? lighter : p.accent) : hovered ? p.hovered : p.raised);
  ImFont* font = accent ? panel.fonts.strong : panel.fonts.body;
  const std::string key = panel.key(action);
  const float pad = button_pad * unit, wide = size.x - 2 * pad, needed = text_size(font, words).x;
  const unsigned ink = color(accent ? p.accent_text : p.text);
  if (needed > wide) {
    const float high = draw_paragraphs(nullptr, font, at, wide, ink, words);
    draw_paragraphs(ImGui::GetWindowDrawList(), font,
                    {at.x + pad, at.y + std::round(0.5f * (size.y - high) + 0.08f * unit)}, wide,
                    ink, words);
  } else {
    draw_line(font, {at.x + pad, at.y}, size.y, ink, words);
  }
  if (pad + needed + key_cap_width(panel.look, key) + unit < size.x)
    key_cap_at_right(panel.look, at, size, key, accent);
}

void next_button(const Panel& panel, ImVec2 at, ImVec2 size) {
  const lessons::Course& course = *panel.context.course;
  const LessonStrip& strip = panel.state.lesson;
  const bool turns = strip.page + 1 < strip.pages, go = turns || course.is_ready();
  const bool asks = course.step().question && strip.page < strip.question_page;
  const std::string words = turns              ? asks ? "Question" : "Try it"
                            : course.is_last() ? next_lesson_words(panel)
                                               : "Next";
  go_button(panel, words, Action::NextStep, at, size, go);
  if (go && !turns && has_exercise(course.step()))
    pulse(panel, at, {at.x + size.x, at.y + size.y}, std::round(0.2f * panel.em()));
}

void follow_lesson(const Panel& panel) {
  LessonStrip& strip = panel.state.lesson;
  const lessons::Course* course = panel.context.course;
  const lessons::Lesson* lesson = course ? &course->lesson() : nullptr;
  const int step = course ? course->index() : -1;
  strip.framed.clear();
  strip.marked.clear();
  strip.scrolled = 0;
  if (strip.unfold_frames > 0) --strip.unfold_frames;
  if (strip.row_scroll_frames > 0) --strip.row_scroll_frames;
  constexpr int frames = 4;  // an unfolded part reaches its final height after this
  const std::string_view method = panel.context.session ? panel.method().name : "";
  if (lesson == strip.lesson && step == strip.step) {
    if (strip.method != method) strip.row_scroll_frames = frames;
    strip.method = method;
    return;
  }
  panel.state.touched.clear();
  strip = {.lesson = lesson,
           .step = step,
           .unfold_frames = frames,
           .method = std::string(method),
           .since = ImGui::GetTime()};
}

ImFont* largest_font(const Panel& panel, const std::array<float, 4>& measured,
                     std::initializer_list<ImFont*> fonts,
                     const std::function<bool(ImFont*, int step)>& fits) {
  LessonStrip& strip = panel.state.lesson;
  if (std::exchange(strip.measured, measured) == measured) return strip.font;
  const auto steps = static_cast<int>(panel.context.course->lesson().steps.size());
  for (ImFont* font : fonts) {
    strip.font = font;
    int step = 0;
    while (step < steps && fits(font, step)) ++step;
    if (step == steps) break;
  }
  return strip.font;
}

void lesson_panel(const Panel& panel) {
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  if (is_one_column(panel) || size.x < ImGui::GetIO().DisplaySize.x)
    draw_column(panel, at, size);
  else
    draw_strip(panel, at, size);
}

}  // namespace ui
