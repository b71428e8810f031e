#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ik/analysis/directions.h"
#include "ui/context.h"
#include "ui/goal_choice.h"
#include "ui/input/keyboard.h"
#include "ui/input/pointer.h"
#include "ui/kit/formula.h"
#include "ui/kit/theme.h"
#include "ui/kit/toasts.h"
#include "ui/layout.h"
#include "ui/parameter_row.h"
#include "ui/plots/map_state.h"
#include "ui/plots/plot.h"
#include "ui/plots/recent_metrics.h"
#include "ui/run_grid.h"
#include "view/spotlight.h"

namespace ui {

/// Steps per second, measured over about half a second.
class RateMeter {
 public:
  void update(int64_t steps, double now);
  double rate() const { return rate_; }

 private:
  int64_t steps_ = 0;
  double since_ = -1, rate_ = 0;
};

/// A path that is being typed, with a row of a list chosen by keys.
struct PathField {
  static constexpr int none = -1;

  char typed[16384] = {};  ///< links may be that long
  int chosen = 0;          ///< or none
  bool entered = false;    ///< by Enter; waits until the list is of what is typed
  bool active = false;     ///< the field is being typed in
  std::string put;         ///< text to be in the field from the next frame on
  bool names = false;      ///< the name in it is selected, without its ending
};

/// The scene picker.
struct Picker : PathField {
  bool open = false;
};

/// The dialog that asks where a scene or session is saved.
struct SaveDialog : PathField {
  bool open = false;
  Action what = Action::SaveScene;
  bool sure = false;  ///< asked whether to replace a file, or to make a folder
};

/// The settings of a film besides options.
struct FilmDialog {
  struct Caption {
    double from = 0;  ///< s
    char text[200] = {};
  };
  bool open = false;
  char title[200] = {};
  std::vector<Caption> captions = {{}};  ///< as rows; the last one waits to be filled
};

/// The dialog that chooses effectors and their goals.
struct TargetsDialog {
  bool open = false;
  const void* scene = nullptr;  ///< of which the choices are
  std::vector<GoalChoice> choices = {};
  size_t row = 0;  ///< whose motion is shown
};

/// A coordinate of every joint as a row: declared for each scene.
struct JointRows {
  std::vector<std::string> keys;  ///< what the parameters' keys and symbols are views of
  std::vector<base::Parameter> parameters;
  std::vector<std::string> notes = {};  ///< explanations that change while it runs
};

/// The metrics of the saved paths, and of which paths.
struct PathTrials {
  std::vector<sim::RecordedPath> paths;
  std::vector<sim::Summary> measured;
  std::string method;
};

/// The start screen: free play, a scene, a lesson.
struct Start {
  bool open = false;
  int chosen = -1;      ///< the entry selected by keys; -1: not yet
  bool follow = false;  ///< the list shows it
};

/// The control that a lesson points at, as drawn, and how much of it is in sight.
struct PointedAt {
  Rect whole = {}, seen = {};
};

/// The lesson's strip or column, and its highlights.
struct LessonStrip {
  const lessons::Lesson* lesson = nullptr;  ///< that was drawn last,
  int step = -1;                            ///< and which step of it
  bool hint = false;
  int page = 0,
      pages = 1;  ///< where there is no room for all, text, question and task come in turn
  int question_page = 0;
  bool all = false;         ///< the user wants to see also what it does not point at
  int unfold = 0;           ///< frames for which what it points at is still opened and scrolled to
  std::string method = {};  ///< of the selected run: with another one there are other parameters
  int rows = 0;             ///< frames for which that of its task is scrolled to
  double since = 0;         ///< when the step began, s
  ImFont* font = nullptr;   ///< the largest for whose texts there is room
  float share = 0.5f;       ///< of the width that the text has, the exercise the rest
  std::array<float, 4> measured{};  ///< for which window, room, size and hint that and the height,
  float height = 0;                 ///< em, were found
  std::vector<PointedAt> framed;    ///< in this frame,
  std::vector<PointedAt> marked;    ///< and the parameters that the task is done with
  unsigned scrolled = 0;            ///< ImGui's number of the window that was, in this frame
};

/// The remedy that a click on the diagnosis has carried out.
struct AppliedRemedy {
  size_t commands = 0;  ///< that it took; 0: none can be taken back
  size_t logged = 0;    ///< commands of the session with them; 0: they are not carried out yet
};

/// The grid in which methods are compared.
struct Comparison {
  double view_before = 0;  ///< options::compare_view(), for afterwards
  bool begun = false;      ///< there are several runs
};

/// The explaining panels, and their highlights.
struct Explain {
  std::optional<ik::Directions> directions;      ///< of this frame, as pictures
  std::optional<ik::Directions> read;            ///< of the moment that the large numbers are of
  double read_at = -1;                           ///< RecentMetricsOfRuns::when of these
  std::vector<ik::GainProbe> probes;             ///< of each method that has a gain
  std::set<std::string, std::less<>> curves;     ///< of these methods the gain is drawn too
  bool log = false;                              ///< the bars of the singular values
  int by_keys = 0;                               ///< the direction that keys point at
  Range sigma, gain;                             ///< axes of the gains
  view::Spotlight spot, next_spot;               ///< of the last frame, of this one
  std::shared_ptr<const ik::Skeleton> skeleton;  ///< of what there is
};

using PlotStates = std::array<PlotState, 7>;
using PlotChoices = std::array<PlotChoice, std::tuple_size_v<PlotStates>>;

/// The state of the interface between frames.
struct State {
  Look look;
  float scale = 1;
  Layout layout;
  bool second_tab = false;  ///< LayoutRequest::second
  bool had_controls = true, had_plots = true;
  const void* had_column = nullptr;  ///< the panel of the right column, in the last frame
  std::optional<bool> column_asked;  ///< whether it is to be in front
  Toasts toasts;
  ParameterRows rows;
  std::string touched;             ///< key of the parameter that was changed last, or chosen
  JointRows joints, rest;          ///< where they are, where they should be
  JointRows places, turns;         ///< x, y, z, and roll, pitch, yaw of a target
  std::array<double, 3> turned{};  ///< the latter, degrees, as they were shown last
  PathTrials paths;
  std::string field_text;            ///< in the field of such a body that is typed in,
  bool field_active = false;         ///< if one is,
  sim::build::Item field_item = {};  ///< and of what it is
  int mirror_across = 0;             ///< x, y or z: of a branch of a body that is being built
  std::map<const ik::MethodInfo*, std::vector<std::vector<Token>>> formulas;  ///< line by line
  Picker picker;
  SaveDialog save;
  Start start;
  LessonStrip lesson;
  bool help = false, about = false, qr = false;
  FilmDialog film;
  TargetsDialog targets;
  PopupKeys popup_keys;
  TabStops stops;          ///< of the dialog that is open
  TabStops desk;           ///< of the panels
  double mouse_moved = 0;  ///< when it was last, s
  float overlay_age = 0;   ///< s since one of the windows over all others opened
  RateMeter rate;
  Explain explain;
  MapState map;
  std::vector<View> views;  ///< of the body
  AppliedRemedy applied;
  bool shows_found_pose = false;  ///< that the diagnosis has found
  std::optional<Comparison> comparison;
  int large_run = -1;   ///< serial number: its picture is the large one of the grid
  int64_t sought = -1;  ///< tick that the timeline was dragged to
  Pointer pointer;
  Rect badge;  ///< of the key that it shows; empty: nowhere
  RecentMetricsOfRuns recent;
  PlotTime time;
  PlotStates plots;                             ///< the last one is of the method's readings
  std::optional<PlotChoices> wanted_plots;      ///< what a link says of them,
  std::optional<PlotChoice> wanted_readings;    ///< and of that one, once there are readings
  const ik::MethodInfo* read_method = nullptr;  ///< that it was last drawn for,
  int64_t read_since = 0;                       ///< from this step on
  bool readings_scaled = false;                 ///< linear or logarithmic has been decided
  std::string readings_title, readings_unit, readings_help;
  std::vector<PlotMark> marks;
  std::vector<Series> series;
  const void* scene = nullptr;           ///< that was drawn last
  int64_t steps = 0, since_restart = 0;  ///< of the timeline, of the simulation
};

/// Overlays lie over all other parts, one at a time.
enum class Overlay { None, Picker, Save, Help, About, QrCode, Film, Start, Targets };
void show(State& state, Overlay overlay);
/// Returns whether one of these is open.
bool overlaid(const State& state);

/// Puts a path into the field.
void show_place(const Context& context, PathField& place, std::string path);

/// Does what a key or a menu entry asks for: opens a window of the interface, or makes a request.
void perform(Action action, int argument, const Context& context, State& state);

/// The next of 1/20, 1/10, 1/5, 1/2, 1, 2, 5, 10.
double next_speed(double speed, bool faster);
/// The next quarter, from 0.5 to 3.
double next_scale(double scale, bool larger);

}  // namespace ui
