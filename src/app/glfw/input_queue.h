#pragma once
#include <array>
#include <deque>
#include <functional>
#include <variant>

struct GLFWwindow;

namespace app {

/// What a person does between two frames, given to Dear ImGui one by one: 1.86 only asks what is
/// down when a frame begins, and would miss a key that was pressed and released since, or see a
/// click where the mouse is by then. Of one key or button, a frame is given no more than it can
/// tell apart; the rest waits for the next.
class InputQueue {
 public:
  using OnKey = std::function<void(int key, int scancode, int action, int modifiers)>;
  /// Installs GLFW's callbacks but for keys, which the window passes on. on_key: told of a key when
  /// a frame is to see it, so that what follows the key that closes a text field is not the
  /// field's.
  InputQueue(GLFWwindow* window, OnKey on_key);

  void key(int key, int scancode, int action, int modifiers);
  /// Before a frame: what it is to see.
  void take();
  /// After the backend's own NewFrame, which has asked GLFW.
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
    double x, y;
  };
  struct Key {
    int key, scancode, action, modifiers;
  };
  struct Letter {
    unsigned code;
  };
  using Event = std::variant<Move, Button, Wheel, Key, Letter>;

  /// What has changed in the frame that is being prepared.
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

  GLFWwindow* window_;
  OnKey on_key_;
  std::deque<Event> events_;
  Move mouse_;
  std::array<bool, buttons> down_ = {};
};

}  // namespace app
