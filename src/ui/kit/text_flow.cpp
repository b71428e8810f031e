#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr float line_spacing = 1.22f, paragraph_spacing = 0.5f;  // as fractions of the font's size
constexpr std::string_view spaces = " \n";

bool is_number(std::string_view word) {
  return word.find_first_of("0123456789") != word.npos &&
         word.find_first_not_of("0123456789.,:;-+()\u2212·⁰¹²³⁴⁵⁶⁷⁸⁹⁻") == word.npos;
}

bool ends_clause(std::string_view word) { return word.find_last_of(".,:;?!") == word.size() - 1; }

/// Returns whether two words belong on one line.
bool are_one(std::string_view word, std::string_view next) {
  constexpr std::string_view signs[] = {"=", ":=", "<", ">", "≤", "≥", "≈", "×", "→", "+", "−"};
  if (is_number(word) && is_number(next)) return word.back() == ',' || !ends_clause(word);
  constexpr size_t longest = 5;  // letters: "Dₘₐₓ 0.2", "error 3"; "between 10" may be parted
  const bool near = is_number(word) || (is_number(next) && base::letter_count(word) <= longest);
  if (near && !ends_clause(word)) return true;
  return std::ranges::find(signs, word) != std::end(signs) ||
         (next != "→" && std::ranges::find(signs, next) != std::end(signs));
}

/// Returns how many of its bytes fit: whole letters, at least one.
size_t fitting(const ImFont* font, float size, std::string_view s, float width) {
  const char* rest = s.data();
  font->CalcTextSizeA(size, width, 0, s.data(), s.data() + s.size(), &rest);
  auto bytes = static_cast<size_t>(rest - s.data());
  for (bytes = std::max<size_t>(bytes, 1); bytes < s.size() && (s[bytes] & 0xC0) == 0x80;) ++bytes;
  return bytes;
}

}  // namespace

std::string wrapped(const ImFont* font, float size, std::string_view text, float width,
                    float indent) {
  const auto wide = [&](std::string_view s) {
    return font->CalcTextSizeA(size, FLT_MAX, 0, s.data(), s.data() + s.size()).x;
  };
  std::string result;
  size_t line = 0;  // start of the current line in `result`
  const auto fits = [&](std::string_view more) {
    return (line == 0 ? indent : 0) + wide(result.substr(line).append(more)) <= width;
  };
  const auto end_line = [&] {
    while (result.size() > line && result.back() == ' ') result.pop_back();
    result += '\n';
    line = result.size();
  };
  while (!text.empty()) {
    if (text.front() == '\n') {
      end_line();
      text.remove_prefix(1);
      continue;
    }
    size_t end = 0;  // end of a piece: words that belong together, without preceding spaces
    const size_t begin = std::min(text.find_first_not_of(' '), text.size());
    for (size_t word = begin;;) {
      end = std::min(text.find_first_of(spaces, word), text.size());
      const size_t next = end + 1;
      if (next >= text.size() || text[end] != ' ' || text[next] == ' ' || text[next] == '\n') break;
      const size_t next_end = std::min(text.find_first_of(spaces, next), text.size());
      const bool joined =
          are_one(text.substr(word, end - word), text.substr(next, next_end - next));
      if (!joined || wide(text.substr(begin, next_end - begin)) > width) break;
      word = next;
    }
    std::string_view piece = text.substr(begin, end - begin);
    if (fits(text.substr(0, end))) {
      result += text.substr(0, end);
    } else {
      if (result.size() > line || (line == 0 && indent > 0)) end_line();
      for (; !piece.empty() && !is_number(piece) && wide(piece) > width;
           piece.remove_prefix(fitting(font, size, piece, width))) {
        result += piece.substr(0, fitting(font, size, piece, width));
        end_line();
      }
      result += piece;
    }
    text.remove_prefix(end);
  }
  return result;
}

void text(std::string_view s) {
  const ImGuiWindow& window = *ImGui::GetCurrentWindow();
  if (window.DC.TextWrapPos < 0) return ImGui::TextUnformatted(s.data(), s.data() + s.size());
  const float width = ImGui::CalcWrapWidthForPos(window.DC.CursorPos, window.DC.TextWrapPos);
  const std::string lines = wrapped(ImGui::GetFont(), ImGui::GetFontSize(), s, width);
  ImGui::PushTextWrapPos(-1);
  ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
  ImGui::PopTextWrapPos();
}

void text(ImFont* font, std::string_view s) {
  const TextStyle style(font);
  text(s);
}

void text(ImFont* font, const glm::vec4& ink, std::string_view s) {
  const TextStyle style(font, ink);
  text(s);
}

float draw_paragraphs(ImDrawList* list, ImFont* font, ImVec2 at, float width, Ink ink,
                      std::string_view text, float indent) {
  constexpr std::string_view between = "\n\n";  // paragraphs
  const float high = std::round(line_spacing * font->FontSize);
  const float more = std::round((line_spacing + paragraph_spacing) * font->FontSize) - high;
  float y = -more;
  while (!text.empty()) {
    const size_t end = std::min(text.find(between), text.size());
    std::string paragraph(base::trimmed(text.substr(0, end), spaces));
    text.remove_prefix(std::min(end + between.size(), text.size()));
    if (paragraph.empty()) continue;
    std::ranges::replace(paragraph, '\n', ' ');  // line breaks in a file have no meaning
    const std::string lines = wrapped(font, font->FontSize, paragraph, width, indent);
    y += more;
    for (const std::string_view line : base::split(lines, '\n')) {
      if (list) draw_text(font, {std::round(at.x + indent), at.y + y}, ink, line, *list);
      indent = 0;
      y += high;
    }
  }
  return std::max(y, high);
}

}  // namespace ui
