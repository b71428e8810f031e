#include "ui/parameter_row.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "base/text.h"
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
  return is_special(p, default_value) ? slider_value(p, 0.5) : default_value;
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
  const bool is_word =
      p.source.empty() || (p.symbol.size() > 1 && title.find(p.symbol) != title.npos);
  return is_word && !p.symbol.empty() ? std::string() : title;
}

}  // namespace

/// One row while it is drawn.
struct ParameterRows::Line {
  ParameterRows& rows;
  const Look& look;
  const base::Parameter& parameter;
  double value, default_value;
  const RowText& text;
  ImVec2 at = ImGui::GetCursorScreenPos();         // top left
  float width = ImGui::GetContentRegionAvail().x;  // of the whole row, pixels
  float controls = 0;                              // right edge of the control
  float left = controls;                           // left edge of the control
  float lowered = 0;                               // for touch: how far the number is below the top
  RowEdit edit = {};
  float unit = em(look), gap = std::round(0.3f * unit), frame = ImGui::GetFrameHeight();

  float label_height() const { return lowered > 0 ? std::round(finger_label * unit) : frame; }
  bool is_off() const { return text.can_be_off && !text.enabled(); }
  const glm::vec4& ink() const {
    return text.enabled() ? look.palette->text : look.palette->text_dim;
  }
  /// Returns the word that the chip beside the number sets, or an empty word if there is no chip.
  std::string word() const { return std::string(text.can_be_off ? "off" : parameter.special); }
  void set(double wanted) {
    if (wanted == value && !is_off()) return;
    edit = {RowEdit::Kind::Set, wanted};
  }

  /// Draws the label left of the control: the symbol, and the words that it stands for if they fit.
  void draw_label() const {
    ImVec2 corner{at.x, at.y + centred(label_height(), unit)};
    const std::string name = label(parameter), dim = dim_label(parameter);
    if (!name.empty())
      corner.x += gap + symbol(look, corner,
                               shortened(look.fonts.body, name, left - gap - corner.x), ink());
    ImFont* font = look.fonts.small;
    const std::string shown = shortened(font, dim, left - gap - corner.x);
    if (shown != dim && !name.empty()) return;  // the symbol alone, rather than half of its words
    draw_text(font, {corner.x, at.y + 0.5f * (label_height() - font->FontSize)},
              look.palette->text_dim, shown);
  }

  void draw_choice() {
    float widest = 0;
    const std::vector<std::string_view>& choices = base::shown_choices(parameter);
    for (const std::string_view choice : choices)
      widest = std::max(widest, text_size(look.fonts.body, choice).x + 0.8f * unit);
    const float most = controls - at.x - std::round(4.2f * unit);
    const float wanted = widest * static_cast<float>(choices.size());
    const float list = widest + frame + 0.04f * unit;  // one choice and an arrow if not all fit
    const float wide = std::min(most, wanted > most ? list : std::max(wanted, 7 * unit));
    left = controls - wide;
    ImGui::SetCursorScreenPos({left, at.y});
    const int chosen = choose(look, "choice", choices, static_cast<int>(value), std::round(wide));
    if (chosen >= 0) set(chosen);
  }

  void draw_number() {
    const base::Parameter& p = parameter;
    float right = controls;
    if (!word().empty()) right -= chip_width(look, word()) + gap;
    left = right;
    const bool special = !text.can_be_off && is_special(p, value);
    if (!special) rows.ordinary_[std::string(p.key)] = value;

    if (rows.typing_ == p.key) {
      const float wide = std::round((text.compact ? value_width : 5.5f) * unit);
      left = right - wide;
      ImGui::SetCursorScreenPos({left, at.y + lowered});
      draw_typed(wide);
    } else if (!special) {
      const std::string number = number_text(p, value);
      const bool tight = p.unit.empty() || p.unit == "°" || p.unit == "×";
      const std::string unit_text = (tight ? "" : " ") + std::string(p.unit);
      ImFont* small = look.fonts.small;
      const ImVec2 size = text_size(look.fonts.body, number);
      const float top = at.y + lowered;
      left = right - size.x - text_size(small, unit_text).x;
      ImGui::SetCursorScreenPos({left, top});
      if (ImGui::InvisibleButton("value", {right - left, frame})) start_typing();
      if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
      const float y = top + centred(frame, unit);
      draw_text(look.fonts.body, {left, y}, ink(), number);
      draw_text(small, {left + size.x, y + unit - small->FontSize - 1}, look.palette->text_dim,
                unit_text);
    }

    const float track = std::round(track_height * unit);
    ImVec2 corner{at.x, at.y + frame};
    float length = width;
    if (lowered > 0) {
      left = right - std::round(finger_value * unit);  // the same for every number
      corner.y = at.y + number_row_height(look) - std::round(0.5f * (finger_height * unit + track));
      length = std::max(left - std::round(0.5f * unit) - corner.x, unit);
    }
    if (text.compact) {
      corner = {at.x + std::round(0.36f * (right - at.x)), at.y + centred(frame, track)};
      length = std::max(right - std::round((value_width + 0.3f) * unit) - corner.x, unit);
      left = corner.x;
    }
    ImGui::SetCursorScreenPos(corner);
    bool typed = false;
    const double shown = special ? ordinary_value(p, default_value) : value;
    const float position =
        slider_track(look, "slider", static_cast<float>(slider_position(p, shown)),
                     text.enabled() && !special, {length, track}, &typed);
    if (position >= 0) set(slider_value(p, position));
    if (text.enabled() || text.can_be_off) {
      const TabStops::Keys keys = add_tab_stop(look, TabStops::Kind::Slider);
      if (keys.x != 0) set(special || is_off() ? shown : slider_moved(p, shown, keys.slid()));
      typed |= keys.types;
    }
    if (typed) start_typing();
    if (!word().empty()) draw_word();
  }

