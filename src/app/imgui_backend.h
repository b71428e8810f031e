#pragma once
#include <functional>

#include "app/input_queue.h"
#include "app/platform.h"

struct ImGuiContext;

namespace app {

/// Draws Dear ImGui with OpenGL 3.3 or OpenGL ES 3.0 in the current context.
class ImGuiBackend {
 public:
  explicit ImGuiBackend(InputQueue::OnKey on_key);
  ~ImGuiBackend();
  ImGuiBackend(const ImGuiBackend&) = delete;
  ImGuiBackend& operator=(const ImGuiBackend&) = delete;

  InputQueue& input() { return input_; }

  /// `window` sets what Dear ImGui needs from a window: its size and the time since the last frame.
  void new_frame(const FrameLayout& layout, const std::function<void()>& window);
  void fonts_changed();
  void render(Platform::Part part);

 private:
  InputQueue input_;
  int bottom_margin_ = 0;  // FrameLayout::bottom_margin
};

class ImGuiOffscreenUi : public OffscreenUi {
 public:
  ImGuiOffscreenUi();
  ~ImGuiOffscreenUi() override;
  ImGuiOffscreenUi(const ImGuiOffscreenUi&) = delete;
  ImGuiOffscreenUi& operator=(const ImGuiOffscreenUi&) = delete;
  void draw(Size pixels, double seconds, const std::function<bool()>& prepare,
            const std::function<void()>& content) override;

 private:
  ImGuiContext* context_;
};

}  // namespace app
