#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/parts.h"
#include "formats/hand_in.h"
#include "lessons/course.h"
#include "view/selection.h"

namespace app {

/// The list of lessons and the current lesson. It opens the scenes of the steps, applies their view
/// options, and restores the user's own view when the lesson is left.
class Classroom {
 public:
  explicit Classroom(const Parts& parts);

  /// Returns titles and summaries, or the error for a lesson that cannot be read.
  const std::vector<ui::LessonEntry>& entries() const { return entries_; }
  /// Throws base::Error.
  static std::shared_ptr<const lessons::Lesson> load(const std::string& name_or_file);
  /// Saves a link's lesson in the user's folder, which adds it to the list, and returns it. Throws
  /// base::Error.
  std::shared_ptr<const lessons::Lesson> save_lesson(const std::string& text);

  /// Returns whether that file, dropped on the window, is a lesson rather than a scene.
  static bool is_lesson(const std::string& file);

  void begin(std::shared_ptr<const lessons::Lesson> lesson, int step = 0);
  const lessons::Course* course() const { return course_ ? &*course_ : nullptr; }
  std::string step_title() const;  ///< such as "A first look 2 of 5 ✓"
  /// These do nothing while no lesson is open.
  void go(int step);
  void answer(int choice);
  /// Begins the step again. With `does_task`, performs its task; does nothing if there is none.
  void repeat(bool does_task);
  /// Ends the lesson; the session that is shown now has the user's own speed again.
  void leave();
  void observe(const sim::Simulation& simulation);
  void recall(const sim::Simulation& simulation, const sim::History& history);

  /// Returns what was done in the open lesson so far; nothing while none is open.
  std::optional<formats::HandIn> hand_in() const;

  /// Returns what the step points at in the picture of the body.
  const std::vector<view::Selection>& rings() const { return rings_; }

  /// Notes that the user has set an option, which leaving the lesson then does not restore.
  void note_option_set(std::string_view key) { own_.erase(std::string(key)); }
  /// Returns the settings without those that the lesson has set.
  Preferences own_preferences() const;

 private:
  void show_step();
  void set_time(const lessons::Step& step);
  ui::LessonEntry& entry();  // the current lesson's
  void restore_options() {
    for (const auto& [key, value] : std::exchange(own_, {})) parts_.options().set(key, value);
  }
  void note_completed();

  const Parts& parts_;
  std::vector<ui::LessonEntry> entries_;
  std::optional<lessons::Course> course_;
  std::optional<double> own_speed_;    // the clock's speed before a step set it
  bool pauses_ = false;                // whether the step pauses by itself
  std::map<std::string, double> own_;  // the user's values of options that the lesson has set
  std::vector<view::Selection> rings_;
  int64_t began_ = 0;                                   // the tick at which the step began
  std::vector<std::optional<formats::DoneTask>> done_;  // of each step
  int64_t steps_ = 0;  // the simulation's steps at the last observation
};

}  // namespace app
