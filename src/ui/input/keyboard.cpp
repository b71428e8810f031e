#include "ui/input/keyboard.h"

#include <imgui_internal.h>

#include <algorithm>

#include "ui/kit/widgets.h"

namespace ui {
namespace {

bool enter_pressed() { return key_pressed(ImGuiKey_Enter) || key_pressed(ImGuiKey_KeyPadEnter); }

void focus_field(ImGuiID id) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  g.NavNextActivateId = id;
  g.NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
}

}  // namespace

bool key_pressed(ImGuiKey key, bool repeat) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeat);
}

bool is_typing() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.ActiveId != 0 && g.ActiveId == g.InputTextState.ID;
}

bool is_popup_open() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

bool pressed_by_key() { return !ImGui::IsMouseReleased(ImGuiMouseButton_Left); }

void open_popup(const char* id, ImVec2 at) {
  ImGui::OpenPopup(id);
  if (pressed_by_key()) ImGui::GetCurrentContext()->OpenPopupStack.back().OpenPopupPos = at;
}

void open_popup(const char* id) {
  open_popup(id, {ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y});
}

/// Makes Escape ignore the mouse, which would reopen the submenu it rests on.
void PopupKeys::begin_frame() {
  if (open_ && key_pressed(ImGuiKey_Escape))
    ImGui::GetCurrentContext()->NavDisableMouseHover = true;
}

/// Lets Dear ImGui's keyboard navigation operate popups, except for Enter, which is handled here.
void PopupKeys::end_frame() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  open_ = is_popup_open();
  if (open_) {
    g.IO.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  } else if (g.IO.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) {
    g.IO.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    g.NavDisableHighlight = true;
  }
  if (entered_ != 0 && open_ && g.ActiveId == 0) ImGui::ActivateItem(entered_);
  entered_ = open_ && enter_pressed() && !is_typing() && !g.NavDisableHighlight ? g.NavId : 0;
}

double slider_key_step_now() {
  constexpr double step = 1. / 40;
  return ImGui::GetIO().KeyShift ? step / 10 : step;
}

void TabStops::begin(bool fresh) {
  if (fresh) marked_ = 0;
  stops_.clear();
  mark_ = {};
  typed_ = is_typing();
  tab_ = 0;
  if (!is_popup_open() && key_pressed(ImGuiKey_Tab, true)) tab_ = ImGui::GetIO().KeyShift ? -1 : 1;
  if (ImGui::IsMouseClicked(0)) marked_ = 0;
}

void TabStops::begin_panels(bool taken) {
  const auto last = std::ranges::find(stops_, marked_, &Stop::id);
  const bool in_grid = last != stops_.end() && last->kind == Kind::Grid;
  begin(false);
  panels_ = true;
  first_ = 0;
  begins_here_ = false;
  typed_ |= taken;
  if (marked_ == 0 || taken) tab_ = 0;
  if (tab_ == 0 && marked_ != 0 && !in_grid && !is_popup_open() && !typed_)
    tab_ = (key_pressed(ImGuiKey_DownArrow, true) ? 1 : 0) -
           (key_pressed(ImGuiKey_UpArrow, true) ? 1 : 0);
  if (tab_ != 0) scrolls_ = 2;
}

/// Keeps the mark while panels change: if the marked control has gone, its successor is marked.
void TabStops::end_panels() {
  draw_mark();
  if (next_) mark_next_panel();
  next_ = false;
  if (marked_ == 0) return;
  const auto at = std::ranges::find(stops_, marked_, &Stop::id);
  if (at != stops_.end())
    marked_at_ = at - stops_.begin();
  else if (stops_.empty())
    marked_ = 0;
  else
    marked_ = stops_[static_cast<size_t>(std::min(marked_at_, std::ssize(stops_) - 1))].id;
  if (!typed_ && !is_popup_open() && key_pressed(ImGuiKey_Escape)) {
    marked_ = 0;
    return;
  }
  if (scrolls_ > 0) --scrolls_;
  end();
}

void TabStops::mark_next_panel() {
  if (stops_.empty()) return;
  scrolls_ = 3;
  const auto at = std::ranges::find(stops_, marked_, &Stop::id);
  if (marked_ == 0 || at == stops_.end()) {
    marked_ = first_ != 0 ? first_ : stops_.front().id;
    return;
  }
  const auto next =
      std::find_if(at, stops_.end(), [&](const Stop& one) { return one.window != at->window; });
  marked_ = next == stops_.end() ? stops_.front().id : next->id;
}

