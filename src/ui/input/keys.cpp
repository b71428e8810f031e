#include "ui/input/keys.h"

#include <algorithm>

#include "base/text.h"
#include "ik/methods/method.h"
#include "ui/panel.h"
#include "view/camera.h"

namespace ui {

namespace {

/// The names of the keys from key::escape to key::end.
constexpr std::string_view names[] = {"Esc", "Enter", "Tab", "Backspace", "Ins",  "Del",  "→",
                                      "←",   "↓",     "↑",   "PgUp",      "PgDn", "Home", "End"};

constexpr std::string_view on_keypad = "Num";

std::string side_keys() {
  const auto key = [](const view::Side& side) {
    return base::format("{}{}{}", side.ctrl ? "Ctrl+" : "", on_keypad, side.digit);
  };
  return base::joined(base::texts_of(view::sides, key), " ");
}

/// Returns the key of a row of the table, such as "Ctrl+Z", "Num5" or "Num+".
Chord chord_of(std::string_view text) {
  const size_t keypad = text.find(on_keypad);
  if (keypad == text.npos) return chord_named(text).value();
  const char sign = text[keypad + on_keypad.size()];
  const int code = sign == '+'   ? key::keypad_add
                   : sign == '-' ? key::keypad_subtract
                   : sign == 'E' ? key::keypad_enter
                                 : key::keypad_0 + sign - '0';
  return {code, text.starts_with("Ctrl+")};
}

/// The keys of all but the panels.
std::vector<Shortcut> key_rows() {
  using enum Action;
  using enum KeyGroup;
  using enum Shortcut::Use;
  return {
      {ChooseMethod, "choose-method", Simulation,
       "1 2 3 4 5 6 7 8 9 0 Shift+1 Shift+2 Shift+3 Shift+4 Shift+5 Shift+6 Shift+7 Shift+8 "
       "Shift+9 Shift+0",
       "choose a method", Choice, "1 … 9 0 ⇧1 …"},
      {Restart, "restart", Simulation, "R", "restart from the start pose"},
      {ResetParameters, "reset-parameters", Simulation, "Backspace", "reset all parameters"},
      {Perturb, "perturb", Simulation, "X", "perturb nlp out of a local minimum"},
      {OpenPicker, "open-picker", Simulation, "Ctrl+O", "open a scene"},
      {NewBody, "new-body", Simulation, "Ctrl+N", "build a new body"},
      {Undo, "undo", Simulation, "Ctrl+Z", "undo"},
      {Redo, "redo", Simulation, "Ctrl+Y Ctrl+Shift+Z", "redo; Ctrl+Shift+Z too"},

      {TogglePause, "toggle-pause", Time, "Space", "pause or resume"},
      {SingleStep, "single-step", Time, ".", "pause and make one step", Held},
      {StepBack, "step-back", Time, ",", "pause and go back one step", Held},
      {Backwards, "backwards", Time, "B", "play backwards or forwards"},
      {ToEarliest, "to-earliest", Time, "Home", "go to the earliest moment"},
      {ToPresent, "to-present", Time, "End", "go to the present"},
      {Faster, "faster", Time, "+ Shift+= Num+", "faster", Held},
      {Slower, "slower", Time, "- Num-", "slower", Held},

      {AddRun, "add-run", Runs, "Ins Ctrl+D", "add a run: a copy; Ctrl+D too"},
      {CompareMethods, "compare-methods", Runs, "Shift+G", "compare methods 1 to 4, or stop"},
      {SelectRun, "select-run", Runs, "Ctrl+1 Ctrl+2 Ctrl+3 Ctrl+4 Ctrl+5 Ctrl+6", "select a run",
       Choice, "Ctrl+1 … 6"},
      {MuteRun, "mute-run", Runs, "M", "mute the selected run"},
      {RemoveRun, "remove-run", Runs, "Ctrl+Del", "remove the selected run"},
      {ToggleGrid, "toggle-grid", Runs, "G", "show runs as ghosts or in a grid"},

      {NextTarget, "next-target", ManualOverride, "Tab", "select the next target"},
      {Guide, "guide", ManualOverride, "← → ↑ ↓", "move it along x and y", Held, "← → ↑ ↓"},
      {GuideDepth, "guide-depth", ManualOverride, "PgUp PgDn", "move it along z", Held,
       "PgUp PgDn"},
      {GuideTurn, "guide-turn", ManualOverride,
       "Shift+← Shift+→ Shift+↑ Shift+↓ Shift+PgUp Shift+PgDn", "turn it", Held, "Shift+←…"},
      {NudgeTarget, "nudge-target", ManualOverride,
       "Ctrl+→ Ctrl+← Ctrl+↑ Ctrl+↓ Ctrl+PgDn Ctrl+PgUp Ctrl+Shift+→ Ctrl+Shift+← Ctrl+Shift+↑ "
       "Ctrl+Shift+↓ Ctrl+Shift+PgDn Ctrl+Shift+PgUp",
       "move it by a step; Shift too: turn by 15°", HeldChoice, "Ctrl+←…"},
      {GrabTarget, "grab-target", ManualOverride, "W",
       "grab it: mouse or X Y Z, a number; R turns"},
      {ChooseTargets, "choose-targets", ManualOverride, "Ctrl+T",
       "choose effectors, goals and motions"},
      {RemoveObstacle, "remove-obstacle", ManualOverride, "Del", "remove the selected obstacle"},
      {AddLink, "add-link", ManualOverride, "J", "while building: add a link"},
      {RemoveBranch, "remove-branch", ManualOverride, "Shift+Del",
       "while building: remove the branch"},

      {HomeView, "home-view", View, "H", "home view: the scene's initial view"},
      {FrameBody, "frame-body", View, "F", "frame the body and its targets"},
      {NextSide, "next-side", View, "V", "look from the next side"},
      {LookFrom, "look-from", View, side_keys(), "front, right, top, corner; Ctrl: back, left",
       Choice, "Num 1 3 7 0"},
      {ToggleProjection, "toggle-projection", View, "Shift+V Num5",
       "perspective or orthographic; Num 5 too"},
      {NextLook, "next-look", View, "K", "robot, its skeleton, or both"},
      {ToggleTrails, "toggle-trails", View, "T", "trails"},
      {ToggleAxes, "toggle-axes", View, "A", "joint axes"},
      {ToggleControls, "toggle-controls", View, "C", "controls"},
      {StopMap, "stop-map", View, "S", "pause or resume the map"},
      {ToggleTheme, "toggle-theme", View, "D", "dark or light theme"},

      {ShowStart, "show-start", Lesson, "L", "start screen with the lessons"},
      {NextStep, "next-step", Lesson, "Enter NumEnter", "next step; PgDn too"},
      {PreviousStep, "previous-step", Lesson, "Shift+Enter", "previous step; PgUp too"},
      {AnswerQuestion, "answer-question", Lesson, "Alt+1 Alt+2 Alt+3 Alt+4 Alt+5",
       "answer the question", Choice, "Alt+1 … 5"},
      {RepeatStep, "repeat-step", Lesson, "Shift+R", "restart this step"},
      {ShowHint, "show-hint", Lesson, "Shift+H", "show a hint"},
      {DoTask, "do-task", Lesson, "Ctrl+Enter", "do the task for me"},
      {HandIn, "hand-in", Lesson, "Alt+Enter", "save what was done, to hand it in"},
      {LeaveLesson, "leave-lesson", Lesson, "Ctrl+W", "leave the lesson"},

      {ScaleUp, "scale-up", Window, "Ctrl+= Ctrl++ Ctrl+Shift+=", "larger text and controls", Held},
      {ScaleDown, "scale-down", Window, "Ctrl+-", "smaller text and controls", Held},
      {ScaleReset, "scale-reset", Window, "Ctrl+0", "default size for this monitor"},
      {Presenter, "presenter", Window, "F5", "presentation mode"},
      {ToggleProfile, "toggle-profile", Window, "F3", "frame time profile"},
      {FullScreen, "full-screen", Window, "F11", "full screen"},
      {SaveScene, "save-scene", Window, "Ctrl+S", "save the scene in its current state"},
      {SaveSceneAs, "save-scene-as", Window, "Ctrl+Alt+S", "save the scene under another name"},
      {SaveSession, "save-session", Window, "Ctrl+Shift+S", "save the session"},
      {CopyLink, "copy-link", Window, "U", "copy a link that opens what is shown"},
      {ShowQrCode, "show-qr-code", Window, "Shift+U", "show the link as a QR code, for phones"},
      {Screenshot, "screenshot", Window, "F12", "save a picture of the window"},
      {ViewPicture, "view-picture", Window, "Shift+F12", "save a picture of the 3D view"},
      {Record, "record", Window, "F9", "start or stop recording"},
      {Film, "film", Window, "Shift+F9", "choose what a film shows"},
      {ControlsByKeys, "controls-by-keys", Window, "F6", "controls by keys: ↑ ↓ ← → Enter Esc"},
      {ToggleHelp, "toggle-help", Window, "F1 Shift+/ ? Shift+?", "show this list", Once,
       "F1 or ?"},
      {Quit, "quit", Window, "Ctrl+Q", "quit"},
  };
}

/// Returns the action of that name, or the choice of the method of that name.
Hit hit_named(std::string_view name) {
  const auto& keys = shortcuts();
  const auto found = std::ranges::find(keys, name, &Shortcut::name);
  if (found != keys.end()) return {&*found};
  const auto method = std::ranges::find(ik::methods(), name, &ik::MethodInfo::name);
  if (method == ik::methods().end()) return {};
  return {&keys.front(), static_cast<int>(method - ik::methods().begin())};
}

}  // namespace

std::string_view title(KeyGroup group) {
  constexpr std::string_view titles[] = {"Simulation", "Time",    "Several runs", "Manual control",
                                         "View",       "Lessons", "Window"};
  return titles[static_cast<size_t>(group)];
}

const std::vector<Shortcut>& shortcuts() {
  static const std::vector<Shortcut> all_keys = [] {
    std::vector<Shortcut> all = key_rows();
    auto at = std::ranges::find(all, Action::StopMap, &Shortcut::action);  // the panels' precede it
    for (int i = 0; const PanelInfo* panel : panels()) {
      if (panel->key != Chord{})
        at = 1 + all.insert(at, {Action::TogglePanel, base::format("toggle-{}", panel->name),
                                 KeyGroup::View, name(panel->key), panel->key_help,
                                 Shortcut::Use::Once, "", i});
      ++i;
    }
    for (Shortcut& one : all) {
      if (one.shown.empty()) one.shown = one.keys.substr(0, one.keys.find(' '));
      for (const std::string_view key : base::split(one.keys, ' '))
        one.chords.push_back(chord_of(key));
    }
    return all;
  }();
  return all_keys;
}

Hit find_shortcut(Chord chord) {
  for (const Shortcut& shortcut : shortcuts()) {
    const auto found = std::ranges::find(shortcut.chords, chord);
    if (found == shortcut.chords.end()) continue;
    return {&shortcut, shortcut.choice() ? static_cast<int>(found - shortcut.chords.begin())
                                         : shortcut.argument};
  }
  return {};
}

int without_keypad(int code) {
  if (code >= key::keypad_0 && code < key::keypad_0 + 10) return '0' + code - key::keypad_0;
  return code == key::keypad_decimal    ? '.'
         : code == key::keypad_subtract ? '-'
         : code == key::keypad_enter    ? key::enter
                                        : code;
}

std::string name(Chord chord) {
  std::string result;
  if (chord.ctrl) result += "Ctrl+";
  if (chord.alt) result += "Alt+";
  if (chord.shift) result += "Shift+";
  const auto is_in = [&](int first, int last) { return chord.key >= first && chord.key <= last; };
  if (chord.key == ' ') return result.append("Space");
  if (is_in(key::escape, key::end)) return result.append(names[chord.key - key::escape]);
  if (is_in(key::keypad_0, key::keypad_0 + 9))
    return base::format("{}Num {}", result, chord.key - key::keypad_0);
  if (is_in(key::f1, key::f12)) return base::format("{}F{}", result, chord.key - key::f1 + 1);
  if (chord.key == key::keypad_add) return result.append("+");
  if (chord.key == key::keypad_subtract) return result.append("-");
  if (!is_in('!', '~')) return {};
  result.push_back(static_cast<char>(chord.key));
  return result;
}

std::optional<Chord> chord_named(std::string_view text) {
  if (text.starts_with('{') && text.ends_with('}')) {
    const Hit hit = hit_named(text.substr(1, text.size() - 2));
    const auto number = static_cast<size_t>(hit.argument);
    if (!hit.shortcut || number >= hit.shortcut->chords.size()) return {};
    return hit.shortcut->chords[number];
  }
  Chord chord;
  const auto takes = [&text](std::string_view held, bool& is_held) {
    if (!text.starts_with(held) || text.size() == held.size()) return false;
    text.remove_prefix(held.size());
    return is_held = true;
  };
  while (takes("Ctrl+", chord.ctrl) || takes("Alt+", chord.alt) || takes("Shift+", chord.shift)) {
  }
  if (text.empty()) return {};
  for (chord.key = ' '; chord.key <= key::keypad_enter; ++chord.key)
    if (name({chord.key}) == text) return chord;
  return {};
}

std::string with_keys(std::string_view text, bool touched) {
  constexpr std::string_view before = " (", after = ")";
  std::string result;
  while (!text.empty()) {
    const size_t open = text.find('{'), close = text.find('}', open);
    if (close == text.npos) break;
    const std::string_view name = text.substr(open + 1, close - open - 1);
    const Hit hit = hit_named(name);
    const std::string key = !hit.shortcut ? ""
                            : hit.shortcut->name == name
                                ? hit.shortcut->shown
                                : shown_key(Action::ChooseMethod, hit.argument);
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

bool is_browser_key(Chord chord) {
  if (chord.key == key::f12) return true;
  constexpr std::string_view with_ctrl = "RTNWL+=-0", with_shift = "IJC";
  constexpr int others[] = {key::tab,        key::page_up,         key::page_down,
                            key::keypad_add, key::keypad_subtract, key::keypad_0};
  const auto is_in = [&](std::string_view letters) {
    return chord.key < key::escape && letters.find(static_cast<char>(chord.key)) != letters.npos;
  };
  return chord.ctrl && (is_in(with_ctrl) || (chord.shift && is_in(with_shift)) ||
                        std::ranges::find(others, chord.key) != std::end(others));
}

std::string shown_key(const Shortcut& shortcut, bool in_page) {
  if (!in_page || !is_browser_key(shortcut.chords.front())) return shortcut.shown;
  const auto left = std::ranges::find_if_not(shortcut.chords, is_browser_key);
  return left == shortcut.chords.end() ? "" : name(*left);
}

std::string shown_key(Action action, int argument, bool in_page) {
  for (const Shortcut& shortcut : shortcuts()) {
    if (shortcut.action != action || (!shortcut.choice() && shortcut.argument != argument))
      continue;
    if (!shortcut.choice()) return shown_key(shortcut, in_page);
    if (argument >= static_cast<int>(shortcut.chords.size())) return {};
    const Chord& chord = shortcut.chords[static_cast<size_t>(argument)];
    if (in_page && is_browser_key(chord)) return {};
    return chord.shift ? "⇧" + name({chord.key}) : name(chord);
  }
  return {};
}

}  // namespace ui
