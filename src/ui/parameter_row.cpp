#include "ui/parameter_row.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "base/text.h"
#include "ui/input/keyboard.h"
#include "ui/kit/format.h"

namespace ui {
namespace {

bool is_special(const base::Parameter& p, double value) {
  return !p.special.empty() && value == p.special_value;
}

constexpr float track_height = 1;  // em
// For touch, the number is beside the slider, whose band has space around its line.
constexpr float finger_row = 3.5f, finger_label = 1.4f, finger_value = 4.2f;  // em
constexpr float value_width = 4.4f;  // em, of a compact row

/// Returns a number to start from when a special word is replaced by a number.
double ordinary_value(const base::Parameter& p, double default_value) {
  if (!is_special(p, default_value)) return default_value;
  return slider_value(p, 0.5);
}

/// Returns the label: the symbol, capitalised if it is a word.
std::string label(const base::Parameter& p) {
  const std::string_view s = p.symbol;
  const bool word = s.size() > 3 && std::ranges::all_of(s, [](char c) {
                      return c == ' ' || (c >= 'a' && c <= 'z');
                    });
  return word ? base::capitalized(s) : std::string(s);
}

/// Returns the words that the symbol stands for; empty if it is a word itself.
std::string dim_label(const base::Parameter& p) {
  const std::string title = title_of(p);
  const bool is_word = p.source.empty() || title.find(p.symbol) != title.npos;
  return is_word && !p.symbol.empty() && p.symbol != "J" ? std::string() : title;
}

}  // namespace

struct ParameterRows::Line {
  const Look& look;
  const base::Parameter& parameter;
  double value, default_value;
  const RowText& text;
  ImVec2 at;              // top left
  float width;            // of the whole row, pixels
  float controls;         // right edge of the control
  float left = controls;  // left edge of the control
  float lowered = 0;      // for touch: how far the number is below the top
  RowEdit edit = {};

  float label_height() const {
    return lowered > 0 ? std::round(finger_label * em(look)) : ImGui::GetFrameHeight();
  }
  bool is_off() const { return text.can_be_off && !text.enabled(); }
  /// Returns the word that the chip beside the number sets, or an empty word if there is no chip.
  std::string_view word() const { return text.can_be_off ? "off" : parameter.special; }
  void set(double wanted) {
    if (wanted == value && !is_off()) return;
    edit = {RowEdit::Kind::Set, wanted};
  }
};

float symbol(const Look& look, ImVec2 at, std::string_view s, const glm::vec4& ink) {
  const size_t low = s.find('_');
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto part = [&](ImFont* font, float size, ImVec2 corner, std::string_view piece) {
    const char *first = piece.data(), *last = first + piece.size();
    list.AddText(font, size, corner, color(ink), first, last);
    return std::ceil(font->CalcTextSizeA(size, FLT_MAX, 0, first, last).x);
  };
  const float unit = em(look);
  const float width = part(look.fonts.body, unit, at, s.substr(0, low));
  if (low == s.npos) return width;
  const float low_size = std::round(0.78f * unit);
  return width + part(look.fonts.small, low_size, {at.x + width, at.y + std::round(0.38f * unit)},
                      s.substr(low + 1));
}

void parameter_help(const Look& look, const base::Parameter& p, double default_value,
                    const RowText& row) {
  text(look.fonts.strong,
       p.symbol.empty() ? title_of(p)
                        : subscript(label(p)) + (dim_label(p).empty() ? "" : "  " + dim_label(p)));
  text(p.explanation);
  if (!row.off.empty() && !row.can_be_off) text(row.off);
  if (!row.formula.empty()) {
    ImGui::Dummy({0, 0.1f * em(look)});
    const TextStyle style(look.fonts.body, look.palette->accent);
    text(row.formula);
  }
  ImGui::Dummy({0, 0.1f * em(look)});
  std::string facts = "Allowed: " + base::allowed_text(p);
  if (!p.unit.empty() && p.choices.empty()) facts += ", in " + std::string(p.unit);
  facts += "\nDefault: " + value_text(p, default_value);
  if (!p.source.empty()) facts += "\nSource: " + std::string(p.source);
  if (p.key.find(' ') == p.key.npos)
    facts += "\nKey: " + std::string(p.key);  // the key used in files
  const TextStyle style(look.fonts.small, look.palette->text_dim);
  text(facts);
}

float number_row_height(const Look& look) {
  if (look.fingers) return std::round(finger_row * em(look));
  return ImGui::GetFrameHeight() + std::round(track_height * em(look));
}

RowEdit ParameterRows::draw(const Look& look, const base::Parameter& parameter, double value,
                            double default_value, const RowText& row) {
  const float unit = em(look), gap = std::round(0.3f * unit);
  const std::string id(parameter.key);
  ImGui::PushID(id.c_str());
  Line line{look,
            parameter,
            value,
            default_value,
            row,
            ImGui::GetCursorScreenPos(),
            ImGui::GetContentRegionAvail().x,
            0};
  const bool label_helps = row.compact || look.fingers;
  const float frame = ImGui::GetFrameHeight(), help = label_helps ? -gap : std::round(1.15f * unit);
  const float undo = std::round(1.2f * unit);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, std::round(0.2f * unit)));

  // These are placed from the right: help, reset if the value differs, then the control, which Tab
  // reaches first.
  if (!label_helps) {
    ImGui::SetCursorScreenPos({line.at.x + line.width - help, line.at.y});
    if (begin_help(look, "help",
                   {ImGui::GetWindowPos().x, line.at.y, ImGui::GetWindowWidth(), frame})) {
      parameter_help(look, parameter, default_value, row);
      end_tooltip();
    }
  }
  line.left = line.controls = line.at.x + line.width - help - undo - 2 * gap;
  const bool number = parameter.choices.empty() && !row.compact;
  if (number) line.lowered = std::round(0.5f * (number_row_height(look) - frame)) * look.fingers;
  if (parameter.is_toggle()) {
    draw_switch(line);
  } else if (!parameter.choices.empty()) {
    draw_choice(line);
  } else {
    draw_number(line);
  }
  if (value != default_value) {
    ImGui::SetCursorScreenPos(
        {line.controls + gap, line.at.y + line.lowered + std::round(0.5f * (frame - undo))});
    if (icon_button(look, "reset", Icon::Undo, undo, false)) line.edit.kind = RowEdit::Kind::Reset;
    tooltip(look, "Reset to " + value_text(parameter, default_value));
  }
  draw_label(line);
  if (label_helps) draw_label_help(line);
  ImGui::PopStyleVar();
  occupy(line.at, {line.width, number ? number_row_height(look) : frame});
  ImGui::PopID();
  return line.edit;
}

