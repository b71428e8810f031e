#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "ui/context.h"
#include "ui/layout.h"
#include "ui/state.h"

namespace ui {

/// What an option must be for one of teach::panels to be shown.
struct OptionValue {
  const base::Parameter* option;
  double value;
};
std::vector<OptionValue> shows(std::string_view panel);

struct Panel;

/// How maps are looked at with these options: colour, bound.
sweep::View map_view(const base::Settings& options);

/// The whole interface. Needs a current Dear ImGui context; knows neither window nor GL.
///
///   Ui ui;
///   ui.set_scale(1.5f);                    // between frames; then make the font texture anew
///   ImGui::NewFrame();
///   ui.draw(context);                      // what people ask for is in context.requests
///   ImGui::Render();
///   ... draw the body into ui.body(), in ImGui's coordinates ...
class Ui {
 public:
  /// Text at 16 * scale pixels. Returns whether the fonts were built anew. Between frames.
  bool set_scale(float scale);
  float scale() const { return state_.scale; }

  /// Everything between NewFrame() and Render().
  void draw(const Context& context);

  /// What is left for the body; no window is over it, so the mouse there is not ImGui's.
  const Rect& body() const { return state_.layout.body; }
  /// What the panel of maps wants to be computed; nothing while it is not on.
  const std::optional<sweep::Request>& map_request() const { return state_.map.wish; }
  /// What it shows, as far as a person has chosen it.
  const MapChoice& map_choice() const { return state_.map.choice; }
  void set_map_choice(MapChoice choice) { state_.map.choice = std::move(choice); }
  /// Where its picture is, pixels; empty if it is not there.
  const Rect& map_picture() const { return state_.map.picture; }
  /// What the mouse points at in a panel, to be shown in the body's picture too.
  const view::Spotlight& spotlight() const { return state_.explain.spot; }
  /// The pictures in it, one at least while there is a session.
  const std::vector<View>& views() const { return state_.views; }

  /// A key went down (or repeats while held). Nothing happens while a person types.
  /// Returns whether the key meant something.
  bool key(Chord chord, bool repeat, const Context& context);

  void show_start() { state_.start = {.open = true}; }

  void message(std::string_view text) { state_.toasts.add(text); }
  void error(std::string_view text) { state_.toasts.add(text, Toasts::Kind::Error); }

  /// What is kept between frames; for tests.
  const State& state() const { return state_; }

 private:
  void follow_scene(const Context& context);
  void arrange_all(const Panel& panel, bool presenter);

  State state_;
  bool styled_ = false, dark_ = true;
};

}  // namespace ui
