#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/text.h"
#include "ui/options/options.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

enum Way { FreePlay, OpenScene, FirstLesson };  // followed by one for each further lesson

/// Returns a lesson in progress, else the first one not completed, else free play.
int proposal(const Panel& panel) {
  const auto& lessons = panel.context.lessons;
  const auto begun = std::ranges::find_if(
      lessons, [](const LessonEntry& one) { return one.at > 0 && !one.completed; });
  if (begun != lessons.end()) return FirstLesson + static_cast<int>(begun - lessons.begin());
  const auto found = std::ranges::find(lessons, false, &LessonEntry::completed);
  return found == lessons.end() ? FreePlay
                                : FirstLesson + static_cast<int>(found - lessons.begin());
}

void go(const Panel& panel, int way) {
  panel.state.overlay = Overlay::None;
  if (way == OpenScene) panel.perform(Action::OpenPicker);
  if (way < FirstLesson) return;
  const LessonEntry& lesson = panel.context.lessons[static_cast<size_t>(way - FirstLesson)];
  panel.context.request(OpenLesson{lesson.name, lesson.begins_at()});
}

/// Returns the entry an arrow leads to: two buttons stand side by side above the lessons.
int next_way(int chosen, int count) {
  if (chosen < FirstLesson) {
    if (key_pressed(ImGuiKey_LeftArrow, true)) return FreePlay;
    if (key_pressed(ImGuiKey_RightArrow, true)) return OpenScene;
    if (key_pressed(ImGuiKey_DownArrow, true)) return std::min<int>(FirstLesson, count - 1);
    return chosen;
  }
  if (key_pressed(ImGuiKey_UpArrow, true)) return chosen == FirstLesson ? FreePlay : chosen - 1;
  if (key_pressed(ImGuiKey_DownArrow, true)) return std::min(chosen + 1, count - 1);
  return chosen;
}

/// Draws an entry: a rectangle, brighter under the mouse, framed if the keys are at it.
bool choice(const Panel& panel, const std::string& id, int way, ImVec2 size) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), end{at.x + size.x, at.y + size.y};
  const bool clicked = click_area(id, at, size);
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  int& chosen = panel.state.start.chosen;
  if (hovered && (moved.x != 0 || moved.y != 0)) chosen = way;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float rounding = 1.6f * ImGui::GetStyle().FrameRounding;
  fill(at, size, chosen == way ? panel.palette.hovered : panel.palette.raised, rounding);
  if (chosen == way) {
    const float line = 2 * hairline(panel.look);
    list.AddRect({at.x + 0.5f * line, at.y + 0.5f * line},
                 {end.x - 0.5f * line, end.y - 0.5f * line}, color(panel.palette.accent), rounding,
                 0, line);
  }
  return clicked;
}

/// Draws a title and a sentence. Returns their height in pixels. Without a list, only measures.
float title_and_text(const Panel& panel, ImDrawList* list, ImVec2 at, float width, ImFont* font,
                     std::string_view title, ImFont* small, std::string_view sentence) {
  const float high = draw_paragraphs(list, font, at, width, panel.palette.text, title);
  if (sentence.empty()) return high;
  return high +
         draw_paragraphs(list, small, {at.x, at.y + high}, width, panel.palette.text_dim, sentence);
}

