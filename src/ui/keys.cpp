#include "ui/keys.h"

#include <algorithm>
#include <utility>

namespace ui {

namespace {

/// 1 to 9, 0, and with Shift once more.
std::vector<Chord> method_keys() {
  std::vector<Chord> keys;
  for (const bool shift : {false, true})
    for (const char digit : std::string_view("1234567890")) keys.push_back({digit, false, shift});
  return keys;
}

/// One for each of a question's answers.
std::vector<Chord> answer_keys() {
  std::vector<Chord> keys;
  for (const char digit : std::string_view("12345")) keys.push_back({digit, false, false, true});
  return keys;
}

}  // namespace

std::string_view title(KeyGroup group) {
  switch (group) {
    case KeyGroup::Simulation:
      return "Simulation";
    case KeyGroup::Time:
      return "Time";
    case KeyGroup::Runs:
      return "Several runs";
    case KeyGroup::ManualOverride:
      return "Manual control";
    case KeyGroup::View:
      return "View";
    case KeyGroup::Lesson:
      return "Lessons";
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
      {Restart, Simulation, {{'R'}}, "R", "restart from the start pose"},
      {ResetParameters, Simulation, {{key::backspace}}, "Backspace", "reset all parameters"},
      {Perturb, Simulation, {{'X'}}, "X", "perturb nlp out of a local minimum"},
      {OpenPicker, Simulation, {{'O', true}}, "Ctrl+O", "open a scene"},
      {Undo, Simulation, {{'Z', true}}, "Ctrl+Z", "undo"},
      {Redo, Simulation, {{'Y', true}, {'Z', true, true}}, "Ctrl+Y", "redo; Ctrl+Shift+Z too"},

      {TogglePause, Time, {{' '}}, "Space", "pause or resume"},
      {SingleStep, Time, {{'.'}}, ".", "pause and make one step", true},
      {StepBack, Time, {{','}}, ",", "pause and go back one step", true},
      {Backwards, Time, {{'B'}}, "B", "play backwards or forwards"},
      {ToEarliest, Time, {{key::home}}, "Home", "go to the earliest moment"},
      {ToPresent, Time, {{key::end}}, "End", "go to the present"},
      {Faster, Time, {{'+'}, {'=', false, true}, {key::keypad_add}}, "+", "faster", true},
      {Slower, Time, {{'-'}, {key::keypad_subtract}}, "-", "slower", true},

      {AddRun, Runs, {{key::insert}, {'D', true}}, "Ins", "add a run: a copy; Ctrl+D too"},
      {SelectRun,
       Runs,
       {{'1', true}, {'2', true}, {'3', true}, {'4', true}, {'5', true}, {'6', true}},
       "Ctrl+1 … 6",
       "select a run",
       false,
       true},
      {MuteRun, Runs, {{'M'}}, "M", "mute the selected run"},
      {RemoveRun, Runs, {{key::del, true}}, "Ctrl+Del", "remove the selected run"},
      {ToggleGrid, Runs, {{'G'}}, "G", "show runs as ghosts or in a grid"},

      {NextTarget, ManualOverride, {{key::tab}}, "Tab", "select the next target"},
      {Guide,
       ManualOverride,
       {{key::left}, {key::right}, {key::up}, {key::down}},
       "← → ↑ ↓",
       "move it along x and y",
       true},
      {GuideDepth,
       ManualOverride,
       {{key::page_up}, {key::page_down}},
       "PgUp PgDn",
       "move it along z",
       true},
      {RemoveObstacle, ManualOverride, {{key::del}}, "Del", "remove the selected obstacle"},

      {HomeView, View, {{'H'}}, "H", "home view: the scene's initial view"},
      {FrameBody, View, {{'F'}}, "F", "frame the body and its targets"},
      {ToggleTrails, View, {{'T'}}, "T", "trails"},
      {ToggleAxes, View, {{'A'}}, "A", "joint axes"},
      {ToggleControls, View, {{'C'}}, "C", "controls"},
      {TogglePlots, View, {{'P'}}, "P", "plots"},
      {ToggleExplain, View, {{'E'}}, "E", "explain the motion"},
      {ToggleMap, View, {{'M', false, true}}, "Shift+M", "map over two parameters"},
      {StopMap, View, {{'S'}}, "S", "pause or resume the map"},
      {ToggleNumbers, View, {{'N'}}, "N", "numbers"},
      {ToggleTime, View, {{'I'}}, "I", "timeline"},
      {ToggleTheme, View, {{'D'}}, "D", "dark or light theme"},

      {ShowStart, Lesson, {{'L'}}, "L", "start screen with the lessons"},
      {NextStep, Lesson, {{key::enter}, {key::keypad_enter}}, "Enter", "next step"},
      {PreviousStep, Lesson, {{key::enter, false, true}}, "Shift+Enter", "previous step"},
      {AnswerQuestion, Lesson, answer_keys(), "Alt+1 … 5", "answer the question", false, true},
      {RepeatStep, Lesson, {{'R', false, true}}, "Shift+R", "restart this step"},
      {ShowHint, Lesson, {{'H', false, true}}, "Shift+H", "show a hint"},
      {DoTask, Lesson, {{key::enter, true}}, "Ctrl+Enter", "do the task for me"},
      {LeaveLesson, Lesson, {{'W', true}}, "Ctrl+W", "leave the lesson"},

      {ScaleUp,
       Window,
       {{'=', true}, {'+', true}, {'=', true, true}},
       "Ctrl+=",
       "larger text and controls",
       true},
      {ScaleDown, Window, {{'-', true}}, "Ctrl+-", "smaller text and controls", true},
      {ScaleReset, Window, {{'0', true}}, "Ctrl+0", "default size for this monitor"},
      {Presenter, Window, {{key::f5}}, "F5", "presentation mode"},
      {ToggleProfile, Window, {{key::f3}}, "F3", "frame time profile"},
      {FullScreen, Window, {{key::f11}}, "F11", "full screen"},
      {SaveScene, Window, {{'S', true}}, "Ctrl+S", "save the scene in its current state"},
      {SaveSession, Window, {{'S', true, true}}, "Ctrl+Shift+S", "save the session"},
      {Screenshot, Window, {{key::f12}}, "F12", "save a screenshot"},
      {Record, Window, {{key::f9}}, "F9", "start or stop recording"},
      {ToggleHelp,
       Window,
       {{key::f1}, {'/', false, true}, {'?'}, {'?', false, true}},
       "F1 or ?",
       "show this list"},
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

std::string name(Chord chord) {
  static constexpr std::pair<int, std::string_view> names[] = {{' ', "Space"},
                                                               {key::escape, "Esc"},
                                                               {key::enter, "Enter"},
                                                               {key::tab, "Tab"},
                                                               {key::insert, "Ins"},
                                                               {key::backspace, "Backspace"},
                                                               {key::del, "Del"},
                                                               {key::right, "→"},
                                                               {key::left, "←"},
                                                               {key::down, "↓"},
                                                               {key::up, "↑"},
                                                               {key::page_up, "PgUp"},
                                                               {key::page_down, "PgDn"},
                                                               {key::home, "Home"},
                                                               {key::end, "End"},
                                                               {key::keypad_add, "+"},
                                                               {key::keypad_subtract, "-"}};
  std::string said;
  if (chord.ctrl) said += "Ctrl+";
  if (chord.alt) said += "Alt+";
  if (chord.shift) said += "Shift+";
  for (const auto& [code, word] : names)
    if (code == chord.key) return said.append(word);
  if (chord.key >= key::f1 && chord.key <= key::f12)
    return said.append("F").append(std::to_string(chord.key - key::f1 + 1));
  if (chord.key <= ' ' || chord.key >= 127) return {};
  said.push_back(static_cast<char>(chord.key));
  return said;
}

std::string shown_key(Action action, int argument) {
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.action != action) continue;
    if (!shortcut.choice) return std::string(shortcut.shown);
    if (argument >= static_cast<int>(shortcut.chords.size())) return {};
    const Chord& chord = shortcut.chords[static_cast<size_t>(argument)];
    return chord.shift ? "⇧" + name({chord.key}) : name(chord);
  }
  return {};
}

}  // namespace ui
