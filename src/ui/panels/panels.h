#pragma once
#include <string_view>

#include "ui/state.h"
#include "ui/widgets.h"

namespace ui {

/// What a panel draws from.
struct Panel {
  const Context& context;
  State& state;
  const Look& look = state.look;

  const sim::Simulation& simulation() const { return context.session->simulation(); }
  const sim::History& history() const { return context.session->history(); }
  const sim::Clock& clock() const { return context.session->clock(); }
  const base::Settings& options() const { return *context.options; }
  float em() const { return ui::em(look); }
  void perform(Action action, int argument = 0) const {
    ui::perform(action, argument, context, state);
  }
  /// A row whose edits are commands: a parameter of the current method or of the world.
  void parameter(const base::Parameter& parameter, double default_value,
                 const RowText& text = {}) const;
  /// A row whose edits are options.
  void option(const base::Parameter& option) const;
};

// In the column on the left, from above:
void scene_panel(const Panel& panel);
void runs_panel(const Panel& panel);
void method_panel(const Panel& panel);
void tasks_panel(const Panel& panel);
void parameters_panel(const Panel& panel);
void rest_panel(const Panel& panel);
void targets_panel(const Panel& panel);
void paths_panel(const Panel& panel);
void obstacles_panel(const Panel& panel);
void overlays_panel(const Panel& panel);
void display_panel(const Panel& panel);
/// At its foot, always visible.
void clock_panel(const Panel& panel);
float clock_panel_height(const Panel& panel);

void profile_panel(const Panel& panel);    // over the body: the frame time profile
void view_titles(const Panel& panel);      // over the body: the names of the runs in the grid
void past_hint(const Panel& panel);        // over its foot: what one can do in the past
void time_panel(const Panel& panel);       // below the body
void numbers_panel(const Panel& panel);    // below that
void runs_table(const Panel& panel);       // the same for several runs
void diagnosis_panel(const Panel& panel);  // between them

// On the right, one of the three below its head:
void column_head(const Panel& panel);
void plots_panel(const Panel& panel);
void explain_panel(const Panel& panel);
void map_panel(const Panel& panel);
// Parts of the latter, `height` pixels high:
void why_panel(const Panel& panel, float height);
void matrix_panel(const Panel& panel, float height);

// Over all columns, while a lesson is on:
void follow_lesson(const Panel& panel);  ///< before everything else of a frame
/// The height of the step in a window of this width, em. Its font is smaller if it would exceed
/// `most`.
float lesson_height(const Panel& panel, float window, float most);
void lesson_panel(const Panel& panel);

/// A part of a column that a lesson can point at, from the cursor to the end of this object's
/// scope: a frame pulses around it; its sections unfold and the column scrolls to it.
class Highlight {
 public:
  Highlight(const Panel& panel, std::string_view name);
  ~Highlight();
  Highlight(const Highlight&) = delete;
  Highlight& operator=(const Highlight&) = delete;

 private:
  const Panel& panel_;
  bool lit_;
  ImVec2 from_;
};
void highlight_window(const Panel& panel, std::string_view name);  ///< the same for all of a window
/// Whether the lesson points at something that is there only with this option on.
bool points_at(const Panel& panel, const base::Parameter& option);
/// A pulsing frame, `out` pixels around the rectangle.
void pulse(const Panel& panel, ImVec2 from, ImVec2 to, float out);

// Over everything:
void start_panel(const Panel& panel);  ///< beside the body, which keeps running
void menu_bar(const Panel& panel);
void picker_panel(const Panel& panel);
void help_panel(const Panel& panel);
void about_panel(const Panel& panel);

/// The samples of one channel.
Samples samples(const sim::History& history, int channel);
/// What the plots show of several runs: a curve each.
enum class Curves { Error, Oscillation, Angle, Sigma, Readings };
void describe_runs(const Panel& panel, Curves which, PlotData& data);

/// A centred window, closed by Escape or a click beside it; begin() returns whether it is open, and
/// must be followed by end().
bool begin_overlay(const Panel& panel, const char* title, bool* open, ImVec2 size);
void end_overlay();

}  // namespace ui
