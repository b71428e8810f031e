#pragma once
#include <functional>
#include <optional>

#include "app/input_queue.h"

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
  void fonts_changed();                    ///< between frames
  enum class Part { Interface, Remarks };  ///< see ui::Layers
  void render(Part part);                  ///< what ImGui::Render() left

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
  /// `prepare` returns whether it has changed the fonts; `content` runs between NewFrame and
  /// Render.
  void draw(Size pixels, double seconds, const std::function<bool()>& prepare,
            const std::function<void()>& content);

 private:
  ImGuiContext* context_;
};

}  // namespace app