void TabStops::add_stop(ImGuiID id, Kind kind) {
  const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
  if (begins_here_) first_ = id;
  begins_here_ = false;
  stops_.push_back({id, kind, window->RootWindow->ID});
}

TabStops::Keys TabStops::mark(const Look& look, Kind kind, ImVec2 from, ImVec2 to) {
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  if (scrolls_ > 0 && panels_) {
    const float room = 2 * em(look);
    ImGui::ScrollToRect(window, {from.x, from.y - room, to.x, to.y + room},
                        ImGuiScrollFlags_KeepVisibleEdgeY);
  }
  const ImRect& clip = window->ClipRect;
  mark_ = {window->DrawList,  from, to, clip.Min, clip.Max, color(look.palette->text),
           2 * hairline(look)};
  if (is_popup_open() || typed_ || is_typing()) return {.marked = true};
  const auto way = [](ImGuiKey more, ImGuiKey less) {
    return (key_pressed(more, true) ? 1 : 0) - (key_pressed(less, true) ? 1 : 0);
  };
  return {true, way(ImGuiKey_RightArrow, ImGuiKey_LeftArrow),
          kind == Kind::Grid ? way(ImGuiKey_UpArrow, ImGuiKey_DownArrow) : 0,
          kind == Kind::Slider && enter_pressed()};
}

/// Draws the mark after the panel, since the panel may draw a background behind the marked control.
void TabStops::draw_mark() {
  if (!mark_.list) return;
  const float line = mark_.line, away = 1.5f * line;
  // The mark is drawn whole even at the edge of a scrolling area.
  const auto inside = [&](float y) {
    const float half = 0.5f * line;
    return std::clamp(y, mark_.clip_from.y + half,
                      std::max(mark_.clip_to.y, mark_.clip_from.y + line) - half);
  };
  const ImVec2 from{mark_.from.x, inside(mark_.from.y - away) + away};
  const ImVec2 to{mark_.to.x, inside(mark_.to.y + away) - away};
  mark_.list->PushClipRect({mark_.clip_from.x - 3 * line, mark_.clip_from.y},
                           {mark_.clip_to.x + 3 * line, mark_.clip_to.y});
  mark_.list->AddRect({from.x - away, from.y - away}, {to.x + away, to.y + away}, mark_.ink,
                      ImGui::GetStyle().FrameRounding + away, 0, line);
  mark_.list->PopClipRect();
}

TabStops::Keys TabStops::add(const Look& look, Kind kind, bool used_tab) {
  const ImGuiID id = ImGui::GetItemID();
  add_stop(id, kind);
  if (kind == Kind::Field && ImGui::IsItemActive()) {
    marked_ = id;  // by a click, or as the dialog's first control
    if (used_tab) tab_ = 0;
  }
  if (marked_ != id || kind == Kind::Field) return {};
  return mark(look, kind, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

TabStops::Keys TabStops::add_row(const Look& look, ImGuiID id, ImVec2 from, ImVec2 to) {
  add_stop(id, Kind::Field);  // Enter does nothing there
  return marked_ == id ? mark(look, Kind::Field, from, to) : Keys{};
}

void TabStops::end() {
  if (!panels_) draw_mark();
  if (stops_.empty()) return;
  auto at = std::ranges::find(stops_, marked_, &Stop::id);
  if (tab_ != 0) {
    const auto count = std::ssize(stops_);
    const auto index = at == stops_.end() ? (tab_ > 0 ? -1 : count) : at - stops_.begin();
    at = stops_.begin() + (index + tab_ + count) % count;
    marked_ = at->id;
    ImGui::ClearActiveID();
    if (at->kind == Kind::Field) focus_field(at->id);
    return;
  }
  if (is_popup_open() || typed_) return;
  if (enter_pressed() && at == stops_.end())
    at = std::ranges::find(stops_, Kind::Default, &Stop::kind);
  else if (!enter_pressed() && (panels_ || !key_pressed(ImGuiKey_Space)))
    return;  // Space pauses where there are panels
  if (at == stops_.end()) return;
  if (at->kind == Kind::Button || at->kind == Kind::Default) ImGui::ActivateItem(at->id);
  if (at->kind == Kind::Typed) focus_field(at->id);
}

}  // namespace ui
