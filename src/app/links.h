#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "app/parts.h"
#include "formats/moments/moment.h"
#include "sim/commands/command.h"
#include "sweep/axis.h"

namespace app {

/// Turns what is shown into a link, and back. All functions with a text throw base::Error.
class Links {
 public:
  explicit Links(const Parts& parts) : parts_(parts) {}

  /// Returns the hash of a link to what is shown (formats/moments/moment.h): the choices and, while
  /// paused, the moment. It omits default values and the desktop's theme.
  std::string link() const;
  /// Returns a number that grows with every action that may change link().
  int64_t change_count();
  void note_change() { ++changes_; }

  /// Opens a link. A link without a scene opens the scene that the program starts with. If the link
  /// opens nothing, the current scene stays open.
  void open(const std::string& text);
  /// Opens a link, or the text of a scene or session.
  void open_text(const std::string& text);
  /// Applies one parameter of a link to what is shown.
  void set(const std::string& key, const std::string& value);
  void copy();
  void show_qr_code();

  /// Computes the steps up to a link's moment, all of them (`at_once`) or as many as fit between
  /// two frames, then shows that moment.
  void fast_forward(bool at_once);
  bool is_fast_forwarding() const { return arrival_.has_value(); }
  void stop_fast_forward() { arrival_.reset(); }

 private:
  /// The moment that a link leads to.
  struct Arrival {
    int64_t tick = 0;
    std::optional<bool> paused = {};
    formats::Moment moment = {};
  };

  std::string address() const;

  const Parts& parts_;
  std::optional<Arrival> arrival_;  // none: arrived
  std::optional<ui::EmbeddedFigure> embedded_figure_;
  ui::QrCode qr_;
  int64_t changes_ = 0;
  // The camera, the map's axes and the plots at the last call of change_count().
  view::Camera::Orbit last_orbit_;
  std::array<sweep::Axis, 2> map_axes_;
  ui::PlotChoices plots_{};
};

}  // namespace app
