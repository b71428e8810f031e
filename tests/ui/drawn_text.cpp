#include "drawn_text.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cstring>
#include <sstream>
#include <utility>

// The mangled names of ImDrawList::AddText, as the linker's --wrap wants them.
#define SHORT_TEXT(prefix) prefix##_ZN10ImDrawList7AddTextERK6ImVec2jPKcS4_
#define LONG_TEXT(prefix) prefix##_ZN10ImDrawList7AddTextEPK6ImFontfRK6ImVec2jPKcS7_fPK6ImVec4

extern "C" {
void SHORT_TEXT(__real_)(ImDrawList* list, const ImVec2& at, ImU32 ink, const char* text,
                         const char* end);
void LONG_TEXT(__real_)(ImDrawList* list, const ImFont* font, float size, const ImVec2& at,
                        ImU32 ink, const char* text, const char* end, float wrap,
                        const ImVec4* fine_clip);
}

namespace {

std::vector<test::DrawnText> drawn;

bool scrolls(const ImGuiWindow* window) {
  for (; window; window = window->ParentWindow)
    if (window->ScrollMax.y > 0) return true;
  return false;
}

void note(const ImDrawList& list, const ImFont* font, float size, const ImVec2& at, ImU32 ink,
          const char* text, const char* end, float wrap, const ImVec4* fine_clip) {
  if (!font) font = ImGui::GetFont();
  if (size == 0) size = ImGui::GetFontSize();
  if (!end) end = text + std::strlen(text);
  if (text == end || (ink & IM_COL32_A_MASK) == 0) return;
  const ImVec2 room = font->CalcTextSizeA(size, FLT_MAX, wrap, text, end);
  ImVec4 clip = list._CmdHeader.ClipRect;
  if (fine_clip)
    clip = {std::max(clip.x, fine_clip->x), std::max(clip.y, fine_clip->y),
            std::min(clip.z, fine_clip->z), std::min(clip.w, fine_clip->w)};
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  clip = {std::max(clip.x, 0.f), std::max(clip.y, 0.f), std::min(clip.z, display.x),
          std::min(clip.w, display.y)};
  const ImGuiWindow* window = ImGui::GetCurrentContext()->CurrentWindow;
  std::string line(text, end);  // as if it were one, with ordinary blanks
  std::ranges::replace(line, '\n', ' ');
  for (size_t at_blank; (at_blank = line.find("\u00A0")) != line.npos;)
    line.replace(at_blank, 2, " ");
  drawn.push_back({std::move(line),
                   window ? window->Name : "",
                   {at.x, at.y, at.x + room.x, at.y + room.y},
                   clip,
                   size,
                   scrolls(window)});
}

}  // namespace

extern "C" {
void SHORT_TEXT(__wrap_)(ImDrawList* list, const ImVec2& at, ImU32 ink, const char* text,
                         const char* end) {
  note(*list, nullptr, 0, at, ink, text, end, 0, nullptr);
  SHORT_TEXT(__real_)(list, at, ink, text, end);
}
void LONG_TEXT(__wrap_)(ImDrawList* list, const ImFont* font, float size, const ImVec2& at,
                        ImU32 ink, const char* text, const char* end, float wrap,
                        const ImVec4* fine_clip) {
  note(*list, font, size, at, ink, text, end, wrap, fine_clip);
  LONG_TEXT(__real_)(list, font, size, at, ink, text, end, wrap, fine_clip);
}
}

namespace test {

std::vector<DrawnText> take_drawn_texts() { return std::exchange(drawn, {}); }

std::vector<std::string> cut_texts(const std::vector<DrawnText>& all) {
  std::vector<std::string> cut;
  for (const DrawnText& one : all) {
    const float side = 1.5f, above = 0.2f * one.letters, below = 0.25f * one.letters;
    const bool sides = one.rect.x < one.clip.x - side || one.rect.z > one.clip.z + side;
    const bool ends = one.rect.y + above < one.clip.y || one.rect.w - below > one.clip.w;
    const bool away = one.rect.w <= one.clip.y || one.rect.y >= one.clip.w;
    if (one.scrolls ? !sides || away : !sides && !ends) continue;
    std::ostringstream said;
    said << one.window << ": \"" << one.text << "\" is at x " << one.rect.x << " to " << one.rect.z
         << ", y " << one.rect.y << " to " << one.rect.w << ", seen x " << one.clip.x << " to "
         << one.clip.z << ", y " << one.clip.y << " to " << one.clip.w;
    cut.push_back(said.str());
  }
  return cut;
}

}  // namespace test