/// Draws the label left of the control: the symbol, and the words that it stands for if they fit.
void ParameterRows::draw_label(const Line& line) {
  const Look& look = line.look;
  const float unit = em(look), gap = std::round(0.3f * unit);
  const float frame = line.label_height();
  const glm::vec4& ink = line.text.enabled() ? look.palette->text : look.palette->text_dim;
  ImVec2 at{line.at.x, line.at.y + std::round(0.5f * (frame - unit))};
  const std::string name = label(line.parameter), dim = dim_label(line.parameter);
  if (!name.empty())
    at.x += gap + symbol(look, at, shortened(look.fonts.body, name, line.left - gap - at.x), ink);
  ImFont* font = look.fonts.small;
  const std::string shown = shortened(font, dim, line.left - gap - at.x);
  if (shown != dim && !name.empty()) return;  // the symbol alone, rather than half of its words
  draw_text(*ImGui::GetWindowDrawList(), font, {at.x, line.at.y + 0.5f * (frame - font->FontSize)},
            look.palette->text_dim, shown);
}

void ParameterRows::draw_label_help(const Line& line) {
  ImGui::SetCursorScreenPos(line.at);
  ImGui::InvisibleButton("label", {std::max(line.left - line.at.x, 1.f), line.label_height()});
  if (!begin_tooltip(line.look)) return;
  parameter_help(line.look, line.parameter, line.default_value, line.text);
  end_tooltip();
}

void ParameterRows::draw_switch(Line& line) {
  const float width = std::round(3.6f * std::round(0.5f * em(line.look)));
  line.left = line.controls - width;
  ImGui::SetCursorScreenPos({line.left, line.at.y});
  if (toggle_switch(line.look, "switch", line.value != 0)) line.set(line.value == 0);
}

void ParameterRows::draw_choice(Line& line) {
  const float unit = em(line.look);
  float widest = 0;
  const std::vector<std::string_view>& choices = base::shown_choices(line.parameter);
  for (const std::string_view choice : choices)
    widest = std::max(widest, text_size(line.look.fonts.body, choice).x + 0.8f * unit);
  const float most = line.controls - line.at.x - std::round(4.2f * unit);
  const float wanted = widest * static_cast<float>(choices.size());
  const float list = widest + ImGui::GetFrameHeight() +
                     0.04f * unit;  // one choice and an arrow if not all choices fit
  const float width = std::min(most, wanted > most ? list : std::max(wanted, 7 * unit));
  line.left = line.controls - width;
  ImGui::SetCursorScreenPos({line.left, line.at.y});
  const int chosen =
      choose(line.look, "choice", choices, static_cast<int>(line.value), std::round(width));
  if (chosen >= 0) line.set(chosen);
}

