#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
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
#include "view/selection.h"

namespace ui {

/// Measures the steps per second over about half a second.
class RateMeter {
 public:
  void update(int64_t steps, double now);
  double rate() const { return rate_; }

 private:
  int64_t steps_ = 0;
  double since_ = -1, rate_ = 0;
};

/// A path being typed, with a row of a list chosen by keys.
struct PathField {
  static constexpr int none = -1;

  char typed[16384] = {};    ///< links may be that long
  int chosen = 0;            ///< chosen row, or none
  bool entered = false;      ///< Enter was pressed; waits until the list matches the text
  bool active = false;       ///< the user is typing in the field
  std::string pending_text;  ///< text to put into the field in the next frame
  bool names = false;        ///< selects the name in it, without its ending
};

/// The overlays, which lie over all other parts, one at a time.
enum class Overlay { None, Picker, Save, Help, About, QrCode, Film, Start, Targets };

/// The dialog that asks where a scene or session is saved.
struct SaveDialog : PathField {
  Action what = Action::SaveScene;
  bool confirms = false;  ///< the question whether to replace a file or make a folder is shown
};

/// The settings of a film besides options.
struct FilmDialog {
  struct Caption {
    double from = 0;  ///< s
    char text[200] = {};
  };
  char title[200] = {};
  std::vector<Caption> captions = {{}};  ///< rows; the last one is still empty
};

/// The dialog that chooses effectors and their goals.
struct TargetsDialog {
  std::shared_ptr<const sim::Scene> scene = nullptr;  ///< of the choices
  std::vector<GoalChoice> choices = {};
  size_t row = 0;  ///< the effector shown
};

/// The rows of all joint coordinates, declared for each scene.
struct JointRows {
  std::vector<std::string> keys;  ///< owns the parameters' keys and symbols
  std::vector<base::Parameter> parameters;
  std::vector<std::string> notes = {};  ///< explanations that change while time advances
};

/// The metrics of the saved paths, with these paths.
struct PathTrials {
  std::vector<sim::RecordedPath> paths;
  std::vector<sim::Summary> measured = {};
  std::string method = {};
};

/// The start screen: free play, a scene, a lesson.
struct Start {
  int chosen = -1;      ///< the entry selected by keys; -1: not yet
  bool follow = false;  ///< scrolls the list to it
};

/// The control that a lesson points at, as drawn, and its visible part.
struct PointedAt {
  Rect whole = {}, seen = {};
};

/// The lesson's strip or column, and its highlights.
struct LessonStrip {
  const lessons::Lesson* lesson = nullptr;  ///< the lesson drawn last
  int step = -1;                            ///< the step drawn last
  bool hint = false;
  int page = 0,
      pages = 1;  ///< text, question and task are on pages if they do not fit
  int question_page = 0;
  bool all = false;           ///< the user wants to see the other parts, too
  int unfold_frames = 0;      ///< for which what it points at is unfolded and scrolled to
  std::string method = {};    ///< method of the selected run, which decides the parameters
  int row_scroll_frames = 0;  ///< for which the task's row is scrolled to
  double since = 0;           ///< when the step began, s
  ImFont* font = nullptr;     ///< the largest font that fits
  float share = 0.5f;         ///< fraction of the width for the text
  /// The window, room, size and hint for which font and height were chosen.
  std::array<float, 4> measured{};
  float height = 0;                    ///< em
  std::vector<PointedAt> framed = {};  ///< highlighted in this frame
  std::vector<PointedAt> marked = {};  ///< the task's parameters in this frame
  unsigned scrolled = 0;               ///< ImGui's ID of the window scrolled in this frame
};

/// The remedy that a click on the diagnosis has applied.
struct AppliedRemedy {
  size_t command_count = 0;  ///< of the remedy; 0: none can be taken back
  size_t log_size = 0;       ///< number of the session's commands with these; 0: not executed yet
};

/// The grid in which methods are compared.
struct Comparison {
  double view_before = 0;  ///< options::compare_view() to restore
  bool begun = false;      ///< several runs have been seen
};

/// The explaining panels, and their highlights.
struct Explain {
  std::optional<ik::Directions> directions;      ///< directions of this frame, as drawn
  std::optional<ik::Directions> read;            ///< directions at the time of the large numbers
  double read_at = -1;                           ///< RecentMetricsOfRuns::update_time of the latter
  std::vector<ik::GainProbe> probes;             ///< for each method that has a gain
  std::set<std::string, std::less<>> curves;     ///< methods whose gain is drawn, too
  bool log = false;                              ///< logarithmic bars of singular values
  int by_keys = 0;                               ///< direction chosen by keys
  Range sigma, gain;                             ///< axes of the gains
  view::Spotlight spot, next_spot;               ///< of the last frame and of this one
  std::shared_ptr<const ik::Skeleton> skeleton;  ///< the body explained
};

/// The state that decides what lies under the pointer.
struct Screen {
  const lessons::Lesson* lesson = nullptr;
  int step = -1, page = 0;
  Overlay overlay = Overlay::None;
  bool operator==(const Screen&) const = default;
};

using PlotStates = std::array<PlotState, 7>;
using PlotChoices = std::array<PlotChoice, std::tuple_size_v<PlotStates>>;

/// The state of the interface between frames.
struct State {
  Look look;
  float scale = 1;
  Layout layout;
  bool second_tab = false;  ///< LayoutRequest::second
  bool had_controls = true;
  std::optional<const void*> had_column;  ///< the panel of the right column, in the last frame
  std::optional<bool> column_asked;       ///< whether the column is to be in front
  Toasts toasts;
  /// Adapts a message or a notice to where the program runs.
  std::function<std::string(std::string)> reworded = [](std::string text) { return text; };
  Rect beside_menus;  ///< the free part of the menu bar
  ParameterRows rows;
  std::string touched;                         ///< key of the parameter changed or chosen last
  JointRows joints, stiffness, rest;           ///< current pose, weights, rest pose
  bool joints_by_stiffness = false;            ///< whether *Joints* shows these weights
  std::vector<base::Parameter> position_rows;  ///< rows for x, y and z of a target
  std::array<double, 3> turned{};              ///< the angles shown last, degrees
  PathTrials paths;
  std::string field_text;            ///< text of the field being typed in
  bool field_active = false;         ///< whether a field is being typed in
  sim::build::Item field_item = {};  ///< part that the field belongs to
  int mirror_across = 0;             ///< x, y or z: for mirroring a branch
  std::map<const ik::MethodInfo*, std::vector<std::vector<Token>>> formulas;  ///< line by line
  Overlay overlay = Overlay::None;
  PathField picker;
  SaveDialog save;
  Start start;
  LessonStrip lesson;
  FilmDialog film;
  TargetsDialog targets;
  PopupKeys popup_keys;
  TabStops stops;        ///< stops of the open dialog
  TabStops panel_stops;  ///< stops of the panels
  Screen screen;
  double screen_since = -1;  ///< s
  double mouse_moved = 0;    ///< time of its last motion, s
  float overlay_age = 0;     ///< s since one of the windows over all others opened
  RateMeter rate;
  Explain explain;
  MapState map;
  std::vector<View> views;  ///< views of the body
  AppliedRemedy applied;
  bool shows_found_pose = false;                               ///< found by the diagnosis
  std::shared_ptr<const sim::why::Verdict> read_verdict = {};  ///< as the diagnosis is shown
  std::pair<int, size_t> read_of = {};  ///< its run, and how many commands had been given
  int solution = -1;                    ///< of the search for poses: the one under the mouse
  std::optional<Comparison> comparison;
  int large_run = -1;         ///< serial number of the run enlarged in the grid
  int64_t dragged_tick = -1;  ///< tick set by dragging the timeline
  InputDisplay input_display;
  Rect badge;  ///< area of the shown key; empty: none
  RecentMetricsOfRuns recent;
  PlotTime time;
  PlotStates plots;                             ///< the last plot shows the method's readings
  std::optional<MapChoice> wanted_map;          ///< choices for maps of a link or a file
  std::optional<PlotChoices> wanted_plots;      ///< plots requested by a link
  std::optional<PlotChoice> wanted_readings;    ///< the same for readings, applied once they exist
  const ik::MethodInfo* read_method = nullptr;  ///< method whose readings were drawn last
  int64_t read_since = 0;                       ///< since this step
  bool readings_scaled = false;                 ///< the scale of readings has been chosen
  std::vector<PlotMark> marks;
  std::vector<Series> series;
  std::shared_ptr<const sim::Scene> scene;  ///< drawn last
  int64_t steps = 0, since_restart = 0;     ///< of the timeline and of the simulation

  bool overlaid() const { return overlay != Overlay::None; }
  bool shows_start() const { return overlay == Overlay::Start; }
};

/// Opens an overlay afresh, instead of another one.
void show(State& state, Overlay overlay);

/// Puts a path into the field.
void fill_in_path(const Context& context, PathField& field, std::string path);

/// Does what a key or a menu entry asks for: opens a window of the interface, or makes a request.
void perform(Action action, int argument, const Context& context, State& state);

/// Returns the next of 1/20, 1/10, 1/5, 1/2, 1, 2, 5, 10.
double next_speed(double speed, bool faster);
/// Returns the next multiple of a quarter, from 0.5 to 3.
double next_scale(double scale, bool larger);

}  // namespace ui
