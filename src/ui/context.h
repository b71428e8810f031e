#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "ik/parameter.h"
#include "sim/diagnosis.h"
#include "sim/session.h"
#include "ui/keys.h"
#include "view/selection.h"

namespace ui {

/// A scene that can be opened.
struct SceneEntry {
  std::string name;         ///< what open_scene() is given, and what is shown
  std::string description;  ///< one sentence
};

/// What the interface sees and what it may ask for. It changes nothing itself: whatever a person
/// does comes out of these functions.
struct Context {
  const sim::Session* session = nullptr;      ///< none: only menus and the picker work
  const sim::Diagnosis* diagnosis = nullptr;  ///< of the session's run
  const ik::Settings* options = nullptr;      ///< of view::options::table()
  std::span<const SceneEntry> scenes = {};
  std::string scene = {};  ///< name of the entry that is open, or a file
  std::string version = {};
  view::Selection selected = {};  ///< of the session's scene; its index is one that there is

  std::function<void(sim::Command)> post;
  std::function<void(std::string_view key, double value)> set_option;
  std::function<void(const std::string& name)> open_scene;
  std::function<void(view::Selection)> select;
  /// Puts a new one where it can be seen, and selects it.
  std::function<void(ik::Obstacle::Shape)> add_obstacle;
  /// Keeps a text as a file of that name and ending, and says where.
  std::function<void(const std::string& name, const std::string& ending, const std::string& text)>
      save;
  /// Actions outside the interface: views, full screen, screenshot, quit.
  std::function<void(Action)> act;
};

}  // namespace ui