void ParameterRows::draw_number(Line& line) {
  const Look& look = line.look;
  const base::Parameter& p = line.parameter;
  const float unit = em(look);
  float right = line.controls;
  if (!line.word().empty())
    right -= chip_width(look, std::string(line.word()).c_str()) + std::round(0.3f * unit);
  line.left = right;
  const bool special = !line.text.can_be_off && is_special(p, line.value);
  if (!special) ordinary_[std::string(p.key)] = line.value;

  if (typing_ == p.key) {
    const float width = std::round((line.text.compact ? value_width : 5.5f) * unit);
    line.left = right - width;
    ImGui::SetCursorScreenPos({line.left, line.at.y + line.lowered});
    draw_typed(line, width);
  } else if (!special) {
    const std::string number = number_text(p, line.value);
    const bool tight = p.unit.empty() || p.unit == "°" || p.unit == "×";
    std::string unit_text(tight ? "" : " ");
    unit_text += p.unit;
    ImFont* small = look.fonts.small;
    const float unit_width = text_size(small, unit_text).x;
    const ImVec2 size = text_size(look.fonts.body, number);
    const float left = line.left = right - size.x - unit_width, top = line.at.y + line.lowered;
    ImGui::SetCursorScreenPos({left, top});
    if (ImGui::InvisibleButton("value", {right - left, ImGui::GetFrameHeight()}))
      start_typing(line);
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
    const glm::vec4& ink = line.text.enabled() ? look.palette->text : look.palette->text_dim;
    const float y = top + std::round(0.5f * (ImGui::GetFrameHeight() - unit));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText({left, y}, color(ink), number.c_str());
    draw_text(list, small, {left + size.x, y + unit - small->FontSize - 1}, look.palette->text_dim,
              unit_text);
  }

  const float track = std::round(track_height * unit);
  ImVec2 corner{line.at.x, line.at.y + ImGui::GetFrameHeight()};
  float length = line.width;
  if (line.lowered > 0) {
    line.left = right - std::round(finger_value * unit);  // the same for every number
    corner.y =
        line.at.y + number_row_height(look) - std::round(0.5f * (finger_height * unit + track));
    length = std::max(line.left - std::round(0.5f * unit) - corner.x, unit);
  }
  if (line.text.compact) {
    corner = {line.at.x + std::round(0.36f * (right - line.at.x)),
              line.at.y + std::round(0.5f * (ImGui::GetFrameHeight() - track))};
    length = std::max(right - std::round((value_width + 0.3f) * unit) - corner.x, unit);
    line.left = corner.x;
  }
  ImGui::SetCursorScreenPos(corner);
  bool typed = false;
  const double shown = special ? ordinary_value(p, line.default_value) : line.value;
  const float place = slider_track(look, "slider", static_cast<float>(slider_place(p, shown)),
                                   line.text.enabled() && !special, {length, track}, &typed);
  if (place >= 0) line.set(slider_value(p, place));
  if (line.text.enabled() || line.text.can_be_off) {
    const TabStops::Keys keys = add_tab_stop(look, TabStops::Kind::Slider);
    if (keys.x != 0)
      line.set(special || line.is_off() ? shown : slider_moved(p, shown, keys.slid()));
    typed |= keys.types;
  }
  if (typed) start_typing(line);
  if (!line.word().empty()) draw_word(line, line.controls);
}

void ParameterRows::draw_word(Line& line, float right) {
  const base::Parameter& p = line.parameter;
  const std::string word(line.word());
  ImGui::SetCursorScreenPos(
      {right - chip_width(line.look, word.c_str()), line.at.y + line.lowered});
  const bool on = line.text.can_be_off ? line.is_off() : is_special(p, line.value);
  if (!chip(line.look, word.c_str(), on)) return;
  if (line.text.can_be_off && on) {
    line.set(line.value);
  } else if (line.text.can_be_off) {
    line.edit.kind = RowEdit::Kind::Off;
  } else if (!on) {
    line.set(p.special_value);
  } else if (const auto last = ordinary_.find(p.key); last != ordinary_.end()) {
    line.set(last->second);
  } else {
    line.set(ordinary_value(p, line.default_value));
  }
}

void ParameterRows::start_typing(const Line& line) {
  typing_ = line.parameter.key;
  typing_frames_ = 0;
  std::snprintf(typed_, sizeof typed_, "%s", base::to_text(line.parameter, line.value).c_str());
}

void ParameterRows::draw_typed(Line& line, float width) {
  if (typing_frames_++ == 0) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  const bool entered =
      ImGui::InputText("##typed", typed_, sizeof typed_,
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool left = typing_frames_ > 3 && !ImGui::IsItemActive();
  if (!entered && !left) return;
  typing_.clear();
  if (!entered && !ImGui::IsItemDeactivatedAfterEdit()) return;
  try {
    line.set(base::parse(line.parameter, typed_));
  } catch (const base::Error&) {
    line.edit = {RowEdit::Kind::Refused, 0,
                 base::capitalized(name_of(line.parameter)) + " cannot be " +
                     base::in_quotes(typed_) + "; expected " + base::allowed_text(line.parameter) +
                     "."};
  }
}

}  // namespace ui