  void draw_word() {
    ImGui::SetCursorScreenPos({controls - chip_width(look, word()), at.y + lowered});
    const bool on = text.can_be_off ? is_off() : is_special(parameter, value);
    if (!chip(look, word(), on)) return;
    if (text.can_be_off && on) return set(value);
    if (text.can_be_off) {
      edit.kind = RowEdit::Kind::Off;
      return;
    }
    const auto last = rows.ordinary_.find(parameter.key);
    set(!on                            ? parameter.special_value
        : last != rows.ordinary_.end() ? last->second
                                       : ordinary_value(parameter, default_value));
  }

  void start_typing() {
    rows.typing_ = parameter.key;
    rows.typing_frames_ = 0;
    std::snprintf(rows.typed_, sizeof rows.typed_, "%s", base::to_text(parameter, value).c_str());
  }

  void draw_typed(float typed_width) {
    if (rows.typing_frames_++ == 0) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(typed_width);
    const bool entered =
        ImGui::InputText("##typed", rows.typed_, sizeof rows.typed_,
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    const bool ended = rows.typing_frames_ > 3 && !ImGui::IsItemActive();
    if (!entered && !ended) return;
    rows.typing_.clear();
    if (!entered && !ImGui::IsItemDeactivatedAfterEdit()) return;
    try {
      set(base::parse(parameter, rows.typed_));
    } catch (const base::Error&) {
      edit = {RowEdit::Kind::Refused, 0,
              base::format("{} cannot be {}; expected {}.", base::capitalized(name_of(parameter)),
                           base::in_quotes(rows.typed_), base::allowed_text(parameter))};
    }
  }
};

float symbol(const Look& look, ImVec2 at, std::string_view s, const glm::vec4& ink) {
  const size_t low = s.find('_');
  const auto part = [&](ImFont* font, float size, ImVec2 corner, std::string_view piece) {
    const char *first = piece.data(), *last = first + piece.size();
    ImGui::GetWindowDrawList()->AddText(font, size, corner, color(ink), first, last);
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
    text(look.fonts.body, look.palette->accent, row.formula);
  }
  ImGui::Dummy({0, 0.1f * em(look)});
  std::string facts = "Allowed: " + base::allowed_text(p);
  if (!p.unit.empty() && p.choices.empty()) facts += base::format(", in {}", p.unit);
  facts += "\nDefault: " + value_text(p, default_value);
  if (!p.source.empty()) facts += base::format("\nSource: {}", p.source);
  if (p.key.find(' ') == p.key.npos) facts += base::format("\nKey: {}", p.key);  // as in files
  text(look.fonts.small, look.palette->text_dim, facts);
}

float number_row_height(const Look& look) {
  if (look.fingers) return std::round(finger_row * em(look));
  return ImGui::GetFrameHeight() + std::round(track_height * em(look));
}

RowEdit ParameterRows::draw(const Look& look, const base::Parameter& parameter, double value,
                            double default_value, const RowText& row) {
  const IdScope scope(parameter.key);
  Line line{*this, look, parameter, value, default_value, row};
  const bool label_helps = row.compact || look.fingers;
  const float unit = line.unit, gap = line.gap, frame = line.frame;
  const float help = label_helps ? -gap : std::round(1.15f * unit), undo = std::round(1.2f * unit);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, std::round(0.2f * unit)));

  // These are placed from the right: help, reset if the value differs, then the control, which Tab
  // reaches first.
  if (!label_helps) {
    ImGui::SetCursorScreenPos({line.at.x + line.width - help, line.at.y});
    const Rect whole{ImGui::GetWindowPos().x, line.at.y, ImGui::GetWindowWidth(), frame};
    if (const Tooltip tip = begin_help(look, "help", whole))
      parameter_help(look, parameter, default_value, row);
  }
  line.left = line.controls = line.at.x + line.width - help - undo - 2 * gap;
  const bool number = parameter.choices.empty() && !row.compact;
  if (number) line.lowered = centred(number_row_height(look), frame) * look.fingers;
  if (parameter.is_toggle()) {
    line.left = line.controls - std::round(3.6f * std::round(0.5f * unit));
    ImGui::SetCursorScreenPos({line.left, line.at.y});
    if (toggle_switch(look, "switch", value != 0)) line.set(value == 0);
  } else if (!parameter.choices.empty()) {
    line.draw_choice();
  } else {
    line.draw_number();
  }
  if (value != default_value) {
    ImGui::SetCursorScreenPos(
        {line.controls + gap, line.at.y + line.lowered + centred(frame, undo)});
    if (icon_button(look, "reset", Icon::Undo, undo, false)) line.edit.kind = RowEdit::Kind::Reset;
    tooltip(look, "Reset to " + value_text(parameter, default_value));
  }
  line.draw_label();
  if (label_helps) {
    ImGui::SetCursorScreenPos(line.at);
    ImGui::InvisibleButton("label", {std::max(line.left - line.at.x, 1.f), line.label_height()});
    if (const Tooltip tip = begin_tooltip(look))
      parameter_help(look, parameter, default_value, row);
  }
  ImGui::PopStyleVar();
  occupy(line.at, {line.width, number ? number_row_height(look) : frame});
  return line.edit;
}

}  // namespace ui
