#pragma once
#include <functional>
#include <utility>

#include "ui/context.h"
#include "ui/film_text.h"
#include "ui/layout.h"
#include "ui/panel.h"
#include "ui/state.h"
#include "view/pictures/reach_picture.h"
#include "view/pictures/scene_picture.h"

namespace ui {

/// Returns the display of maps with these options: colour, limit.
sweep::View map_view(const base::Settings& options);

/// Decides which parts the window has, and how large they are.
void arrange_all(const Panel& panel);

/// The whole interface. Needs a current Dear ImGui context; independent of window and GL.
///
///   Ui ui;
///   ui.set_scale(1.5f);                    // between frames; then upload the font texture again
///   ImGui::NewFrame();
///   ui.draw(context);                      // the user's requests go to context.requests
///   ImGui::Render();
///   ... draw the body into ui.body(), in ImGui's coordinates ...
class Ui {
 public:
  /// Sets the text to 16 * scale pixels, times the enlargement of a picture. Returns whether the
  /// fonts were rebuilt. Call between frames.
  bool set_scale(float scale, float enlarged = 1);
  float scale() const { return state_.scale; }

  /// Draws everything between NewFrame() and Render().
  void draw(const Context& context);

  /// Returns the area left for the body, where ImGui does not use the mouse.
  const Rect& body() const { return state_.layout.body; }
  /// Returns the maps that the map panel requests, or nothing while it is hidden.
  const std::optional<sweep::Request>& map_request() const { return state_.map.request; }
  void close_picker() {
    if (state_.overlay == Overlay::Picker) state_.overlay = Overlay::None;
  }
  /// Returns the user's choices for maps.
  const MapChoice& map_choice() const {
    return state_.wanted_map ? *state_.wanted_map : state_.map.choice;
  }
  /// Sets the choices from the next frame on.
  void choose_map(MapChoice choice) { state_.wanted_map = std::move(choice); }
  /// The user's choices for plots, as in options::stage_plot(); new ones apply from the next frame.
  PlotChoices plot_choices() const;
  void choose_plots(PlotChoices choices) { state_.wanted_plots = std::move(choices); }
  /// Returns whether the right column is in front where it shares an area with the controls.
  bool column_in_front() const { return !state_.layout.tabs.empty() && state_.second_tab; }
  void put_column_in_front(bool column) { state_.column_asked = column; }
  /// Returns what the mouse points at in a panel, to be highlighted in the 3D view.
  const view::Spotlight& spotlight() const { return state_.explain.spot; }
  /// Returns the poses to be seen through beside the body: those that a search goes through and has
  /// found, or the one that the diagnosis has found.
  std::vector<view::GhostPose> ghost_poses(const Context& context) const;
  /// Returns the current map as a plane in the scene if its axes are two coordinates of a target.
  std::optional<view::Slice> slice(const Context& context) const;
  /// Returns the 3D views of the body, at least one while there is a session.
  const std::vector<View>& views() const { return state_.views; }

  /// Handles a key that went down or repeats. Ignored while the user types text, and if the key is
  /// for a menu or a dialog. Returns whether the key has a meaning.
  bool key(Chord chord, bool repeat, const Context& context);

  /// Returns whether the arrow keys are for a control of the panels.
  bool arrows_taken() const { return state_.panel_stops.on(); }

  /// Opens the dialog that asks where to save; it proposes this file.
  void ask_where(Action what, const std::string& file, const Context& context);
  void show_qr_code() { show(state_, Overlay::QrCode); }
  void show_start() { show(state_, Overlay::Start); }
  bool shows_start() const { return state_.shows_start(); }

  /// Draws one panel as large as the display, or nothing (null), then the texts of a film. The
  /// user's choices for plots and maps are those of `window`. Replaces draw(context).
  void draw(const Context& context, const Ui& window, const PanelInfo* alone, const FilmText& film);

  /// Shows a message; a click opens the folder of `file`.
  void message(std::string_view text, std::string file = {}) {
    state_.toasts.add(state_.reworded(std::string(text)), Toasts::Kind::Message, std::move(file));
  }
  void error(std::string_view text) {
    state_.toasts.add(state_.reworded(std::string(text)), Toasts::Kind::Error);
  }
  /// Sets the function that adapts messages and notices to where the program runs.
  void set_rewording(std::function<std::string(std::string)> by) {
    state_.reworded = std::move(by);
  }

  /// Returns the state kept between frames, for tests.
  const State& state() const { return state_; }

 private:
  void follow_theme(const base::Settings& options, bool fingers = false);

  State state_;
};

}  // namespace ui
