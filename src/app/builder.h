#pragma once
#include <memory>
#include <optional>
#include <string>

#include "app/parts.h"
#include "base/undo_stack.h"
#include "sim/build/draft.h"
#include "sim/simulation.h"

namespace app {

/// The body under construction, the history of its changes, and how the window shows it. While it
/// is edited, it is shown at rest with every joint at zero; otherwise it plays.
class Builder {
 public:
  using Draft = sim::build::Draft;
  static constexpr int max_joints = 500;  ///< limit for bodies that can be edited

  explicit Builder(const Parts& parts) : parts_(parts) {}

  bool on() const { return drafts_ && mode_ != Mode::Off; }
  bool edits() const { return drafts_ && mode_ == Mode::Edits; }
  bool unsaved() const { return drafts_ && drafts_->revision() != saved_; }
  const Draft& draft() const { return drafts_->now(); }

  /// Call once a frame, with whether the user wants the panel for building: begins and ends.
  void follow(bool wanted);
  /// Changes the draft as the user asks. Throws base::Error, and then changes nothing.
  void change(ui::ChangeBody& request);
  void execute(ui::Build request);
  /// Ends building, since another scene is open.
  void forget();

  /// Returns the body's scene with the method, parameters and obstacles that are shown.
  std::shared_ptr<const sim::Scene> scene();
  /// Takes method, parameters and obstacles from the shown simulation. Undo does not affect them.
  void take_settings();
  /// Notes that scene() was saved under this name.
  void note_saved(const std::string& name);
  /// Saves an unsaved body among the user's scenes before another scene opens or the program ends.
  void save_unsaved();
  /// Returns the unsaved body as a scene file, or an empty text.
  std::string unsaved_text();

 private:
  void begin(const sim::Simulation& shown);
  void begin(Draft draft);
  sim::Simulation simulation();
  void show();
  void update_context();

  enum class Mode { Off, Edits, Plays } mode_ = Mode::Off;  // Off: the build panel is hidden
  const Parts& parts_;
  std::optional<base::UndoStack<Draft>> drafts_;
  std::shared_ptr<const sim::Scene> made_;
  sim::Scene settings_;  // source of method, runs and obstacles
  size_t saved_ = 0;     // revision saved last
};

}  // namespace app
