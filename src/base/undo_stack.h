#pragma once
#include <deque>
#include <string>
#include <utility>

namespace base {

/// The states that something has had, to go back to them and forth again: at most so many.
template <class State>
class UndoStack {
 public:
  explicit UndoStack(State first, size_t most = 200) : most_(most) {
    states_.push_back({std::move(first), {}, {}});
  }

  const State& now() const { return states_[at_].state; }
  State& present() { return states_[at_].state; }  ///< to note in it what is no change
  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < states_.size(); }
  /// Return the name of the change that undo() or redo() would take back; empty if there is none.
  std::string undo_label() const { return can_undo() ? states_[at_].said : std::string(); }
  std::string redo_label() const { return can_redo() ? states_[at_ + 1].said : std::string(); }
  /// Differs for any two states that differ.
  size_t revision() const { return states_[at_].revision; }

  /// Changes of one topic right after one another, a drag say, are one; an empty topic is none.
  void change(State to, std::string said, std::string topic = {}) {
    states_.resize(at_ + 1);
    if (!topic.empty() && !sealed_ && states_.back().topic == topic && at_ > 0) states_.pop_back();
    states_.push_back({std::move(to), std::move(said), std::move(topic), ++last_});
    if (states_.size() > most_) states_.pop_front();
    at_ = states_.size() - 1;
    sealed_ = false;
  }
  /// The next change is one of its own, whatever its topic.
  void seal() { sealed_ = true; }

  /// Return whether there was something.
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
  /// Undoes the last change and discards it, as after a drag that was given up.
  void drop() {
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
