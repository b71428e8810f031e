#include "ui/input/keys.h"

#include <algorithm>
#include <utility>

#include "ik/methods/method.h"
#include "ui/panel.h"
#include "view/sides.h"

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

std::vector<Chord> side_keys() {
  std::vector<Chord> keys;
  for (const view::Side& side : view::sides)
    keys.push_back({key::keypad_0 + side.digit - '0', side.ctrl});
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
  static std::vector<std::string> texts;  // that the table refers to
  static const std::vector<Shortcut> table = [] {
    std::vector<Shortcut> all{
        {ChooseMethod, "choose-method", Simulation, method_keys(), "1 … 9 0 ⇧1 …",
         "choose a method", false, true},
        {Restart, "restart", Simulation, {{'R'}}, "R", "restart from the start pose"},
        {ResetParameters,
         "reset-parameters",
         Simulation,
         {{key::backspace}},
         "Backspace",
         "reset all parameters"},
        {Perturb, "perturb", Simulation, {{'X'}}, "X", "perturb nlp out of a local minimum"},
        {OpenPicker, "open-picker", Simulation, {{'O', true}}, "Ctrl+O", "open a scene"},
        {NewBody, "new-body", Simulation, {{'N', true}}, "Ctrl+N", "build a new body"},
        {Undo, "undo", Simulation, {{'Z', true}}, "Ctrl+Z", "undo"},
        {Redo,
         "redo",
         Simulation,
         {{'Y', true}, {'Z', true, true}},
         "Ctrl+Y",
         "redo; Ctrl+Shift+Z too"},

        {TogglePause, "toggle-pause", Time, {{' '}}, "Space", "pause or resume"},
        {SingleStep, "single-step", Time, {{'.'}}, ".", "pause and make one step", true},
        {StepBack, "step-back", Time, {{','}}, ",", "pause and go back one step", true},
        {Backwards, "backwards", Time, {{'B'}}, "B", "play backwards or forwards"},
        {ToEarliest, "to-earliest", Time, {{key::home}}, "Home", "go to the earliest moment"},
        {ToPresent, "to-present", Time, {{key::end}}, "End", "go to the present"},
        {Faster,
         "faster",
         Time,
         {{'+'}, {'=', false, true}, {key::keypad_add}},
         "+",
         "faster",
         true},
        {Slower, "slower", Time, {{'-'}, {key::keypad_subtract}}, "-", "slower", true},

        {AddRun,
         "add-run",
         Runs,
         {{key::insert}, {'D', true}},
         "Ins",
         "add a run: a copy; Ctrl+D too"},
        {CompareMethods,
         "compare-methods",
         Runs,
         {{'G', false, true}},
         "Shift+G",
         "compare methods 1 to 4, end that"},
        {SelectRun,
         "select-run",
         Runs,
         {{'1', true}, {'2', true}, {'3', true}, {'4', true}, {'5', true}, {'6', true}},
         "Ctrl+1 … 6",
         "select a run",
         false,
         true},
        {MuteRun, "mute-run", Runs, {{'M'}}, "M", "mute the selected run"},
        {RemoveRun, "remove-run", Runs, {{key::del, true}}, "Ctrl+Del", "remove the selected run"},
        {ToggleGrid, "toggle-grid", Runs, {{'G'}}, "G", "show runs as ghosts or in a grid"},

        {NextTarget, "next-target", ManualOverride, {{key::tab}}, "Tab", "select the next target"},
        {Guide,
         "guide",
         ManualOverride,
         {{key::left}, {key::right}, {key::up}, {key::down}},
         "← → ↑ ↓",
         "move it along x and y",
         true},
        {GuideDepth,
         "guide-depth",
         ManualOverride,
         {{key::page_up}, {key::page_down}},
         "PgUp PgDn",
         "move it along z",
         true},
        {GuideTurn,
         "guide-turn",
         ManualOverride,
         {{key::left, false, true},
          {key::right, false, true},
          {key::up, false, true},
          {key::down, false, true},
          {key::page_up, false, true},
          {key::page_down, false, true}},
         "Shift+←…",
         "turn it",
         true},
        {NudgeTarget,
         "nudge-target",
         ManualOverride,
         {{key::right, true},
          {key::left, true},
          {key::up, true},
          {key::down, true},
          {key::page_down, true},
          {key::page_up, true},
          {key::right, true, true},
          {key::left, true, true},
          {key::up, true, true},
          {key::down, true, true},
          {key::page_down, true, true},
          {key::page_up, true, true}},
         "Ctrl+←…",
         "move it by a step; Shift too: turn by 15°",
         true,
         true},
        {GrabTarget,
         "grab-target",
         ManualOverride,
         {{'W'}},
         "W",
         "take it: mouse or X Y Z, a number; R turns"},
        {ChooseTargets,
         "choose-targets",
         ManualOverride,
         {{'T', true}},
         "Ctrl+T",
         "choose effectors, goals and motions"},
        {RemoveObstacle,
         "remove-obstacle",
         ManualOverride,
         {{key::del}},
         "Del",
         "remove the selected obstacle"},
        {AddLink, "add-link", ManualOverride, {{'J'}}, "J", "while building: add a link"},
        {RemoveBranch,
         "remove-branch",
         ManualOverride,
         {{key::del, false, true}},
         "Shift+Del",
         "while building: remove the branch"},

        {HomeView, "home-view", View, {{'H'}}, "H", "home view: the scene's initial view"},
        {FrameBody, "frame-body", View, {{'F'}}, "F", "frame the body and its targets"},
        {NextSide, "next-side", View, {{'V'}}, "V", "look from the next side"},
        {LookFrom, "look-from", View, side_keys(), "Num 1 3 7 0",
         "front, right, top, corner; Ctrl: back, left", false, true},
        {ToggleProjection,
         "toggle-projection",
         View,
         {{'V', false, true}, {key::keypad_0 + 5}},
         "Shift+V",
         "perspective or orthographic; Num 5 too"},
        {NextLook, "next-look", View, {{'K'}}, "K", "robot, its skeleton, or both"},
        {ToggleTrails, "toggle-trails", View, {{'T'}}, "T", "trails"},
        {ToggleAxes, "toggle-axes", View, {{'A'}}, "A", "joint axes"},
        {ToggleControls, "toggle-controls", View, {{'C'}}, "C", "controls"},
        {StopMap, "stop-map", View, {{'S'}}, "S", "pause or resume the map"},
        {ToggleTheme, "toggle-theme", View, {{'D'}}, "D", "dark or light theme"},

        {ShowStart, "show-start", Lesson, {{'L'}}, "L", "start screen with the lessons"},
        {NextStep,
         "next-step",
         Lesson,
         {{key::enter}, {key::keypad_enter}},
         "Enter",
         "next step; PgDn too"},
        {PreviousStep,
         "previous-step",
         Lesson,
         {{key::enter, false, true}},
         "Shift+Enter",
         "previous step; PgUp too"},
        {AnswerQuestion, "answer-question", Lesson, answer_keys(), "Alt+1 … 5",
         "answer the question", false, true},
        {RepeatStep, "repeat-step", Lesson, {{'R', false, true}}, "Shift+R", "restart this step"},
        {ShowHint, "show-hint", Lesson, {{'H', false, true}}, "Shift+H", "show a hint"},
        {DoTask, "do-task", Lesson, {{key::enter, true}}, "Ctrl+Enter", "do the task for me"},
        {LeaveLesson, "leave-lesson", Lesson, {{'W', true}}, "Ctrl+W", "leave the lesson"},

        {ScaleUp,
         "scale-up",
         Window,
         {{'=', true}, {'+', true}, {'=', true, true}},
         "Ctrl+=",
         "larger text and controls",
         true},
        {ScaleDown,
         "scale-down",
         Window,
         {{'-', true}},
         "Ctrl+-",
         "smaller text and controls",
         true},
        {ScaleReset,
         "scale-reset",
         Window,
         {{'0', true}},
         "Ctrl+0",
         "default size for this monitor"},
        {Presenter, "presenter", Window, {{key::f5}}, "F5", "presentation mode"},
        {ToggleProfile, "toggle-profile", Window, {{key::f3}}, "F3", "frame time profile"},
        {FullScreen, "full-screen", Window, {{key::f11}}, "F11", "full screen"},
        {SaveScene,
         "save-scene",
         Window,
         {{'S', true}},
         "Ctrl+S",
         "save the scene in its current state"},
        {SaveSceneAs,
         "save-scene-as",
         Window,
         {{'S', true, false, true}},
         "Ctrl+Alt+S",
         "save the scene under another name"},
        {SaveSession,
         "save-session",
         Window,
         {{'S', true, true}},
         "Ctrl+Shift+S",
         "save the session"},
        {CopyLink, "copy-link", Window, {{'U'}}, "U", "copy a link that opens this moment"},
        {ShowQrCode,
         "show-qr-code",
         Window,
         {{'U', false, true}},
         "Shift+U",
         "show the link as a QR code, for phones"},
        {Screenshot, "screenshot", Window, {{key::f12}}, "F12", "save a picture of the window"},
        {ViewPicture,
         "view-picture",
         Window,
         {{key::f12, false, true}},
         "Shift+F12",
         "save a picture of the 3D view"},
        {Record, "record", Window, {{key::f9}}, "F9", "start or stop recording"},
        {Film, "film", Window, {{key::f9, false, true}}, "Shift+F9", "choose what a film shows"},
        {ControlsByKeys,
         "controls-by-keys",
         Window,
         {{key::f6}},
         "F6",
         "controls by keys: ↑ ↓ ← → Enter Esc"},
        {ToggleHelp,
         "toggle-help",
         Window,
         {{key::f1}, {'/', false, true}, {'?'}, {'?', false, true}},
         "F1 or ?",
         "show this list"},
        {Quit, "quit", Window, {{'Q', true}}, "Ctrl+Q", "quit"},
    };
    // The keys of the panels come before the one that stops the map.
    auto place = std::ranges::find(all, StopMap, &Shortcut::action);
    texts.reserve(2 * panels().size());
    for (size_t i = 0; i < panels().size(); ++i) {
      const PanelInfo& panel = *panels()[i];
      if (panel.key == Chord{}) continue;
      texts.push_back("toggle-" + std::string(panel.name));
      texts.push_back(ui::name(panel.key));
      place = all.insert(
                  place,
                  {TogglePanel, texts.end()[-2], View, {panel.key}, texts.back(), panel.key_help}) +
              1;
      place[-1].argument = static_cast<int>(i);
    }
    return all;
  }();
  return table;
}

