#pragma once
#include <array>
#include <deque>
#include <functional>
#include <variant>

namespace app {

/// Gives Dear ImGui the input between two frames one event at a time. Version 1.86 only reads the
/// state at the start of a frame: it would miss a key that was pressed and released in between, or
/// place a click where the mouse has moved since. A frame gets only those events of a key or button
/// that it can tell apart; the rest waits for the next frame.
class InputQueue {
 public:
  struct Key {
    int code;    ///< GLFW's code of the physical key
    int writes;  ///< code of ui::key in the user's layout
    bool down, repeat, ctrl, shift, alt;
  };
  /// Is called for a key that goes down when a frame is to see it, so that the keys after the one
  /// that closes a text field do not go to the field.
  std::function<void(const Key&)> on_key;

  // These add events of the window, in its coordinates.
  void move(float x, float y);
  void leave();  ///< the mouse has left the window, unless a button is held
  void button(int button, bool down);
  void wheel(float x, float y) { events_.emplace_back(Wheel{x, y}); }
  void key(const Key& key) { events_.emplace_back(key); }
  void letter(unsigned code) { events_.emplace_back(Letter{code}); }

  /// Takes the events that the next frame is to see.
  void take();
  /// Sets Dear ImGui's mouse; called after a backend's own NewFrame.
  void set_mouse() const;

 private:
  static constexpr int buttons = 3;
  struct Move {
    float x, y;
  };
  struct Button {
    int button;
    bool down;
  };
  struct Wheel {
    float x, y;
  };
  struct Letter {
    unsigned code;
  };
  using Event = std::variant<Move, Button, Wheel, Key, Letter>;

  /// The changes in the frame that is being prepared.
  struct Changed {
    std::array<bool, buttons> button = {};
    bool clicked = false, moved = false, turned = false, typed = false, edited = false;
    std::array<bool, 512> key = {};
  };
  bool give(const Move& event, Changed& changed);
  bool give(const Button& event, Changed& changed);
  bool give(const Wheel& event, Changed& changed);
  bool give(const Key& event, Changed& changed);
  bool give(const Letter& event, Changed& changed);

  std::deque<Event> events_;
  Move mouse_{};
  std::array<bool, buttons> down_ = {};
};

}  // namespace app
