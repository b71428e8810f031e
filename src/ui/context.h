#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "ik/parameter.h"
#include "map/mapper.h"
#include "sim/diagnosis.h"
#include "sim/session.h"
#include "teach/course.h"
#include "ui/keys.h"
#include "ui/profile.h"
#include "view/selection.h"

namespace ui {

/// A scene that can be opened.
struct SceneEntry {
  std::string name;         ///< what open_scene() is given, and what is shown
  std::string description;  ///< one sentence
};

/// A lesson that can be taken.
struct LessonEntry {
  std::string name;  ///< what open_lesson() is given
  std::string title, summary;
  bool completed = false;
};

enum class MapFile { Csv, Svg, Png };

/// What the interface sees and what it may ask for. It changes nothing itself: whatever a person
/// does comes out of these functions.
struct Context {
  const sim::Session* session = nullptr;      ///< none: only menus and the picker work
  const sim::Diagnosis* diagnosis = nullptr;  ///< of the session's run
  const Profile* profile = nullptr;           ///< where a frame's time goes
  const ik::Settings* options = nullptr;      ///< of view::options::table()
  std::span<const SceneEntry> scenes = {};
  std::string scene = {};  ///< name of the entry that is open, or a file
  std::string version = {};
  std::span<const LessonEntry> lessons = {};
  const map::Works* maps = nullptr;       ///< what there is of what Ui::map_wish() says
  const teach::Course* course = nullptr;  ///< the lesson that is on, if one is
  view::Selection selected = {};  ///< of the session's scene; its index is one that there is

  std::function<void(sim::Command)> post;
  std::function<void(std::string_view key, double value)> set_option;
  std::function<void(const std::string& name)> open_scene;
  std::function<void(const std::string& name)> open_lesson;
  std::function<void(int step)> go_to_step;  ///< of the lesson that is on
  std::function<void(int choice)> answer;    ///< its question
  std::function<void(view::Selection)> select;
  /// Puts a new one where it can be seen, and selects it.
  std::function<void(ik::Obstacle::Shape)> add_obstacle;
  /// Keeps a text as a file of that name and ending, and says where.
  std::function<void(const std::string& name, const std::string& ending, const std::string& text)>
      save;
  /// Keeps the map of the selected run as a file.
  std::function<void(MapFile)> save_map;
  /// A picture that Dear ImGui can draw: RGBA, row by row from above. The one before with the same
  /// number is gone. Null if there can be none.
  std::function<void*(size_t number, int width, int height,
                      std::span<const std::array<uint8_t, 4>> pixels)>
      image;
  /// Actions outside the interface: views, the lesson's scenes, full screen, screenshot, quit.
  std::function<void(Action)> act;
};

}  // namespace ui
