#pragma once
#include <deque>
#include <string>
#include <utility>

namespace base {

/// The last states of an object, at most `most`, for undo and redo.
template <class State>
class UndoStack {
 public:
  explicit UndoStack(State first, size_t most = 200) : most_(most) {
    states_.push_back({std::move(first), {}, {}});
  }

  const State& now() const { return states_[at_].state; }
  State& present() { return states_[at_].state; }  ///< for edits that are no change to undo
  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < states_.size(); }
  /// Return the name of the change that undo() or redo() would take back; empty if there is none.
  std::string undo_label() const { return can_undo() ? states_[at_].said : std::string(); }
  std::string redo_label() const { return can_redo() ? states_[at_ + 1].said : std::string(); }
  /// Differs for any two states that differ.
  size_t revision() const { return states_[at_].revision; }

  /// Adds a state. Consecutive changes of one topic, such as a drag, are one; an empty topic equals
  /// no other. `said` names the change in menus.
  void change(State to, std::string said, std::string topic = {}) {
    states_.resize(at_ + 1);
    if (!topic.empty() && !sealed_ && states_.back().topic == topic && at_ > 0) states_.pop_back();
    states_.push_back({std::move(to), std::move(said), std::move(topic), ++last_});
    if (states_.size() > most_) states_.pop_front();
    at_ = states_.size() - 1;
    sealed_ = false;
  }
  /// Makes the next change a separate one, whatever its topic.
  void seal() { sealed_ = true; }

  /// Return whether there was something to undo or redo.
  bool undo() {
    if (!can_undo()) return false;
    --at_;
    sealed_ = true;
    return true;
  }
  bool redo() {
    if (!can_redo()) return false;
    ++at_;
    sealed_ = true;
    return true;
  }
  /// Undoes the last change and discards it, as after a cancelled drag.
  void discard_last() {
    if (undo()) states_.resize(at_ + 1);
  }

 private:
  struct Entry {
    State state;
    std::string said, topic;
    size_t revision = 0;
  };
  std::deque<Entry> states_;
  size_t at_ = 0, most_, last_ = 0;
  bool sealed_ = true;
};

}  // namespace base
