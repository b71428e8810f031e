#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/parameter.h"
#include "lessons/course.h"
#include "sim/diagnosis.h"
#include "sim/session.h"
#include "sweep/mapper.h"
#include "ui/profile.h"
#include "ui/requests.h"
#include "view/selection.h"

namespace ui {

/// A scene that can be opened.
struct SceneEntry {
  std::string name;         ///< what Open is given, and what is shown
  std::string description;  ///< one sentence
};

/// A lesson that can be taken.
struct LessonEntry {
  std::string name;  ///< what OpenLesson is given
  std::string title, summary;
  bool completed = false;
};

/// What the interface sees: views that nothing changes while a frame is drawn. Whatever a person
/// does is a request, executed before the next frame.
struct Context {
  const sim::Session* session = nullptr;      ///< none: only menus and the picker work
  const sim::Diagnosis* diagnosis = nullptr;  ///< of the session's run
  const Profile* profile = nullptr;           ///< where a frame's time goes
  const base::Settings* options = nullptr;    ///< of view::options::table()
  std::span<const SceneEntry> scenes = {};
  std::string scene = {};  ///< name of the entry that is open, or a file
  std::string version = {};
  std::span<const LessonEntry> lessons = {};
  const sweep::Status* maps = nullptr;      ///< what there is of what Ui::map_wish() says
  const lessons::Course* course = nullptr;  ///< the lesson that is on, if one is
  view::Selection selected = {};  ///< of the session's scene; its index is one that there is

  Requests* requests = nullptr;
  void request(Request one) const { requests->add(std::move(one)); }
  void set(const base::Parameter& option, double value) const {
    request(SetOption{std::string(option.key), value});
  }

  /// A picture that Dear ImGui can draw: RGBA, row by row from above. The one before with the same
  /// number is gone. Null if there can be none.
  std::function<void*(size_t number, int width, int height,
                      std::span<const std::array<uint8_t, 4>> pixels)>
      image;
};

}  // namespace ui