Hit find_shortcut(Chord chord) {
  for (const Shortcut& shortcut : shortcuts()) {
    const auto found = std::find(shortcut.chords.begin(), shortcut.chords.end(), chord);
    if (found == shortcut.chords.end()) continue;
    return {&shortcut, shortcut.choice ? static_cast<int>(found - shortcut.chords.begin())
                                       : shortcut.argument};
  }
  return {};
}

int without_keypad(int code) {
  if (code >= key::keypad_0 && code < key::keypad_0 + 10) return '0' + code - key::keypad_0;
  switch (code) {
    case key::keypad_decimal:
      return '.';
    case key::keypad_subtract:
      return '-';
    case key::keypad_enter:
      return key::enter;
    default:
      return code;
  }
}

namespace {

constexpr std::pair<int, std::string_view> names[] = {{' ', "Space"},
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
}  // namespace

std::string name(Chord chord) {
  std::string said;
  if (chord.ctrl) said += "Ctrl+";
  if (chord.alt) said += "Alt+";
  if (chord.shift) said += "Shift+";
  for (const auto& [code, word] : names)
    if (code == chord.key) return said.append(word);
  if (chord.key >= key::keypad_0 && chord.key < key::keypad_0 + 10)
    return said.append("Num ").append(std::to_string(chord.key - key::keypad_0));
  if (chord.key >= key::f1 && chord.key <= key::f12)
    return said.append("F").append(std::to_string(chord.key - key::f1 + 1));
  if (chord.key <= ' ' || chord.key >= 127) return {};
  said.push_back(static_cast<char>(chord.key));
  return said;
}

std::optional<Chord> chord_named(std::string_view said) {
  if (said.starts_with('{') && said.ends_with('}')) {
    const std::string_view meant = said.substr(1, said.size() - 2);
    for (const Shortcut& shortcut : shortcuts())
      if (shortcut.name == meant) return shortcut.chords.front();
    for (size_t place = 0; place < ik::methods().size(); ++place)
      if (ik::methods()[place]->name == meant) return method_keys()[place];
    return {};
  }
  Chord chord;
  const auto has = [&said](std::string_view held) {
    if (!said.starts_with(held) || said.size() == held.size()) return false;
    said.remove_prefix(held.size());
    return true;
  };
  for (bool more = true; more;) {
    more = false;
    if (has("Ctrl+")) more = chord.ctrl = true;
    if (has("Alt+")) more = chord.alt = true;
    if (has("Shift+")) more = chord.shift = true;
  }
  const std::string plain(said);
  if (plain.empty()) return {};
  for (chord.key = '!'; chord.key <= key::keypad_enter; ++chord.key)
    if (name({chord.key}) == plain) return chord;
  if (chord.key = ' '; name({chord.key}) == plain) return chord;
  return {};
}

}  // namespace ui
