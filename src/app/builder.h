#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/undo_stack.h"
#include "sim/build/draft.h"
#include "sim/simulation.h"

namespace app {

/// The body that is being built in the window, with the way it came about. It is edited, which
/// shows it at rest with every joint at zero, or it plays.
class Builder {
 public:
  using Draft = sim::build::Draft;
  static constexpr int most_joints = 500;  ///< of a body that is built on

  bool on() const { return drafts_ && mode_ != Mode::Off; }
  bool edits() const { return drafts_ && mode_ == Mode::Edits; }
  bool plays() const { return drafts_ && mode_ == Mode::Plays; }

  /// Goes on with the scene that it has made, or begins with another one.
  void begin(const sim::Simulation& shown);
  void begin(Draft draft);  ///< as new
  void leave() { mode_ = Mode::Off; }
  void forget() { *this = {}; }
  void play(bool plays) { mode_ = plays ? Mode::Plays : Mode::Edits; }

  const Draft& draft() const { return drafts_->now(); }
  base::UndoStack<Draft>& drafts() { return *drafts_; }
  /// Method, parameters and obstacles are what they are now; they are not part of what is undone.
  void take_settings(const sim::Simulation& shown);

  /// The scene with these, as it is saved and played.
  std::shared_ptr<const sim::Scene> scene();
  /// The draft at work: played from its start, or at rest with every joint at zero.
  sim::Simulation simulation();

  bool unsaved() const { return drafts_ && drafts_->revision() != saved_; }
  void saved() { saved_ = drafts_->revision(); }

 private:
  enum class Mode { Off, Edits, Plays } mode_ = Mode::Off;
  std::optional<base::UndoStack<Draft>> drafts_;
  std::shared_ptr<const sim::Scene> made_;
  sim::Scene settings_;  // whose method, runs and obstacles count
  size_t saved_ = 0;     // revision
};

}  // namespace app
