#include "ui/kit/widgets.h"

#include <imgui_internal.h>

#include <cmath>

#include "ui/kit/format.h"

namespace ui {
namespace {

constexpr float cap_height = 1.25f;  // em

const glm::vec4& surface(const view::Palette& p, bool raised) {
  if (ImGui::IsItemActive()) return p.pressed;
  if (ImGui::IsItemHovered()) return p.hovered;
  static constexpr glm::vec4 none{0};
  return raised ? p.raised : none;
}

/// Draws the edge of a control in the high-contrast theme.
void outline(const Look& look, ImVec2 at, ImVec2 size,
             float rounding = ImGui::GetStyle().FrameRounding) {
  if (!look.palette->outlined) return;
  ImGui::GetWindowDrawList()->AddRect(at, {at.x + size.x, at.y + size.y},
                                      color(look.palette->border), rounding, 0, hairline(look));
}

}  // namespace

float pressed_height(const Look& look, float height) {
  return std::round(std::max(height, look.fingers ? finger_height : 0) * em(look));
}

bool click_area(std::string_view id, ImVec2 at, ImVec2 size) {
  ImGui::SetCursorScreenPos(at);
  return ImGui::InvisibleButton(std::string(id).c_str(),
                                {std::max(size.x, 1.f), std::max(size.y, 1.f)});
}

bool invisible_button(const Look& look, const char* id, ImVec2 size) {
  const float more = look.fingers ? 0.5f * (finger_height * em(look) - size.y) : 0;
  if (more <= 0) return ImGui::InvisibleButton(id, size);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::ItemSize(size);
  const ImGuiID item = ImGui::GetID(id);
  const ImRect band({at.x, at.y - more}, {at.x + size.x, at.y + size.y + more});
  bool hovered = false, held = false;
  return ImGui::ItemAdd(band, item) && ImGui::ButtonBehavior(band, item, &hovered, &held);
}

TabStops::Keys add_tab_stop(const Look& look, TabStops::Kind kind) {
  return look.stops ? look.stops->add(look, kind) : TabStops::Keys{};
}

void push_strong_button(const glm::vec4& ground, const glm::vec4& ink) {
  for (const ImGuiCol part : {ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_ButtonActive})
    ImGui::PushStyleColor(part, color4(ground));
  ImGui::PushStyleColor(ImGuiCol_Text, color4(ink));
}

bool button(const Look& look, std::string_view label, ImVec2 size, TabStops::Kind kind) {
  const bool accent = kind == TabStops::Kind::Default;
  if (accent) push_strong_button(look.palette->accent, look.palette->accent_text);
  const bool clicked = ImGui::Button(std::string(label).c_str(), size);
  if (accent) ImGui::PopStyleColor(4);
  add_tab_stop(look, kind);
  return clicked;
}

bool list_line(const Look& look, std::string_view id, ImVec2 size, bool selected, float longer) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = click_area(id, at, size);
  add_tab_stop(look);
  if (selected || ImGui::IsItemHovered())
    fill(at, {size.x + longer, size.y}, selected ? look.palette->hovered : look.palette->raised);
  return clicked;
}

float em(const Look& look) { return look.fonts.body ? look.fonts.body->FontSize : 16; }

float hairline(const Look& look) { return std::max(1.f, std::round(em(look) / 16)); }

ImVec2 text_size(ImFont* font, std::string_view s) {
  const ImVec2 size =
      font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, s.data(), s.data() + s.size());
  return {std::ceil(size.x), size.y};
}

void draw_text(ImFont* font, ImVec2 at, Ink ink, std::string_view s, ImDrawList& list) {
  list.AddText(font, font->FontSize, at, ink, s.data(), s.data() + s.size());
}

void draw_line(ImFont* font, ImVec2 at, float height, Ink ink, std::string_view s,
               ImDrawList& list) {
  draw_text(font, {at.x, at.y + centred(height, font->FontSize)}, ink, s, list);
}