/// Draws the cards of free play, scenes and lessons. If `brief`, they have no sentences.
void ways(const Panel& panel, float width, bool brief) {
  struct Card {
    std::string title, sentence;
  };
  const lessons::Course* course = panel.context.course;
  Card cards[] = {course ? Card{"Resume", "The lesson: " + course->lesson().title}
                         : Card{"Free play", "This body, with every method and every parameter."},
                  {"Open a scene or file",
                   panel.context.touch
                       ? "A scene of the program, or your own."
                       : "A scene of the program, or your own; you can also drop a file here."}};
  if (brief)
    for (Card& card : cards) card.sentence.clear();
  const float unit = panel.em(), gap = std::round(0.7f * unit), pad = std::round(0.9f * unit);
  const float each = std::floor(0.5f * (width - gap));
  ImFont *font = panel.fonts.title, *body = panel.fonts.body;
  float high = 0;
  for (const Card& card : cards)
    high = std::max(high, title_and_text(panel, nullptr, {}, each - 2 * pad, font, card.title, body,
                                         card.sentence));
  for (int way = FreePlay; const Card& card : cards) {
    if (way > FreePlay) ImGui::SameLine(0, gap);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (choice(panel, card.title, way, {each, high + 1.6f * pad})) go(panel, way);
    title_and_text(panel, ImGui::GetWindowDrawList(), {at.x + pad, at.y + 0.8f * pad},
                   each - 2 * pad, font, card.title, body, card.sentence);
    ++way;
  }
}

/// Returns "step 3 of 5", or nothing if the lesson is completed or not begun.
std::string progress(const LessonEntry& entry) {
  if (entry.completed || entry.at == 0) return {};
  return base::format("step {} of {}", entry.at + 1, entry.steps);
}

/// Draws a tick, or the lesson's number in a ring that shows the progress.
void lesson_mark(const Panel& panel, ImVec2 middle, const LessonEntry& entry, int number) {
  const float radius = 0.62f * panel.em();
  if (entry.completed) return draw_check_mark(panel.look, middle, radius);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircle(middle, radius, color(panel.palette.text_dim, 0.7f), 28, hairline(panel.look));
  if (entry.at > 0) {
    constexpr float full = 2 * std::numbers::pi_v<float>;
    const float part = static_cast<float>(entry.at) / static_cast<float>(std::max(entry.steps, 1));
    list.PathArcTo(middle, radius, -0.25f * full, (part - 0.25f) * full, 28);
    list.PathStroke(color(panel.palette.accent), 0, 2.5f * hairline(panel.look));
  }
  draw_centred(panel.fonts.small, middle, {0, 0}, panel.palette.text_dim,
               std::to_string(number + 1));
}

void lesson(const Panel& panel, const LessonEntry& entry, int number) {
  const float unit = panel.em(), pad = std::round(0.6f * unit), left = std::round(2.6f * unit);
  ImFont *font = panel.fonts.strong, *small = panel.fonts.small;
  const std::string remark = progress(entry);
  const float beside = remark.empty() ? 0 : text_size(small, remark).x + unit;
  const float width = ImGui::GetContentRegionAvail().x, wide = width - left - pad - beside;
  const float high =
      title_and_text(panel, nullptr, {}, wide, font, entry.title, small, entry.summary);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (choice(panel, entry.name, FirstLesson + number, {width, high + 1.6f * pad}))
    go(panel, FirstLesson + number);
  title_and_text(panel, ImGui::GetWindowDrawList(), {at.x + left, at.y + 0.8f * pad}, wide, font,
                 entry.title, small, entry.summary);
  if (!remark.empty())
    draw_text(small, {at.x + width - pad - beside + unit, at.y + pad}, panel.palette.accent,
              remark);
  lesson_mark(panel, {at.x + 0.5f * left, at.y + 0.8f * pad + 0.62f * unit}, entry, number);
}

void lessons(const Panel& panel, float width, float height) {
  const auto& all = panel.context.lessons;
  const float unit = panel.em();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImFont* font = panel.fonts.title;
  draw_text(font, at, panel.palette.text, "Lessons");
  const auto done = std::ranges::count(all, true, &LessonEntry::completed);
  const std::string remark = all.empty() ? std::string("none found")
                             : done == 0 ? std::string("short, hands-on lessons")
                                         : base::format("{} of {} completed", done, all.size());
  ImFont* body = panel.fonts.body;
  draw_text(body, {at.x + width - text_size(body, remark).x, at.y + font->FontSize - 1.05f * unit},
            panel.palette.text_dim, remark);
  const float head = std::round(2 * unit);
  ImGui::Dummy({width, head - ImGui::GetStyle().ItemSpacing.y});
  if (!ImGui::BeginChild("lessons", {0, std::max(height - head, unit)})) return ImGui::EndChild();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, std::round(0.4f * unit)));
  for (size_t i = 0; i < all.size(); ++i) {
    lesson(panel, all[i], static_cast<int>(i));
    if (panel.state.start.follow && panel.state.start.chosen == static_cast<int>(i) + FirstLesson)
      ImGui::SetScrollHereY();
  }
  ImGui::PopStyleVar();
  fade_at_foot(panel.look);
  ImGui::EndChild();
}

