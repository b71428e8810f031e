#include "ui/input/pointer.h"

#include <algorithm>
#include <cmath>

#include "ui/kit/widgets.h"

namespace ui {
namespace {

constexpr float ring_seconds = 0.6f, key_seconds = 1.6f, fade_seconds = 0.25f;
constexpr float badge_pad = 0.7f;  // em

float key_letters(const Look& look) { return std::round(1.5f * em(look)); }

float key_width(ImFont* of, float high, const std::string& s) {
  return of->CalcTextSizeA(high, FLT_MAX, 0, s.c_str()).x;
}

float cap_width(const Look& look, const std::string& key) {
  return std::max(key_width(look.fonts.strong, key_letters(look), key) + 1.2f * em(look),
                  1.8f * key_letters(look));
}

}  // namespace

void InputDisplay::press(Chord chord) {
  const std::string pressed = name(chord);
  if (pressed.empty()) return;  // for example, Shift alone
  key_ = pressed;
  const Hit hit = find_shortcut(chord);
  meaning_ = hit.shortcut ? hit.shortcut->description : "";
  key_age_ = 0;
}

Rect InputDisplay::badge(const Look& look, const Rect& area) const {
  if (key_.empty()) return {};
  const float unit = em(look), pad = std::round(badge_pad * unit);
  const float high = std::round(1.5f * key_letters(look)) + 2 * pad;
  const float most = area.width - 2 * unit - cap_width(look, key_) - 2 * pad;
  float meaning_width = meaning_.empty() ? 0 : key_width(look.fonts.body, unit, meaning_) + pad;
  if (meaning_width > most) meaning_width = 0;  // shows the key alone
  return {area.x + unit, area.y + area.height - unit - high,
          cap_width(look, key_) + meaning_width + 2 * pad, high};
}

void InputDisplay::draw(const Look& look, const Rect& badge, float seconds) {
  const view::Palette& p = *look.palette;
  const float unit = em(look), line = 3 * hairline(look);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (Ring& ring : rings_) ring.age += seconds;
  std::erase_if(rings_, [](const Ring& ring) { return ring.age > ring_seconds; });
  for (int button = 0; button < 3; ++button) {
    if (ImGui::IsMouseClicked(button)) rings_.push_back({mouse});
    if (ImGui::IsMouseDown(button)) list.AddCircle(mouse, 0.9f * unit, color(p.accent), 32, line);
  }
  for (const Ring& ring : rings_) {
    const float part = look.reduced_motion ? 0 : ring.age / ring_seconds,
                eased = 1 - (1 - part) * (1 - part);
    list.AddCircle(ring.at, (0.9f + 1.6f * eased) * unit, color(p.accent, 1 - part), 40, line);
  }

  key_age_ += seconds;
  if (key_age_ > key_seconds) key_.clear();
  if (key_.empty() || badge.empty()) return;
  const float alpha =
      look.reduced_motion ? 1 : std::clamp((key_seconds - key_age_) / fade_seconds, 0.f, 1.f);
  ImFont* font = look.fonts.strong;
  const float size = key_letters(look), pad = std::round(badge_pad * unit),
              cap = cap_width(look, key_);
  const float high = badge.height - 2 * pad;
  const ImVec2 a{badge.x, badge.y};
  fill(a, {badge.width, badge.height}, color(p.panel, 0.92f * alpha), 0.4f * unit, list);
  const ImVec2 b{a.x + pad, a.y + pad};
  fill(b, {cap, high}, color(p.raised, alpha), 0.3f * unit, list);
  list.AddRect(b, {b.x + cap, b.y + high}, color(p.text_dim, alpha), 0.3f * unit, 0,
               hairline(look));
  list.AddText(font, size,
               {std::round(b.x + 0.5f * (cap - key_width(font, size, key_))),
                std::round(b.y + 0.5f * (high - size))},
               color(p.text, alpha), key_.c_str());
  if (badge.width <= cap + 2 * pad + 1) return;
  draw_text(look.fonts.body, {b.x + cap + pad, std::round(b.y + 0.5f * (high - unit))},
            color(p.text, alpha), meaning_, list);
}

}  // namespace ui
