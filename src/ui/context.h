#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/parameter.h"
#include "lessons/course.h"
#include "sim/build/draft.h"
#include "sim/session.h"
#include "sim/why/diagnosis.h"
#include "sweep/mapper.h"
#include "ui/profile.h"
#include "ui/requests.h"
#include "view/selection.h"

namespace ui {

/// A scene that can be opened, or a folder.
struct SceneEntry {
  std::string name;              ///< what is shown
  std::string description = {};  ///< one sentence; of a file: where it is
  std::string path = {};         ///< of a file or folder; none: a scene of the program
  std::string changed = {};      ///< when, of a file
  bool folder = false;
  std::string group = {};  ///< of a scene of the program: its heading; none: the papers' bodies

  /// Open is given this.
  const std::string& place() const { return path.empty() ? name : path; }
};

/// The user's files, as they were when LookAt was executed.
struct Places {
  std::vector<SceneEntry> recent, saved;  ///< the latest first; nothing is in both

  std::string typed;   ///< what this is about: part of a path
  std::string folder;  ///< that it names, in full with a slash at its end; empty: is not there
  std::string name;    ///< what follows the folder
  /// The entries of the folder: folders, then files that open, sorted. While nothing is typed:
  /// folders to begin in.
  std::vector<SceneEntry> entries;
  bool exists = false;  ///< a file of that name is there
  std::string problem;  ///< of the folder, a sentence
  std::string to_make;  ///< the folder, if it is not there but can be made
};

/// A scene before it is opened.
struct Preview {
  void* picture = nullptr;  ///< null: there is none
  std::string sentence;     ///< its description, or what is wrong with it
  bool wrong = false;
};

/// A lesson that can be opened.
struct LessonEntry {
  std::string name;  ///< what OpenLesson is given
  std::string title, summary;
  bool completed = false;
  int steps = 0;  ///< how many it has,
  int at = 0;     ///< and which of them was the last shown; 0: the first, or none

  int begins_at() const { return completed ? 0 : at; }
};

/// A figure in another page: the stage, with what its author has chosen.
struct Excerpt {
  std::vector<std::string> controls;  ///< keys of parameters and options, "method"
};

/// A text for phones to read.
struct QrCode {
  std::string text;
  int size = 0;            ///< modules on a side, without the quiet zone
  std::vector<bool> dark;  ///< row by row from the top
};

/// The body that is being built.
struct Building {
  const sim::build::Draft* draft = nullptr;  ///< null: none is
  bool plays = false;                        ///< it runs; else it is shown with every joint at zero
  bool unsaved = false;
  std::string undone = {}, redone = {};  ///< what undo and redo would do; empty: nothing
  bool edits() const { return draft && !plays; }
};

/// Everything the interface reads: it does not change while a frame is drawn. Whatever the user
/// does is a request, executed before the next frame.
struct Context {
  const sim::Session* session = nullptr;  ///< null: only the menus and the scene picker work
  const sim::why::Diagnosis* diagnosis = nullptr;  ///< of the session's run
  const Profile* profile = nullptr;                ///< where a frame's time goes
  const base::Settings* options = nullptr;         ///< of options::table()
  std::span<const SceneEntry> scenes = {};         ///< of the program
  const Places* places = nullptr;
  bool browses = false;         ///< the desktop may have a dialog for files
  std::string scene = {};       ///< place() of the entry that is open
  std::string saved_name = {};  ///< of the scene, since it was saved under another; else empty
  std::string version = {};
  std::span<const LessonEntry> lessons = {};
  const sweep::Status* maps = nullptr;      ///< the results for Ui::map_request()
  const lessons::Course* course = nullptr;  ///< the current lesson, if any
  view::Selection selected = {};  ///< of the session's scene; its index is one that there is
  Building building = {};
  const Excerpt* excerpt = nullptr;  ///< null: it is the whole window
  const QrCode* qr = nullptr;        ///< that is shown; null: none
  double film_seconds = -1;          ///< of the film that is being recorded; negative: none is
  bool filming() const { return film_seconds >= 0; }
  bool encoder = true;       ///< it can be more than single pictures
  bool film_formats = true;  ///< that the user chooses from
  bool closes = true;        ///< the program can close its window

  bool is_fast_forwarding = false;  ///< to the moment that a link says, over several frames
  bool calm = false;                ///< nothing fades, pulses or flies
  bool covered = false;             ///< by the start screen: nothing in the body can be taken
  bool touch = false;               ///< a finger points, which hides what it is on
  bool fingers = false;             ///< it mostly is: what is pressed is large

  Requests* requests = nullptr;
  void request(Request one) const { requests->add(std::move(one)); }
  void set(const base::Parameter& option, double value) const {
    request(SetOption{std::string(option.key), value});
  }

  /// A message or a notice, as it is told where the program runs.
  std::function<std::string(std::string)> reworded = [](std::string text) { return text; };

  /// Returns the preview of a scene's place(), size in pixels; null while it is being made. Empty
  /// if there are no previews.
  std::function<const Preview*(const std::string& scene, int width, int height)> preview;

  /// Makes a texture that Dear ImGui can draw from RGBA pixels, row by row from the top; it
  /// replaces the previous one with the same number. Null if it cannot be made.
  std::function<void*(size_t number, int width, int height,
                      std::span<const std::array<uint8_t, 4>> pixels)>
      image;
};

/// Lets a target go where it is to; of a pose its position and its orientation, undone as one.
void release_target(const Context& context, int target, sim::ReleaseTarget::To to);

/// Returns the verdict on the session's run as it is now; null if there is none yet.
const sim::why::Verdict* verdict_of(const Context& context);

/// The lesson after the current one: its place among context.lessons, or their number.
size_t next_lesson(const Context& context);

}  // namespace ui