void draw_centred(ImFont* font, ImVec2 at, ImVec2 size, Ink ink, std::string_view s) {
  const ImVec2 own = text_size(font, s);
  const ImVec2 corner{at.x + 0.5f * (size.x - own.x), at.y + 0.5f * (size.y - own.y)};
  draw_text(font, {std::round(corner.x), std::round(corner.y)}, ink, s);
}

void fill(ImVec2 at, ImVec2 size, Ink ink, float rounding, ImDrawList& list) {
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ink, rounding);
}

void occupy(ImVec2 at, ImVec2 size) {
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(size);
}

std::string shortened(ImFont* font, std::string text, float room) {
  return shortened(std::move(text), room,
                   [font](const std::string& s) { return text_size(font, s).x; });
}

std::string shortened(std::string text, double room,
                      const std::function<double(const std::string&)>& width) {
  text = shown_message(text);
  if (width(text) <= room) return text;
  const auto beginning = [&](size_t bytes) {  // whole letters
    while (bytes > 0 && (text[bytes] & 0xC0) == 0x80) --bytes;
    return text.substr(0, bytes) + "…";
  };
  size_t fits = 0;
  for (size_t beyond = text.size(); beyond - fits > 1;) {
    const size_t between = (fits + beyond) / 2;
    (width(beginning(between)) <= room ? fits : beyond) = between;
  }
  return beginning(fits);
}

bool section(const Look& look, const char* title, bool open_at_first, const char* word,
             bool* pressed) {
  const float unit = em(look);
  const view::Palette& p = *look.palette;
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID(title);
  if (storage.GetBool(ImGui::GetID("unfold"))) storage.SetBool(id, true);
  bool open = storage.GetBool(id, open_at_first);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x, height = pressed_height(look, 1.6f);
  const float width = room - (word ? chip_width(look, word) + 0.3f * unit : 0);
  if (ImGui::InvisibleButton(title, {std::max(width, 1.f), height})) {
    open = !open;
    storage.SetBool(id, open);
  }
  add_tab_stop(look);
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_icon(open ? Icon::Fold : Icon::Unfold, {at.x + 0.3f * unit, at.y + 0.5f * height},
            0.28f * unit, hovered ? p.text : p.text_dim);
  ImFont* font = look.fonts.strong;
  draw_line(font, {at.x + 0.9f * unit, at.y}, height, p.text, title);
  const float line_x = at.x + 1.4f * unit + text_size(font, title).x;
  const float line_y = std::round(at.y + 0.5f * height);
  if (line_x < at.x + width)
    list.AddRectFilled({line_x, line_y}, {at.x + width, line_y + hairline(look)}, color(p.border));
  if (word) {
    ImGui::SameLine(room - chip_width(look, word));
    *pressed = chip(look, word, false);
  }
  return open;
}

void fade_at_foot(const Look& look) {
  if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY() - 1) return;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  const float height = 1.5f * em(look), width = size.x - ImGui::GetStyle().ScrollbarSize;
  const ImU32 none = color(look.palette->panel, 0), full = color(look.palette->panel);
  ImGui::GetWindowDrawList()->AddRectFilledMultiColor(
      {at.x, at.y + size.y - height}, {at.x + width, at.y + size.y}, none, none, full, full);
}

void unfold_sections(bool on) { ImGui::GetStateStorage()->SetBool(ImGui::GetID("unfold"), on); }

void note(const Look& look, std::string_view s) {
  const TextStyle style(look.fonts.small, look.palette->text_dim);
  const bool wraps = ImGui::GetCurrentWindow()->DC.TextWrapPos >= 0;  // in a tooltip
  if (!wraps) ImGui::PushTextWrapPos(0);
  text(s);
  if (!wraps) ImGui::PopTextWrapPos();
}

bool icon_button(const Look& look, const char* id, Icon icon, float side, bool raised) {
  const view::Palette& p = *look.palette;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = invisible_button(look, id, {side, side});
  fill(at, {side, side}, surface(p, raised));
  if (raised) outline(look, at, {side, side});
  const bool strong = raised || ImGui::IsItemHovered();
  const float size = look.fingers && !raised ? std::min(side, 1.6f * em(look)) : side;
  draw_icon(icon, {at.x + 0.5f * side, at.y + 0.5f * side}, (raised ? 0.24f : 0.3f) * size,
            strong ? p.text : p.text_dim);
  add_tab_stop(look);
  return clicked;
}

