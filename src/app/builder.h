#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/undo_stack.h"
#include "sim/build/draft.h"
#include "sim/simulation.h"

namespace app {

/// The body under construction and the history of its changes. While it is edited, it is shown at
/// rest with every joint at zero; otherwise it plays.
class Builder {
 public:
  using Draft = sim::build::Draft;
  static constexpr int most_joints = 500;  ///< limit for bodies that can be edited

  bool on() const { return drafts_ && mode_ != Mode::Off; }
  bool edits() const { return drafts_ && mode_ == Mode::Edits; }
  bool plays() const { return drafts_ && mode_ == Mode::Plays; }

  /// Continues with the scene that the builder has made, or begins with another one.
  void begin(const sim::Simulation& shown);
  void begin(Draft draft);  ///< begins with a new body
  void leave() { mode_ = Mode::Off; }
  void forget() { *this = {}; }
  void play(bool plays) { mode_ = plays ? Mode::Plays : Mode::Edits; }

  const Draft& draft() const { return drafts_->now(); }
  base::UndoStack<Draft>& drafts() { return *drafts_; }
  /// Takes method, parameters and obstacles from the shown simulation. Undo does not affect them.
  void take_settings(const sim::Simulation& shown);

  /// Returns the body's scene with these settings, as it is saved and played.
  std::shared_ptr<const sim::Scene> scene();
  /// Returns a simulation of the draft: played from its start, or at rest with every joint at zero.
  sim::Simulation simulation();

  bool unsaved() const { return drafts_ && drafts_->revision() != saved_; }
  void saved() { saved_ = drafts_->revision(); }

 private:
  enum class Mode { Off, Edits, Plays } mode_ = Mode::Off;
  std::optional<base::UndoStack<Draft>> drafts_;
  std::shared_ptr<const sim::Scene> made_;
  sim::Scene settings_;  // source of method, runs and obstacles
  size_t saved_ = 0;     // revision that was saved
};

}  // namespace app
