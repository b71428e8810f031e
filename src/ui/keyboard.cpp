#include "ui/keyboard.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "ui/widgets.h"

namespace ui {
namespace {

bool pressed(ImGuiKey key, bool repeat = false) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeat);
}

bool enter_pressed() { return pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeyPadEnter); }

void focus_field(ImGuiID id) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  g.NavNextActivateId = id;
  g.NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
}

}  // namespace

bool typing() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.ActiveId != 0 && g.ActiveId == g.InputTextState.ID;
}

bool popup_open() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

/// The mouse, which lies there, would open a submenu again.
void PopupKeys::begin_frame() {
  if (open_ && pressed(ImGuiKey_Escape)) ImGui::GetCurrentContext()->NavDisableMouseHover = true;
}

/// Dear ImGui does it, but for Enter, which presses by way of Space there and opens a slider's
/// field.
void PopupKeys::end_frame() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  open_ = popup_open();
  if (open_) {
    g.IO.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  } else if (g.IO.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) {
    g.IO.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    g.NavDisableHighlight = true;
  }
  if (entered_ != 0 && open_ && g.ActiveId == 0) ImGui::ActivateItem(entered_);
  entered_ = open_ && enter_pressed() && !typing() && !g.NavDisableHighlight ? g.NavId : 0;
}

void TabStops::begin(bool fresh) {
  if (fresh) marked_ = 0;
  stops_.clear();
  typed_ = typing();
  tab_ = 0;
  if (!popup_open() && pressed(ImGuiKey_Tab, true)) tab_ = ImGui::GetIO().KeyShift ? -1 : 1;
  if (ImGui::IsMouseClicked(0)) marked_ = 0;
}

void TabStops::draw_mark(const Look& look, ImVec2 from, ImVec2 to) const {
  const float line = 2 * hairline(look), away = 1.5f * line;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddRect({from.x - away, from.y - away}, {to.x + away, to.y + away},
               color(look.palette->text), ImGui::GetStyle().FrameRounding + away, 0, line);
  list.PopClipRect();
}

void TabStops::add(const Look& look, Kind kind, bool used_tab) {
  const ImGuiID id = ImGui::GetItemID();
  stops_.push_back({id, kind});
  if (kind == Kind::Field && ImGui::IsItemActive()) {
    if (marked_ != id) marked_ = id;  // by a click, or because the dialog begins there
    if (used_tab) tab_ = 0;
  }
  if (marked_ == id && kind != Kind::Field)
    draw_mark(look, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

int TabStops::add_row(const Look& look, ImGuiID id, ImVec2 from, ImVec2 to) {
  stops_.push_back({id, Kind::Field});  // Enter does nothing there
  if (marked_ != id) return 0;
  draw_mark(look, from, to);
  if (popup_open()) return 0;
  return (pressed(ImGuiKey_RightArrow, true) ? 1 : 0) - (pressed(ImGuiKey_LeftArrow, true) ? 1 : 0);
}

void TabStops::end() {
  if (stops_.empty()) return;
  auto at = std::ranges::find(stops_, marked_, &Stop::id);
  if (tab_ != 0) {
    const auto count = std::ssize(stops_);
    const auto place = at == stops_.end() ? (tab_ > 0 ? -1 : count) : at - stops_.begin();
    at = stops_.begin() + (place + tab_ + count) % count;
    marked_ = at->id;
    ImGui::ClearActiveID();
    if (at->kind == Kind::Field) focus_field(at->id);
    return;
  }
  if (popup_open() || typed_) return;
  if (enter_pressed() && at == stops_.end())
    at = std::ranges::find(stops_, Kind::Default, &Stop::kind);
  else if (!enter_pressed() && !pressed(ImGuiKey_Space))
    return;
  if (at != stops_.end() && at->kind != Kind::Field) ImGui::ActivateItem(at->id);
}

}  // namespace ui
