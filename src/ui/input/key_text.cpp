#include "ui/input/key_text.h"

#include <algorithm>

#include "ik/methods/method.h"

namespace ui {
namespace {

/// Returns the keys of an action or a method; empty if there is none of that name.
std::string key_named(std::string_view name) {
  for (const Shortcut& shortcut : shortcuts())
    if (shortcut.name == name) return std::string(shortcut.shown);
  int place = 0;
  for (const ik::MethodInfo* method : ik::methods()) {
    if (method->name == name) return shown_key(Action::ChooseMethod, place);
    ++place;
  }
  return {};
}

}  // namespace

std::string with_keys(std::string_view text, bool touched) {
  constexpr std::string_view before = " (", after = ")";
  std::string result;
  while (!text.empty()) {
    const size_t open = text.find('{'), close = text.find('}', open);
    if (close == text.npos) break;
    const std::string_view name = text.substr(open + 1, close - open - 1);
    const std::string key = key_named(name);
    const std::string_view left = text.substr(0, open), right = text.substr(close + 1);
    if (touched && !key.empty() && left.ends_with(before) && right.starts_with(after)) {
      result += left.substr(0, left.size() - before.size());
      text = right.substr(after.size());
      continue;
    }
    result += left;
    result += key.empty() ? std::string(text.substr(open, close - open + 1)) : key;
    text = right;
  }
  return result.append(text);
}

bool is_of_browser(Chord chord) {
  if (chord.key == key::f12) return true;
  constexpr int with_ctrl[] = {'R',
                               'T',
                               'N',
                               'W',
                               'L',
                               '+',
                               '=',
                               '-',
                               '0',
                               key::tab,
                               key::page_up,
                               key::page_down,
                               key::keypad_add,
                               key::keypad_subtract,
                               key::keypad_0};
  constexpr int with_shift[] = {'I', 'J', 'C'};
  return chord.ctrl &&
         (std::ranges::find(with_ctrl, chord.key) != std::end(with_ctrl) ||
          (chord.shift && std::ranges::find(with_shift, chord.key) != std::end(with_shift)));
}

std::string shown_key(const Shortcut& shortcut, bool in_page) {
  if (!in_page || !is_of_browser(shortcut.chords.front())) return std::string(shortcut.shown);
  const auto left = std::ranges::find_if_not(shortcut.chords, is_of_browser);
  return left == shortcut.chords.end() ? "" : name(*left);
}

std::string shown_key(Action action, int argument, bool in_page) {
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.action != action) continue;
    if (!shortcut.choice && shortcut.argument != argument) continue;
    if (!shortcut.choice) return shown_key(shortcut, in_page);
    if (argument >= static_cast<int>(shortcut.chords.size())) return {};
    const Chord& chord = shortcut.chords[static_cast<size_t>(argument)];
    if (in_page && is_of_browser(chord)) return {};
    return chord.shift ? "⇧" + name({chord.key}) : name(chord);
  }
  return {};
}

}  // namespace ui
