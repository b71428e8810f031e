#pragma once
#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <variant>

struct ImGuiContext;

namespace app {

struct Size {
  int width = 0, height = 0;
  bool operator==(const Size&) const = default;
};

/// The size that a frame of the interface is laid out for, if not the window's.
struct FrameLayout {
  std::optional<Size> size = {};  ///< the assumed size of the window, in screen coordinates
  int bottom_margin = 0;          ///< height of an empty strip below it
  bool mouse = true;              ///< whether the mouse is mapped into the picture
  double seconds = 0;             ///< since the last frame; 0: by the clock
};

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
  void button(int button, bool down) {
    if (button >= 0 && button < buttons) events_.emplace_back(Button{button, down});
  }
  void wheel(float x, float y) { events_.emplace_back(Wheel{x, y}); }
  void key(const Key& key) { events_.emplace_back(key); }
  void letter(unsigned code) { events_.emplace_back(Letter{code}); }

  /// Gives Dear ImGui the events that the next frame is to see.
  void apply_events();
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
  // These return false if the event must wait for the next frame.
  bool apply(const Move& event, Changed& changed);
  bool apply(const Button& event, Changed& changed);
  bool apply(const Wheel& event, Changed& changed);
  bool apply(const Key& event, Changed& changed);
  bool apply(const Letter& event, Changed& changed);

  std::deque<Event> events_;
  Move mouse_{};
  std::array<bool, buttons> down_ = {};
};

/// Draws Dear ImGui with OpenGL 3.3 or OpenGL ES 3.0 in the current context.
class ImGuiBackend {
 public:
  ImGuiBackend();
  ~ImGuiBackend();
  ImGuiBackend(const ImGuiBackend&) = delete;
  ImGuiBackend& operator=(const ImGuiBackend&) = delete;

  InputQueue input;

  /// `window` sets what Dear ImGui needs from a window: its size and the time since the last frame.
  void new_frame(const FrameLayout& layout, const std::function<void()>& window);
  void fonts_changed();                      ///< between frames
  enum class Part { Interface, Transient };  ///< see ui::Layer
  void render(Part part);                    ///< what ImGui::Render() left

 private:
  int bottom_margin_ = 0;  // FrameLayout::bottom_margin
};

/// A second Dear ImGui interface without mouse and keys, which draws into the bound framebuffer.
class OffscreenUi {
 public:
  OffscreenUi();
  ~OffscreenUi();
  OffscreenUi(const OffscreenUi&) = delete;
  OffscreenUi& operator=(const OffscreenUi&) = delete;
  /// `prepare` returns whether it has changed the fonts; `content` draws the frame.
  void draw(Size pixels, double seconds, const std::function<bool()>& prepare,
            const std::function<void()>& content);

 private:
  ImGuiContext* context_;
};

}  // namespace app