bool icon_button(const Look& look, const char* id, Icon icon, ImVec2 at, float side, bool raised) {
  ImGui::SetCursorScreenPos(at);
  return icon_button(look, id, icon, side, raised);
}

int choose(const Look& look, const char* id, std::span<const std::string_view> choices, int chosen,
           float width, std::string_view otherwise) {
  const view::Palette& p = *look.palette;
  const float unit = em(look), height = ImGui::GetFrameHeight();
  const auto count = static_cast<float>(choices.size());
  float widest = 0, all = 0;
  const auto least = [&](std::string_view choice) {
    return text_size(look.fonts.body, choice).x + 0.7f * unit;
  };
  for (std::string_view choice : choices) {
    widest = std::max(widest, least(choice));
    all += least(choice);
  }
  int result = -1, by = 0;
  const IdScope scope(id);
  if (all > width) {
    ImGui::SetNextItemWidth(width);
    const std::string preview(chosen < 0 ? otherwise : choices[static_cast<size_t>(chosen)]);
    const bool open = ImGui::BeginCombo("##list", preview.c_str());
    if (!open) by = add_tab_stop(look).x;
    if (open) {
      const float between = pressed_height(look, 1.4f) - unit;
      ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.5f * unit, between));
      for (size_t i = 0; i < choices.size(); ++i)
        if (ImGui::Selectable(std::string(choices[i]).c_str(), static_cast<int>(i) == chosen))
          result = static_cast<int>(i);
      ImGui::PopStyleVar();
      ImGui::EndCombo();
    }
  } else {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    fill(at, {width, height}, p.raised);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    float edge = 0;
    for (size_t i = 0; i < choices.size(); ++i) {
      const float left = std::round(edge);
      edge += widest * count <= width ? width / count : least(choices[i]) + (width - all) / count;
      const ImVec2 corner{at.x + left, at.y}, size{std::round(edge) - left, height};
      if (i > 0) ImGui::SameLine();
      const std::string label(choices[i]);
      if (ImGui::InvisibleButton(label.c_str(), size)) result = static_cast<int>(i);
      const bool on = static_cast<int>(i) == chosen;
      if (on || ImGui::IsItemHovered()) fill(corner, size, on ? p.accent : p.hovered);
      draw_centred(look.fonts.body, corner, size, on ? p.accent_text : p.text, label);
    }
    ImGui::PopStyleVar();
    outline(look, at, {width, height});
    const ImVec2 end{at.x + width, at.y + height};
    if (look.stops) by = look.stops->add_row(look, ImGui::GetID("row"), at, end).x;
  }
  if (by != 0) result = std::clamp(chosen + by, 0, static_cast<int>(choices.size()) - 1);
  return result == chosen ? -1 : result;
}

bool toggle_switch(const Look& look, const char* id, bool on) {
  const view::Palette& p = *look.palette;
  const float unit = em(look), height = ImGui::GetFrameHeight();
  const float radius = std::round(0.5f * unit), width = std::round(3.6f * radius);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton(id, {width, height});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = std::round(at.y + 0.5f * height);
  const glm::vec4& track = on ? p.accent : hovered ? p.pressed : p.hovered;
  fill({at.x, y - radius}, {width, 2 * radius}, track, radius);
  outline(look, {at.x, y - radius}, {width, 2 * radius}, radius);
  list.AddCircleFilled({on ? at.x + width - radius : at.x + radius, y}, radius - 0.14f * unit,
                       color(on ? p.accent_text : p.text_dim), 24);
  add_tab_stop(look);
  return clicked;
}

float chip_width(const Look& look, std::string_view label) {
  return text_size(look.fonts.small, label).x + std::round(0.8f * em(look));
}

