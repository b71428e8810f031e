#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ui {

/// Everything a key or a menu entry can do.
enum class Action {
  ChooseMethod,  ///< argument: index in ik::methods()
  TogglePause,
  SingleStep,
  Restart,
  Faster,
  Slower,
  ResetParameters,
  Perturb,
  AddRun,
  CompareMethods,  ///< the first four, those of Buss's papers
  SelectRun,       ///< argument: index of the run
  MuteRun,
  RemoveRun,
  ToggleGrid,
  Undo,
  Redo,
  StepBack,
  Backwards,
  ToEarliest,
  ToPresent,
  OpenPicker,
  NextTarget,
  Guide,        ///< acts while the key is down; handled elsewhere
  GuideDepth,   ///< likewise
  GuideTurn,    ///< likewise
  NudgeTarget,  ///< argument: twice the axis, 1 more for downwards, 6 more to turn
  GrabTarget,
  ChooseTargets,
  RemoveObstacle,
  AddLink,       ///< to the body under construction
  RemoveBranch,  ///< from the body under construction
  NewBody,
  HomeView,
  FrameBody,
  LookFrom,  ///< argument: one of view::sides
  NextSide,
  ToggleProjection,
  NextLook,
  ToggleTrails,
  ToggleAxes,
  TogglePanel,  ///< argument: index in panels()
  StopMap,
  ToggleControls,
  ToggleProfile,
  Presenter,
  ToggleTheme,
  ScaleUp,
  ScaleDown,
  ScaleReset,
  FullScreen,
  Screenshot,
  ViewPicture,
  Film,
  Record,
  ShowStart,
  NextStep,
  PreviousStep,
  AnswerQuestion,  ///< argument: index of the answer
  RepeatStep,
  ShowHint,
  DoTask,
  LeaveLesson,
  HandIn,
  MakeLesson,  ///< has no key
  SaveScene,
  SaveSceneAs,
  SaveSession,
  CopyLink,
  CopySettings,  ///< argument: index in Context::copied_forms; has no key
  ShowQrCode,
  SaveTargets,  ///< the targets chosen last; has no key
  ControlsByKeys,
  ToggleHelp,
  About,
  Quit,
};

/// A key: the upper-case ASCII character that it writes in the user's layout without Shift, or one
/// of the codes below for those that write none. The numbers are GLFW's.
namespace key {
constexpr int escape = 256, enter = 257, tab = 258, backspace = 259, insert = 260, del = 261,
              right = 262, left = 263, down = 264, up = 265, page_up = 266, page_down = 267,
              home = 268, end = 269, f1 = 290, f3 = 292, f5 = 294, f6 = 295, f9 = 298, f11 = 300,
              f12 = 301, keypad_0 = 320, keypad_decimal = 330, keypad_subtract = 333,
              keypad_add = 334, keypad_enter = 335;
}  // namespace key

/// Returns the key outside the numeric pad with the same meaning.
int without_keypad(int code);

struct Chord {
  int key = 0;
  bool ctrl = false;
  bool shift = false;
  bool alt = false;
  bool operator==(const Chord&) const = default;
};

enum class KeyGroup { Simulation, Time, Runs, ManualOverride, View, Lesson, Window };
std::string_view title(KeyGroup group);

/// A row of the key table, the source of key bindings, menus and the help overlay.
struct Shortcut {
  /// Held: the key repeats. Choice: each key selects another item, the action's argument.
  enum class Use { Once, Held, Choice, HeldChoice };

  Action action;
  std::string name;  ///< in lessons: "restart"
  KeyGroup group;
  std::string keys;              ///< "Ctrl+Y Ctrl+Shift+Z"
  std::string_view description;  ///< "pause or resume"
  Use use = Use::Once;
  std::string shown = {};          ///< "Ctrl+O", "Space"; in a row, empty stands for the first key
  int argument = 0;                ///< the action's argument, if it is not a choice
  std::vector<Chord> chords = {};  ///< of the keys

  bool repeats() const { return use == Use::Held || use == Use::HeldChoice; }
  bool choice() const { return use == Use::Choice || use == Use::HeldChoice; }
};

const std::vector<Shortcut>& shortcuts();

/// The action of a key. `argument` is the index of the chord, if the action is a choice.
struct Hit {
  const Shortcut* shortcut = nullptr;
  int argument = 0;
};
Hit find_shortcut(Chord chord);

/// Returns the name of a chord, such as "Ctrl+Z" or "Space"; empty for a key without a name.
std::string name(Chord chord);
/// Returns the chord of that name, or the first one of an action or method: "{restart}", "{dls}".
std::optional<Chord> chord_named(std::string_view name);

/// Returns a lesson's text with names in braces replaced by keys: "{restart}" becomes "R", a
/// method's name the key that chooses it. Other braces stay. If `touched`, for users without a
/// keyboard, text in brackets with a key, "Restart ({restart})", is left out.
std::string with_keys(std::string_view text, bool touched);

/// Returns whether browsers keep this key to themselves: for tabs, the address, zoom, developer
/// tools.
bool is_browser_key(Chord chord);

/// Returns the key of an action, or of one of its choices, as menus show it; empty if it has none.
/// In a page, it is one that the browser does not use.
std::string shown_key(Action action, int argument = 0, bool in_page = false);
std::string shown_key(const Shortcut& shortcut, bool in_page);  ///< the keys of all its choices

}  // namespace ui