void foot(const Panel& panel, float width) {
  const base::Parameter& option = options::show_start();
  if (toggle_switch(panel.look, "show", panel.options().flag(option))) panel.context.toggle(option);
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  const TextStyle style(panel.fonts.body, panel.palette.text_dim);
  text("Show this at startup");
  const std::string_view keys = panel.context.touch    ? ""
                                : panel.context.course ? "Arrows, Enter;  Esc: resume"
                                                       : "Arrows, Enter;  Esc: free play";
  const float right = width - text_size(panel.fonts.body, keys).x;
  ImGui::SameLine();
  if (ImGui::GetCursorPosX() > right) return ImGui::NewLine();
  ImGui::SetCursorPosX(right + ImGui::GetStyle().WindowPadding.x);
  text(keys);
}

/// Draws the program's name over the body's view, or above it if the view is low.
void name(const Panel& panel) {
  const Layout& layout = panel.state.layout;
  const Rect& body = layout.body;
  const float top = layout.menu.y + layout.menu.height;
  const view::Palette& p = panel.palette;
  const float unit = panel.em();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 from{body.x, top}, to{body.x + body.width, body.y + body.height};
  list.AddRectFilled(from, to, color(p.window, 0.3f));
  const ImU32 full = color(p.window, 0.9f), none = color(p.window, 0);
  list.AddRectFilledMultiColor(from, {to.x, from.y + 9 * unit}, full, full, none, none);
  constexpr const char* what = "An oscilloscope for inverse kinematics";
  const ImVec2 at{body.x + 2 * unit, top + (body.y > top ? 0.9f : 1.8f) * unit};
  ImFont *large = panel.fonts.large, *reading = panel.fonts.reading;
  if (at.x + text_size(reading, what).x > to.x) reading = panel.fonts.body;
  if (at.x + text_size(reading, what).x > to.x) reading = panel.fonts.small;
  draw_text(large, at, p.text, "ikscope", list);
  draw_text(reading, {at.x, at.y + 1.15f * large->FontSize}, p.text_dim, what, list);
}

}  // namespace

void start_panel(const Panel& panel) {
  Start& start = panel.state.start;
  const int count = FirstLesson + static_cast<int>(panel.context.lessons.size());
  const bool fresh = start.chosen < 0;  // the key that opened this panel must not choose
  if (fresh) start.chosen = proposal(panel);
  ImGui::CaptureKeyboardFromApp();  // the arrow keys must not move targets
  const int before = start.chosen;
  start.chosen = std::min(start.chosen, count - 1);
  if (!fresh) start.chosen = next_way(start.chosen, count);
  start.follow = fresh || start.chosen != before;
  name(panel);

  const float unit = panel.em(), width = ImGui::GetContentRegionAvail().x;
  constexpr float short_panel = 27;  // em
  ways(panel, width, panel.state.layout.start.height < short_panel * unit);
  ImGui::Dummy({0, std::round(0.6f * unit)});
  const float below = ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().ItemSpacing.y;
  lessons(panel, width, ImGui::GetContentRegionAvail().y - below);
  foot(panel, width);
  if (fresh) return;
  if (panel.state.popup_keys.was_open()) return;
  if (key_pressed(ImGuiKey_Escape)) return go(panel, FreePlay);
  if (key_pressed(ImGuiKey_Enter) || key_pressed(ImGuiKey_KeyPadEnter)) go(panel, start.chosen);
}

}  // namespace ui
