#include "ui/toasts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/shown.h"
#include "ui/widgets.h"

namespace ui {
namespace {

constexpr float toast_fade = 0.2f;  // s
constexpr size_t most = 4;

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

std::string Toasts::draw(const Look& look, const Rect& body, float seconds_passed) {
  for (Toast& toast : toasts_) toast.age += seconds_passed;
  std::erase_if(toasts_, [](const Toast& toast) { return toast.age > seconds(toast.kind); });
  std::string clicked;
  if (body.empty()) return clicked;

  const view::Palette& p = *look.palette;
  const float unit = em(look), margin = std::round(0.8f * unit), pad = std::round(1.2f * unit);
  const float wrap = std::floor(std::min(body.width - 2 * margin, 34 * unit) - 2 * pad);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, std::round(0.6f * unit)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.3f * unit);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, color4(p.dark ? p.raised : p.panel));
  float bottom = body.y + body.height - margin;
  int index = 0;
  for (auto toast = toasts_.rbegin(); toast != toasts_.rend(); ++toast, ++index) {
    const float left = seconds(toast->kind) - toast->age;
    const float alpha = std::clamp(std::min(toast->age, left) / toast_fade, 0.02f, 1.f);
    const ImVec2 size =
        ImGui::CalcTextSize(toast->text.c_str(), nullptr, false, std::max(wrap, unit));
    const char* hint = toast->file.empty() ? "" : "Click to open its folder";
    const ImVec2 below = text_size(look.fonts.small, hint);
    const ImVec2 box{std::ceil(std::max(size.x, below.x) + 2 * pad),
                     std::ceil(size.y + (toast->file.empty() ? 0 : below.y) + 1.2f * unit)};
    ImGui::SetNextWindowPos({std::round(body.x + 0.5f * (body.width - box.x)), bottom - box.y});
    ImGui::SetNextWindowSize(box);
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
    const std::string id = std::string(window) + std::to_string(index);
    ImGui::Begin(id.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav |
                     (toast->file.empty() ? ImGuiWindowFlags_NoInputs : ImGuiWindowFlags_NoMove) |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoSavedSettings);
    const ImVec2 at = ImGui::GetWindowPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen();
    list.AddRectFilled(at, {at.x + std::round(0.3f * unit), at.y + box.y},
                       color(toast->kind == Kind::Error ? p.warning : p.accent, alpha), 0.3f * unit,
                       ImDrawFlags_RoundCornersLeft);
    list.PopClipRect();
    ImGui::PushTextWrapPos(pad + std::max(wrap, unit));  // as it was measured
    text(toast->text);
    ImGui::PopTextWrapPos();
    if (!toast->file.empty()) {
      const bool hovered = ImGui::IsWindowHovered();
      const TextStyle style(look.fonts.small, hovered ? p.accent : p.text_dim);
      ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y);
      text(hint);
      if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) clicked = toast->file;
    }
    ImGui::End();
    ImGui::PopStyleVar();
    bottom -= box.y + std::round(0.4f * unit);
  }
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  return clicked;
}

}  // namespace ui
