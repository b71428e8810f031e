#include "ui/toasts.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/shown.h"
#include "ui/widgets.h"

namespace ui {
namespace {

constexpr float toast_fade = 0.2f;                      // s
constexpr float toast_margin = 0.8f, toast_gap = 0.4f;  // em
constexpr size_t most = 4;
constexpr const char* opens_folder = "Click to open its folder";

/// The same box as far down as nothing is in its way.
Rect above(Rect box, std::span<const Rect> in_the_way, float gap) {
  const auto meets = [&](const Rect& one) {
    return one.x < box.x + box.width && box.x < one.x + one.width && one.y < box.y + box.height &&
           box.y < one.y + one.height;
  };
  for (auto one = in_the_way.begin(); one != in_the_way.end();) {
    if (!one->empty() && meets(*one)) {
      box.y = std::floor(one->y - gap - box.height);
      one = in_the_way.begin();
    } else {
      ++one;
    }
  }
  return box;
}

}  // namespace

void Toasts::add(std::string_view said, Kind kind, std::string file) {
  std::string message = shown(said);
  if (!toasts_.empty() && toasts_.back().text == message) {  // said again: stays, is not stacked
    toasts_.back().age = std::min(toasts_.back().age, toast_fade);
    return;
  }
  toasts_.push_back({std::move(message), kind, std::move(file)});
  if (toasts_.size() > most) toasts_.pop_front();
}

Toasts::Size Toasts::size(const Look& look, const Toast& toast, float width) {
  const float unit = em(look), pad = std::round(1.2f * unit);
  const float wrap = std::max(std::floor(std::min(width, 34 * unit) - 2 * pad), unit);
  const ImVec2 words = ImGui::CalcTextSize(toast.text.c_str(), nullptr, false, wrap);
  ImFont* small = look.fonts.small;
  const ImVec2 below = toast.file.empty()
                           ? ImVec2()
                           : small->CalcTextSizeA(small->FontSize, FLT_MAX, wrap, opens_folder);
  return {wrap, std::ceil(std::max(words.x, below.x) + 2 * pad),
          std::ceil(words.y + below.y + 1.2f * unit)};
}

float Toasts::room_below(const Look& look, float width, float height) const {
  const float unit = em(look), margin = std::round(toast_margin * unit);
  float all = 0;
  for (auto toast = toasts_.rbegin(); toast != toasts_.rend(); ++toast) {
    const float more = size(look, *toast, width - 2 * margin).height +
                       (all > 0 ? std::round(toast_gap * unit) : 2 * margin);
    if (all + more > (all > 0 ? 0.35f : 0.5f) * height) break;
    all += more;
  }
  return all;
}

std::string Toasts::draw(const Look& look, const Rect& area, std::span<const Rect> in_the_way,
                         float seconds_passed) {
  const view::Palette& p = *look.palette;
  const float unit = em(look), margin = std::round(toast_margin * unit);
  const float pad = std::round(1.2f * unit), gap = std::round(toast_gap * unit);
  std::string clicked;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, std::round(0.6f * unit)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.3f * unit);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, color4(p.dark ? p.raised : p.panel));
  float bottom = area.y + area.height - margin;
  int index = 0;
  bool room = true;
  for (auto toast = toasts_.rbegin(); toast != toasts_.rend(); ++toast, ++index) {
    const Size box = size(look, *toast, area.width - 2 * margin);
    const float x = std::round(area.x + 0.5f * (area.width - box.width));
    if (!area.empty()) {
      const Rect free = above({x, bottom - box.height, box.width, box.height}, in_the_way, gap);
      bottom = free.y + free.height;
      room = room && free.y >= area.y;
      if (!room) continue;  // waits
    }
    toast->age += seconds_passed;
    const float left = seconds(toast->kind) - toast->age;
    if (area.empty() || left < 0) continue;
    const float alpha =
        look.calm ? 1 : std::clamp(std::min(toast->age, left) / toast_fade, 0.02f, 1.f);
    ImGui::SetNextWindowPos({x, bottom - box.height});
    ImGui::SetNextWindowSize({box.width, box.height});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
    const std::string id = std::string(window) + std::to_string(index);
    ImGui::Begin(id.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav |
                     (toast->file.empty() ? ImGuiWindowFlags_NoInputs : ImGuiWindowFlags_NoMove) |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoSavedSettings);
    const ImVec2 at = ImGui::GetWindowPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen();
    list.AddRectFilled(at, {at.x + std::round(0.3f * unit), at.y + box.height},
                       color(toast->kind == Kind::Error ? p.warning : p.accent, alpha), 0.3f * unit,
                       ImDrawFlags_RoundCornersLeft);
    list.PopClipRect();
    ImGui::PushTextWrapPos(pad + box.wrap);  // as it was measured
    text(toast->text);
    if (!toast->file.empty()) {
      const bool hovered = ImGui::IsWindowHovered();
      const TextStyle style(look.fonts.small, hovered ? p.accent : p.text_dim);
      ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y);
      text(opens_folder);
      if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) clicked = toast->file;
    }
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleVar();
    bottom -= box.height + gap;
  }
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  std::erase_if(toasts_, [](const Toast& toast) { return toast.age > seconds(toast.kind); });
  return clicked;
}

std::vector<Rect> windows_over_layout() {
  std::vector<Rect> all;
  for (const ImGuiWindow* one : ImGui::GetCurrentContext()->Windows) {
    const bool child =
        (one->Flags & ImGuiWindowFlags_ChildWindow) && !(one->Flags & ImGuiWindowFlags_Popup);
    const std::string_view name = one->Name;
    if (!one->Active || one->Hidden || child || name.starts_with(Toasts::window) ||
        name == curtain_window || (one->Flags & ImGuiWindowFlags_NoBringToFrontOnFocus))
      continue;
    all.push_back({one->Pos.x, one->Pos.y, one->Size.x, one->Size.y});
  }
  return all;
}

}  // namespace ui
