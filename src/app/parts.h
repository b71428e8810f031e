#pragma once
#include <functional>
#include <memory>

#include "app/files/settings.h"
#include "app/options.h"
#include "app/platform.h"
#include "app/view3d/body_view.h"
#include "sim/session.h"
#include "ui/requests.h"
#include "ui/ui.h"

namespace app {
class Builder;
class Classroom;
class Recorder;
class Saver;

/// References to the parts of App that the classes for files, films, lessons, links and building
/// work with, and to these.
struct Parts {
  const Options& start;  ///< the command line
  Platform& platform;
  SettingsKeeper& keeper;
  ui::Profile& profile;
  BodyView& body;
  ui::Ui& ui;
  ui::Context& context;
  ui::Requests& requests;
  Classroom& classroom;
  Builder& builder;
  Saver& saver;
  Recorder& recorder;
  const std::unique_ptr<sim::Session>& current;  ///< never null
  const int& frames;                             ///< drawn so far
  /// Opens a simulation instead of the current one, as App::open does. A lesson continues.
  std::function<void(sim::Simulation)> open_in_lesson;
  /// Shows a session without moving the camera.
  std::function<void(std::unique_ptr<sim::Session>)> show;

  void open(sim::Simulation simulation) const;  ///< as open_in_lesson, and ends a lesson
  sim::Session& session() const { return *current; }
  const sim::Simulation& simulation() const { return current->simulation(); }
  Preferences& preferences() const { return keeper.preferences; }
  base::Settings& options() const { return keeper.preferences.options; }
};

}  // namespace app
