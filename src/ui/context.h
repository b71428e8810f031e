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
#include "sim/solving.h"
#include "sim/why/diagnosis.h"
#include "sweep/choose/candidate.h"
#include "sweep/mapper.h"
#include "ui/profile.h"
#include "ui/requests.h"
#include "view/selection.h"

namespace ui {

/// A scene that can be opened, or a folder.
struct SceneEntry {
  std::string name;              ///< the text shown
  std::string description = {};  ///< one sentence; for a file, its folder
  std::string path = {};         ///< path of a file or folder; empty: a built-in scene
  std::string changed = {};      ///< time of a file's last change
  bool folder = false;
  std::string group = {};  ///< heading of a built-in scene; empty: the papers' bodies

  /// Returns what Open takes.
  const std::string& location() const { return path.empty() ? name : path; }
};

/// The user's files when ListFiles was executed.
struct FileListing {
  std::vector<SceneEntry> recent, saved;  ///< the latest first; nothing is in both

  std::string typed;   ///< the part of a path that was looked up
  std::string folder;  ///< its folder in full, with a slash at its end; empty: does not exist
  std::string name;    ///< the text after the folder
  /// Sorted folders, then files that can be opened. While nothing is typed: folders to begin in.
  std::vector<SceneEntry> entries;
  bool exists = false;  ///< a file of that name exists
  std::string problem;  ///< a sentence about the folder
  std::string opens;    ///< "scenes, sessions and lessons (.toml), ..."
  std::string to_make;  ///< the folder, if it is missing but can be made
};

/// The preview of a scene.
struct Preview {
  void* picture = nullptr;  ///< null: there is none
  std::string sentence;     ///< its description, or what is wrong with it
  bool wrong = false;
};

/// A lesson that can be opened.
struct LessonEntry {
  std::string name;  ///< the name for OpenLesson
  std::string title, summary;
  bool completed = false;
  int steps = 0;  ///< number of its steps
  int at = 0;     ///< the step shown last; 0: the first, or none

  int begins_at() const { return completed ? 0 : at; }
};

/// A figure in another page: presentation mode with its author's choices.
struct EmbeddedFigure {
  std::vector<std::string> controls;  ///< keys of parameters and options, "method"
};

/// A text as a QR code.
struct QrCode {
  std::string text;
  int size = 0;            ///< modules on a side, without the quiet zone
  std::vector<bool> dark;  ///< row by row from the top
};

/// The body under construction.
struct Building {
  const sim::build::Draft* draft = nullptr;  ///< null: none
  bool plays = false;                        ///< whether it runs; else every joint is at zero
  bool unsaved = false;
  std::string undo_label = {}, redo_label = {};  ///< what undo and redo would do; empty: nothing
  bool edits() const { return draft && !plays; }
};

/// The search for poses that is watched while its panel is shown. Time stands meanwhile.
struct Search {
  const sim::Solving* solving = nullptr;  ///< null: the runs follow their targets
  bool is_running = false;                ///< makes updates in each frame, not only on request
};

/// Everything the interface reads. It does not change during a frame: the user's actions are
/// requests, executed before the next frame.
struct Context {
  const sim::Session* session = nullptr;  ///< null: only the menus and the scene picker work
  const sim::why::Diagnosis* diagnosis = nullptr;  ///< diagnosis of the session's run
  Search search = {};
  const sweep::Choice* choice = nullptr;    ///< which method; null: none was begun
  const Profile* profile = nullptr;         ///< how a frame's time is spent
  const base::Settings* options = nullptr;  ///< values of options::table()
  std::span<const SceneEntry> scenes = {};  ///< the built-in scenes
  const FileListing* listing = nullptr;
  bool has_file_dialog = false;  ///< whether the desktop may have one
  std::string scene = {};        ///< location() of the open entry
  std::string saved_name = {};   ///< the scene's new name if it was saved under one
  std::string version = {};
  std::vector<std::string> mesh_notices = {};       ///< what is wrong with the scene's meshes
  std::vector<std::string_view> copied_forms = {};  ///< in which settings can be copied
  std::span<const LessonEntry> lessons = {};
  const sweep::Status* maps = nullptr;      ///< the results for Ui::map_request()
  bool moves_slice = false;                 ///< whether Ui::slice() is being dragged
  const lessons::Course* course = nullptr;  ///< the current lesson, if any
  view::Selection selected = {};            ///< in the session's scene; always a valid index
  Building building = {};
  const EmbeddedFigure* embedded_figure = nullptr;  ///< null: the whole window
  const QrCode* qr = nullptr;                       ///< the code shown; null: none
  double film_seconds = -1;  ///< time of the film being recorded; negative: none
  bool filming() const { return film_seconds >= 0; }
  bool has_encoder = true;          ///< whether films can be encoded
  bool offers_film_formats = true;  ///< whether the user chooses a film's format
  bool can_close = true;            ///< whether the program can close its window

  bool is_fast_forwarding = false;  ///< computing up to the moment of a link
  bool reduced_motion = false;      ///< no animations
  bool covered = false;             ///< the start screen covers the body
  bool touch = false;               ///< the pointer is a finger, which hides what it touches
  bool fingers = false;             ///< the pointer mostly is one: controls are large

  Requests* requests = nullptr;
  void request(Request one) const { requests->add(std::move(one)); }
  void set(const base::Parameter& option, double value) const {
    request(SetOption{&option, value});
  }

  void toggle(const base::Parameter& option) const { set(option, options->flag(option) ? 0 : 1); }

  /// Returns the preview of a scene's location(), size in pixels; null while it is being made.
  /// Empty if there are no previews.
  std::function<const Preview*(const std::string& scene, int width, int height)> preview;

  /// Makes a texture that Dear ImGui can draw from RGBA pixels, row by row from the top; it
  /// replaces the previous one with the same number. Null if it cannot be made.
  std::function<void*(size_t number, int width, int height,
                      std::span<const std::array<uint8_t, 4>> pixels)>
      image;
};

/// Releases a target, of a pose position and orientation as one change, so that it moves to `to`.
void release_target(const Context& context, int target, sim::ReleaseTarget::To to);

/// Returns the current verdict on the session's run, or null if there is none yet.
const sim::why::Verdict* verdict_of(const Context& context);

/// Returns the index of the lesson after the current one in context.lessons, or their number.
size_t next_lesson(const Context& context);

}  // namespace ui
