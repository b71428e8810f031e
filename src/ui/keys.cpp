#include "ui/keys.h"

#include <algorithm>

namespace ui {

namespace {

/// 1 to 9, 0, and with Shift once more.
std::vector<Chord> method_keys() {
  std::vector<Chord> keys;
  for (const bool shift : {false, true})
    for (const char digit : std::string_view("1234567890")) keys.push_back({digit, false, shift});
  return keys;
}

}  // namespace

std::string_view title(KeyGroup group) {
  switch (group) {
    case KeyGroup::Simulation:
      return "Simulation";
    case KeyGroup::Hand:
      return "By hand";
    case KeyGroup::View:
      return "View";
    case KeyGroup::Window:
      return "Window";
  }
  return {};
}

const std::vector<Shortcut>& shortcuts() {
  using enum Action;
  using enum KeyGroup;
  static const std::vector<Shortcut> table{
      {ChooseMethod, Simulation, method_keys(), "1 … 9 0 ⇧1 …", "choose a method", false, true},
      {TogglePause, Simulation, {{' '}}, "Space", "pause, go on"},
      {SingleStep, Simulation, {{'.'}}, ".", "pause and make one step", true},
      {Restart, Simulation, {{'R'}}, "R", "restart from the start pose"},
      {Faster, Simulation, {{'+'}, {'=', false, true}, {key::keypad_add}}, "+", "faster", true},
      {Slower, Simulation, {{'-'}, {key::keypad_subtract}}, "-", "slower", true},
      {ResetParameters, Simulation, {{key::backspace}}, "Backspace", "reset all parameters"},
      {Perturb, Simulation, {{'X'}}, "X", "shake nlp out of a local minimum"},
      {OpenPicker, Simulation, {{'O', true}}, "Ctrl+O", "open a scene"},

      {NextTarget, Hand, {{key::tab}}, "Tab", "select a target, the next one"},
      {Guide,
       Hand,
       {{key::left}, {key::right}, {key::up}, {key::down}},
       "← → ↑ ↓",
       "move it along x and y",
       true},
      {GuideDepth, Hand, {{key::page_up}, {key::page_down}}, "PgUp PgDn", "and along z", true},
      {RemoveObstacle, Hand, {{key::del}}, "Del", "remove the selected obstacle"},

      {HomeView, View, {{'H'}}, "H", "home: the view the scene opens with"},
      {FrameBody, View, {{'F'}}, "F", "frame the body and its targets"},
      {ToggleTrails, View, {{'T'}}, "T", "trails"},
      {ToggleAxes, View, {{'A'}}, "A", "joint axes"},
      {ToggleControls, View, {{'C'}}, "C", "controls"},
      {TogglePlots, View, {{'P'}}, "P", "plots"},
      {ToggleExplain, View, {{'E'}}, "E", "explain: why it moves as it does"},
      {ToggleNumbers, View, {{'N'}}, "N", "numbers"},
      {ToggleTheme, View, {{'D'}}, "D", "dark or light"},

      {ScaleUp, Window, {{'=', true}, {'+', true}, {'=', true, true}}, "Ctrl+=", "larger", true},
      {ScaleDown, Window, {{'-', true}}, "Ctrl+-", "smaller", true},
      {ScaleReset, Window, {{'0', true}}, "Ctrl+0", "the monitor's own size"},
      {FullScreen, Window, {{key::f11}}, "F11", "full screen"},
      {SaveScene, Window, {{'S', true}}, "Ctrl+S", "save the scene as it stands"},
      {SaveSession, Window, {{'S', true, true}}, "Ctrl+Shift+S", "save all that was done"},
      {Screenshot, Window, {{key::f12}}, "F12", "save a picture of the window"},
      {Record, Window, {{key::f9}}, "F9", "record a film, end it"},
      {ToggleHelp,
       Window,
       {{key::f1}, {'/', false, true}, {'?'}, {'?', false, true}},
       "F1 or ?",
       "show these keys"},
      {Quit, Window, {{'Q', true}}, "Ctrl+Q", "quit"},
  };
  return table;
}

Hit find_shortcut(Chord chord) {
  for (const Shortcut& shortcut : shortcuts()) {
    const auto found = std::find(shortcut.chords.begin(), shortcut.chords.end(), chord);
    if (found == shortcut.chords.end()) continue;
    return {&shortcut, shortcut.choice ? static_cast<int>(found - shortcut.chords.begin()) : 0};
  }
  return {};
}

std::string shown_key(Action action, int argument) {
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.action != action) continue;
    if (!shortcut.choice) return std::string(shortcut.shown);
    if (argument >= static_cast<int>(shortcut.chords.size())) return {};
    const Chord& chord = shortcut.chords[static_cast<size_t>(argument)];
    return (chord.shift ? "⇧" : "") + std::string(1, static_cast<char>(chord.key));
  }
  return {};
}

}  // namespace ui
