#pragma once
#include <array>
#include <cmath>
#include <functional>
#include <initializer_list>

#include "ui/input/keys.h"
#include "ui/panels/frame/frame.h"

namespace ui {

constexpr float part_foot = 0.4f;  // em, below a scrolling part

/// Draws from top to bottom, or only measures, so that both agree.
struct Column {
  const Panel& panel;
  ImFont* font;  ///< font of texts to read
  ImVec2 at;
  float width;
  bool draws;
  bool answered = !draws;  ///< includes the reply to an answer, even before there is one
  bool helps = true;       ///< includes the buttons for help

  const view::Palette& p = *panel.look.palette;
  float unit = panel.em();
  ImDrawList* list = draws ? ImGui::GetWindowDrawList() : nullptr;

  void space(float ems) { at.y += std::round(ems * unit); }
  void text(ImFont* of, const glm::vec4& ink, std::string_view s, float indent = 0) {
    at.y += draw_paragraphs(list, of, at, width, ink, with_keys(s, panel.context.touch), indent);
  }
};

// These draw parts of a step, which is the current one or is only measured.
void draw_story(Column& column, int step);
void draw_question(Column& column, int step);
void draw_task(Column& column, int step);
inline bool has_exercise(const lessons::Step& step) { return step.question || step.task; }
inline const lessons::Step& step_of(const Panel& panel, int step) {
  return panel.context.course->lesson().steps[static_cast<size_t>(step)];
}

void draw_step_dots(const Column& column, ImVec2 at);  ///< a dot for each step; a click opens it
void restart_and_leave_buttons(const Panel& panel, ImVec2 restart, ImVec2 leave, float side);
/// Draws a button that does this, with its key if there is room.
void go_button(const Panel& panel, const std::string& words, Action action, ImVec2 at, ImVec2 size,
               bool accent);
/// Returns the title without what follows a colon.
std::string_view short_title(std::string_view title);
/// Returns the text of the last step's button, which leads to the next lesson, if there is one.
std::string next_lesson_words(const Panel& panel);
float button_height(const Panel& panel, const std::string& words, float width);
/// Draws the button to the exercise, the next step or the next lesson.
void next_button(const Panel& panel, ImVec2 at, ImVec2 size);

/// Returns the first, largest, of these fonts with which each step fits; else the last. It is
/// chosen anew only if what is measured has changed.
ImFont* largest_font(const Panel& panel, const std::array<float, 4>& measured,
                     std::initializer_list<ImFont*> fonts,
                     const std::function<bool(ImFont*, int step)>& fits);

/// Draws a part of the lesson that scrolls if it is higher than its area.
template <class Draw>
void draw_part(const Panel& panel, const char* name, ImVec2 at, ImVec2 size, bool helps,
               Draw draw) {
  ImGui::SetCursorScreenPos(at);
  if (ImGui::BeginChild(name, {size.x + ImGui::GetStyle().ScrollbarSize, size.y})) {
    Column column{.panel = panel,
                  .font = panel.state.lesson.font,
                  .at = ImGui::GetCursorScreenPos(),
                  .width = size.x,
                  .draws = true,
                  .helps = helps};
    draw(column, panel.context.course->index());
    ImGui::SetCursorScreenPos(column.at);
    ImGui::Dummy({size.x, std::round(part_foot * panel.em())});
    fade_at_foot(panel.look);
  }
  ImGui::EndChild();
}

void draw_strip(const Panel& panel, ImVec2 at, ImVec2 size);  ///< across the window
/// If two columns of a strip would be too narrow, the exercise goes below the text.
bool is_stacked(const Panel& panel, float window);
/// Draws the lesson as a column beside the body, or across a window as narrow as a phone's.
void draw_column(const Panel& panel, ImVec2 at, ImVec2 size);
bool is_one_column(const Panel& panel);
float one_column_height(const Panel& panel, float most);  ///< em

}  // namespace ui
