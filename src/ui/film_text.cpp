#include "ui/film_text.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ui/kit/widgets.h"

namespace ui {
namespace {

std::vector<std::string> lines_of(ImFont* font, float size, const std::string& caption,
                                  float width) {
  const std::string text = wrapped(font, size, caption, width);
  if (text.empty()) return {};
  const auto lines = base::split(text, '\n');
  return {lines.begin(), lines.end()};
}

void draw_lines(ImDrawList& list, ImFont* font, float size, const std::vector<std::string>& lines,
                ImVec2 middle_top, ImU32 ink) {
  for (const std::string& line : lines) {
    const float wide = font->CalcTextSizeA(size, FLT_MAX, 0, line.c_str()).x;
    list.AddText(font, size, {std::round(middle_top.x - 0.5f * wide), std::round(middle_top.y)},
                 ink, line.c_str());
    middle_top.y += 1.25f * size;
  }
}

}  // namespace

std::string caption_at(const std::vector<FilmCaption>& captions, double now) {
  std::string text;
  for (const FilmCaption& one : captions)
    if (one.from <= now) text = one.text;
  return text;
}

void draw_film_text(const Look& look, const FilmText& film, ImVec2 size) {
  const view::Palette& p = *look.palette;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const auto high = [](const std::vector<std::string>& lines, float letters) {
    return (1.25f * static_cast<float>(lines.size()) - 0.25f) * letters;
  };
  if (!film.title.empty()) {
    ImFont* font = look.fonts.large;
    const float letters = std::round(size.y / 14);
    const auto lines = lines_of(font, letters, film.title, 0.84f * size.x);
    list.AddRectFilled({0, 0}, size, color(p.window));
    const float top = 0.47f * size.y - 0.5f * high(lines, letters);
    draw_lines(list, font, letters, lines, {0.5f * size.x, top}, color(p.text));
    const float under = std::round(top + high(lines, letters) + 0.6f * letters);
    fill({0.5f * size.x - letters, under}, {2 * letters, std::max(2.f, std::round(size.y / 180))},
         p.accent, 0, list);
    return;
  }
  if (film.bottom_margin <= 0) return;
  list.AddRectFilled({0, size.y - film.bottom_margin}, size, color(p.window));
  if (film.caption.empty()) return;
  ImFont* font = look.fonts.reading;
  float letters = std::round(0.56f * film.bottom_margin);
  auto lines = lines_of(font, letters, film.caption, 0.96f * size.x);
  if (lines.size() > 1) {
    letters = std::round(0.4f * film.bottom_margin);
    lines = lines_of(font, letters, film.caption, 0.96f * size.x);
  }
  const float top = size.y - 0.5f * (film.bottom_margin + high(lines, letters));
  draw_lines(list, font, letters, lines, {0.5f * size.x, top}, color(p.text));
}

float film_mark_width(const Look& look) { return 5 * em(look); }

void draw_film_mark(const Look& look, double seconds, const Rect& bar) {
  const view::Palette& p = *look.palette;
  const float unit = em(look);
  const int whole = static_cast<int>(seconds);
  const std::string time =
      base::format("{}:{}{}", whole / 60, whole % 60 < 10 ? "0" : "", whole % 60);
  const float right = bar.x + bar.width - 0.8f * unit, middle = bar.y + 0.5f * bar.height;
  const float left = std::round(right - text_size(look.fonts.body, time).x);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddCircleFilled({left - 0.9f * unit, std::round(middle)}, 0.38f * unit, color(p.alarm), 24);
  draw_text(look.fonts.body, {left, std::round(middle - 0.5f * unit)}, p.text, time, list);
}

}  // namespace ui
