#include "ui/kit/toasts.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "ui/kit/format.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr float toast_fade = 0.2f;                                       // s
constexpr float toast_margin = 0.8f, toast_gap = 0.4f, side_pad = 1.2f;  // em
constexpr float text_pad = 0.6f, widest = 34;                            // em
constexpr size_t most = 4;
constexpr const char* opens_folder = "Click to open its folder";

/// Returns the time it takes to notice it, or to read it, at fifteen letters a second.
float seconds_of(const auto& toast) {
  const float least = toast.kind == Toasts::Kind::Error ? 10 : 5;
  return std::max(least, static_cast<float>(toast.text.size()) / 15);
}

}  // namespace

void Toasts::add(std::string_view sentence, Kind kind, std::string file) {
  std::string message = shown_message(sentence);
  const size_t word = message.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  if (word != message.npos && message[word] == ' ')  // a word, not the name of a file
    message = base::capitalized(message);
  if (!toasts_.empty() && toasts_.back().text == message) {  // a repeated message stays
    toasts_.back().age = std::min(toasts_.back().age, toast_fade);
    return;
  }
  toasts_.push_back({std::move(message), kind, std::move(file)});
  if (toasts_.size() > most) toasts_.pop_front();
}

ImVec2 Toasts::size(const Look& look, const Toast& toast, float width) {
  const float unit = em(look), pad = std::round(side_pad * unit);
  const float wrap = std::max(std::floor(std::min(width, widest * unit) - 2 * pad), unit);
  const ImVec2 words = ImGui::CalcTextSize(
      wrapped(ImGui::GetFont(), ImGui::GetFontSize(), toast.text, wrap).c_str());
  ImFont* small = look.fonts.small;
  const ImVec2 below = toast.file.empty()
                           ? ImVec2()
                           : small->CalcTextSizeA(small->FontSize, FLT_MAX, wrap, opens_folder);
  return {std::ceil(std::max(words.x, below.x) + 2 * pad),
          std::ceil(words.y + below.y + 2 * text_pad * unit)};
}

float Toasts::room_of_newest(const Look& look, float width, float height) const {
  if (toasts_.empty()) return 0;
  const float margin = std::round(toast_margin * em(look));
  const float newest = size(look, toasts_.back(), width - 2 * margin).y + 2 * margin;
  return newest <= 0.5f * height ? newest : 0;
}

std::optional<Toasts::Shown> Toasts::brief(const Look& look, const Rect& area) const {
  constexpr float least = 5;  // em
  const float unit = em(look), pad = std::round(side_pad * unit);
  const float room = std::min(area.width - toast_margin * unit, widest * unit) - 2 * pad;
  const float above_text = std::clamp(0.5f * (area.height - unit), 0.f, text_pad * unit);
  const float margin =
      std::clamp(0.5f * (area.height - unit) - above_text, 0.f, toast_margin * unit);
  const float high = area.height - 2 * (above_text + margin);
  if (toasts_.empty() || room < least * unit || high < 0.9f * unit) return {};
  const auto lines = std::max(1, static_cast<int>(high / unit));
  const auto broken = [&](std::string_view words) {
    return wrapped(ImGui::GetFont(), ImGui::GetFontSize(), words, room);
  };
  const std::string& all = toasts_.back().text;
  const std::string fits = shortened(all, lines, [&](const std::string& words) {
    return 1. + static_cast<double>(std::ranges::count(broken(words), '\n'));
  });
  const std::string words = broken(fits);
  const ImVec2 size = ImGui::CalcTextSize(words.c_str());
  const float wide = std::ceil(size.x + 2 * pad), tall = std::ceil(size.y + 2 * above_text);
  return Shown{{std::round(area.x + 0.5f * (area.width - wide)),
                std::round(area.y + 0.5f * (area.height - tall)), wide, tall},
               above_text,
               fits != all || !toasts_.back().file.empty() ? words : std::string()};
}

