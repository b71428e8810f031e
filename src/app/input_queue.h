#pragma once
#include <array>
#include <deque>
#include <functional>
#include <variant>

#include "view/guide.h"

namespace app {

/// Keys held at the start of the frame, so that a short press moves by one frame: arrows, PgUp
/// (away), PgDn. None while Ctrl is held, since Ctrl makes them steps.
view::GuideKeys held_guide_keys();

/// Gives Dear ImGui the input between two frames one event at a time: version 1.86 only asks what
/// is down when a frame begins, and would miss a key that was pressed and released since, or see a
/// click where the mouse is by then. Of one key or button, a frame is given no more than it can
/// tell apart; the rest waits for the next.
class InputQueue {
 public:
  struct Key {
    int code;    ///< of the place on the keyboard, as GLFW numbers it
    int writes;  ///< as in ui::key: by the user's layout
    bool down, repeat, ctrl, shift, alt;
  };
  using OnKey = std::function<void(const Key&)>;
  /// on_key: told of a key that goes down when a frame is to see it, so that what follows the key
  /// that closes a text field is not the field's.
  explicit InputQueue(OnKey on_key) : on_key_(std::move(on_key)) {}

  // Events of the window, in its coordinates
  void move(float x, float y);
  void leave();  ///< the window; a button that is held keeps the mouse in it
  void button(int button, bool down);
  void wheel(float x, float y);
  void key(const Key& key) { events_.emplace_back(key); }
  void letter(unsigned code) { events_.emplace_back(Letter{code}); }

  /// Before a frame: what it is to see.
  void take();
  /// After a backend's own NewFrame.
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

  /// Changes in the frame that is being prepared.
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

  OnKey on_key_;
  std::deque<Event> events_;
  Move mouse_{};
  std::array<bool, buttons> down_ = {};
};

}  // namespace app
