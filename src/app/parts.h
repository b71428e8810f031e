#pragma once
#include <functional>
#include <memory>

#include "app/classroom.h"
#include "app/files/settings.h"
#include "app/options.h"
#include "app/platform.h"
#include "app/view3d/body_view.h"
#include "sim/session.h"
#include "ui/requests.h"
#include "ui/ui.h"

namespace app {

/// References to the parts of App that the classes for files, films, links and building work with.
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
  const std::unique_ptr<sim::Session>& current;  ///< never null
  const int& frames;                             ///< drawn so far
  /// Opens a simulation instead of the current one, as App::open does.
  std::function<sim::Session&(sim::Simulation)> open;

  sim::Session& session() const { return *current; }
  Preferences& preferences() const { return keeper.preferences; }
  base::Settings& options() const { return keeper.preferences.options; }
};

}  // namespace app