std::vector<Toasts::Shown> Toasts::shown_in(const Look& look, const Area& of,
                                            std::span<const Rect> in_the_way) const {
  constexpr float narrow = 20, one_line = 2.8f;  // em; narrower areas hold one line
  const Rect& area = of.rect;
  const float unit = em(look), margin = std::round(toast_margin * unit);
  const float gap = std::round(toast_gap * unit);
  std::vector<Shown> all;
  if (of.brief) {
    const auto one = brief(look, area);
    if (one && std::ranges::none_of(in_the_way,
                                    [&](const Rect& other) { return overlap(other, one->rect); }))
      all.push_back(*one);
    return all;
  }
  float bottom = area.y + area.height - margin;
  for (auto toast = toasts_.rbegin(); toast != toasts_.rend(); ++toast) {
    const ImVec2 box = size(look, *toast, area.width - 2 * margin);
    const float x = std::round(area.x + 0.5f * (area.width - box.x));
    const Rect one = above({x, bottom - box.y, box.x, box.y}, in_the_way, gap);
    const bool column = area.width < narrow * unit && box.y > one_line * unit;
    if (one.y < area.y || column) break;
    all.push_back({one, std::round(text_pad * unit)});
    bottom = one.y - gap;
  }
  return all;
}

std::string Toasts::draw(const Look& look, std::span<const Area> areas,
                         std::span<const Rect> in_the_way, float seconds_passed) {
  std::vector<Shown> all;
  for (const Area& area : areas)
    if (all.empty()) all = shown_in(look, area, in_the_way);
  std::string clicked;
  auto toast = toasts_.rbegin();
  for (size_t i = 0; i < all.size(); ++i, ++toast) {
    toast->age += seconds_passed;
    if (toast->age <= seconds_of(*toast) && draw(look, *toast, all[i], i)) clicked = toast->file;
  }
  std::erase_if(toasts_, [](const Toast& one) { return one.age > seconds_of(one); });
  return clicked;
}

bool Toasts::draw(const Look& look, const Toast& toast, const Shown& shown, size_t index) {
  const view::Palette& p = *look.palette;
  const Rect& rect = shown.rect;
  const bool brief = !shown.shortened.empty();
  const float unit = em(look), pad = std::round(side_pad * unit);
  const float left = seconds_of(toast) - toast.age;
  const float alpha =
      look.reduced_motion ? 1 : std::clamp(std::min(toast.age, left) / toast_fade, 0.02f, 1.f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, shown.pad));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.3f * unit);
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, color4(p.dark ? p.raised : p.panel));
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.width, rect.height});
  const std::string id = base::format("{}{}", window, index);
  ImGui::Begin(id.c_str(), nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav |
                   (toast.file.empty() ? ImGuiWindowFlags_NoInputs : ImGuiWindowFlags_NoMove) |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoSavedSettings);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddRectFilled({rect.x, rect.y}, {rect.x + std::round(0.3f * unit), rect.y + rect.height},
                     color(toast.kind == Kind::Error ? p.warning : p.accent, alpha), 0.3f * unit,
                     ImDrawFlags_RoundCornersLeft);
  list.PopClipRect();
  ImGui::PushTextWrapPos(brief ? 0 : rect.width - pad);
  text(brief ? shown.shortened : toast.text);
  const bool hovered = !toast.file.empty() && ImGui::IsWindowHovered();
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!toast.file.empty() && !brief) {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y);
    text(look.fonts.small, hovered ? p.accent : p.text_dim, opens_folder);
  }
  ImGui::PopTextWrapPos();
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  if (brief && !look.hides_tooltips &&
      ImGui::IsMouseHoveringRect({rect.x, rect.y}, {rect.x + rect.width, rect.y + rect.height},
                                 false)) {
    const Tooltip tip = open_tooltip_beside(look, rect);
    text(toast.text);
    if (!toast.file.empty()) note(look, opens_folder);
  }
  return hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

std::vector<Rect> windows_over_layout() {
  std::vector<Rect> all;
  for (const ImGuiWindow* one : ImGui::GetCurrentContext()->Windows) {
    const bool child =
        (one->Flags & ImGuiWindowFlags_ChildWindow) && !(one->Flags & ImGuiWindowFlags_Popup);
    const std::string_view name = one->Name;
    if (!one->Active || one->Hidden || one->IsFallbackWindow || child ||
        name.starts_with(Toasts::window) || name == curtain_window ||
        (one->Flags & ImGuiWindowFlags_NoBringToFrontOnFocus))
      continue;
    all.push_back({one->Pos.x, one->Pos.y, one->Size.x, one->Size.y});
  }
  return all;
}

}  // namespace ui