bool chip(const Look& look, std::string_view label, bool on) {
  const view::Palette& p = *look.palette;
  const float unit = em(look), height = ImGui::GetFrameHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = chip_width(look, label);
  const bool clicked = ImGui::InvisibleButton(std::string(label).c_str(), {width, height});
  const bool hovered = ImGui::IsItemHovered();
  constexpr float drawn = 1.8f;  // em; the touch area is higher than the drawn control
  const float inset = std::round(look.fingers ? 0.5f * (height - drawn * unit) : 0.15f * unit);
  const glm::vec4& ground = on ? p.accent : hovered ? p.hovered : p.raised;
  const glm::vec4& ink = on ? p.accent_text : hovered ? p.text : p.text_dim;
  const ImVec2 corner{at.x, at.y + inset}, drawn_size{width, height - 2 * inset};
  fill(corner, drawn_size, ground);
  outline(look, corner, drawn_size);
  draw_centred(look.fonts.small, at, {width, height}, ink, label);
  add_tab_stop(look);
  return clicked;
}

bool ChipRow::chip(std::string_view label, bool on) {
  const float gap = std::round(0.25f * em(look_)), width = chip_width(look_, label);
  if (next_ > 0 && next_ + gap + width <= end_) ImGui::SameLine(0, gap);
  next_ = ImGui::GetCursorScreenPos().x + width;
  return ui::chip(look_, label, on);
}

float key_cap_width(const Look& look, std::string_view s) {
  if (s.empty()) return 0;
  return std::max(std::round(cap_height * em(look)),
                  text_size(look.fonts.small, s).x + std::round(0.7f * em(look)));
}

void key_cap(const Look& look, ImVec2 at, std::string_view s, bool on_accent) {
  if (s.empty()) return;
  const ImVec2 size{key_cap_width(look, s), std::round(cap_height * em(look))};
  const glm::vec4& ink = on_accent ? look.palette->accent_text : look.palette->text_dim;
  ImGui::GetWindowDrawList()->AddRect(at, {at.x + size.x, at.y + size.y}, color(ink, 0.5f),
                                      ImGui::GetStyle().FrameRounding);
  draw_centred(look.fonts.small, at, size, ink, s);
}

void key_cap_at_right(const Look& look, ImVec2 at, ImVec2 size, std::string_view s,
                      bool on_accent) {
  key_cap(look,
          {at.x + size.x - key_cap_width(look, s) - 0.5f * em(look),
           at.y + centred(size.y, cap_height * em(look))},
          s, on_accent);
}

float slider_track(const Look& look, const char* id, float position, bool enabled, ImVec2 size,
                   bool* typed) {
  const view::Palette& p = *look.palette;
  const float knob = std::round(0.42f * em(look)),
              thick = std::max(2.f, std::round(0.2f * em(look)));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  invisible_button(look, id, size);
  const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  const float left = at.x + knob, width = std::max(size.x - 2 * knob, 1.f);
  float result = -1;
  if (ImGui::IsItemActivated() && (ImGui::GetIO().KeyCtrl || ImGui::IsMouseDoubleClicked(0))) {
    *typed = true;
    ImGui::ClearActiveID();
  } else if (active) {
    result = std::clamp((ImGui::GetIO().MousePos.x - left) / width, 0.f, 1.f);
    position = result;
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float y = std::round(at.y + 0.5f * size.y);
  const float x = std::round(left + std::clamp(position, 0.f, 1.f) * width);
  const auto bar = [&](float from, float to, ImU32 ink) {
    list.AddRectFilled({from, y - 0.5f * thick}, {to, y + 0.5f * thick}, ink, 0.5f * thick);
  };
  bar(at.x, at.x + size.x, color(p.hovered));
  if (!enabled) return result;
  bar(at.x, x, color(p.accent));
  if (hovered || active) list.AddCircleFilled({x, y}, 1.5f * knob, color(p.accent, 0.2f), 24);
  list.AddCircleFilled({x, y}, knob, color(p.accent), 24);
  return result;
}

}  // namespace ui
