#include "ui/text_flow.h"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

constexpr float line_spacing = 1.22f, paragraph_spacing = 0.5f;  // of the font's size
constexpr std::string_view spaces = " \n";  // how a file breaks its lines means nothing

float width_of(const ImFont* font, std::string_view s) {
  return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, s.data(), s.data() + s.size()).x;
}

/// A paragraph; ImGui's own wrapping would break 0.3 behind the point.
struct Paragraph {
  ImDrawList* list;
  ImFont* font;
  ImVec2 start;
  float width;
  ImU32 ink;
  float x, y;

  void word(std::string_view s) {
    const float wide = width_of(font, s);
    if (x > 0 && x + wide > width) {
      x = 0;
      y += std::round(line_spacing * font->FontSize);
    }
    if (list)
      list->AddText(font, font->FontSize, {std::round(start.x + x), start.y + y}, ink, s.data(),
                    s.data() + s.size());
    x += wide + width_of(font, " ");
  }
};

}  // namespace

float read(ImDrawList* list, ImFont* font, ImVec2 at, float width, ImU32 ink, std::string_view text,
           float indent) {
  Paragraph flow{list, font, at, width, ink, indent, 0};
  for (size_t end; !text.empty(); text.remove_prefix(end)) {
    const size_t begin = text.find_first_not_of(spaces);
    if (begin == text.npos) break;
    if (flow.y + flow.x > indent && text.substr(0, begin).find("\n\n") != text.npos) {
      flow.x = 0;
      flow.y += std::round((line_spacing + paragraph_spacing) * font->FontSize);
    }
    end = std::min(text.find_first_of(spaces, begin), text.size());
    flow.word(text.substr(begin, end - begin));
  }
  return flow.y + std::round(line_spacing * font->FontSize);
}

}  // namespace ui
