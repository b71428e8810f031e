#include "ui/keys.h"

namespace ui {

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
      {ChooseMethod, Simulation, {{'1'}}, "1 … 9", "choose a method", 9},
      {TogglePause, Simulation, {{' '}}, "Space", "pause, go on"},
      {SingleStep, Simulation, {{'.'}}, ".", "pause and make one step", 1, true},
      {Restart, Simulation, {{'R'}}, "R", "restart from the start pose"},
      {Faster, Simulation, {{'+'}, {'=', false, true}, {key::keypad_add}}, "+", "faster", 1, true},
      {Slower, Simulation, {{'-'}, {key::keypad_subtract}}, "-", "slower", 1, true},
      {ResetParameters, Simulation, {{key::backspace}}, "Backspace", "reset all parameters"},
      {Perturb, Simulation, {{'X'}}, "X", "shake nlp out of a local minimum"},
      {OpenPicker, Simulation, {{'O', true}}, "Ctrl+O", "open a scene"},

      {NextTarget, Hand, {{key::tab}}, "Tab", "select a target, the next one"},
      {Guide,
       Hand,
       {{key::left}, {key::right}, {key::up}, {key::down}},
       "← → ↑ ↓",
       "move it along x and y",
       1,
       true},
      {GuideDepth, Hand, {{key::page_up}, {key::page_down}}, "PgUp PgDn", "and along z", 1, true},
      {RemoveObstacle, Hand, {{key::del}}, "Del", "remove the selected obstacle"},

      {HomeView, View, {{'H'}}, "H", "home: the view the scene opens with"},
      {FrameBody, View, {{'F'}}, "F", "frame the body and its targets"},
      {ToggleTrails, View, {{'T'}}, "T", "trails"},
      {ToggleAxes, View, {{'A'}}, "A", "joint axes"},
      {ToggleControls, View, {{'C'}}, "C", "controls"},
      {TogglePlots, View, {{'P'}}, "P", "plots"},
      {ToggleNumbers, View, {{'N'}}, "N", "numbers"},
      {ToggleTheme, View, {{'D'}}, "D", "dark or light"},

      {ScaleUp, Window, {{'=', true}, {'+', true}, {'=', true, true}}, "Ctrl+=", "larger", 1, true},
      {ScaleDown, Window, {{'-', true}}, "Ctrl+-", "smaller", 1, true},
      {ScaleReset, Window, {{'0', true}}, "Ctrl+0", "the monitor's own size"},
      {FullScreen, Window, {{key::f11}}, "F11", "full screen"},
      {Screenshot, Window, {{key::f12}}, "F12", "save a picture of the window"},
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
    for (Chord wanted : shortcut.chords) {
      const int argument = chord.key - wanted.key;
      wanted.key = chord.key;
      if (argument >= 0 && argument < shortcut.count && wanted == chord)
        return {&shortcut, argument};
    }
  }
  return {};
}

std::string shown_key(Action action, int argument) {
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.action != action) continue;
    if (shortcut.count == 1) return std::string(shortcut.shown);
    if (argument < shortcut.count)
      return std::string(1, static_cast<char>(shortcut.chords[0].key + argument));
  }
  return {};
}

}  // namespace ui
